"""Where the colours of JSON stand, by pygments: loaded late, and given only what is shown."""

from typing import NamedTuple


class Colored(NamedTuple):
    """Code points ``[start, end)`` are a ``key``, a ``string``, a ``number`` or a ``word``."""

    start: int
    end: int
    kind: str


def json_colors(text: str) -> list[Colored]:
    """Return the colours of raw frames: JSON behind ``data:`` and the like."""
    from pygments.lexers.data import JsonLexer  # noqa: PLC0415 - 20 ms that most starts do not need
    from pygments.token import Token  # noqa: PLC0415

    kinds = {
        Token.Name.Tag: "key",
        Token.Literal.String.Double: "string",
        Token.Literal.Number.Integer: "number",
        Token.Literal.Number.Float: "number",
        Token.Keyword.Constant: "word",
    }
    return [
        Colored(at, at + len(value), kinds[kind])
        for at, kind, value in JsonLexer().get_tokens_unprocessed(text)
        if kind in kinds
    ]


def toml_colors(text: str) -> list[Colored]:
    """Return the colours of a profile file."""
    from pygments.lexers.configs import TOMLLexer  # noqa: PLC0415 - see above
    from pygments.token import Token  # noqa: PLC0415

    found: list[Colored] = []
    for at, kind, value in TOMLLexer().get_tokens_unprocessed(text):
        if kind in Token.Name or kind in Token.Keyword:
            found.append(Colored(at, at + len(value), "key"))
        elif kind in Token.Literal.String:
            found.append(Colored(at, at + len(value), "string"))
        elif kind in Token.Literal.Number:
            found.append(Colored(at, at + len(value), "number"))
        elif kind in Token.Comment:
            found.append(Colored(at, at + len(value), "word"))
    return found
