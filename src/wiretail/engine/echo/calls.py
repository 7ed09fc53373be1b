"""A structured call, as the stage compares it with text: its names and its input."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from wiretail.engine.text.json_text import DEPTH, KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS

_JSON_BLANKS = " \t\n\r"


@dataclass(frozen=True, slots=True)
class EchoCall:
    """A whole call: the wire name and every alias, its arguments as sent (repaired text).

    ``freeform``: its tool was declared so (spec: tool-call-echo 2).
    """

    names: tuple[str, ...]
    arguments: str
    freeform: bool = False


@dataclass(frozen=True, slots=True)
class Input:
    """What a call was given, as far as text can be compared with it (7).

    ``text`` is None where there is none. ``members``: the arguments, where they are an object.
    ``valid``: they are JSON; with colliding keys, too, though that has no one reading.
    """

    text: str | None = None
    members: Mapping[str, Any] | None = None
    valid: bool = True


def read_input(call: EchoCall, *, one_key: bool = False, depth: int = DEPTH) -> Input:
    """Return the input of a call; ``one_key``: the only string of a one-key object is one, too."""
    arguments = call.arguments
    try:
        value = load_strict(arguments, depth)
    except KeyCollision:
        if arguments.lstrip(_JSON_BLANKS).startswith("{"):
            return Input()
        return Input(_raw(call))
    except MalformedJson:
        return Input(_raw(call), valid=False)
    if not isinstance(value, dict):
        return Input(_raw(call))
    text = value.get("input")
    if one_key and not isinstance(text, str) and len(value) == 1:
        (text,) = value.values()
    return Input(text if isinstance(text, str) else None, value)


def _raw(call: EchoCall) -> str | None:
    """Return the text of a freeform call, unless a dispatcher would unwrap it."""
    return call.arguments if call.freeform and not _is_fenced(call.arguments) else None


def _is_fenced(text: str) -> bool:
    """Tell whether the trimmed text is one whole fenced code block (vscode-lm 4.3)."""
    first, newline, rest = text.strip(WS).partition("\n")
    mark = first[:1]
    if not newline or not mark or mark not in "`~":
        return False
    width = len(first) - len(first.lstrip(mark))
    if width < 3 or (mark == "`" and "`" in first[width:]):
        return False
    lines = rest.split("\n")
    closers = [number for number, line in enumerate(lines) if _closes(line, mark, width)]
    return closers[:1] == [len(lines) - 1]


def _closes(line: str, mark: str, width: int) -> bool:
    bare = line.lstrip(" ")
    run = len(bare) - len(bare.lstrip(mark))
    return len(line) - len(bare) <= 3 and run >= width and not bare[run:].strip(WS)
