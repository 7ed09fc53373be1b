"""Numbers of a table over all exchanges, from numbers within each."""

from bisect import bisect_right


class Bases:
    """How many rows of a table lie before each exchange. Exchanges grow in any order."""

    def __init__(self) -> None:
        self._bases = [0]
        self.total = 0

    def grow(self, exchange: int, rows: int) -> int:
        """Add rows to an exchange; return the number of the first of them."""
        while len(self._bases) <= exchange:
            self._bases.append(self.total)
        behind = self._bases[exchange + 1] if exchange + 1 < len(self._bases) else self.total
        if rows:
            for later in range(exchange + 1, len(self._bases)):
                self._bases[later] += rows
            self.total += rows
        return behind

    def of(self, exchange: int) -> int:
        """Return how many rows lie before an exchange."""
        return self._bases[exchange] if exchange < len(self._bases) else self.total

    def count(self, exchange: int) -> int:
        """Return how many rows an exchange has."""
        return self.of(exchange + 1) - self.of(exchange)

    def find(self, number: int) -> tuple[int, int]:
        """Return the exchange of a row, and its number there; ``IndexError`` for no row."""
        if not 0 <= number < self.total:
            raise IndexError(f"no row {number} of {self.total}")
        exchange = bisect_right(self._bases, number) - 1
        return exchange, number - self._bases[exchange]
