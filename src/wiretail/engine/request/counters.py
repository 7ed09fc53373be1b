"""What a text costs in tokens (spec: recommended 11.1). Any callable may stand in."""

from collections import Counter as Tally
from collections.abc import Callable, Sized
from typing import Any, Protocol, TypeAlias

Counter: TypeAlias = Callable[[str], int]

#: ASCII of three twelfths of a token; other ASCII has six.
_CHEAP = bytes(range(ord("A"), ord("Z") + 1)) + bytes(range(ord("a"), ord("z") + 1)) + b" "
#: Twelfths of what is not ASCII and no other's: pictographs, private use, odd planes.
_OTHER = 24
_RANGES = (
    (range(0x80, 0x2E80), 6),
    (range(0x2E80, 0xD800), 12),
    (range(0xF900, 0xFB00), 12),
    (range(0x20000, 0x40000), 12),
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
        # Counted on bytes, which is far faster.
        cheap = len(text) - len(text.encode().translate(None, _CHEAP))
        twelfths = 3 * cheap + 6 * (len(text) - cheap)
    else:
        twelfths = sum(_weight(letter) * times for letter, times in Tally(text).items())
    return -(-twelfths // 12)


def _weight(letter: str) -> int:
    if letter.isascii():
        return 3 if letter.isalpha() or letter == " " else 6
    point = ord(letter)
    return next((weight for points, weight in _RANGES if point in points), _OTHER)


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
