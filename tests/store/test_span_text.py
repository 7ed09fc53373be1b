import pytest

from store.made import opened, processed, sse
from wiretail.model.decisions import Decision
from wiretail.store import Store

BEFORE = "Look: "
LEAK = (
    '<function_calls>\n<invoke name="Read">\n<parameter name="path">\U0001f600 a</parameter>\n'
    "</invoke>\n</function_calls>"
)


def escaped(text: str) -> str:
    return text.replace('"', '\\"').replace("\n", "\\n")


def chunk(text: str, choice: int = 0, field: str = "content") -> str:
    return f'{{"choices":[{{"index":{choice},"delta":{{"{field}":"{escaped(text)}"}}}}]}}'


END = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'


def recovered(*payloads: str) -> Store:
    return processed(opened(sse(*payloads, END, "[DONE]")), any=True)


def texts_of(store: Store, kind: str) -> list[str]:
    rows = [number for number in range(store.row_count) if store.row(number).kind == kind]
    return [store.text(number) for number in rows]


@pytest.mark.parametrize("size", [1000, 7, 1])
def test_text_that_nothing_shows_is_read_from_the_frames(size: int) -> None:
    whole = BEFORE + LEAK
    store = recovered(*(chunk(whole[at : at + size]) for at in range(0, len(whole), size)))
    (call,) = texts_of(store, "recovered")
    assert call in LEAK
    assert call.startswith("<invoke")
    assert call.endswith("</invoke>")


def test_texts_of_other_channels_between_are_left_out() -> None:
    half = len(LEAK) // 2
    store = recovered(
        chunk(LEAK[:half]),
        chunk("another answer", choice=1),
        chunk("a thought", field="reasoning_content"),
        chunk(LEAK[half:]),
    )
    (call,) = texts_of(store, "recovered")
    assert call in LEAK
    assert call.endswith("</invoke>")


def test_halves_in_two_frames_are_one_character() -> None:
    first, second = LEAK.split("\U0001f600")
    store = recovered(chunk(first), chunk("\\ud83d"), chunk("\\ude00" + second))
    (call,) = texts_of(store, "recovered")
    assert "\U0001f600 a" in call


def test_nothing_is_returned_rather_than_another_text() -> None:
    store = recovered(chunk(LEAK[:30]), chunk(LEAK[30:]))
    row = next(n for n in range(store.row_count) if store.row(n).kind == "recovered")
    decision = store.item(row)
    assert isinstance(decision, Decision)
    assert decision.start is not None
    assert decision.span is not None
    part = store._parts[0]
    from dataclasses import replace

    from wiretail.model.span import Place, Span
    from wiretail.store.span_text import span_text

    longer = replace(decision, span=Span(decision.span.start, decision.span.end + 1))
    nowhere = replace(decision, start=Place(decision.start.frame, "no.where", 0))
    far = replace(decision, end=Place(10**6, "", 0))
    for wrong in (longer, nowhere, far, replace(decision, span=None)):
        assert span_text(wrong, part.columns, part.zones, part.places) == ""
    assert span_text(decision, part.columns, part.zones, part.places) != ""
