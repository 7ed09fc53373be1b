"""Cases: spec vscode-lm 6 and recommended 6 (mentions), with the ids of their vectors."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.driving import NS, TOOLS, profile_of
from wiretail.engine.markup.invoke import InvokeReader, InvokeTags, State
from wiretail.engine.markup.tags import Limits
from wiretail.engine.toolbox import Toolbox
from wiretail.model.calls import Tool

TAGS = InvokeTags(Limits())


def reader(
    tool: str = "any", *, mentions: bool = False, profile: str = "vscode-lm"
) -> InvokeReader:
    toolbox = Toolbox(TOOLS, profile_of(profile).settings)
    return InvokeReader(TAGS, toolbox.reader(toolbox.find(tool)), mentions)


def read(body: str, tool: str = "any", *, mentions: bool = False, step: int = 0) -> InvokeReader:
    """Read a body whole, or in steps, as its caller does: what was not read comes again."""
    found = reader(tool, mentions=mentions)
    rest = ""
    for at in range(0, len(body), step or len(body) or 1):
        rest += body[at : at + step] if step else body
        if found.state < State.OBJECTED:
            rest = rest[found.feed(rest, 0) :]
    return found


def parameter(name: str, value: str) -> str:
    return f'<parameter name="{name}">{value}</parameter>'


# R031, R005, R088, R009, R020, R021 ...
CALLS: list[tuple[str, dict[str, str]]] = [
    ("</invoke>", {}),
    (" \n</invoke >", {}),
    (f"</{NS}invoke>", {}),
    (parameter("a", "1") + "</invoke>", {"a": "1"}),
    (parameter("a", "1") + "\n\ufeff" + parameter("b", "2") + " </invoke>", {"a": "1", "b": "2"}),
    ('<PARAMETER\nNAME="a" >1</Parameter\t></INVOKE>', {"a": "1"}),
    (f'<{NS}parameter name="a">1</parameter></invoke>', {"a": "1"}),
    (f'<parameter name="a">1</{NS}parameter></invoke>', {"a": "1"}),
    (parameter("__proto__", "1") + "</invoke>", {"__proto__": "1"}),
    (parameter("a", "") + "</invoke>", {"a": ""}),
    (parameter("a", "x < y </b> <i") + "</invoke>", {"a": "x < y </b> <i"}),
    (parameter("a", "<parameters> <parameter1>") + "</invoke>", {"a": "<parameters> <parameter1>"}),
    (
        parameter("a", "<invoke> </invokes> <invoker") + "</invoke>",
        {"a": "<invoke> </invokes> <invoker"},
    ),
    (parameter("a", "</parameter x>") + "</invoke>", {"a": "</parameter x>"}),
    (parameter("a", "<function_calls>") + "</invoke>", {"a": "<function_calls>"}),
    (parameter("a", "1") + parameter("A", "2") + "</invoke>", {"a": "1", "A": "2"}),
]


@pytest.mark.parametrize("step", [0, 1, 2, 7])
@pytest.mark.parametrize(("body", "arguments"), CALLS)
def test_parameters_are_read_up_to_the_close(
    body: str, arguments: dict[str, str], step: int
) -> None:
    found = read(body, step=step)
    assert (found.state, found.arguments, found.objection) == (State.CLOSED, arguments, "")


OBJECTIONS = [
    ("any", "x</invoke>", "bad_parameters"),  # loose text
    ("any", parameter("a", "1") + " x", "bad_parameters"),
    ("any", parameter("a", "1") + "</parameter></invoke>", "bad_parameters"),  # R100
    ("any", "<parameter>1</parameter></invoke>", "bad_parameters"),  # R086
    ("any", "<parameter name='a'>1</parameter></invoke>", "bad_parameters"),  # R087
    ("any", '<parameter name="a" x="">', "bad_parameters"),
    ("any", "<function_calls>", "bad_parameters"),
    ("any", '<invoke name="b">', "nested_block"),
    ("any", '<parameter name="a"><invoke name="b">', "nested_block"),  # R101
    ("any", '<parameter name="a">1<parameter name="b">', "bad_parameters"),  # R089
    ("any", '<parameter name="a">1<parameter ', "bad_parameters"),  # R097
    ("any", f'<parameter name="a">1<{NS}parameter>', "bad_parameters"),
    ("any", '<parameter name="a">1</invoke>', "bad_parameters"),  # R085
    ("any", parameter("a", "1") + '<parameter name="a">', "duplicate_parameter"),  # R090
    ("Read", '<parameter name="other">', "bad_parameters"),  # R092
    ("now", '<parameter name="a">', "bad_parameters"),
    ("Read", parameter("limit", "many"), "bad_parameters"),  # R151
    ("Read", parameter("limit", "1.5"), "bad_parameters"),
    # The first objection, read left to right, is the one.
    ("Read", parameter("limit", "x") + '<invoke name="b">', "bad_parameters"),
    ("Read", parameter("path", "a") + '<parameter name="path">x', "duplicate_parameter"),
]


@pytest.mark.parametrize("step", [0, 1, 3])
@pytest.mark.parametrize(("tool", "body", "reason"), OBJECTIONS)
def test_the_first_objection_makes_the_block_text(
    tool: str, body: str, reason: str, step: int
) -> None:
    found = read(body, tool, step=step)
    assert (found.state, found.objection, found.arguments) == (State.OBJECTED, reason, {})


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("", State.BETWEEN),
        ("<", State.BETWEEN),
        ("</inv", State.BETWEEN),
        ("<invoke na", State.BETWEEN),
        ("<parameter name=", State.BETWEEN),
        ('<parameter name="a">', State.VALUE),
        ('<parameter name="a">x<', State.VALUE),
        ('<parameter name="a">x<parameter', State.VALUE),  # `<parameters` is a value
        ('<parameter name="a">x</parameter ', State.VALUE),
        (parameter("a", "x"), State.BETWEEN),
    ],
)
def test_what_the_text_does_not_tell_yet_is_waited_for(body: str, state: State) -> None:
    found = read(body)
    assert found.state is state
    assert found.objection == ""


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("prose", State.MENTION),
        (" \n prose", State.MENTION),
        ("<b>", State.MENTION),
        ("<function_calls>", State.MENTION),
        ("</parameter>", State.MENTION),
        (" ", State.BETWEEN),
        (" <par", State.BETWEEN),
        ("</invoke>", State.CLOSED),
        ('<invoke name="b">', State.OBJECTED),  # a block open makes it a block, a bad one
        ('<parameter name="a">', State.VALUE),
        (parameter("a", "1") + "prose", State.OBJECTED),
    ],
)
@pytest.mark.parametrize("step", [0, 1])
def test_an_open_that_no_block_follows_is_a_mention(body: str, state: State, step: int) -> None:
    assert read(body, mentions=True, step=step).state is state


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ('<parameter name="a">', True),
        ('<invoke name="b">', True),
        ("</invoke>", True),
        ("<par", None),
        ("</", None),
        ("x", False),
        ("<b", False),
    ],
)
def test_a_tag_tells_whether_a_block_begins(text: str, begins: bool | None) -> None:
    assert reader().begins_block("x" + text, 1) is begins


def test_the_first_doubt_is_kept_and_does_not_stop_the_reading() -> None:
    schema = {"properties": {"u": {"enum": ["x"]}, "w": {"type": ["string", "integer"]}}}
    toolbox = Toolbox([Tool("t", schema)], profile_of("wiretail").settings)
    found = InvokeReader(TAGS, toolbox.reader(toolbox.find("t")), mentions=True)
    body = parameter("u", "y") + parameter("w", "1") + "</invoke>"
    assert found.feed(body, 0) == len(body)
    assert (found.state, found.doubt) == (State.CLOSED, "schema_mismatch")
    assert list(found.arguments) == ["u", "w"]


@given(
    st.lists(
        st.sampled_from(
            [
                *"<>/ ax",
                "<parameter",
                ' name="a">',
                "</parameter>",
                "</invoke>",
                '<invoke name="b">',
            ]
        )
    )
)
def test_how_a_body_is_cut_changes_nothing(parts: list[str]) -> None:
    body = "".join(parts)
    for mentions in (False, True):
        whole, cut = read(body, mentions=mentions), read(body, mentions=mentions, step=1)
        assert (whole.state, whole.objection) == (cut.state, cut.objection)
        assert whole.arguments == cut.arguments


def test_snapshots_share_the_tags_and_not_what_was_read() -> None:
    found = read('<parameter name="a">x')
    twin = copy.deepcopy(found)
    assert twin.tags is found.tags
    twin.feed("y</parameter></invoke>", 0)
    assert (twin.state, twin.arguments) == (State.CLOSED, {"a": "xy"})
    assert found.state is State.VALUE
