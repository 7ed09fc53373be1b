"""How many bytes text takes, and how many code points fit."""

_LONGEST = 4


def utf8_length(text: str) -> int:
    """Return how many bytes a repaired text takes in UTF-8."""
    return len(text) if text.isascii() else len(text.encode())


def fitting(text: str, room: int) -> int:
    """Return how many code points of a repaired text fit into ``room`` bytes (not below 0)."""
    if len(text) * _LONGEST <= room:
        return len(text)
    if text.isascii():
        return min(len(text), room)
    return len(text[:room].encode()[:room].decode("utf-8", "ignore"))
