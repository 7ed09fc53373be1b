"""The window as a person meets it."""

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.user import User
from wiretail.assets import assets_folder
from wiretail.gui.controllers.inspection import State

CAPTURES = assets_folder() / "captures"
LEAK = CAPTURES / "split-marker.wtail"
BARE_LEAK = (
    b'I will read it.\n<function_calls>\n<invoke name="Read">\n'
    b'<parameter name="path">a.py</parameter>\n</invoke>\n</function_calls>'
)
REFUSED = (
    b'data: {"choices":[{"index":0,"delta":{"content":"Hello, "}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{"content":"hunter2",'
    b'"\\ud800":1,"\\ufffd":2}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
)
SECRET = "sk-" + "a1B2c3D4e5F6g7H8i9J0"


def sse(*texts: str) -> bytes:
    frames = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    lines = [json.dumps(frame, ensure_ascii=False).encode() for frame in frames]
    return b"".join(b"data: " + line + b"\n\n" for line in lines)


def test_a_capture_shows_its_verdict_its_chunks_and_its_events(user: User) -> None:
    user.opens(LEAK)

    assert user.verdict == "1 leaked tool call was recovered: Read, frames 2-4."
    assert user.chunks() == [str(number) for number in range(11)]
    assert user.events() == [
        "text",
        "removed",
        "recovered",
        "call, recovered",
        "text",
        "removed",
        "repaired",
        "end",
    ]


def test_clicking_an_event_shows_the_bytes_and_the_chunks_that_it_came_from(user: User) -> None:
    user.opens(LEAK)
    user.clicks_event(2)

    assert user.selected == (229, 425)
    assert user.window.chunks.linked == range(3, 9)
    assert user.crumbs[-1] == "chunks 3\u20138"
    assert "From chunks: 3 to 8" in user.inspector()
    assert "vscode-lm" in user.inspector("Reason")


def test_clicking_a_chunk_selects_its_bytes_and_clicking_a_byte_the_event(user: User) -> None:
    user.opens(LEAK)
    user.clicks_chunk(3)
    assert user.selected == (216, 231)

    user.clicks_byte(229)
    assert user.selected == (229, 230)
    assert user.window.chunks.current_row() == 3
    assert "recovered" in user.events()[user.window.events.current_row()]


def test_back_and_forward_go_through_the_selections(user: User) -> None:
    user.opens(LEAK)
    user.clicks_chunk(1)
    user.clicks_chunk(2)
    second = user.selected

    user.presses("Alt+Left")
    assert user.window.chunks.current_row() == 1
    user.presses("Alt+Right")
    assert user.selected == second


def test_a_leak_whose_tools_are_unknown_offers_the_tool_and_then_recovers_it(user: User) -> None:
    user.pastes(BARE_LEAK)
    assert user.actions == ["Offer Read", "Load tools\u2026"]
    assert user.verdict.startswith("1 tool call leaked as text: Read")

    user.clicks_action("Offer Read")
    assert "recovered" in user.verdict
    assert "call, recovered" in user.events()


def test_another_profile_runs_again_at_once_and_keeps_the_place(user: User) -> None:
    user.opens(LEAK)
    user.clicks_chunk(3)
    user.chooses_profile("observe")

    assert "would be recovered" in user.events()
    assert user.selected == (216, 231)


def test_a_file_may_be_dropped(user: User) -> None:
    user.drops(LEAK)
    assert user.chunks()[-1] == "10"


def test_a_missing_file_is_told_in_a_sentence(user: User) -> None:
    user.opens("gone.sse")

    assert user.shell.inspection.state is State.FAILED
    assert user.window.start.sentence.startswith("This cannot be opened: There is no file gone.sse")


def test_opening_again_starts_from_nothing(user: User) -> None:
    user.opens(LEAK)
    user.clicks_event(2)
    user.opens(CAPTURES / "quoted.wtail")

    assert user.selected is None
    assert user.verdict.startswith("Nothing leaked")


def test_words_are_found_and_a_search_that_finds_nothing_says_so(user: User) -> None:
    user.opens(LEAK)
    user.types("recovered")
    assert user.events() == ["recovered", "call, recovered"]

    user.types("nowhere")
    assert user.events() == []
    assert user.window.event_pane.sentence.startswith("0 of 10 rows hold these words")

    user.types("")
    assert len(user.events()) == 8


def test_what_a_refusal_contains_is_nowhere_until_it_is_revealed(user: User) -> None:
    user.pastes(REFUSED)
    user.presses("e", user.window.events)
    for form in ("copy_text", "copy_json"):
        user.does(form)
        assert "hunter2" not in user.copied
    assert "hunter2" not in user.everything()

    user.types("hunter2")
    assert user.events() == []
    user.types("")

    user.does("reveal")
    assert "hunter2" in user.everything()
    user.does("reveal")
    assert "hunter2" not in user.everything()


def test_a_key_in_the_stream_is_masked_even_when_all_is_revealed(user: User) -> None:
    user.pastes(sse(f"the key is {SECRET}."))
    user.does("reveal")
    user.window.raise_dock("Follow channel")
    for click in (user.clicks_chunk, user.clicks_event):
        click(0)
        for form in ("copy_text", "copy_json"):
            user.does(form)
            assert SECRET not in user.copied
        assert SECRET not in user.everything()
        assert SECRET not in user.chunks(5)[0] + user.events(4)[0]


HOSTILE = {
    "html": "<b>bold</b><img src=x>",
    "bidi": "a\u202eb\u202cc",
    "nul": "a\x00b",
    "escape": "\x1b[31mred\x1b[0m",
    "bom": "\ufeffa\ufffeb",
    "long": "x" * 1_000_000,
    "fullwidth": "\uff5cDSML\uff5c \U0001f600",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_shown_and_harmless(user: User, kind: str) -> None:
    user.pastes(sse(HOSTILE[kind]))
    user.clicks_event(0)
    for mode in ("as_text", "as_points", "as_hex"):
        user.does(mode)
        seen = user.everything()
        assert not {"\u202e", "\x00", "\x1b", "\ufeff", "\ufffe"} & set(seen)
        assert "<b>" not in "".join(w.toolTip() for w in [user.window.events, user.window.chunks])
    start, end = user.selected or (0, 0)
    store = user.shell.inspection.store
    assert store is not None
    raw = store.capture.read(start, end)
    assert json.loads(b'"' + raw + b'"') == HOSTILE[kind]


def test_lone_surrogates_are_shown_and_offsets_behind_them_are_right(user: User) -> None:
    data = sse("ab").replace(b'"ab"', b'"a\\ud83d b \\udca1 c"')
    user.pastes(data)

    assert user.events(4)[0] == "a\ufffd b \ufffd c"
    assert user.findings() == ["Half a surrogate pair was replaced by U+FFFD."] * 2
    user.clicks_finding(1)
    start, end = user.selected or (0, 0)
    assert data[start:end] == b"\\udca1"


def test_stopping_keeps_what_was_read_and_offers_the_rest(user: User) -> None:
    inspection = user.shell.inspection
    with user.qtbot.waitSignal(inspection.grew):
        inspection.open_data(sse(*["word " * 30] * 5000))
    user.does("cancel")

    assert inspection.state is State.STOPPED
    assert user.verdict.startswith("Partial: ")
    assert user.actions == ["Read it all"]


def test_a_growing_file_is_followed_until_somebody_scrolls_up(user: User, tmp_path: Path) -> None:
    path = tmp_path / "growing.sse"
    path.write_bytes(b"".join(sse(f"{n}").replace(b"content", KINDS[n % 2]) for n in range(200)))
    inspection = user.shell.inspection
    with user.qtbot.waitSignal(inspection.grew):
        inspection.follow_path(path)
    user.qtbot.waitUntil(lambda: len(user.events()) == 200)
    assert user.window.events.at_end
    assert user.window.status["live"].text() == "\u25cf LIVE"

    user.window.events.verticalScrollBar().setValue(3)
    with path.open("ab") as file:
        file.write(sse("more"))
    user.qtbot.waitUntil(lambda: "+1 new" in user.window.status["live"].text())
    assert user.window.events.verticalScrollBar().value() == 3

    user.presses("End", user.window.events)
    assert user.window.events.at_end
    assert user.window.status["live"].text() == "\u25cf LIVE"


KINDS = (b"content", b"reasoning_content")


def test_the_window_stands_as_it_stood(qtbot: QtBot, tmp_path: Path) -> None:
    settings = tmp_path / "window.json"
    first = User(qtbot, settings)
    first.does("theme")
    first.does("larger")
    first.does("as_text")
    first.opens(LEAK)
    theme = first.window.theme.name
    first.leaves()

    second = User(qtbot, settings)
    assert second.window.theme.name == theme
    assert second.shell.settings.size == 11.0
    assert second.window.bytes.mode == "text"
    assert second.shell.settings.recent == [str(LEAK)]
    second.leaves()
