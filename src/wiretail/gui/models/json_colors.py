"""Where the colours of JSON and TOML stand, by pygments: loaded late, given only what is shown."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple


class Colored(NamedTuple):
    """Code points ``[start, end)`` are a ``key``, a ``string``, a ``number`` or a ``word``."""

    start: int
    end: int
    kind: str


_FIELD = re.compile("(?P<name>data|event|id|retry): ?")
#: The beginning of a name of pygments -> the kind of syntax; the first that fits.
_JSON = {
    "Token.Name.Tag": "key",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "number",
    "Token.Keyword": "word",
}
_TOML = {
    "Token.Name": "key",
    "Token.Keyword": "key",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "number",
    "Token.Comment": "word",
}


def json_colors(text: str) -> list[Colored]:
    """Return the colours of raw frames: JSON behind ``data:`` and the like."""
    from pygments.lexers.data import JsonLexer  # noqa: PLC0415 - 20 ms that most starts do not need

    lexer = JsonLexer()
    return [
        Colored(start + at, end + at, kind)
        for at, line in _payloads(text)
        for start, end, kind in _colors(lexer, line, _JSON)
    ]


def _payloads(text: str) -> Iterator[tuple[int, str]]:
    """Yield (place, JSON) of each line, without the field of an event that it stands in."""
    at = 0
    for line in text.splitlines(keepends=True):
        field = _FIELD.match(line)
        skipped = field.end() if field else 0
        if not field or field["name"] == "data":
            yield at + skipped, line[skipped:]
        at += len(line)


def toml_colors(text: str) -> list[Colored]:
    """Return the colours of a profile."""
    from pygments.lexers.configs import TOMLLexer  # noqa: PLC0415 - see above

    return list(_colors(TOMLLexer(), text, _TOML))


def _colors(lexer: Any, text: str, kinds: dict[str, str]) -> Iterator[Colored]:
    for at, token, value in lexer.get_tokens_unprocessed(text):
        kind = next((kind for begin, kind in kinds.items() if str(token).startswith(begin)), "")
        if kind:
            yield Colored(at, at + len(value), kind)
