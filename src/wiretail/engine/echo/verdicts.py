"""What each block of a held text is: a repetition, or text (spec: tool-call-echo 6.4, 8)."""

from collections.abc import Mapping, Sequence
from typing import Any

from wiretail.engine.echo.agreement import Agreement
from wiretail.engine.echo.blocks import Block
from wiretail.engine.echo.calls import Input
from wiretail.engine.echo.fate import RUN_RULE, Rewritten, Told
from wiretail.engine.echo.repair import body_variants
from wiretail.engine.text.json_text import dump
from wiretail.engine.text.whitespace import WS
from wiretail.model.decisions import Kind

REPEATED = "repeated"


class Verdicts:
    """Takes runs of blocks in order; what it says of them is in ``told`` and ``rewritten``."""

    def __init__(self, text: str, inputs: Sequence[Input], agreement: Agreement) -> None:
        self.told: list[Told] = []
        self.rewritten: dict[int, Rewritten] = {}
        self._text = text
        self._inputs = inputs
        self._agreement = agreement
        self._solid = len(text.rstrip(WS))

    def judge(self, run: Sequence[Block]) -> None:
        """Judge a run (8), or the one block that is none (6.4)."""
        first = run[0]
        match, repeated = first.match, self._repeated(run)
        explaining = [*(match.calls[:2] if match else ()), *repeated]  # of many, some
        if first.quoted:
            self._pass(run, "inline_code")
        elif not first.closed:
            self._pass(run, "incomplete")
        elif not explaining:
            known = self._agreement.knows(first.header.name)
            self._pass(run, "body_mismatch" if known else "no_matching_call")
        elif len(run) > 1 and len(set(explaining)) > 1:
            self._pass(run, "ambiguous")
        elif match:
            self._remove(run, {"call": match.calls[0], "form": match.form})
        else:
            ((call, body),) = repeated.items()
            if self._rewrite(call, body, len(run)):
                self._remove(run, {"call": call, "form": REPEATED})
            else:
                self._pass(run, "body_mismatch")

    def _repeated(self, run: Sequence[Block]) -> dict[int, str]:
        """Return two of the calls whose input is the run's body, as often as the run is long."""
        found: dict[int, str] = {}
        first, length = run[0], len(run)
        if length > 1 and first.body_end >= 0 and self._agreement.knows(first.header.name):
            for body in body_variants(self._text, first):
                for joint in ("", "\n"):
                    given = joint.join([body] * length).rstrip(WS)
                    for call in self._agreement.with_input(first.header.name, given)[:2]:
                        found.setdefault(call, body)
        return found

    def _rewrite(self, call: int, body: str, length: int) -> bool:
        """Reduce the input of a call to one body; tell whether that can be done (8.3)."""
        members = self._inputs[call].members
        before = self._rewritten(call, body, length)
        if members is None or list(members) != ["input"]:
            return False
        return self.rewritten.setdefault(call, before).arguments == before.arguments

    @staticmethod
    def _rewritten(call: int, body: str, length: int) -> Rewritten:
        arguments, evidence = dump({"input": body}), {"call": call, "run": length}
        return Rewritten(call, arguments, RUN_RULE, "repeated_input", evidence)

    def _pass(self, run: Sequence[Block], reason: str) -> None:
        for block in run:
            evidence = self._evidence(run, {})
            evidence["complete"] = block.closed
            self.told.append(Told(Kind.PASSED, reason, block.start, block.end, evidence=evidence))

    def _remove(self, run: Sequence[Block], evidence: Mapping[str, Any]) -> None:
        for block in run:
            said = self._evidence(run, evidence)
            told = Told(Kind.REMOVED, "call_echo", block.start, block.end, evidence=said)
            self.told.append(told)
        if len(run) > 1 and run[-1].end == self._solid < len(self._text):
            # White space behind a run goes with its last block if nothing else follows (8.2).
            said["blanks"] = len(self._text) - self._solid
            told.end = len(self._text)

    def _evidence(self, run: Sequence[Block], evidence: Mapping[str, Any]) -> dict[str, Any]:
        """Return what stands behind a verdict; of names only that of a call: no text is one."""
        name = run[0].header.name
        said = {"tool": name} if self._agreement.knows(name) else {}
        return {**said, **evidence, "run": len(run)} if len(run) > 1 else {**said, **evidence}
