"""The recorded streams: each is told, read and written without a loss."""

import csv
from pathlib import Path

import pytest

from captures.copies import assert_same, written
from shared import SHARED, shared
from wiretail.captures import open_capture
from wiretail.errors import CaptureError

#: The format of a recording -> what it may be read as.
READ_AS = {
    "sse": {"sse"},
    "ndjson": {"ndjson"},
    "chunks-txt": {"ndjson", "chunks-txt"},
    "har": {"har"},
    "text": {"plain"},
}
PARTS = "copilot-vscodelm-parts"
DIALECTS = {
    "openai-chat": "openai-chat",
    "openai-completions": "openai-chat",
    "anthropic-messages": "anthropic-messages",
    PARTS: "vscode-lm-parts",
    "harmony-raw": "plain-text",
}


def _rows() -> list[dict[str, str]]:
    index = SHARED / "captures" / "INDEX.tsv"
    if not index.exists():
        return []
    with index.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _read_by_us() -> list[dict[str, str]]:
    return [row for row in _rows() if row["format"] in READ_AS or row["dialect"] == PARTS]


def test_every_recording_opens_or_is_refused_in_one_sentence() -> None:
    for path in sorted(shared("captures/files").iterdir()):
        try:
            capture = open_capture(path)
        except CaptureError as error:
            assert str(error).endswith(".")  # noqa: PT017
            continue
        for exchange in capture.exchanges:
            assert sum(len(chunk.data) for chunk in exchange.chunks()) == exchange.body.size


@pytest.mark.parametrize("row", _read_by_us(), ids=lambda row: Path(row["file"]).name)
def test_a_recording_is_told_and_comes_back_from_a_native_copy(row: dict[str, str]) -> None:
    path = shared("captures") / row["file"]
    capture = open_capture(path)
    assert capture.format in READ_AS.get(row["format"], {"vscode-lm"})
    if row["dialect"] in DIALECTS:
        assert {exchange.dialect for exchange in capture.exchanges} == {DIALECTS[row["dialect"]]}
    if capture.format not in {"har", "vscode-lm"}:
        assert capture.read(0, capture.size) == path.read_bytes()
    if not capture.exchanges:
        with pytest.raises(CaptureError, match="nothing to write"):
            written(capture)
        return
    assert_same(capture, open_capture("copy", data=written(capture)))
