"""Wiretail: the debugger for model streams.

The public API. Events and decisions come out of a :class:`Stream` in order of output:

>>> from wiretail import Stream, TextDelta, Channel, Tool, load_profile
>>> stream = Stream(load_profile("wiretail"), tools=[Tool("now")])
>>> leaked = '<function_calls><invoke name="now"></invoke></function_calls>'
>>> items = stream.feed_delta(TextDelta(Channel(), leaked))
>>> [item.name for item in items if getattr(item, "type", "") == "call"]
['now']
>>> stream.close("done")[-1].end.value
'done'

Names are loaded when they are first asked for, so that the command line starts light.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wiretail.captures import open_capture
    from wiretail.captures.tools import read_tools
    from wiretail.engine.stream import Stream
    from wiretail.errors import WiretailError
    from wiretail.model.calls import Tool
    from wiretail.model.decisions import Decision
    from wiretail.model.deltas import Channel, EndDelta, FinishDelta, TextDelta
    from wiretail.model.events import Event
    from wiretail.model.settings import Profile
    from wiretail.model.transcript import Message
    from wiretail.profiles import load_profile, profile_names

__all__ = [
    "Channel",
    "Decision",
    "EndDelta",
    "Event",
    "FinishDelta",
    "Message",
    "Profile",
    "Stream",
    "TextDelta",
    "Tool",
    "WiretailError",
    "load_profile",
    "open_capture",
    "profile_names",
    "read_tools",
]

_HOMES = {
    "Channel": "wiretail.model.deltas",
    "Decision": "wiretail.model.decisions",
    "EndDelta": "wiretail.model.deltas",
    "Event": "wiretail.model.events",
    "FinishDelta": "wiretail.model.deltas",
    "Message": "wiretail.model.transcript",
    "Profile": "wiretail.model.settings",
    "Stream": "wiretail.engine.stream",
    "TextDelta": "wiretail.model.deltas",
    "Tool": "wiretail.model.calls",
    "WiretailError": "wiretail.errors",
    "load_profile": "wiretail.profiles",
    "open_capture": "wiretail.captures",
    "profile_names": "wiretail.profiles",
    "read_tools": "wiretail.captures.tools",
}


def __getattr__(name: str) -> Any:
    """Load a public name from its home."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'wiretail' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
