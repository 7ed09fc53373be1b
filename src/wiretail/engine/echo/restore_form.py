"""A text block that is a call written out, and nothing else (spec: tool-call-echo 13.1, 13.2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from wiretail.engine.echo.calls import Input
from wiretail.engine.echo.forms import PARAMETER, PARAMETER_CLOSE
from wiretail.engine.echo.headers import CLOSE, FUNCTION, OPEN
from wiretail.engine.echo.json_value import json_equal
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_strict
from wiretail.engine.text.whitespace import WS

_BLANK = re.escape(WS)
_HEADER = re.compile(rf"{OPEN}[{_BLANK}]*+{FUNCTION}(?P<name>[^>{_BLANK}]++)>")
_PARAMETER = re.compile(rf"[{_BLANK}]*+{PARAMETER}(?P<key>[^>]++)>")
_FUNCTION_CLOSE = "</function>"
_MARKUP = (OPEN, CLOSE, FUNCTION)


@dataclass(frozen=True, slots=True)
class Form:
    """A block as it reads. ``name`` is empty where no header stands.

    ``raw`` is the body of a well-formed block without parameters, ``parameters`` those of one with
    them; both None: malformed.
    """

    name: str = ""
    raw: str | None = None
    parameters: Mapping[str, str] | None = None

    @property
    def well_formed(self) -> bool:
        """Tell whether it can be paired by its content, or restored."""
        return self.raw is not None or self.parameters is not None


@dataclass(slots=True)
class Probe:
    """Tells whether a text block begins with ``<tool_call>``, as it comes.

    ``holds`` is True at the begin: white space and a prefix are held, too.
    """

    holds: bool = True
    _whole: bool = field(default=False)
    _head: str = field(default="")

    def feed(self, text: str) -> bool:
        """Take text of the block; return whether all of it is held from its begin on."""
        if self.holds and not self._whole:
            self._head += text[: len(OPEN)] if self._head else text.lstrip(WS)[: len(OPEN)]
            self._whole = self._head.startswith(OPEN)
            self.holds = self._whole or OPEN.startswith(self._head)
        return self.holds


def read_form(text: str) -> Form:
    """Read a whole block; white space round it does not count."""
    text = text.strip(WS)
    header = _HEADER.match(text)
    if header is None:
        return Form()
    name = header["name"]
    if not text.endswith(CLOSE, header.end()):
        return Form(name)
    body = text[header.end() : -len(CLOSE)]
    if any(tag in body for tag in _MARKUP):
        return Form(name)
    inner = body.rstrip(WS).removesuffix(_FUNCTION_CLOSE)
    closed = len(inner) < len(body.rstrip(WS))
    if PARAMETER not in body:
        return Form(name, _raw(inner if closed else body))
    return Form(name, None, _parameters(inner) if closed else None)


def agrees(form: Form, given: Input) -> bool:
    """Tell whether a well-formed block says what a call was given (13.3).

    ``given`` is read so that the only string of a one-key object is an input.
    """
    if form.raw is not None:
        return given.text is not None and form.raw.strip(WS) == given.text.strip(WS)
    if form.parameters is None or given.members is None:
        return False
    if form.parameters.keys() != given.members.keys():
        return False
    return all(_says(text, given.members[key]) for key, text in form.parameters.items())


def _says(text: str, value: Any) -> bool:
    if isinstance(value, str):
        return text == value
    try:
        return json_equal(load_strict(text.strip(WS)), value)
    except (MalformedJson, KeyCollision):
        return False


def _raw(body: str) -> str:
    """Drop one ``</parameter>`` at the end, then one line break on each side."""
    stripped = body.rstrip(WS)
    inner = stripped.removesuffix(PARAMETER_CLOSE)
    return _unbroken(inner if len(inner) < len(stripped) else body)


def _unbroken(text: str) -> str:
    text = text.removeprefix("\r\n") if text.startswith("\r") else text.removeprefix("\n")
    return text.removesuffix("\r\n") if text.endswith("\r\n") else text.removesuffix("\n")


def _parameters(body: str) -> dict[str, str] | None:
    """Read parameters with nothing but white space between; None: they cannot be read."""
    found: dict[str, str] = {}
    at = 0
    while match := _PARAMETER.match(body, at):
        end = body.find(PARAMETER_CLOSE, match.end())
        if end < 0 or match["key"] in found or not match["key"].strip(WS):
            return None
        found[match["key"]] = _unbroken(body[match.end() : end])
        at = end + len(PARAMETER_CLOSE)
    return None if body[at:].strip(WS) else found
