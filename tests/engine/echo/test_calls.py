import pytest

from engine.echo.driving import call
from wiretail.engine.echo.calls import Input, read_input


@pytest.mark.parametrize(
    ("arguments", "free", "bound"),
    [
        ('{"input":"x"}', "x", "x"),
        ('{"input":"x","k":1}', "x", "x"),
        ('{"input":1}', None, None),
        ('{"k":"x"}', None, None),
        ("{}", None, None),
        ('{"input":"x","input":"x"}', None, None),
        (' {"a":1,"a":2}', None, None),
        ('[{"a":1,"a":2}]', '[{"a":1,"a":2}]', None),
        ('["x"]', '["x"]', None),
        ("42", "42", None),
        ("text(1)", "text(1)", None),
        ("", "", None),
        ("```js\ncode\n```\n", None, None),
        ("~~~~\na\n~~~\n~~~~", None, None),
        ("```\na\n```\nb\n```", "```\na\n```\nb\n```", None),
        ("```\na\n    ```", "```\na\n    ```", None),
        ("```\na\n``` x", "```\na\n``` x", None),
        ("```a`\nb\n```", "```a`\nb\n```", None),
        ("``\na\n``", "``\na\n``", None),
        ("```a```", "```a```", None),
        ("x\n```", "x\n```", None),
    ],
)
def test_the_input_of_a_call(arguments: str, free: str | None, bound: str | None) -> None:
    assert read_input(call(arguments, freeform=True)).text == free
    assert read_input(call(arguments)).text == bound


def test_members_are_those_of_an_object() -> None:
    assert read_input(call('{"k":1}')) == Input(None, {"k": 1})
    assert read_input(call("[1]")) == Input()


def test_colliding_keys_are_json_and_nothing_else_that_has_no_reading() -> None:
    assert read_input(call('{"a":1,"a":2}')).valid
    assert not read_input(call('{"a":NaN}')).valid
    assert not read_input(call("[" * 5 + "]" * 5), depth=4).valid


@pytest.mark.parametrize(
    ("arguments", "text"),
    [('{"k":"x"}', "x"), ('{"k":1}', None), ('{"k":"x","l":1}', None), ('{"input":"x"}', "x")],
)
def test_the_only_string_of_a_one_key_object_may_be_the_input(
    arguments: str, text: str | None
) -> None:
    assert read_input(call(arguments), one_key=True).text == text
