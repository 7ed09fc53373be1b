"""Numbers, names and places in sentences."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wiretail.study.visible import name

_SHOWN = 3


class Where(NamedTuple):
    """The first and the last frame of something, and the exchange that they are frames of."""

    exchange: int
    first: int
    last: int


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return ``1 turn``, ``2 turns``, ``1,024 turns``."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def listed(words: Sequence[str]) -> str:
    """Return ``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def names(found: Iterable[str]) -> str:
    """Return the names of tools, made visible: the most frequent, with how often each occurs."""
    counts = Counter(found)
    words = [
        name(word) if number == 1 else f"{name(word)} ({number:,} times)"
        for word, number in counts.most_common(_SHOWN)
    ]
    if len(counts) > _SHOWN:
        words.append(f"{len(counts) - _SHOWN:,} more")
    return listed(words)


def frames(found: Iterable[Where], *, exchanges: bool = False) -> str:
    """Return ``frame 7``, ``frames 3-9``, ``frames 3-9, 12 and 5 more``; nothing for no place.

    ``exchanges``: the capture has several, so the place names its own.
    """
    places = sorted(set(found))
    if not places:
        return ""
    several = len({place.exchange for place in places}) > 1
    words = [_range(place, named=exchanges and several) for place in places[:_SHOWN]]
    if len(places) > _SHOWN:
        words.append(f"{len(places) - _SHOWN:,} more")
    one = len(places) == 1 and places[0].first == places[0].last
    behind = f" of exchange {places[0].exchange}" if exchanges and not several else ""
    return f"frame{'' if one else 's'} {listed(words)}{behind}"


def _range(place: Where, *, named: bool) -> str:
    words = str(place.first) if place.first == place.last else f"{place.first}-{place.last}"
    return f"{words} of exchange {place.exchange}" if named else words
