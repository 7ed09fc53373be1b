"""The lines of a body of any size, found through a sparse index: one number a block."""

from wiretail.captures.body import Body


class LineIndex:
    """Where the lines of ``body`` are: the count of line feeds before each block of 64 KiB.

    Built in slices (:meth:`step`), usable while it is built, extended when the body grows. A lookup
    is a bisection and one read. Lines end at LF; offsets are bytes of the body.
    """

    def __init__(self, body: Body) -> None:
        self._body = body

    def step(self, size: int = 1_048_576) -> bool:
        """Index the next ``size`` bytes; return whether there are more."""
        raise NotImplementedError

    @property
    def bytes_done(self) -> int:
        """How many bytes are indexed."""
        raise NotImplementedError

    def __len__(self) -> int:
        """How many lines are known, the last one without line feed counted if it is not empty."""
        raise NotImplementedError

    def line(self, number: int) -> tuple[int, int]:
        """Return the bytes ``[start, end)`` of a line, its LF excluded; ``IndexError`` for none."""
        raise NotImplementedError

    def line_of_byte(self, offset: int) -> int:
        """Return the number of the line that holds the byte ``offset`` (its LF included)."""
        raise NotImplementedError
