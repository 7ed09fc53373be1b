"""How many bytes text takes, and how many code points fit."""

from itertools import islice

from wiretail.engine.text.surrogates import HIGH_HALVES, LOW_HALVES, SURROGATE

#: Bytes of the longest character.
LONGEST = 4


def utf8_length(text: str) -> int:
    """Return how many bytes a text takes in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def fitting(text: str, at: int, room: int, *, joins: bool = False) -> int:
    """Return how many code points of ``text``, from ``at`` on, fit into ``room`` bytes.

    The text is not repaired yet: a high half counts as the longest character that it may become,
    a low half behind one not at all (``joins``: one stands in front of the text).
    """
    rest, room = len(text) - at, max(room, 0)
    if rest * LONGEST <= room:
        return rest
    if text.isascii():
        return min(rest, room)
    if not SURROGATE.search(text, at):
        return len(text[at : at + room].encode()[:room].decode("utf-8", "ignore"))
    count = 0
    for character in islice(text, at, None):
        code = ord(character)
        if not (joins and code in LOW_HALVES):
            room -= 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF or code in HIGH_HALVES)
        joins = code in HIGH_HALVES
        if room < 0:
            break
        count += 1
    return count
