"""Numbers in the sentences of notes."""


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return ``1 frame``, ``2 frames``; ``plural`` where an s does not make it."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
