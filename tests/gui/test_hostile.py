"""Hostile text in every place that a capture has: shown, harmless, and the window goes on."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from gui.user import User
from wiretail.gui.controllers.inspection import State

NASTY = (
    '<b>bold</b><img src="x">&amp; \u202etxet\u202c \x00\x07\x1b[31mred\x1b]0;title\x07 '
    "\ufeff\ufffe"
    "\u200b\u2066\u2028\u00ad \ud83d \udca1 \U000e0041 a\u0301\u0301\u0301\u0301 \uff5c\u3164"
    " ${jndi:x} %s %n {0} \r\n\t" + "w" * 3000
)
#: What nobody may ever see as it is: it moves, hides or ends what stands around it.
FORBIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufffe\uffff\U000e0000-\U000e007f]"
)


def sse(*payloads: Any) -> bytes:
    return b"".join(b"data: " + json.dumps(one).encode() + b"\n\n" for one in payloads)


def chat(delta: Any, **more: Any) -> bytes:
    end = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    return sse({"choices": [{"index": 0, "delta": delta}], **more}, end) + b"data: [DONE]\n\n"


def call(name: str = "Read", key: str = "path", value: str = "x") -> str:
    inner = f'<invoke name="{name}">\n<parameter name="{key}">{value}</parameter>\n</invoke>'
    return f"a\n<function_calls>\n{inner}\n</function_calls>\n"


def wtail(header: Any, *records: Any) -> bytes:
    first = {"kind": "capture", "v": 1, "framing": "sse", "dialect": "openai-chat", **header}
    body = {"t": 0, "s": chat({"content": call()}).decode()}
    return b"".join(json.dumps(one).encode() + b"\n" for one in (first, body, *records))


def har(url: str, header: str) -> bytes:
    pair = {"name": header[:400], "value": header}
    request = {
        "method": header[:50],
        "url": url,
        "headers": [pair],
        "postData": {"mimeType": "application/json", "text": json.dumps({"model": NASTY})},
    }
    content = {"mimeType": "text/event-stream", "text": chat({"content": NASTY}).decode()}
    entry = {"request": request, "response": {"status": 200, "headers": [pair], "content": content}}
    return json.dumps({"log": {"version": "1.2", "creator": {}, "entries": [entry]}}).encode()


def native(name: str, arguments: str) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {"tool_calls": [{"index": 0, "id": NASTY, "type": "function", "function": function}]}


PLACES: dict[str, bytes] = {
    "text": chat({"content": NASTY}),
    "reasoning": chat({"reasoning_content": NASTY}),
    "name of a call": chat(native(NASTY, "{}")),
    "arguments of a call": chat(native("Read", json.dumps({NASTY: NASTY}))),
    "arguments that are none": chat(native("Read", NASTY)),
    "name of a leaked call": chat({"content": call(name=NASTY)}),
    "key of a leaked call": chat({"content": call(key=NASTY)}),
    "value of a leaked call": chat({"content": call(value=NASTY)}),
    "refusal": chat({"refusal": NASTY}),
    "finish reason": sse({"choices": [{"index": 0, "delta": {}, "finish_reason": NASTY}]}),
    "error": sse({"error": {"code": NASTY, "type": NASTY, "message": NASTY, NASTY: 1}}),
    "usage": chat({"content": "a"}, usage={NASTY: 1, "prompt_tokens": NASTY}, model=NASTY),
    "type of a record": sse({"type": NASTY, NASTY: NASTY}) + chat({"content": "a"}),
    "name of an event": chat({"content": "a"}) + b"event: " + NASTY.encode("utf-8", "replace"),
    "frame that is no JSON": chat({"content": "a"})
    + b"data: {"
    + NASTY.encode("utf-8", "surrogatepass")
    + b"\n\n",
    "bytes": chat({"content": "a"}) + b"data: \xff\xfe\xc0\x80\xed\xa0\xbd\xf8\n\n" * 9,
    "plain text": NASTY.replace("\0", "").encode("utf-8", "surrogatepass"),
    "header": wtail({"tool": NASTY, "source": NASTY, "boundary": NASTY, NASTY: NASTY}),
    "request": wtail({"request": {"model": NASTY, "tools": [{"name": NASTY}], NASTY: NASTY}}),
    "tools": wtail({"request": {"tools": NASTY}}, {NASTY: 1}, {"end": NASTY, "sha256": NASTY}),
    "address and headers": har(f"https://h/{NASTY}", NASTY),
}


def looks_everywhere(user: User) -> str:
    """Go to every row and every page; return all that was seen."""
    window, store = user.window, user.shell.inspection.store
    seen = [user.everything()]
    assert store is not None
    for row in range(min(store.row_count, 6)):
        user.shell.desk.select_row(row)
        seen.append(user.everything())
    for mode in ("as_text", "as_points", "as_hex"):
        user.does(mode)
        seen.append(user.bytes())
    for title in ("Follow channel", "Findings", "Inspector"):
        window.raise_dock(title)
        seen.append(user.everything())
    seen += [words for widget in window.findChildren(QLabel) if (words := widget.text())]
    seen += [one.text() for one in window.actions_.all()]
    return "\n".join(seen)


@pytest.mark.parametrize("place", PLACES)
def test_it_is_shown_and_harmless_wherever_it_stands(user: User, place: str) -> None:
    user.pastes(PLACES[place])
    assert user.shell.inspection.state is State.DONE, user.shell.inspection.problem
    seen = looks_everywhere(user)
    assert not FORBIDDEN.findall(seen)
    for label in user.window.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
    for widget in user.window.findChildren(QWidget):
        assert "<img" not in widget.toolTip()
        assert "<b>" not in widget.toolTip()
    for form in ("copy_text", "copy_json", "copy_command", "copy_curl"):
        user.does(form)


@pytest.mark.parametrize("place", ["text", "name of a leaked call"])
def test_it_moves_no_offset(user: User, place: str) -> None:
    data = PLACES[place].replace(b'"}}]}', b' end."}}]}')
    user.pastes(data)
    store = user.shell.inspection.store
    assert store is not None
    texts = [row for row in range(store.row_count) if store.row(row).type == "text"]
    where = store.bytes_of_row(texts[-1])
    assert where is not None
    assert data[where.end - 5 : where.end] == b" end."


def test_the_name_of_a_file_is_harmless(user: User, tmp_path: Path) -> None:
    name = "<b>a\u202e\x1b[31m \ufeff%s.sse"
    (tmp_path / name).write_bytes(chat({"content": "a"}))
    user.opens(tmp_path / name)
    assert user.shell.inspection.state is State.DONE
    seen = looks_everywhere(user) + user.window.windowTitle()
    assert "[RLO]" in seen
    user.opens(tmp_path / f"gone {name}")
    seen += user.window.start.sentence + user.everything()
    assert not FORBIDDEN.findall(seen)


def words_of(user: User) -> list[Callable[[str], object]]:
    return [user.types, user.shell.desk.go_to]


def test_what_is_typed_is_harmless(user: User) -> None:
    user.pastes(PLACES["text"])
    for act in words_of(user):
        act("<b>\u202e\\ud83d(.*)+[")
    assert not FORBIDDEN.findall(user.everything())
