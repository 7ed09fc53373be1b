from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cli.terminal import Terminal
from wiretail.assets import assets_folder
from wiretail.cli import demo
from wiretail.study.tour import STOPS, Stop


def words(path: Path) -> list[str]:
    """Return the words of a picture; how they are drawn may differ from one rich to another."""
    root = ET.fromstring(path.read_text("utf-8"))
    return [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_stop_shows_reads_what_became_of_them_and_the_verdict(wiretail: Terminal) -> None:
    answer = wiretail("demo")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("As expected.") == len(STOPS)
    for stop in STOPS:
        assert stop.title in answer.out
    assert "1 leaked tool call was recovered: Read" in answer.out
    assert "characters held)" in answer.out
    assert "\\ud8" in answer.out
    assert "\\xc3" in answer.out
    assert "A reminder block was removed." in answer.out
    assert "rm -r" not in answer.out


def test_a_stop_that_comes_out_otherwise_is_an_answer_of_no(
    wiretail: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = Stop("Wrong", "It is not so.", "quoted.wtail", (("end", "error"),))
    monkeypatch.setattr(demo, "STOPS", (wrong, STOPS[0]))
    answer = wiretail("demo")
    assert answer.code == 1
    assert "NOT as expected." in answer.out
    assert answer.out.count("As expected.") == 1


def test_the_picture_stands_alone(wiretail: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "demo.svg"
    assert wiretail("demo", "--svg", str(path)).code == 0
    drawn = path.read_text("utf-8")
    assert drawn.startswith("<svg")
    assert "recovered" in drawn
    assert len(drawn) < 60_000


def test_a_picture_that_cannot_be_written_is_one_sentence(
    wiretail: Terminal, tmp_path: Path
) -> None:
    answer = wiretail("demo", "--svg", str(tmp_path / "no" / "demo.svg"))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)


def test_the_picture_in_the_checkout_is_the_one_that_is_drawn(
    wiretail: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "demo.svg"
    wiretail("demo", "--svg", str(path))
    assert words(path) == words(assets_folder() / "demo.svg")
