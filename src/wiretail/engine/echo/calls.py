"""A structured call, as the stage compares it with text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EchoCall:
    """A whole call: the wire name and every alias, its arguments as sent (repaired text).

    ``freeform``: its tool was declared so (spec: tool-call-echo 2).
    """

    names: tuple[str, ...]
    arguments: str
    freeform: bool = False
