"""A line of a store's timeline is described as the command line describes it."""

import pytest

from gui.models.stores import store_of
from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.study.describe import describe
from wiretail.study.entries import describe_entry
from wiretail.study.flat import flat
from wiretail.study.run import Replay


@pytest.mark.parametrize("name", ["split-marker.wtail", "quoted.wtail", "broken-text.wtail"])
def test_lines_are_those_of_the_command_line(name: str) -> None:
    capture = open_capture(assets_folder() / "captures" / name)
    wanted = [describe(row) for row in flat(Replay(capture.exchanges[0], load_profile("wiretail")))]
    store = store_of(name)
    shown = [number for number in range(store.entry_count) if not store.entry(number).dropped]
    assert [describe_entry(store, number) for number in shown] == wanted
