"""What a refused turn says: fixed sentences, with values from enumerations only.

Spec: qoder 5, reasons 4. The content is never repeated.
"""

from collections.abc import Mapping
from typing import Any

from wiretail.model.deltas import Channel
from wiretail.model.events import Refusal

_SCAFFOLD = {
    "unterminated_reminder": "a <system-reminder> block without an end",
    "stray_reminder_close": "the end of a <system-reminder> block that never began",
    "tool_call_markup": "vendor tool-call markup",
}
_OTHERS = {
    "key_collision": "two keys of one object are equal after repair",
    "undeclared_tool": "it called a tool that was not offered",
}
_PAYLOAD = {
    "status": 502,
    "type": "upstream_error",
    "code": "vendor_scaffold_detected",
    "retryable": False,
}


def refusal_event(
    channel: Channel, refusal_class: str, frame: int, *, marker: str = "", redacted: bool = False
) -> Refusal:
    """Return the event of a refusal; ``redacted``: nothing was left behind what was taken out."""
    phrase = _SCAFFOLD.get(refusal_class)
    payload: Mapping[str, Any] = {"code": refusal_class}
    if phrase is None:
        why = _OTHERS[refusal_class]
    else:
        if marker and refusal_class == "tool_call_markup":
            phrase = f"{phrase} ({marker})"
        why = f"its {channel.kind} channel contained {phrase}"
        payload = {**_PAYLOAD, "redacted": True} if redacted else _PAYLOAD
    message = f"The turn was refused: {why}. The content is not repeated here."
    return Refusal(channel, refusal_class, message, frame, marker, payload)
