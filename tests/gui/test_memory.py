"""Memory that is free goes back to the system, where the system can take it."""

import sys

import pytest

from bench.streams import anonymous_memory
from wiretail.gui.memory import give_back


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there it is measured")
def test_what_is_freed_between_what_stays_is_given_back() -> None:
    kept = [bytes(5000) for _ in range(10_000)]
    full = anonymous_memory()
    del kept[1:-1]
    give_back()
    assert full - anonymous_memory() > 20_000_000


def test_elsewhere_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "other")
    assert not give_back()
