"""What can go wrong, as a user sees it.

* WiretailError            one plain sentence; the command line exits 2
    * CaptureError         a source cannot be read as a capture
    * ProfileError         a profile or settings file is wrong
    * ToolsError           a list of tools cannot be read
    * VectorError          a file of vectors cannot be read
    * RequestError         what was given is no request that can be fitted

A malformed stream is what this program is for: it becomes an event or a decision, never an error.
Mistakes of a programmer (feeding a closed stream, a negative span) stay ``ValueError``.
"""


class WiretailError(Exception):
    """Base of every error that a user may be shown. Its text is one plain sentence."""


class CaptureError(WiretailError):
    """A source cannot be read as a capture."""


class ProfileError(WiretailError):
    """A profile file names an unknown key, or a value that is not allowed."""


class ToolsError(WiretailError):
    """A list of tools cannot be read."""


class VectorError(WiretailError):
    """A file of vectors cannot be read."""


class RequestError(WiretailError):
    """What was given is no request of a known shape."""
