"""What deserves a person's eye: one table from kind and reason to severity, flag, tint, words.

A finding is a decision of kind repaired, recovered, removed, refused, truncated or
arguments_repaired, a ``passed`` with any reason but the quoting ones, a ``released`` by
``hold_bound``, and a malformed frame (spec: reasons, Findings and Severity). Nothing here quotes
stream text.
"""

import re
from dataclasses import dataclass
from enum import IntEnum

from wiretail.model.decisions import ALLOWED, NO_REASON, QUOTING_REASONS, Decision, Kind
from wiretail.model.events import Error, Event

#: The reason of a finding that is no decision: a frame that cannot be read.
MALFORMED_FRAME = "malformed_frame"


class Severity(IntEnum):
    """How bad a finding is; the worst is the greatest."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    @property
    def letter(self) -> str:
        """The first letter, for narrow columns."""
        return self.name[0]


@dataclass(frozen=True, slots=True)
class Row:
    """How one kind and reason is shown.

    ``flag`` is the letter of narrow columns, ``tint`` the name of a highlight role. ``clause`` says
    why, to stand behind "because"; ``sentence`` stands alone. Both are templates for :func:`say`:
    ``{was}``, ``{were}`` and ``{stays}`` follow what happened or would happen, ``[it|them]`` and
    ``{n}`` how many there are.
    """

    severity: Severity
    flag: str
    tint: str
    sentence: str
    clause: str = ""


_FILLED = re.compile(r"\{(?:was|were|stays|n)\}")
_ONE_OR_MANY = re.compile(r"\[([^|\]]*)\|([^|\]]*)\]")

#: Why a candidate stays text, in words that follow "because".
_WHY_PASSED = {
    "unknown_tool": "the [tool was|tools were] not offered",
    "no_wrapper": "[it stands|they stand] in no open wrapper",
    "quoting_cue": "the words before [it announce an example|them announce examples]",
    "trailing_prose": "words follow [it on its line|them on their lines]",
    "not_line_start": "[it does not begin its line|they do not begin their lines]",
    "text_after": "text follows [it|them] before the end of the turn",
    "nested_block": "another block is open inside",
    "bad_parameters": "[its|their] parameters cannot be read or do not fit",
    "duplicate_parameter": "[it names|they name] a parameter twice",
    "schema_mismatch": "[its input breaks its schema|their inputs break their schemas]",
    "ambiguous": "[it has|they have] two readings",
    "no_matching_call": "[it repeats|they repeat] no call of the turn",
    "body_mismatch": "the native [call|calls] of that name [has|have] another input",
    "native_call": "the turn has a native call",
    "input_echo": "[it repeats|they repeat] text of the request",
    "no_context": "the messages of the request are not known",
    "tools_unknown": "the tools are not known",
    "reasoning": "[it lies|they lie] in the reasoning",
    "no_call": "[it names|they name] no tool",
    "incomplete": "[it never ends|they never end]",
    "too_long": "[it is|they are] longer than may be held",
    "stop_reason": "the turn was cut or filtered",
    "turn_failed": "the turn failed",
    "repeat_flood": "the same call came too often",
    "unfinished": "[it was|they were] cut off",
}
#: Why a turn or a request fails closed, one fixed sentence a class.
REFUSAL_CLAUSES = {
    "unterminated_reminder": "a reminder block of the vendor's scaffolding never ends",
    "stray_reminder_close": "a reminder block ends that never began",
    "tool_call_markup": "it holds tool-call markup of the vendor's scaffolding",
    "key_collision": "two keys of one object are the same after repair",
    "bad_parameters": "the arguments of a leaked call cannot be read",
    "undeclared_tool": "a tool was called that was not offered",
    "over_window": "the request cannot be made to fit the window",
}

#: kind -> reason -> what {was} done, for kinds whose text is not made from a clause.
_REMOVED = {
    "wrapper": ("L", "leaked", "The tags round leaked tool calls {were} removed."),
    "stray_word": ("L", "leaked", "A stray word in front of a leaked call {was} removed."),
    "native_duplicate": (
        "D",
        "duplicate",
        "[A leaked copy of a native call|{n} leaked copies of native calls] {was} removed.",
    ),
    "malformed_call": ("X", "malformed", "A native call without a usable name {was} dropped."),
    "surplus_call": ("D", "duplicate", "A call beyond the one that is allowed {was} dropped."),
    "repeated_call": ("D", "duplicate", "A call that repeats another {was} dropped."),
    "withdrawn": ("L", "leaked", "A call that had begun {was} withdrawn."),
    "reasoning_tag": ("L", "leaked", "A reasoning tag {was} taken out of the answer."),
    "reasoning_stripped": ("L", "leaked", "Reasoning {was} removed."),
    "call_echo": (
        "D",
        "duplicate",
        "[An echo of a structured call|{n} echoes of structured calls] {was} removed.",
    ),
    "reminder": ("L", "leaked", "[A reminder block|{n} reminder blocks] {was} removed."),
    "unterminated_reminder": (
        "L",
        "leaked",
        "Text in front of a reminder block without end {was} removed.",
    ),
    "stray_reminder_close": (
        "L",
        "leaked",
        "[Text|{n} stretches of text] up to the stray end of a reminder {was} removed.",
    ),
    "tool_call_markup": (
        "L",
        "leaked",
        "[Text|{n} stretches of text] with tool-call markup of the scaffolding {was} removed.",
    ),
    "tool_result_echo": ("L", "leaked", "A tool result in the answer {was} removed."),
    "stop_token": ("L", "leaked", "A stop token of the model {was} removed."),
    "orphan_closer": ("L", "leaked", "A closing tag that closes nothing {was} removed."),
    "not_sendable": ("X", "malformed", "A part of the request that cannot be sent {was} left out."),
}
_REPAIRED = {
    "malformed_utf8": ("S", "Bytes that are no UTF-8 {were} replaced by U+FFFD."),
    "lone_surrogate": ("S", "Half a surrogate pair {was} replaced by U+FFFD."),
    "not_in_alphabet": ("S", "A tool name {was} encoded: it holds characters that cannot be sent."),
    "unreadable_input": ("X", "The input of a call in the history {was} emptied: no JSON object."),
    "stop_corrected": ("A", "The stop reason {was} corrected: the turn makes calls."),
    "stop_without_call": ("A", "The stop reason speaks of tool calls, but there is none."),
}
_SCAFFOLD_PASSED = {
    "reminder": (
        Severity.NOTE,
        "[A reminder block|{n} reminder blocks] {stays} in the text.",
    ),
    "unterminated_reminder": (
        Severity.WARNING,
        "[A reminder block|{n} reminder blocks] without end {stays} text.",
    ),
    "stray_reminder_close": (
        Severity.WARNING,
        "[The stray end of a reminder|{n} stray ends of reminders] {stays} text.",
    ),
    "tool_call_markup": (Severity.WARNING, "Tool-call markup of the scaffolding {stays} text."),
    "tool_result_echo": (Severity.NOTE, "A tool result {stays} in the text."),
}
_ARGUMENTS = {
    "repeated_prefix": (
        "D",
        "duplicate",
        "A repeated beginning of a call's arguments {was} removed.",
    ),
    "repeated_input": (
        "D",
        "duplicate",
        "Arguments of a call that came twice {were} reduced to one.",
    ),
    "json_repaired": ("A", "surrogate", "The JSON of a call's arguments {was} mended."),
}
#: What differs for a candidate that might repeat a structured call.
_WHY_NO_ECHO = {
    "ambiguous": "two calls explain [it|them]",
    "native_call": "the calls of the turn have other names",
}
#: Where a candidate stands that is quoted: shown as it came, and no finding.
QUOTED = {
    "fence": "in a code block",
    "inline_code": "in inline code",
    "blockquote": "in a block quote",
    "indented_code": "in indented code",
    "html_code": "in an element for code",
}
#: They say of a candidate whether it repeats a call.
ECHO_RULES = ("echo.block", "echo.run")
_GRAVE_PASSED = {"tools_unknown": Severity.WARNING, "turn_failed": Severity.ERROR}


def _passed() -> dict[tuple[Kind, str], Row]:
    rows = {
        reason: Row(
            _GRAVE_PASSED.get(reason, Severity.NOTE),
            "L",
            "leaked",
            f"A leaked tool call {{stays}} text: {why}.",
            why,
        )
        for reason, why in _WHY_PASSED.items()
    }
    for reason, (severity, sentence) in _SCAFFOLD_PASSED.items():
        rows[reason] = Row(severity, "L", "leaked", sentence)
    return {(Kind.PASSED, reason): row for reason, row in rows.items()}


def _echoes_passed() -> dict[tuple[Kind, str, str], Row]:
    """Return the rows of candidates that were not removed, by kind, rule and reason."""
    whys = {**_WHY_PASSED, **_WHY_NO_ECHO}
    return {
        (Kind.PASSED, rule, reason): Row(
            _GRAVE_PASSED.get(reason, Severity.NOTE),
            "D",
            "leaked",
            f"A seeming echo {{stays}} text: {whys[reason]}.",
            whys[reason],
        )
        for rule in ECHO_RULES
        for reason in ALLOWED[Kind.PASSED][rule] - QUOTING_REASONS
    }


def _refused() -> dict[tuple[Kind, str], Row]:
    return {
        (Kind.REFUSED, reason): Row(
            Severity.ERROR, "R", "refused", f"The turn {{was}} refused: {why}.", why
        )
        for reason, why in REFUSAL_CLAUSES.items()
    }


#: Every allowed kind and reason that is a finding, and how it is shown.
FINDINGS: dict[tuple[Kind, str], Row] = {
    (Kind.RECOVERED, NO_REASON): Row(
        Severity.WARNING, "L", "recovered", "A leaked tool call {was} recovered."
    ),
    (Kind.RELEASED, "hold_bound"): Row(
        Severity.WARNING, "H", "held", "Held text {was} given out: no more may be held."
    ),
    (Kind.TRUNCATED, "window"): Row(
        Severity.WARNING, "T", "truncated", "A tool result {was} shortened to fit the window."
    ),
    **{(Kind.REMOVED, key): Row(Severity.WARNING, *row) for key, row in _REMOVED.items()},
    **{
        (Kind.REPAIRED, key): Row(Severity.NOTE, flag, "surrogate", sentence)
        for key, (flag, sentence) in _REPAIRED.items()
    },
    **{(Kind.ARGUMENTS_REPAIRED, key): Row(Severity.NOTE, *row) for key, row in _ARGUMENTS.items()},
    **_passed(),
    **_refused(),
}
#: What is said otherwise where this rule decided.
_BY_RULE: dict[tuple[Kind, str, str], Row] = {
    (Kind.PASSED, "call.native", "unknown_tool"): Row(
        Severity.NOTE,
        "U",
        "malformed",
        "[A native call of a tool that was|{n} native calls of tools that were] not offered "
        "{stays}.",
    ),
    **_echoes_passed(),
}
#: A duplicate that is no text: a call that was given out, and that a native one stands for now.
_SUPERSEDED = Row(
    Severity.WARNING,
    "D",
    "duplicate",
    "[A recovered call|{n} recovered calls] {was} superseded by [its|their] native [twin|twins].",
)
MALFORMED_ROW = Row(Severity.ERROR, "X", "malformed", "A frame cannot be read.")


def is_finding(kind: Kind, reason: str) -> bool:
    """Tell whether a decision of this kind and reason deserves a person's eye."""
    if kind is Kind.HELD:
        return False
    if kind is Kind.RELEASED:
        return reason == "hold_bound"
    return kind is not Kind.PASSED or reason not in QUOTING_REASONS


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding: how it is shown, and the decision or the malformed frame that it is about."""

    row: Row
    reason: str
    item: Decision | Error

    @property
    def sentence(self) -> str:
        """What happened, or in a profile that changes nothing what would happen."""
        proposed = isinstance(self.item, Decision) and self.item.proposed
        return say(self.row.sentence, proposed=proposed)


def say(words: str, *, proposed: bool = False, count: int = 1) -> str:
    """Fill the words of a row: of ``count`` things, of what was done or would be."""
    many = count > 1
    was, stays = ("were", "stay") if many else ("was", "stays")
    told = {"{was}": was, "{were}": "were", "{stays}": stays}
    if proposed:
        told = {"{was}": "would be", "{were}": "would be", "{stays}": "would stay"}
    told["{n}"] = f"{count:,}"
    chosen = _ONE_OR_MANY.sub(lambda match: match[2 if many else 1], words)
    return _FILLED.sub(lambda match: told[match[0]], chosen)


def row_of(decision: Decision) -> Row:
    """Return how a decision that is a finding is shown."""
    kind, reason = decision.kind, decision.reason
    if reason == "native_duplicate" and decision.span is None:
        return _SUPERSEDED
    return _BY_RULE.get((kind, decision.rule, reason)) or FINDINGS[kind, reason]


def finding(item: Event | Decision) -> Finding | None:
    """Return the finding that ``item`` is, or None.

    The reason of a finding whose decision has none is its kind.
    """
    if isinstance(item, Decision):
        if not is_finding(item.kind, item.reason):
            return None
        return Finding(row_of(item), item.reason or str(item.kind), item)
    if isinstance(item, Error) and item.malformed:
        return Finding(MALFORMED_ROW, MALFORMED_FRAME, item)
    return None
