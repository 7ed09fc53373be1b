"""Equality of JSON values, as a digest: numbers by value, strings exactly (recommended 8)."""

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any


def digest(value: Any) -> bytes:
    """Return 32 bytes that are equal for equal JSON values (5.0 is 5, true is not 1)."""
    text = json.dumps(_canonical(value), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).digest()


def _canonical(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _canonical(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_canonical(inner) for inner in value]
    if isinstance(value, float) and math.isfinite(value) and value.is_integer():
        return int(value)
    return value
