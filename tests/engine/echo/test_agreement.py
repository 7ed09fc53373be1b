import pytest

from engine.echo.driving import block, call
from wiretail.engine.echo.agreement import FREEFORM, PARAMETERS, Agreement, Match
from wiretail.engine.echo.calls import EchoCall, read_input
from wiretail.engine.echo.headers import find_headers


def agreement(*calls: EchoCall) -> Agreement:
    return Agreement(calls, [read_input(one) for one in calls])


def longest(text: str, *calls: EchoCall) -> Match | None:
    return agreement(*calls).longest(text, find_headers(text, 1024)[0])


X = call('{"input":"x"}')


@pytest.mark.parametrize(
    ("body", "given", "agrees"),
    [
        ("cmd", "\\ncmd", False),
        ("\ncmd", "\\ncmd", True),
        ("\n\ncmd", "\\ncmd", True),
        ("\n\ncmd", "cmd", False),
        ("\r\ncmd", "cmd", True),
        ("cmd \n", "cmd", True),
        ("cmd", "cmd\\n ", True),
        (" cmd", "cmd", False),
        ("", "", True),
        ("\n", " ", True),
        ("cmd", "cm", False),
        ("cmd", "cmd; and more", False),
    ],
)
def test_the_input_stands_there_whole(body: str, given: str, agrees: bool) -> None:
    text = block(body)
    match = longest(text, call(f'{{"input":"{given}"}}'))
    assert match == (Match(len(text), FREEFORM, [0]) if agrees else None)


def test_the_longest_match_is_the_block() -> None:
    text = block("a</tool_call>b", tail="")
    calls = call('{"input":"a"}'), call('{"input":"a</tool_call>b"}')
    assert longest(text, *calls) == Match(len(text), FREEFORM, [1])


def test_names_agree_exactly_and_aliases_count() -> None:
    assert longest(block("x", "run"), call('{"input":"x"}', "exec", "run", "run")) is not None
    assert longest(block("x", "Exec"), X) is None


def test_equal_calls_are_compared_once_and_all_named() -> None:
    match = longest(block("x"), X, call('{"input":"y"}'), X, call('{"input":"x" }'))
    assert match is not None
    assert match.calls == [0, 2, 3]


def test_parameters_agree_where_the_free_form_does_not() -> None:
    text = block("<parameter=path>a</parameter><parameter=n>1</parameter>", tail="</function>")
    calls = [
        call('{"path":"b","n":1}'),
        call('{"path":"a","n":1.0}'),
        call('{"n":1,"path":"a"}'),
        call("{}"),
        X,
    ]
    assert longest(text, *calls) == Match(len(text), PARAMETERS, [1, 2])
    text = block("<parameter=n>1</parameter><parameter=path>a</parameter>", tail="</function>")
    assert longest(text, *calls) == Match(len(text), PARAMETERS, [1, 2])


def test_an_object_without_members_agrees_with_a_block_without_parameters() -> None:
    text = block(" ", tail="</function>")
    assert longest(text, call("{}")) == Match(len(text), PARAMETERS, [0])


def test_a_key_may_hold_the_end_of_a_tag() -> None:
    text = block("<parameter=a>b>x</parameter>", tail="")
    calls = call('{"a>b":"x"}'), call('{"a":"b>x"}')
    assert longest(text, *calls) == Match(len(text), PARAMETERS, [0, 1])
    assert longest(block("<parameter=unknown>x</parameter>"), *calls) is None


def test_the_free_form_is_told_before_parameters() -> None:
    body = "<parameter=input>x</parameter>"
    text = block(body, tail="")
    assert longest(text, X) == Match(len(text), PARAMETERS, [0])
    raw = call(body.removesuffix("</parameter>"), freeform=True)
    assert longest(text, raw, X) == Match(len(text), FREEFORM, [0, 1])
    assert longest(text, X, raw) == Match(len(text), PARAMETERS, [0, 1])


def test_a_call_that_agrees_in_both_forms_agrees_in_the_free_one() -> None:
    text = block("<parameter=k>a</parameter>", tail="")
    both = call('{"input":"<parameter=k>a","k":"a"}')
    assert longest(text, both) == Match(len(text), FREEFORM, [0])


def test_calls_are_found_by_name_and_input() -> None:
    calls = agreement(X, call("[1]"), call('{"input":"x\\n"}'))
    assert calls.knows("exec")
    assert not calls.knows("run")
    assert calls.with_input("exec", "x") == [0, 2]
    assert calls.with_input("exec", "y") == ()
