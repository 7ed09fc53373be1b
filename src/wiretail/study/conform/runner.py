"""Runs cases one by one and says what differs."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from wiretail.errors import WiretailError
from wiretail.model.decisions import SCAFFOLD_CLASSES
from wiretail.study.conform.cases import Case, CaseError
from wiretail.study.conform.compare import Difference, differences
from wiretail.study.conform.ops import OPS, answer
from wiretail.study.conform.recut import recuts
from wiretail.study.conform.shape import misshapen
from wiretail.study.conform.stream_op import run_stream
from wiretail.study.visible import visible

#: When something is released may differ with the cut; what comes out may not.
_TIMED = frozenset({"held_after"})
#: How much stands in front of a trip depends on the deltas (spec: qoder, the delta rule).
_BEFORE_A_TRIP = frozenset({"text", "reasoning", "timeline", "never_visible", "tool_calls"})


@dataclass(slots=True)
class Result:
    """A case and what came out otherwise; ``recut`` is the number of the cut that showed it."""

    case: Case
    failures: list[Difference] = field(default_factory=list)
    recut: int | None = None


def run_cases(
    cases: Iterable[Case], *, ops: Collection[str] = (), recut: int = 0
) -> Iterator[Result]:
    """Yield the result of each case whose op is selected (no ``ops``: all).

    ``recut``: so many times the text deltas of a ``stream`` case are cut anew and it runs again;
    the first cut that fails is the result.
    """
    for case in cases:
        if not ops or case.op in ops:
            yield _result(case, recut)


def _result(case: Case, recut: int) -> Result:
    fault = case.fault or _fault(case)
    if fault:
        return Result(case, [Difference("(case)", "a case that can be run", fault)])
    try:
        failures = list(differences(case.expect, OPS[case.op].run(case)))
        if failures or case.op != "stream":
            return Result(case, failures)
        return _recut_result(case, recut)
    except (CaseError, WiretailError) as error:
        return Result(case, [Difference("(case)", "a case that can be run", visible(str(error)))])
    except Exception as error:  # noqa: BLE001 - a crash of one case must not hide the others
        crash = f"{type(error).__name__}: {error}"
        return Result(case, [Difference("(crash)", "an answer", visible(crash, 200))])


def _recut_result(case: Case, times: int) -> Result:
    skip = _TIMED | (_BEFORE_A_TRIP if _trips(case) else frozenset())
    for number, deltas in enumerate(recuts(case, times)):
        got = answer(case, run_stream(case, deltas))
        failures = list(differences(case.expect, got, skip))
        if failures:
            return Result(case, failures, number)
    return Result(case)


def _trips(case: Case) -> bool:
    refusal = case.expect.get("refusal")
    return isinstance(refusal, dict) and refusal.get("class") in SCAFFOLD_CLASSES


def _fault(case: Case) -> str:
    if case.op not in OPS:
        return f"unknown op {visible(case.op, 64)}"
    unknown = sorted(set(case.expect) - OPS[case.op].keys)
    if unknown:
        return f"unknown key of expect: {visible(', '.join(unknown), 200)}"
    return misshapen(case)
