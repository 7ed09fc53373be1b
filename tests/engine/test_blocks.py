"""Candidate blocks from their open to their close.

Cases: spec vscode-lm 4.2, 5 and 6, recommended 3 and 6, with the ids of their vectors.
"""

from typing import Any

import pytest

from engine.driving import CLOSE, NS, OPEN, READ, block, drive, native, settled, wrapped
from wiretail.model.calls import Tool
from wiretail.model.decisions import Kind

NOW = block("now")
BEGUN = '<invoke name="Read"><parameter name="path">'


def check(
    text: str, shown: str | None, verdicts: list[str], profile: str = "vscode-lm", **options: Any
) -> None:
    """Hold a text to what it shows (None: itself), and to the fates of its candidates."""
    found = settled(text, profile, **options)
    assert found.text == (text if shown is None else shown)
    assert found.verdicts == verdicts
    assert len(found.calls) == verdicts.count("recovered")


# (text, shown, verdicts); None: all of it is shown.
VERDICTS: list[tuple[str, str | None, list[str]]] = [
    (wrapped(block("other", x="1")), None, ["unknown_tool"]),  # R006
    (wrapped(block("read", path="1")), None, ["unknown_tool"]),  # R011
    (block("other"), None, ["unknown_tool"]),  # the name is tested first
    (f"{OPEN}\n```\n{READ}\n```", None, ["fence"]),  # R045
    (f"{OPEN}\n~~~\n{READ}\n~~~\n{NOW}", f"{OPEN}\n~~~\n{READ}\n~~~\n", ["fence", "recovered"]),
    (f"{OPEN}\n```xml {READ}\n", None, ["fence"]),  # R103: its line would open one
    (f"{OPEN}\n```a` {READ}\n", None, ["inline_code"]),
    (f"{OPEN}\n``{READ}``", None, ["inline_code"]),  # R064
    (f"{OPEN} `a` {READ}", f"{OPEN} `a` ", ["recovered"]),  # R065
    (f"{OPEN} `a {READ}", None, ["inline_code"]),  # R066
    (f"{OPEN} Never write {READ}", None, ["quoting_cue"]),  # R073
    (f"{OPEN} Never. {READ}", f"{OPEN} Never. ", ["recovered"]),  # R074
    (f"{OPEN} I read it: {READ}", f"{OPEN} I read it: ", ["recovered"]),  # R076
    (f"{OPEN} Never\n{READ}", f"{OPEN} Never\n", ["recovered"]),  # R081
    (f"{OPEN} e.g. {READ}", None, ["quoting_cue"]),  # R083
    (f"{OPEN} not {NOW} {READ}", None, ["quoting_cue"] * 2),  # blocks are cut out of the line
    (f"{OPEN}{NOW} not {READ}", None, ["trailing_prose", "quoting_cue"]),
    (wrapped('<invoke name="now" ></invoke >'), "", ["recovered"]),  # R018, R019
    (wrapped(f'<{NS}invoke name="now"></{NS}invoke>'), "", ["recovered"]),
    (wrapped(f'<invoke name="now"></{NS}invoke>'), "", ["recovered"]),  # R009
    (wrapped("<invoke name='now'></invoke>"), None, []),  # R016: plain text, no bad block
    (wrapped('<invoke name=""></invoke>'), None, []),  # R015
    (wrapped('<invokename="now"></invoke>'), None, []),  # R012
    (wrapped(block("any", a="1", b=" 2 ")), "", ["recovered"]),  # R005
    (wrapped('<invoke name="now">x</invoke>'), None, ["bad_parameters"]),
    (wrapped(block("Read", other="1")), None, ["bad_parameters"]),  # R092
    (wrapped(block("Read", limit="x")), None, ["bad_parameters"]),  # R151
    (wrapped(block("any", a=block("any"))), None, ["nested_block"]),  # R101
    (wrapped(f"{BEGUN}a</parameter>{BEGUN[20:]}b</parameter></invoke>"), None,
     ["duplicate_parameter"]),  # R090
    # A block that never closes is none, and no later one has a close either.
    (f"{OPEN}\n{BEGUN}x</parameter>", None, ["incomplete"]),  # R027, R161
    (f"{OPEN}\n{BEGUN}x", None, ["incomplete"]),
    (f"{OPEN}x{BEGUN}y</invo", None, ["incomplete"]),
    (f"{BEGUN}x", None, ["no_wrapper"]),
    (f"{BEGUN}x</inv", None, ["no_wrapper"]),
    ('<invoke name="other">x<', None, ["unknown_tool"]),
    # An open that is only mentioned takes everything up to the next close (4.2).
    (f'A tag <invoke name="x"> so:\n{wrapped(READ)}', None, ["unknown_tool"]),
    # The text of a block that is passed counts for lines and fences (E111).
    (f'A <invoke name="x">\n```\n{wrapped(READ)}\n```\n```\n{wrapped(READ)}', None,
     ["unknown_tool", "no_wrapper"]),
    (f"{OPEN}\n{READ}<invoke name=", None, ["trailing_prose"]),  # R071: an unterminated tag
    # That of every other block does not.
    (f"{OPEN}\n{block('any', a='```' + chr(10) + '```x')}\n{NOW}{CLOSE}", "\n\n",
     ["recovered", "recovered"]),
    (f"{OPEN}\n{block('any', a=chr(10) + '```' + chr(10))} x\n{NOW}",
     f"{OPEN}\n{block('any', a=chr(10) + '```' + chr(10))} x\n", ["trailing_prose", "recovered"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "verdicts"), VERDICTS)
def test_a_block_is_recovered_or_passed_with_its_first_reason(
    text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts)


MENTION = '<invoke name="Read">'

DEFAULT: list[tuple[str, str | None, list[str]]] = [
    # A mention is no block, and what stands behind it is read normally.
    (f"{MENTION} is a tag.\n{READ}", f"{MENTION} is a tag.\n", ["recovered"]),
    (f"The {MENTION} tag.\n{READ}", f"The {MENTION} tag.\n", ["recovered"]),
    (f"The {MENTION} \n tag.\n{READ}", f"The {MENTION} \n tag.\n", ["recovered"]),
    (f'The <invoke name="x"> tag.\n{READ}', 'The <invoke name="x"> tag.\n', ["recovered"]),
    (f"Use `{MENTION}` so.\n{READ}", f"Use `{MENTION}` so.\n", ["recovered"]),
    (f"Use `{BEGUN}` so.\n{READ}", f"Use `{BEGUN}` so.\n", ["recovered"]),
    (f"Use `{BEGUN}` so.\n", None, []),
    (f"Use `{MENTION}\n{READ}", f"Use `{MENTION}\n", ["recovered"]),
    (f"Use `{MENTION} \n\n</invoke>`\n{READ}", f"Use `{MENTION} \n\n</invoke>`\n", ["recovered"]),
    (f"Use `{BEGUN}` so.", None, []),
    (f"Use `{BEGUN}` </inv", None, []),
    (f"Use `{BEGUN}` </inv\n{READ}", f"Use `{BEGUN}` </inv\n", ["recovered"]),
    (f"Use `{BEGUN} <invoke x\n{READ}", f"Use `{BEGUN} <invoke x\n", ["recovered"]),
    (f"```\n{BEGUN}x\n```\n{READ}", f"```\n{BEGUN}x\n```\n", ["recovered"]),
    (f"```\n{BEGUN}x\ny\n```\n{READ}", f"```\n{BEGUN}x\ny\n```\n", ["recovered"]),
    (f"```\n{BEGUN}x\n", None, []),
    (f"```\n{BEGUN}x\n</invo", None, []),
    (MENTION, None, []),
    (f"x {MENTION}", None, []),
    (f"x {MENTION} \n<par", None, []),
    (f"{MENTION}\n", None, []),
    (f"{MENTION}<par", None, []),
    (f"{wrapped(MENTION)}\n{READ}", f"{wrapped(MENTION)}\n", ["recovered"]),
    # The close in the same fence or line makes it a block, a quoted one.
    (f"Like this:\n```xml\n{READ}\n```\n", None, ["fence"]),  # R162
    (f"`{READ}`", None, ["inline_code"]),
    (f"`{READ}\n{READ}", f"`{READ}\n", ["inline_code", "recovered"]),
    (f"```{READ}\n```", None, ["fence"]),
    (f"`{BEGUN}` {NOW}\n{READ}", f"`{BEGUN}` {NOW}\n", ["inline_code", "recovered"]),
    # Of a mention in code, another open behind the code is a block of its own.
    (f'`{BEGUN}` or <invoke name="now">\n</invoke>', None, ["not_line_start"]),
    (f'`{BEGUN}` or <invoke name="x">\n</invoke>', None, ["unknown_tool"]),
    (f'`{BEGUN}` or <invoke name="x"> <invoke name="now">\n</invoke>', None, ["unknown_tool"]),
    (f'`{BEGUN} or <invoke name="now">` \n{READ}', f'`{BEGUN} or <invoke name="now">` \n',
     ["recovered"]),
    (f'`{BEGUN}` or <invoke name="now">\n', None, ["not_line_start"]),
    # Quoting beyond Markdown code.
    (f"> {READ}", None, ["blockquote"]),
    (f"   > {READ}\n{READ}", f"   > {READ}\n", ["blockquote", "recovered"]),
    (f"> {BEGUN}\n> </parameter></invoke>", None, ["blockquote"]),
    (f"    {READ}", None, ["indented_code"]),
    (f"\t{READ}", None, ["indented_code"]),
    (f"   {READ}", "   ", ["recovered"]),
    (f"{OPEN}\n        {READ}\n{CLOSE}", "\n        \n", ["recovered"]),  # the opener's indent
    (f"    {OPEN}\n{READ}\n{CLOSE}", None, ["indented_code"]),
    (f"<pre>\n{READ}\n</pre>\n{READ}", f"<pre>\n{READ}\n</pre>\n", ["html_code", "recovered"]),
    (f"<code>\n{READ}\n</code>", None, ["html_code"]),
    (f"<code>\n\n{READ}", "<code>\n\n", ["recovered"]),
    (f"~~~ <code>\n~~~\n{READ}", "~~~ <code>\n~~~\n", ["recovered"]),
    # Bare: it begins its line.
    (f"so {READ}", None, ["not_line_start"]),  # R163
    (f"{READ} {NOW}", " ", ["recovered", "recovered"]),
    (f"{block('x')} {NOW}", None, ["unknown_tool", "not_line_start"]),
    (f"so {OPEN}{READ}{CLOSE}", "so ", ["recovered"]),
    (f"Never:\n{READ}", "Never:\n", ["recovered"]),
    (f"Never {wrapped(READ)}", None, ["quoting_cue"]),
    (f"{MENTION}<function_calls>", None, []),
    (f"{MENTION}{MENTION}", None, ["nested_block"]),
    (f"{READ}\n{BEGUN}x", None, ["text_after", "incomplete"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown", "verdicts"), DEFAULT)
def test_mentions_and_quotes_in_the_default_profile(
    text: str, shown: str | None, verdicts: list[str]
) -> None:
    check(text, shown, verdicts, "wiretail")


STRICT = Tool(
    "pick",
    {
        "type": "object",
        "properties": {"one": {"enum": ["a", 1]}, "two": {"type": ["string", "integer"]}},
        "required": ["one"],
    },
)


@pytest.mark.parametrize(
    ("values", "verdict"),
    [
        ({"one": "a"}, "recovered"),
        ({"one": "1"}, "recovered"),
        ({"one": "b"}, "schema_mismatch"),
        ({"one": "a", "two": "1"}, "ambiguous"),
        ({}, "schema_mismatch"),  # R164
        ({"three": "a"}, "bad_parameters"),  # the allow-list of names stays
    ],
)
@pytest.mark.parametrize("around", ["{}", OPEN + "{}" + CLOSE])
def test_the_whole_input_is_held_to_its_schema(
    values: dict[str, str], verdict: str, around: str
) -> None:
    text = around.format(block("pick", **values))
    check(text, "" if verdict == "recovered" else None, [verdict], "wiretail", tools=[STRICT])


def test_in_the_base_profile_only_the_declared_types_are() -> None:
    text = wrapped(block("pick", two="1"))
    check(text, "", ["recovered"], tools=[STRICT])


@pytest.mark.parametrize(
    ("text", "shown_at_once"),
    [
        (f"{OPEN}x{BEGUN}", False),
        (f"x{BEGUN}", True),  # E011: prose that names a tag does not stop the stream
        (f'{OPEN}<invoke name="x">', True),
        (f"{OPEN}x{BEGUN}a</parameter>b", True),
        (f"{OPEN}x`{BEGUN}", True),
    ],
)
def test_a_block_is_shown_from_its_first_failing_test_on(text: str, shown_at_once: bool) -> None:
    found = drive([text, " more"])
    assert (found.held == [0, 0]) is shown_at_once


@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail"])
def test_nothing_of_a_quoted_block_is_held(profile: str) -> None:
    found = drive([f"`{MENTION}", " a", f"`\n```\n{BEGUN}", "x\n", "</inv", "oke>\n```\n"], profile)
    assert set(found.held) == {0}


def test_a_decision_tells_grammar_tool_parameters_wrapper_and_gates() -> None:
    found = drive(["a" + wrapped(block(path="a.md", limit="1"))])
    (decision,) = found.of(Kind.RECOVERED)
    assert decision.rule == "call.enclosed"
    assert decision.evidence["grammar"] == "anthropic"
    assert decision.evidence["tool"] == "Read"
    assert decision.evidence["parameters"] == ["limit", "path"]
    assert decision.evidence["wrapper"] == [1, 1 + len(OPEN)]
    assert set(decision.evidence["gates"].values()) == {"pass"}
    assert found.calls == [("Read", {"path": "a.md", "limit": 1})]


@pytest.mark.parametrize(
    ("profile", "text", "rule"),
    [
        ("vscode-lm", READ, "call.enclosed"),  # bare blocks are not asked for
        ("wiretail", READ, "call.bare"),
        ("wiretail", wrapped(READ), "call.enclosed"),
    ],
)
def test_the_rule_tells_whether_a_block_is_bare(profile: str, text: str, rule: str) -> None:
    assert {one.rule for one in drive([text], profile).of(Kind.RECOVERED, Kind.PASSED)} == {rule}


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        (block("other"), True),
        (f"{OPEN}{block('now', a='x')}", True),
        (f"{OPEN}{BEGUN}x", False),
        (f"{BEGUN}x", False),
    ],
)
def test_a_passed_block_tells_whether_it_is_complete(text: str, complete: bool) -> None:
    (passed,) = drive([text]).of(Kind.PASSED)
    assert passed.evidence["complete"] is complete
    assert passed.span is not None
    assert passed.span.end == len(text)


def test_what_would_be_called_is_the_evidence_where_tools_are_unknown() -> None:
    text = f"{OPEN}{block('Write', n='1')}{CLOSE}"
    found = settled(text, tools=None)
    (passed,) = found.of(Kind.PASSED)
    assert (found.text, passed.reason) == (text, "tools_unknown")
    assert passed.evidence["call"] == {"name": "Write", "arguments": {"n": "1"}}
    any_tool = {"recover.tools": "any"}
    assert settled(text, tools=None, settings=any_tool).calls == [("Write", {"n": "1"})]


# A native call cuts a block: it stays a body up to its close, shown and unread (10.3).
@pytest.mark.parametrize(
    ("profile", "before", "behind", "verdicts"),
    [
        (
            "vscode-lm",
            f"{OPEN}{BEGUN}",
            f"x</parameter></invoke>{NOW}",
            ["incomplete", "recovered"],
        ),
        ("vscode-lm", f"{OPEN}x{BEGUN}", f"\n```\n</invoke>\n{NOW}", ["incomplete", "fence"]),
        ("vscode-lm", f"{BEGUN}", f"x{wrapped(READ)}", ["no_wrapper"]),
        ("vscode-lm", f"{OPEN}{BEGUN}", "x", ["incomplete"]),
        ("wiretail", f"{BEGUN}x", "</parameter></invoke>", ["incomplete"]),
        ("wiretail", f"so {BEGUN}", f"x</invoke>\n{READ}", ["not_line_start", "native_call"]),
        ("wiretail", f"{MENTION}", f"</invoke>\n{READ}", ["native_call"]),  # no block begins
        ("wiretail", f"`{BEGUN}", f"`</invoke>\n{READ}", ["native_call"]),
    ],
)
def test_a_block_that_a_native_call_cuts_is_shown_and_unread(
    profile: str, before: str, behind: str, verdicts: list[str]
) -> None:
    found = drive([before, *native(), behind], profile)
    recovered = NOW if "recovered" in verdicts else ""
    assert found.text == (before + behind).replace(recovered or "\x00", "")
    assert found.verdicts == verdicts
    assert found.calls[0] == ("now", {})
    assert found.held[-1] in {0, len(NOW)}
