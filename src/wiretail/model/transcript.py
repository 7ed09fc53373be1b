"""The messages of a request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """One message: ``content`` is a string, or blocks as the request's dialect writes them."""

    role: str
    content: str | Sequence[Mapping[str, Any]] | None
