"""Does a text block repeat a native call that is near it (spec: tool-call-echo 13.3, 13.4, 13.6)?

The caller holds the block and all output behind it, and tells what happens to native inputs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from wiretail.engine.echo.calls import EchoCall, read_input
from wiretail.engine.echo.restore_form import Form, agrees

#: More bytes than this do not queue behind held blocks (13.1).
MAX_QUEUED_BYTES = 65_536


class Outcome(Enum):
    """What becomes of a block."""

    WAITS = "waits"
    DROPPED = "dropped"  # it repeats a call, or is wreckage beside one
    SHOWN = "shown"
    RESTORED = "restored"  # at a clean end, if its input fits the tool (``restore_values``)


@dataclass(slots=True)
class Pairing:
    """One text block, closed, and the native inputs that it waits for.

    ``open_inputs``: those that were open when it began, by id. ``declared``: its tool is.
    ``prose``: words stand before it in its text block.
    """

    form: Form
    open_inputs: set[str]
    declared: bool = False
    prose: bool = False
    fate: Outcome = Outcome.WAITS
    _later: str = field(default="")

    @classmethod
    def begin(
        cls, form: Form, open_inputs: Iterable[str], *, declared: bool, prose: bool = False
    ) -> "Pairing":
        """Take a block; one without a header, or malformed and not declared, is text."""
        pairing = cls(form, set(open_inputs), declared, prose)
        hopeless = not form.name or (not form.well_formed and (prose or not declared))
        if hopeless:
            pairing.fate = Outcome.SHOWN
        return pairing

    def input_starts(self, call_id: str, names: Iterable[str]) -> Outcome:
        """A native input begins behind the block: at most one of its own tool is waited for."""
        if self.fate is Outcome.WAITS and self.form.name in names:
            if not self.form.well_formed:
                self.fate = Outcome.DROPPED
            elif not self._later:
                self._later = call_id
                self.open_inputs.add(call_id)
        return self.fate

    def input_ends(self, call_id: str, call: EchoCall) -> Outcome:
        """A native input is whole; the block is settled before the call is given out."""
        if self.fate is not Outcome.WAITS or call_id not in self.open_inputs:
            return self.fate
        self.open_inputs.discard(call_id)
        if self.form.name in call.names and self._explained_by(call):
            self.fate = Outcome.DROPPED
        elif not self.open_inputs:
            self.fate = Outcome.SHOWN
        return self.fate

    def _explained_by(self, call: EchoCall) -> bool:
        """Tell whether a call of its tool is what it says, or what it is the wreckage of."""
        return not self.form.well_formed or agrees(self.form, read_input(call, one_key=True))

    def end(self, *, clean: bool) -> Outcome:
        """The response ends; nothing follows."""
        if self.fate is Outcome.WAITS:
            if not clean or self.prose:
                self.fate = Outcome.SHOWN
            elif not self.form.well_formed:
                self.fate = Outcome.DROPPED
            else:
                self.fate = Outcome.RESTORED if self.declared else Outcome.SHOWN
        return self.fate

    def overflow(self) -> Outcome:
        """Too much queues behind it: it is text, and nothing is restored."""
        if self.fate is Outcome.WAITS:
            self.fate = Outcome.SHOWN
        return self.fate
