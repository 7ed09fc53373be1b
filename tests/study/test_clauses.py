import pytest

from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, EndKind
from wiretail.model.events import End, Error
from wiretail.model.span import Span
from wiretail.study.clauses import Clause, Group, Rank, clause
from wiretail.study.findings import finding


def passed(reason: str, rule: str = "call.bare", proposed: bool = False) -> Decision:
    evidence = {"tool": "Bash"} if rule.startswith("call") else {}
    return Decision(
        Kind.PASSED, rule, reason, Channel(), frames=(12, 14), evidence=evidence, proposed=proposed
    )


def grouped(*items: Decision | Error) -> Clause | None:
    found = finding(items[0])
    assert found is not None
    group = Group(found, isinstance(items[0], Decision) and items[0].proposed)
    for item in items:
        group.add(0, item)
    return clause(group)


RECOVERED = Decision(Kind.RECOVERED, "call.bare", frames=(3, 9), evidence={"tool": "Read"})
MALFORMED = Error(Channel(), "malformed_json", "", 7, malformed=True)
OFFER = "--tools any, or --tools FILE)"


@pytest.mark.parametrize(
    ("items", "rank", "words"),
    [
        (
            [passed("tools_unknown")],
            Rank.LEAKED,
            (
                "1 tool call leaked as text: Bash, frames 12-14; not recovered because the tools "
                f"are not known (offer it: {OFFER}"
            ),
        ),
        (
            [passed("tools_unknown", proposed=True)] * 2,
            Rank.LEAKED,
            (
                "2 tool calls leaked as text: Bash (2 times), frames 12-14; they would not be "
                f"recovered because the tools are not known (offer them: {OFFER}"
            ),
        ),
        (
            [passed("unknown_tool")],
            Rank.LEFT,
            (
                "1 tool call stands as text: Bash, frames 12-14; not recovered because the tool "
                "was not offered"
            ),
        ),
        (
            [passed("unknown_tool")] * 2,
            Rank.LEFT,
            (
                "2 tool calls stand as text: Bash (2 times), frames 12-14; not recovered because "
                "the tools were not offered"
            ),
        ),
        ([RECOVERED], Rank.RECOVERED, "1 leaked tool call was recovered: Read, frames 3-9"),
        (
            [RECOVERED] * 2,
            Rank.RECOVERED,
            "2 leaked tool calls were recovered: Read (2 times), frames 3-9",
        ),
        (
            [Decision(Kind.RECOVERED, "call.bare", proposed=True)],
            Rank.RECOVERED,
            "1 leaked tool call would be recovered: no place known; this profile changes nothing",
        ),
        ([MALFORMED], Rank.MALFORMED, "1 frame cannot be read: frame 7"),
        ([MALFORMED] * 3, Rank.MALFORMED, "3 frames cannot be read: frame 7"),
        (
            [Decision(Kind.REMOVED, "scaffold.reminder", "reminder", frames=(1, 3))],
            Rank.WARNING,
            "a reminder block was removed (frames 1-3)",
        ),
        (
            [Decision(Kind.REMOVED, "scaffold.reminder", "reminder", frames=(1, 3))] * 2,
            Rank.WARNING,
            "2 reminder blocks were removed (frames 1-3)",
        ),
        (
            [Decision(Kind.REMOVED, "scaffold.trip", "tool_call_markup", proposed=True)] * 3,
            Rank.WARNING,
            ("3 stretches of text with tool-call markup of the scaffolding would be removed"),
        ),
        (
            [
                Decision(
                    Kind.REMOVED,
                    "call.duplicate",
                    "native_duplicate",
                    Channel(),
                    Span(0, 9),
                    frames=(4, 4),
                    evidence={"tool": "Read"},
                )
            ]
            * 2,
            Rank.WARNING,
            "2 leaked copies of native calls were removed (Read (2 times), frame 4)",
        ),
        (
            [Decision(Kind.REMOVED, "echo.block", "call_echo", frames=(4, 4))],
            Rank.WARNING,
            "an echo of a structured call was removed (frame 4)",
        ),
        (
            [Decision(Kind.PASSED, "call.native", "unknown_tool", frames=(4, 4))],
            Rank.NOTE,
            "a native call of a tool that was not offered stays (frame 4)",
        ),
        (
            [Decision(Kind.PASSED, "call.native", "unknown_tool", frames=(4, 4))] * 2,
            Rank.NOTE,
            "2 native calls of tools that were not offered stay (frame 4)",
        ),
        (
            [passed("body_mismatch", "echo.block")],
            Rank.LEFT,
            (
                "1 seeming echo of a call stays text: frames 12-14; not removed because the native "
                "call of that name has another input"
            ),
        ),
        (
            [passed("ambiguous", "echo.run")] * 2,
            Rank.LEFT,
            (
                "2 seeming echoes of calls stay text: frames 12-14; not removed because two calls "
                "explain them"
            ),
        ),
        (
            [passed("tool_call_markup", "scaffold.marker")],
            Rank.WARNING,
            "tool-call markup of the scaffolding stays text (frames 12-14)",
        ),
        (
            [Decision(Kind.REPAIRED, "unicode.bytes", "malformed_utf8", frames=(2, 2))] * 3,
            Rank.NOTE,
            "bytes that are no UTF-8 were replaced by U+FFFD (3 times, frame 2)",
        ),
        (
            [Decision(Kind.TRUNCATED, "window.fit", "window")] * 2,
            Rank.WARNING,
            "a tool result was shortened to fit the window (2 times)",
        ),
        (
            [Decision(Kind.TRUNCATED, "window.fit", "window")],
            Rank.WARNING,
            "a tool result was shortened to fit the window",
        ),
        (
            [
                Decision(
                    Kind.REFUSED, "scaffold.trip", "tool_call_markup", frames=(1, 1), proposed=True
                )
            ],
            Rank.REFUSED,
            (
                "a turn would be refused: it holds tool-call markup of the vendor's scaffolding "
                "(frame 1)"
            ),
        ),
    ],
)
def test_a_group_of_findings_comes_to_a_clause(
    items: list[Decision | Error], rank: Rank, words: str
) -> None:
    assert grouped(*items) == Clause(rank, words)


def test_a_refusal_is_told_by_its_event() -> None:
    assert grouped(Decision(Kind.REFUSED, "scaffold.trip", "tool_call_markup")) is None


def test_an_end_is_no_finding() -> None:
    assert finding(End(Channel(), EndKind.DONE, 1)) is None


def test_a_group_takes_the_findings_of_another() -> None:
    found = finding(passed("no_wrapper"))
    assert found is not None
    one, other = Group(found), Group(found)
    for group in (one, other):
        assert isinstance(found.item, Decision)
        group.add(0, found.item)
    one.join(other)
    assert (one.count, one.tools, len(one.places)) == (2, ["Bash", "Bash"], 2)
    assert (other.count, other.tools) == (1, ["Bash"])
