import pytest

from wiretail.model.transcript import Message


@pytest.mark.parametrize("content", ["Hello", [{"type": "text", "text": "Hello"}], None])
def test_a_message_keeps_its_content_as_the_request_wrote_it(
    content: str | list[dict[str, str]] | None,
) -> None:
    message = Message("user", content)
    assert (message.role, message.content) == ("user", content)


def test_a_message_never_changes() -> None:
    with pytest.raises(AttributeError):
        Message("user", "x").role = "assistant"  # type: ignore[misc]
