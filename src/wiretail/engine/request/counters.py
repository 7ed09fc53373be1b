"""What a text costs in tokens (spec: recommended 11.1). Any callable may stand in."""

import re
from collections.abc import Callable, Sized
from typing import Any, Protocol, TypeAlias

Counter: TypeAlias = Callable[[str], int]

# Twelfths of a token per code point; ASCII is counted on bytes, which is far faster.
_CHEAP = bytes(range(ord("A"), ord("Z") + 1)) + bytes(range(ord("a"), ord("z") + 1)) + b" "
_CLASSES = (
    (re.compile("[A-Za-z ]+"), 3),
    (re.compile("[\\x00-\\x1f!-@\\[-`{-\\x7f\u0080-\u2e7f]+"), 6),
    (re.compile("[\u2e80-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+"), 12),
    (
        re.compile("[^\\x00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+"),
        24,
    ),
)


class Encoder(Protocol):
    """An object in the manner of tiktoken: ``encode`` answers a sized list of tokens."""

    def encode(self, text: str, **options: Any) -> Sized:
        """Return the tokens of a text."""


def estimate(text: str) -> int:
    """Return about how many tokens a text has, by script, rounded up.

    >>> estimate("word"), estimate("\u6f22\u5b57"), estimate("")
    (1, 2, 0)
    """
    if text.isascii():
        cheap = len(text) - len(text.encode().translate(None, _CHEAP))
        twelfths = 3 * cheap + 6 * (len(text) - cheap)
    else:
        twelfths = sum(
            weight * sum(map(len, pattern.findall(text))) for pattern, weight in _CLASSES
        )
    return -(-twelfths // 12)


def counter_of(source: Counter | Encoder | None) -> Counter:
    """Return a counter: the estimate for None, a callable as it is, or an encoder's tokens.

    Text that looks like a special token of the encoder is counted as text.

    >>> counter_of(None)("word"), counter_of(len)("word")
    (1, 4)
    """
    if source is None:
        return estimate
    encode = getattr(source, "encode", None)
    if encode is None:
        assert callable(source)
        return source
    try:
        encode("", disallowed_special=())
    except TypeError:
        return lambda text: len(encode(text))
    return lambda text: len(encode(text, disallowed_special=()))
