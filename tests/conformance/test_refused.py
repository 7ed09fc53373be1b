"""What a refusal contains is told by no face: command line, report, panes of the window."""

import json
from pathlib import Path

import pytest

from cli.terminal import Terminal
from gui.models.stores import store_of
from wiretail.gui.controllers.details import details
from wiretail.gui.controllers.selection import Selection
from wiretail.gui.models.chunks import ChunkModel
from wiretail.study.masks import Masks

SECRET = "hunter2"
#: What begins so is reasoning.
THOUGHT = "thought: "
OPEN, CLOSE = "<system-reminder>", "</system-reminder>"
REFUSED = {
    "an opener": ["Hello. ", f"<functions.exec>{SECRET}", f"{SECRET}</functions.exec>"],
    "an opener, cut": ["Hello. <func", f"tions.exec>{SECRET}"],
    "text in front of a stray close": ["Hello. ", f"{SECRET}{CLOSE}"],
    "text behind a reminder, in front of a trip": [f"Hello. {OPEN}a{CLOSE}{SECRET}</invoke>"],
    "a reminder without end": [f"Hello. {OPEN}{SECRET}", SECRET],
    "text behind a trip": ["Hello. ", "</invoke>", SECRET],
    "reasoning behind a trip": ["Hello. ", "</invoke>", THOUGHT + SECRET],
    "a stray close of a call": ["Hello. ", f"{SECRET}</invoke>{SECRET}"],
}


def body(texts: list[str]) -> bytes:
    kinds = ("content", "reasoning_content")
    deltas = [{kinds[text.startswith(THOUGHT)]: text} for text in texts]
    frames = [json.dumps({"choices": [{"index": 0, "delta": delta}]}) for delta in deltas]
    return "".join(f"data: {frame}\n\n" for frame in [*frames, "[DONE]"]).encode()


@pytest.fixture
def wiretail(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(capsys, monkeypatch)


@pytest.mark.parametrize("texts", REFUSED.values(), ids=REFUSED)
def test_commands_and_the_report_do_not_tell_it(
    texts: list[str], wiretail: Terminal, tmp_path: Path
) -> None:
    path, report = tmp_path / "refused.sse", tmp_path / "report.html"
    path.write_bytes(body(texts))
    for form in ("table", "json", "summary"):
        answer = wiretail("inspect", "--profile", "qoder", "--format", form, str(path))
        assert answer.code == 1
        assert "Hello." in answer.out
        assert SECRET not in answer.out + answer.err
    answer = wiretail("report", "--profile", "qoder", "--output", str(report), str(path))
    text = report.read_text("utf-8")
    assert "Hello." in text
    assert SECRET not in text + answer.out + answer.err


@pytest.mark.parametrize("texts", REFUSED.values(), ids=REFUSED)
def test_the_panes_of_the_window_do_not_tell_it(texts: list[str]) -> None:
    store = store_of(data=body(texts), profile="qoder")
    masks, chunks = Masks(store), ChunkModel()
    chunks.show(store, masks)
    told = [repr(chunks.look(row)) for row in range(chunks.count())]
    for row in range(store.row_count):
        where = store.bytes_of_row(row)
        assert where is not None
        selection = Selection(where.start, where.end, row)
        told.append(repr(details(store, masks, selection, revealed=False)))
    assert "Hello." in "".join(told)
    assert SECRET not in "".join(told)
    raw = [
        details(store, masks, Selection(0, store.capture.size, row), revealed=True).raw
        for row in range(store.row_count)
    ]
    assert SECRET in "".join(raw)
