"""The report: one file, no script, nothing from elsewhere, all escaped, nothing contained."""

from html.parser import HTMLParser

import pytest

from wiretail.assets import assets_folder
from wiretail.captures import Capture, open_capture
from wiretail.profiles import load_profile
from wiretail.study import html_report as module
from wiretail.study.html_report import Source, html_report
from wiretail.study.run import Offer

LEAK = assets_folder() / "captures" / "split-marker.wtail"
HOSTILE = (
    b'data: {"choices":[{"index":0,"delta":{"content":"<script>alert(1)</script><img src=x '
    b"onerror=y> &amp; \\u202e \\u0000 \\u001b[31m sk-a1B2c3D4e5F6g7H8i9J0"
    b'"}}]}\n\ndata: {"choices":[{"index":0,"delta":{"content":"hunter2","\\ud800":1,'
    b'"\\ufffd":2}}]}\n\n'
)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def report(capture: Capture, profile: str = "wiretail") -> str:
    return "".join(html_report(Source(capture, load_profile(profile), Offer(), "wiretail x")))


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    assert reader.open == []
    return reader


def test_it_tells_all_that_the_command_line_tells() -> None:
    reader = read(report(open_capture(LEAK)))
    text = "".join(reader.text)
    for words in (
        "1 leaked tool call was recovered: Read, frames 2-4.",
        "(vscode-lm 9 and 10, recommended 3)",
        '<invoke name="Read">',
        "As it is given out",
        "src/caf\u00e9.py",
        "wiretail x",
        "secrets are masked",
    ):
        assert words in text


def test_hostile_text_is_text_and_what_is_contained_stays_contained() -> None:
    text = report(open_capture(None, data=HOSTILE))
    reader = read(text)
    assert not {"script", "img", "link", "iframe", "object"} & set(reader.tags)
    assert not {"href", "src", "style", "onerror"} & {name for name, _ in reader.attributes}
    assert "<script>alert(1)</script>" in "".join(reader.text)
    assert not set("\u202e\x00\x1b") & set(text)
    assert "hunter2" not in text
    assert "sk-a1B2" not in text


def test_scaffolding_is_told_with_its_span_its_rule_and_page_and_a_refusal_tells_nothing() -> None:
    capture = open_capture(assets_folder() / "captures" / "scaffolding.wtail")
    text = "".join(read(report(capture, "qoder")).text)
    for words in (
        "A reminder block was removed.",
        "scaffold.reminder \u00b7 text \u00b7 span 24 to 103, 79 code points \u00b7 frames 1-4",
        "A whole reminder block is removed. (qoder 4, recommended 9)",
        "The todo list is empty.",
        "(qoder 3 and 5, recommended 9)",
    ):
        assert words in text
    assert "old-menus" not in text


def test_nothing_is_loaded_from_elsewhere_and_both_appearances_are_there() -> None:
    text = report(open_capture(LEAK))
    assert "default-src &#x27;none&#x27;; style-src &#x27;unsafe-inline&#x27;" in text
    assert "prefers-color-scheme: dark" in text
    assert "http://" not in text
    assert "https://" not in text


def test_what_is_cut_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ROWS", 3)
    monkeypatch.setattr(module, "MOST_FINDINGS", 1)
    monkeypatch.setattr(module, "MOST_TEXT", 5)
    text = report(open_capture(LEAK))
    for words in ("3 findings more", "8 chunks more", "rows more", "code points more"):
        assert words in text
