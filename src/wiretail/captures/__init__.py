"""File formats to captures, and captures to files.

``open_capture`` reads, ``write_native`` writes, ``read_tools`` reads what a request offered.
Readers are tolerant: what is wrong with a recording becomes a note; only what cannot be read at all
is an error.
"""

from wiretail.captures.capture import Capture, Exchange, Request
from wiretail.captures.formats import FORMATS, Format, format_rows
from wiretail.captures.limits import Limits
from wiretail.captures.messages import messages_from_json
from wiretail.captures.names import shown
from wiretail.captures.open import open_capture
from wiretail.captures.tools import read_tools, tools_from_json
from wiretail.captures.write import write_body, write_native

__all__ = [
    "FORMATS",
    "Capture",
    "Exchange",
    "Format",
    "Limits",
    "Request",
    "format_rows",
    "messages_from_json",
    "open_capture",
    "read_tools",
    "shown",
    "tools_from_json",
    "write_body",
    "write_native",
]
