"""How much room a window leaves, and whether a request may be sent (spec: vscode-lm 11 and 15)."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from wiretail.engine.request.truncate import Meter
from wiretail.model.decisions import Decision, Kind
from wiretail.model.settings import Profile


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request that may not be sent: class and fixed sentence, numbers, never content.

    ``costs`` are (message, block in it, cost), largest first.
    """

    reason: str
    code: str
    message: str
    status: int = 400
    costs: tuple[tuple[int, int, int], ...] = ()


def usable_window(tokens: float | None) -> int | None:
    """Return the window as a whole number; None where it is unknown, not finite, or not above 0.

    >>> usable_window(1000), usable_window(float("nan")), usable_window(-1)
    (1000, None, None)
    """
    if tokens is None or not math.isfinite(tokens) or tokens <= 0:
        return None
    return math.floor(tokens)


def raw_budget(profile: Profile, tokens: int, system: int, tools: int, meter: Meter) -> int:
    """Return what a window leaves for messages, in the unit of the meter; it may be below 0.

    ``system`` and ``tools`` are the costs of the system prompt and of the tools as compact JSON.
    """
    part, whole = map(int, profile["window.share"])
    if meter.unit == "tokens":
        return tokens * part // whole - int(profile["window.reserved_output"]) - system - tools
    per_token = Fraction(profile["window.chars_per_token"])
    return math.floor(tokens * part * per_token / whole) - system - tools


def admit(remaining: int, raw: int, unit: str = "characters") -> Refusal | None:
    """Return why a request of this cost may not be sent; None if it may.

    >>> admit(10, 10)
    >>> admit(1200, -5).message.partition(";")[0].partition(": ")[2].partition(".")[0]
    'about 1,200 characters against a budget of 0'
    """
    if remaining <= raw:
        return None
    message = (
        "The request is too large for the model's context window: about "
        f"{remaining:,} {unit} against a budget of {max(0, raw):,}. It cannot be reduced further "
        "without breaking tool-call pairing; condense the conversation or start a new task."
    )
    return Refusal("over_window", "context_window_exceeded", message)


def refused(remaining: int, raw: int, unit: str) -> Decision:
    """Return the decision that goes with the refusal."""
    evidence: dict[str, Any] = {"remaining": remaining, "budget": max(0, raw), "unit": unit}
    return Decision(Kind.REFUSED, "window.admit", "over_window", evidence=evidence)
