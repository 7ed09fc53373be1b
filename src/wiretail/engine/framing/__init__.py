"""Bytes to frames: one class a framing, each with ``feed`` and ``close``.

``segments`` of a framing's module maps the data of one frame back to its raw bytes.
"""

from typing import Any

from wiretail.engine.framing.json_array import JsonArray
from wiretail.engine.framing.ndjson import Ndjson
from wiretail.engine.framing.plain import Plain
from wiretail.engine.framing.sse import Sse

#: The framings by name.
FRAMINGS: dict[str, type[Any]] = {
    "sse": Sse,
    "ndjson": Ndjson,
    "json_array": JsonArray,
    "plain": Plain,
}
