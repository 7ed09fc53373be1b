import io
import sys
from pathlib import Path

import pytest

from wiretail.cli.sources import open_path

BODY = b'data: {"choices": [{"delta": {"content": "hi"}}]}\n\n'


def test_a_path_and_standard_input_give_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.sse"
    path.write_bytes(BODY)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BODY)))
    filed, piped = open_path(str(path)), open_path("-")
    assert (filed.format, filed.read(0, 99)) == (piped.format, piped.read(0, 99))
    assert piped.name == "standard input"


def test_format_and_dialect_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "x.sse"
    path.write_bytes(BODY)
    capture = open_path(str(path), input_format="plain", dialect="plain-text")
    assert (capture.format, capture.exchanges[0].dialect) == ("plain", "plain-text")
