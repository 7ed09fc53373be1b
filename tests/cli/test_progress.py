import io
import sys

import pytest

from wiretail.cli.progress import Progress


class Watched(io.StringIO):
    def isatty(self) -> bool:
        return True


def drawn(error: io.StringIO, seconds: float, monkeypatch: pytest.MonkeyPatch) -> str:
    now = iter([0.0, seconds, seconds, seconds])
    monkeypatch.setattr("wiretail.cli.progress.time.monotonic", lambda: next(now, seconds))
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    with Progress(100, "reading") as bar:
        bar.advance(40)
        bar.advance(40)
    return error.getvalue()


def test_nothing_is_drawn_in_the_first_second(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(Watched(), 0.9, monkeypatch) == ""


def test_nothing_is_drawn_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn(io.StringIO(), 5.0, monkeypatch) == ""


def test_what_takes_longer_is_drawn_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "reading" in drawn(Watched(), 1.1, monkeypatch)
