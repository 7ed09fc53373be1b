import json

import pytest

from engine.echo.driving import block, call, drive
from wiretail.engine.echo.calls import EchoCall

X, UNCLOSED = block("x"), "<tool_call><function=exec>x"
SAYS_X, SAYS_XX = call('{"input":"x"}'), call('{"input":"xx"}')


@pytest.mark.parametrize(
    ("text", "calls", "verdicts", "shown"),
    [
        (X, [SAYS_X], [None], ""),
        (X, [SAYS_X, SAYS_X], [None], ""),
        (X, [], ["no_matching_call"], X),
        (X, [call("1")], ["body_mismatch"], X),
        (X + "\n" + X, [SAYS_X], [None, None], "\n"),
        (X + X, [], ["no_matching_call"] * 2, X + X),
        (X + X, [call("1")], ["body_mismatch"] * 2, X + X),
        (X + X, [SAYS_X], [None, None], ""),
        (X + X + " \n", [SAYS_X], [None, None], ""),
        (X + " \n", [SAYS_X], [None], " \n"),
        (X + X + " \na", [SAYS_X], [None, None], " \na"),
        (X + X, [SAYS_X, SAYS_X], ["ambiguous"] * 2, X + X),
        (X + X, [SAYS_X, SAYS_XX], ["ambiguous"] * 2, X + X),
        (X + X, [SAYS_XX, SAYS_XX], ["ambiguous"] * 2, X + X),
        (X + X, [SAYS_XX], [None, None], ""),
        (X + X, [call('{"input":"x\\nx \\n"}')], [None, None], ""),
        (X + X + X, [SAYS_XX], ["body_mismatch"] * 3, X + X + X),
        (X + X + X, [call('{"input":"xxx"}')], [None] * 3, ""),
        (X + X, [call('{"input":"xx","k":1}')], ["body_mismatch"] * 2, X + X),
        (X + X, [call("xx", freeform=True)], ["body_mismatch"] * 2, X + X),
        (X, [SAYS_XX], ["body_mismatch"], X),
        (X + X + UNCLOSED, [SAYS_X], [None, None], UNCLOSED),
        ("`a\n" + X + X + "`", [SAYS_X], ["inline_code"] * 2, "`a\n" + X + X + "`"),
    ],
)
def test_a_run_is_judged_by_the_calls_that_explain_it(
    text: str, calls: list[EchoCall], verdicts: list[str | None], shown: str
) -> None:
    driven = drive([text], calls)
    assert (driven.verdicts, driven.text) == (verdicts, shown)


def test_a_repeated_input_is_reduced_to_the_body_that_explained_it() -> None:
    body = block("\nx;")
    for given, reduced in (("x;x;", "x;"), ("\nx;\nx;", "\nx;"), ("x;\nx;", "x;")):
        (one,) = drive([body * 2], [call(json.dumps({"input": given}))]).rewritten
        assert one.arguments == json.dumps({"input": reduced}, separators=(",", ":"))
        assert (one.rule, one.reason, one.evidence) == (
            "echo.run",
            "repeated_input",
            {"call": 0, "run": 2},
        )


def test_a_call_is_not_rewritten_twice_in_different_ways() -> None:
    text = block("x") * 2 + "\n" + block("x") * 2 + "\n" + block("xx\nx", tail="") + "\n"
    driven = drive([text], [SAYS_XX])
    assert driven.verdicts == [None] * 4 + ["body_mismatch"]
    assert len(driven.rewritten) == 1
    long = call('{"input":"xxxx"}')
    text = block("xx") * 2 + "\n" + block("x") * 4
    assert drive([text], [long]).verdicts == [None, None] + ["body_mismatch"] * 4
    assert drive([text], [long]).arguments == ['{"input":"xx"}']


def test_a_run_whose_bodies_are_told_by_their_input_alone_repeats_nothing() -> None:
    text = block("a</tool_call>b", tail="") * 2
    calls = [call('{"input":"a</tool_call>b"}')]
    assert drive([text], calls).verdicts == [None, None]


def test_evidence_names_the_call_the_form_and_the_run() -> None:
    driven = drive([X + X + "\n"], [call("1"), SAYS_X])
    first, second = (one for one in driven.told if one.kind == "removed")
    told = {"tool": "exec", "call": 1, "form": "freeform", "run": 2}
    assert first.evidence == told
    assert second.evidence == {**told, "blanks": 1}
    assert second.end == len(X + X) + 1
    (passed,) = (one for one in drive([UNCLOSED]).told if one.kind == "passed")
    assert passed.evidence == {"complete": False}
