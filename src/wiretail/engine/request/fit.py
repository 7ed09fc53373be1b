"""A whole request made to fit: sanitized, its tool results cut, then admitted or refused.

Units are those of the profile's counter: code points for ``chars``, else tokens.
"""

from collections import Counter as Tally
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from wiretail.engine.request.budget import Refusal, admit, raw_budget, refused, usable_window
from wiretail.engine.request.counters import Counter, Encoder, counter_of
from wiretail.engine.request.sanitize import sanitize
from wiretail.engine.request.shapes import blocks_of, shape_of, system_of
from wiretail.engine.request.truncate import (
    Characters,
    Fit,
    Meter,
    Tokens,
    cost_of,
    fit_window,
)
from wiretail.engine.text.json_text import KeyCollision, dump
from wiretail.model.decisions import Decision, Kind
from wiretail.model.settings import Profile

_COLLISION = Refusal(
    "key_collision",
    "key_collision",
    "The request is refused: two keys of one object, or two names of tools, are equal after "
    "repair.",
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """What became of a request.

    ``body`` can be sent if ``refusal`` is None. ``names`` maps sent tool names to those of the
    registry. ``before`` and ``after`` are what the messages cost, ``budget`` what the window leaves
    for them (below 0 where the rest has no room), all in ``unit``. ``window`` and ``budget`` are
    None where the window is unknown: then nothing was cut.
    """

    shape: str
    body: dict[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    refusal: Refusal | None = None
    window: int | None = None
    budget: int | None = None
    before: int = 0
    after: int = 0
    unit: str = "characters"


def fit_request(
    body: Any,
    profile: Profile,
    *,
    window_tokens: float | None = None,
    counter: Counter | Encoder | None = None,
) -> Fitted:
    """Return a request made to fit the window, or why it cannot be.

    ``window_tokens`` goes before the profile's ``window.tokens``. ``counter`` counts the tokens of
    a text instead of the profile's counter. Never changes ``body``. Raises
    :class:`~wiretail.errors.RequestError` for what is no request of a known shape.

    >>> request = {"messages": [{"role": "user", "content": "Go"}]}
    >>> fitted = fit_request(request, Profile("plain"), window_tokens=1000)
    >>> fitted.refusal, fitted.after, fitted.budget
    (None, 2, 2400)
    """
    shape = shape_of(body)
    meter = meter_of(profile, counter)
    try:
        clean = sanitize(body, shape, profile["request.tool_names"])
    except KeyCollision:
        return collided(shape, meter.unit)
    given = profile["window.tokens"] if window_tokens is None else window_tokens
    window = usable_window(given)
    before = cost_of(clean.body, shape, meter)
    fitted = Fitted(
        shape, clean.body, clean.names, tuple(clean.decisions), None, window, None, before, before
    )
    fitted = replace(fitted, unit=meter.unit)
    return fitted if window is None else _within(fitted, profile, window, meter)


def collided(shape: str = "", unit: str = "characters") -> Fitted:
    """Return the refusal of a request in which keys or names are equal after repair.

    >>> collided().refusal.code
    'key_collision'
    """
    decision = Decision(Kind.REFUSED, "request.value", "key_collision")
    return Fitted(shape, decisions=(decision,), refusal=_COLLISION, unit=unit)


def meter_of(profile: Profile, counter: Counter | Encoder | None = None) -> Meter:
    """Return how a profile counts, or how a counter of its caller does.

    >>> meter_of(Profile("plain")).unit, meter_of(Profile("plain"), len).unit
    ('characters', 'tokens')
    """
    if counter is None and profile["window.counter"] == "chars":
        return Characters(profile["window.image_chars"])
    return Tokens(counter_of(counter), profile["window.image_tokens"])


def _within(fitted: Fitted, profile: Profile, window: int, meter: Meter) -> Fitted:
    tools = fitted.body.get("tools")
    raw = raw_budget(
        profile,
        window,
        meter.text(system_of(fitted.body, fitted.shape)),
        meter.text(dump(tools)) if tools else 0,
        meter,
    )
    floor = profile["window.result_floor"]
    # In characters the budget has a floor of its own, so that a result can be cut at all.
    fit = fit_window(
        fitted.body,
        max(floor if meter.unit == "characters" else 1, raw),
        shape=fitted.shape,
        meter=meter,
        strategy=profile["window.strategy"],
        floor=floor,
    )
    refusal = admit(fit.remaining, raw, meter.unit)
    decisions = (*fitted.decisions, *fit.decisions)
    if refusal is not None:
        refusal = replace(refusal, costs=_costs(fit, fitted.shape, meter))
        decisions = (*decisions, refused(fit.remaining, raw, meter.unit))
    return replace(
        fitted,
        body=fit.body,
        decisions=decisions,
        refusal=refusal,
        budget=raw,
        after=fit.remaining,
    )


def _costs(fit: Fit, shape: str, meter: Meter) -> tuple[tuple[int, int, int], ...]:
    seen: Tally[int] = Tally()
    costs = []
    for block in blocks_of(fit.body, shape):
        costs.append((block.message, seen[block.message], meter.block(block)))
        seen[block.message] += 1
    return tuple(sorted(costs, key=lambda cost: -cost[2]))
