"""What can be done about a verdict: the one or two actions that follow from it."""

from typing import NamedTuple


class Advice(NamedTuple):
    """``tools`` leaked and could be offered, the most frequent first.

    ``row`` is the gravest finding, -1 for none; ``rule`` is its rule, empty where it is no
    decision.
    """

    tools: tuple[str, ...] = ()
    row: int = -1
    rule: str = ""
