"""``wiretail report`` writes a file that is whole, or says why not."""

from pathlib import Path

import pytest

from wiretail.assets import assets_folder
from wiretail.cli.main import run

LEAK = str(assets_folder() / "captures" / "split-marker.wtail")


def test_a_report_is_written_where_it_is_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "report.html"
    assert run(["report", LEAK, "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"written: {target}\n"
    assert target.read_text("utf-8").startswith("<!doctype html>")
    assert [entry.name for entry in tmp_path.iterdir()] == ["report.html"]


def test_without_a_name_it_is_written_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["report", LEAK]) == 0
    assert (tmp_path / "split-marker.wtail.html").exists()
    assert run(["report", LEAK, "-o", "-"]) == 0
    assert "</html>" in capsys.readouterr().out


def test_what_cannot_be_written_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for target in (tmp_path / "no" / "x.html", tmp_path):
        assert run(["report", LEAK, "-o", str(target)]) == 2
        assert "cannot be written" in capsys.readouterr().err
