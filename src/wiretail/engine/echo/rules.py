"""What the parts of the stage work by: settings of a profile, read once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EchoRules:
    """Bounds and flags of spec tool-call-echo 1, and what recommended 7 asks for beyond it.

    * ``max_held_bytes``: UTF-8 bytes of held text, plus what is queued behind it
    * ``max_prose_chars``: code points that are no white space, behind the last closed block
    * ``max_header_chars``: code points of the longest header
    * ``mid_line``: candidates behind prose on their line, too (recommended 7.1)
    * ``spans_cross_lines``: inline code goes on over line ends, and a run that nothing closes is
      literal (3.2, 3.3); else a run counts to the end of its line (recommended, one Markdown state)
    * ``json_bodies``: ``<tool_call>{...}</tool_call>``, too (recommended 7.3)
    * ``one_key``: the only string of a one-key object is an input (recommended 7.2)
    """

    max_held_bytes: int = 4_194_304
    max_prose_chars: int = 8192
    max_header_chars: int = 1024
    mid_line: bool = False
    spans_cross_lines: bool = True
    one_key: bool = False
    json_bodies: bool = False

    def __deepcopy__(self, memo: object) -> "EchoRules":
        """Rules never change, so snapshots share them."""
        return self


def echo_rules(settings: Mapping[str, Any]) -> EchoRules:
    """Return the rules of a profile; those of recommended 7 go with extended quoting."""
    extended = settings["recover.quoting"] == "extended"
    return EchoRules(
        settings["echo.max_held_bytes"],
        settings["echo.max_prose_chars"],
        settings["echo.max_header_chars"],
        settings["echo.mid_line"],
        spans_cross_lines=not extended,
        one_key=extended,
        json_bodies=extended,
    )
