"""Progress of what takes longer than a second, on standard error, if somebody is looking."""

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

_PATIENCE_S = 1.0


class Progress:
    """Counts bytes; draws nothing in the first second, and nothing at all into a file or a pipe."""

    def __init__(self, total: int, words: str) -> None:
        self._total = total
        self._words = words
        self._done = 0
        self._began = time.monotonic()
        self._watched = sys.stderr.isatty()
        self._bar: tuple[Bar, TaskID] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar[0].stop()

    def advance(self, size: int) -> None:
        """Say that so many bytes more are done."""
        self._done += size
        if not self._watched:
            return
        if self._bar is None and time.monotonic() - self._began > _PATIENCE_S:
            self._bar = self._drawn()
        if self._bar is not None:
            bar, task = self._bar
            bar.update(task, completed=self._done)

    def _drawn(self) -> "tuple[Bar, TaskID]":
        from rich.console import Console  # noqa: PLC0415 - most commands never need it
        from rich.progress import Progress as RichProgress  # noqa: PLC0415

        bar = RichProgress(console=Console(stderr=True), transient=True)
        task = bar.add_task(self._words, total=self._total)
        bar.start()
        return bar, task
