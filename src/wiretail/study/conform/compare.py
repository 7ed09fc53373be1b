"""What was wanted beside what came."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from wiretail.study.visible import visible

#: Longer values are cut in messages (code points), round the first difference.
_SHOWN = 160
_BEFORE = 40


class Difference(NamedTuple):
    """One key of a case that came out otherwise; both values short and fit to be shown."""

    key: str
    wanted: str
    got: str


def differences(
    wanted: Mapping[str, Any], got: Mapping[str, Any], skip: frozenset[str] = frozenset()
) -> Iterator[Difference]:
    """Yield the keys of ``wanted`` that came out otherwise. Other keys of ``got`` do not count."""
    for key, value in wanted.items():
        if key in skip:
            continue
        if key not in got:
            yield Difference(key, *short(value, "(nothing)"))
        elif not same(value, got[key]):
            yield Difference(key, *short(value, got[key]))


def same(wanted: Any, got: Any) -> bool:
    """Tell whether two JSON values are equal: true is not 1, 5.0 is 5, keys have no order."""
    if isinstance(wanted, bool) or isinstance(got, bool):
        return wanted is got
    if isinstance(wanted, dict) and isinstance(got, dict):
        return wanted.keys() == got.keys() and all(same(wanted[key], got[key]) for key in wanted)
    if isinstance(wanted, list | tuple) and isinstance(got, list | tuple):
        return len(wanted) == len(got) and all(map(same, wanted, got))
    return bool(wanted == got)


def short(wanted: Any, got: Any) -> tuple[str, str]:
    """Return two values as visible JSON, cut to where they first differ."""
    left, right = _written(wanted), _written(got)
    differ = next(
        (at for at, pair in enumerate(zip(left, right, strict=False)) if pair[0] != pair[1]),
        min(len(left), len(right)),
    )
    start = max(0, differ - _BEFORE) if max(len(left), len(right)) > _SHOWN else 0
    return _cut(left, start), _cut(right, start)


def _cut(text: str, start: int) -> str:
    before = "\u2026" if start else ""
    return before + visible(text[start:], _SHOWN)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=repr)
