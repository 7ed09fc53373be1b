"""Does a candidate become a call? Gates, in the order of the text; the first that fails passes it.

Rules: spec vscode-lm 5.1, recommended 3. A gate answers with an empty string (passed), a reason
code (failed), WAIT (the text has not told yet) or NOT_REACHED (it does not apply, or there is
nothing to compare with: that never fails).
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from wiretail.engine.candidate import Candidate, Passed, Recovered, Undecided, Verdict
from wiretail.engine.turn import Turn
from wiretail.model.deltas import EndKind, StopReason

WAIT = "wait"
NOT_REACHED = "not_reached"

#: Stop reasons under which a bare candidate may be a call (recommended 3).
_GOES_ON = frozenset({StopReason.STOP, StopReason.TOOL_CALLS, StopReason.OTHER})

Gate: TypeAlias = Callable[["RecoverCalls", Candidate, Turn], str]


def _reasoning(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    return "reasoning" if candidate.reasoning else ""


def _declared_tool(_: "RecoverCalls", candidate: Candidate, turn: Turn) -> str:
    if not turn.toolbox.known:
        return NOT_REACHED
    return "" if candidate.tool else "unknown_tool"


def _wrapper(judge: "RecoverCalls", candidate: Candidate, _: Turn) -> str:
    allowed = judge.wrapped if candidate.enclosed else judge.bare
    return "" if allowed else "no_wrapper"


def _native_before(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    # An equal native call is the affair of another judge, asked before this one.
    return "native_call" if candidate.after_native else ""


def _quoted(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    return candidate.quoted


def _cue(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    return "quoting_cue" if candidate.cue else ""


def _line_start(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.enclosed:
        return NOT_REACHED
    return "" if candidate.begins_line else "not_line_start"


def _body(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.objection:
        return candidate.objection
    return "" if candidate.closed else WAIT


def _whole_input(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.tool is None:
        return NOT_REACHED
    return candidate.doubt or ("schema_mismatch" if candidate.mismatch else "")


def _input_echo(judge: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.repeats_input is None:
        return "no_context" if judge.require_context else NOT_REACHED
    return "input_echo" if candidate.repeats_input else ""


def _trailing_prose(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.prose is None:
        return WAIT
    return "trailing_prose" if candidate.prose else ""


def _trailing_prose_of_enclosed(judge: "RecoverCalls", candidate: Candidate, turn: Turn) -> str:
    return _trailing_prose(judge, candidate, turn) if candidate.enclosed else NOT_REACHED


def _text_after(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.enclosed:
        return NOT_REACHED
    if candidate.followed is None:
        return WAIT
    return "text_after" if candidate.followed == "text" else ""


def _native_after(_: "RecoverCalls", candidate: Candidate, __: Turn) -> str:
    if candidate.enclosed:
        return NOT_REACHED
    return "native_call" if candidate.followed == "native" else ""


def _stop_reason(_: "RecoverCalls", candidate: Candidate, turn: Turn) -> str:
    if candidate.enclosed:
        return NOT_REACHED
    cut = candidate.end_kind is EndKind.INCOMPLETE
    stopped = turn.stop_reason is not None and turn.stop_reason not in _GOES_ON
    return "stop_reason" if cut or stopped else ""


def _tools_unknown(judge: "RecoverCalls", _: Candidate, turn: Turn) -> str:
    return "" if turn.toolbox.known or judge.any_tool else "tools_unknown"


#: The gates of spec vscode-lm 5.1, by name.
MARKDOWN_GATES: dict[str, Gate] = {
    "declared_tool": _declared_tool,
    "wrapper": _wrapper,
    "not_quoted": _quoted,
    "no_quoting_cue": _cue,
    "body": _body,
    "no_trailing_prose": _trailing_prose,
    "tools_known": _tools_unknown,
}

#: The gates of spec recommended 3, by name.
EXTENDED_GATES: dict[str, Gate] = {
    "not_reasoning": _reasoning,
    "declared_tool": _declared_tool,
    "wrapper": _wrapper,
    "no_native_call_before": _native_before,
    "not_quoted": _quoted,
    "no_quoting_cue": _cue,
    "begins_line": _line_start,
    "body": _body,
    "whole_input": _whole_input,
    "no_input_echo": _input_echo,
    "no_trailing_prose": _trailing_prose_of_enclosed,
    "nothing_after": _text_after,
    "no_native_call_after": _native_after,
    "stop_reason": _stop_reason,
    "tools_known": _tools_unknown,
}


class RecoverCalls:
    """The judge. It holds settings only, so it says the same of the same candidate."""

    name = "recover_calls"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.wrapped = bool(settings["recover.wrapped"])
        self.bare = bool(settings["recover.bare"])
        self.any_tool = settings["recover.tools"] == "any"
        self.require_context = bool(settings["recover.require_context"])
        # Of bare blocks one page alone speaks, and its gates keep them from being calls too early.
        extended = settings["recover.quoting"] == "extended" or self.bare
        gates = EXTENDED_GATES if extended else MARKDOWN_GATES
        skipped = set() if settings["recover.validate"] == "schema" else {"whole_input"}
        self._gates = {name: gate for name, gate in gates.items() if name not in skipped}

    def __deepcopy__(self, memo: object) -> "RecoverCalls":
        """A judge never changes, so snapshots share it."""
        return self

    def judge(self, candidate: Candidate, turn: Turn) -> Verdict:
        """Return the verdict, unless a fact is missing that a gate needs."""
        answers = dict.fromkeys(self._gates, NOT_REACHED)
        for name, gate in self._gates.items():
            answer = gate(self, candidate, turn)
            if answer == WAIT:
                return Undecided.WAITS
            if answer == NOT_REACHED:
                continue
            answers[name] = "fail" if answer else "pass"
            if answer:
                return Passed(answer, answers, _evidence(answer, candidate))
        return Recovered(answers)


def _evidence(reason: str, candidate: Candidate) -> dict[str, Any]:
    """Return what backs a reason: codes, pointers and names, never a value."""
    if reason == "schema_mismatch" and candidate.mismatch:
        return candidate.mismatch._asdict()
    return {}
