import errno
import io
import os
import sys
from pathlib import Path

import pytest

from wiretail.cli.streams import read_input, silence, stand_in, use_utf8
from wiretail.errors import WiretailError


def test_what_cannot_be_written_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    use_utf8()
    sys.stdout.write("\u00e9\udcff")
    sys.stdout.flush()
    assert raw.getvalue() == b"\xc3\xa9\\udcff"


def test_a_stream_that_is_no_file_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    use_utf8()
    sys.stdout.write("\u00e9")
    assert isinstance(sys.stdout, io.StringIO)


def test_silence_writes_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out"
    with path.open("w", encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdout", file)
        silence(file)
        os.write(file.fileno(), b"lost")
    assert path.read_bytes() == b""


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\r\n")))
    assert read_input(100) == b"\xff\r\n"


def test_more_input_than_may_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    with pytest.raises(WiretailError, match="more than 4 bytes"):
        read_input(4)


def test_a_closed_input_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(WiretailError, match="is closed"):
        read_input(4)


def test_output_that_is_lost_is_an_error_and_messages_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    stand_in()
    with sys.stderr as nowhere:
        nowhere.write("lost")
    with pytest.raises(OSError, match="closed") as caught:
        sys.stdout.write("lost")
    assert caught.value.errno == errno.EBADF


def test_outputs_that_are_there_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    stand_in()
    assert (sys.stdout, sys.stderr) == (out, err)
