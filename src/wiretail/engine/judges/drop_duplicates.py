"""Is a candidate a second telling of a native call? (recommended 8).

Providers print a call and send it, too; running both wrote files twice.
"""

from collections.abc import Mapping
from typing import Any

from wiretail.engine.candidate import Candidate, Removed, Undecided, Verdict
from wiretail.engine.turn import Turn, call_key


class DropDuplicates:
    """The judge: a well-formed candidate, not quoted, that equals a native call, is removed.

    Behind a native call of its name a candidate waits for its close, and for the arguments of
    every such call to be whole.
    """

    name = "drop_duplicates"

    def __init__(self, settings: Mapping[str, Any]) -> None:
        del settings  # every judge is made alike

    def __deepcopy__(self, memo: object) -> "DropDuplicates":
        """A judge never changes, so snapshots share it."""
        return self

    def judge(self, candidate: Candidate, turn: Turn) -> Verdict:
        """Return the verdict, or why there is none."""
        if candidate.reasoning or candidate.quoted or candidate.objection:
            return Undecided.DECLINES
        natives = turn.natives_named(candidate.name)
        if not natives:
            return Undecided.DECLINES
        if not candidate.closed:
            return Undecided.WAITS
        key = call_key(candidate.name, candidate.arguments)
        for native in natives:
            if native.key == key:
                return Removed("call.duplicate", "native_duplicate", {}, {"native": native.id})
        waits = any(not native.key for native in natives)
        return Undecided.WAITS if waits else Undecided.DECLINES
