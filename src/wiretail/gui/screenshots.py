"""Pictures of every state of the window, for a person to look at.

    python -m wiretail.gui.screenshots FOLDER [NAME...]

Each scene is drawn light and dark, and at 200 %. No display is needed: Qt draws offscreen.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QEventLoop, QTimer
from PySide6.QtTest import QTest

from wiretail.assets import assets_folder
from wiretail.gui.application import application
from wiretail.gui.controllers.inspection import State
from wiretail.gui.views.shell import Shell

_PATIENCE_MS = 20_000
_BUSY = frozenset({State.OPENING, State.RUNNING})
_LEAK = (
    "I will read it.\n<function_calls>\n"
    '<invoke name="Read">\n<parameter name="path">src/caf\u00e9.py</parameter>\n</invoke>\n'
    "</function_calls>"
)
_REFUSED = (
    b'data: {"choices":[{"index":0,"delta":{"content":"Hello, "}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{"content":"contained text",'
    b'"\\ud800":1,"\\ufffd":2}}]}\n\n'
    b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
)
_HOSTILE = (
    "<b>bold?</b> &amp; \u202egnirts desrever\u202c \x00 \x1b[31mred\x1b[0m \ufeff\ufffe "
    "\u200b\u200d zero, \U000e0041\U000e0042 tags, \uff5c\u2581 \u4e2d\u6587 \U0001f600 "
)


class Scene(NamedTuple):
    """``act`` brings a new window into a state."""

    name: str
    act: Callable[[Shell], None]


def _demo(name: str) -> str:
    return str(assets_folder() / "captures" / name)


def _open(shell: Shell, path: str) -> None:
    shell.inspection.open_path(path)
    settle(shell)


def _paste(shell: Shell, data: bytes) -> None:
    shell.inspection.open_data(data)
    settle(shell)


def _frames(texts: list[str]) -> bytes:
    kinds = ("content", "reasoning_content")
    deltas = [{kinds[number // 2 % 2]: text} for number, text in enumerate(texts)]
    frames = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    lines = [json.dumps(frame, ensure_ascii=False).encode() for frame in frames]
    return b"".join(b"data: " + line + b"\n\n" for line in lines)


def _growing() -> Path:
    """Return a file to be followed; it goes when the program ends."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    path = Path(folder.name) / "growing.sse"
    path.write_bytes(_frames([f"word {number} " for number in range(90)]))
    return path


def _recovered(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    shell.do("next_finding")
    shell.do("next_finding")


def _held(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    shell.window.actions_.named["timing"].trigger()
    shell.do("next_held")


def _passed(shell: Shell) -> None:
    _paste(shell, _LEAK.encode())
    shell.do("next_finding")
    shell.window.inspector.tabs.setCurrentIndex(1)


def _repaired(shell: Shell) -> None:
    _open(shell, _demo("broken-text.wtail"))
    shell.do("next_finding")
    shell.do("as_text")


def _points(shell: Shell) -> None:
    _open(shell, _demo("broken-text.wtail"))
    shell.do("next_finding")
    shell.do("as_points")


def _refused(shell: Shell) -> None:
    _paste(shell, _REFUSED)
    shell.do("next_finding")


def _revealed(shell: Shell) -> None:
    _refused(shell)
    shell.window.actions_.named["reveal"].trigger()


def _hostile(shell: Shell) -> None:
    _paste(shell, _frames([_HOSTILE, "line\n" * 3, "x" * 2000]))
    shell.desk.select_entry(0, "")
    shell.do("as_text")
    shell.window.inspector.tabs.setCurrentIndex(3)


def _observed(shell: Shell) -> None:
    shell.inspection.use_profile("observe")
    _recovered(shell)


def _channel(shell: Shell) -> None:
    _recovered(shell)
    shell.window.raise_dock("Follow channel")


def _no_match(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    QTest.keyClicks(shell.window.finder, "nowhere to be found")
    wait(shell.search.found)


def _match(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    QTest.keyClicks(shell.window.finder, "recovered")
    wait(shell.search.found)


def _problem(shell: Shell) -> None:
    shell.inspection.open_path("no-such-recording.sse")


def _empty_with_recent(shell: Shell) -> None:
    for name in ("refused.sse", "chrome.har", "split-marker.wtail"):
        shell.settings.add_recent(f"/home/me/captures/{name}")
    shell.inspection.close()


def _reading(shell: Shell) -> None:
    shell.inspection.open_data(_frames(["word " * 20] * 4000))
    wait(shell.inspection.grew)


def _stopped(shell: Shell) -> None:
    _reading(shell)
    shell.do("cancel")


def _live(shell: Shell) -> None:
    shell.inspection.follow_path(_growing())
    wait(shell.inspection.grew)


def _paused(shell: Shell) -> None:
    path = _growing()
    shell.inspection.follow_path(path)
    wait(shell.inspection.grew)
    shell.window.events.verticalScrollBar().setValue(0)
    with path.open("ab") as file:
        file.write(_frames([f"more {number} " for number in range(37)]))
    wait(shell.inspection.grew)


def _palette(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    shell.do("palette")


def _keys(shell: Shell) -> None:
    _open(shell, _demo("split-marker.wtail"))
    shell.do("keys")


def _overview(shell: Shell) -> None:
    text = "Some words of an answer, with nothing in them that matters. "
    some = [text, text, _LEAK, text, text, text, f"```\n{_LEAK}\n```\n", text]
    data = b"".join(_frames([*some[:place], *[text] * 40]) for place in (3, 5, 8, 1, 7, 8, 2))
    bad = b"data: {oops\n\n"
    _paste(shell, data[: len(data) // 2].rpartition(b"data:")[0] + bad + data)
    shell.do("next_finding")


def _rule(shell: Shell) -> None:
    _recovered(shell)
    shell.do("profile_rule")


def _tour(place: int) -> Callable[[Shell], None]:
    def act(shell: Shell) -> None:
        shell.touring.start()
        settle(shell)
        for _ in range(place):
            shell.touring.step(1)
            settle(shell)

    return act


SCENES = (
    Scene("empty", lambda _shell: None),
    Scene("empty-with-recent", _empty_with_recent),
    Scene("problem", _problem),
    Scene("reading", _reading),
    Scene("stopped", _stopped),
    Scene("recovered", _recovered),
    Scene("held", _held),
    Scene("passed", _passed),
    Scene("repaired", _repaired),
    Scene("code-points", _points),
    Scene("refused", _refused),
    Scene("revealed", _revealed),
    Scene("observed", _observed),
    Scene("channel", _channel),
    Scene("match", _match),
    Scene("no-match", _no_match),
    Scene("hostile", _hostile),
    Scene("live", _live),
    Scene("paused", _paused),
    Scene("palette", _palette),
    Scene("keys", _keys),
    Scene("overview", _overview),
    Scene("rule", _rule),
    Scene("tour-1", _tour(0)),
    Scene("tour-2", _tour(1)),
    Scene("tour-3", _tour(2)),
    Scene("tour-4", _tour(3)),
    Scene("tour-5", _tour(4)),
)


def settle(shell: Shell) -> None:
    """Wait until a capture is open and done, or cannot be opened."""
    while shell.inspection.state in _BUSY:
        wait(shell.inspection.state_changed)


def wait(signal: object) -> None:
    """Wait for a signal of Qt; one that never comes ends the program with a sentence."""
    loop, late = QEventLoop(), QTimer()
    late.setSingleShot(True)
    late.timeout.connect(lambda: loop.exit(1))
    signal.connect(loop.quit)  # type: ignore[attr-defined]
    late.start(_PATIENCE_MS)
    failed = loop.exec()
    signal.disconnect(loop.quit)  # type: ignore[attr-defined]
    if failed:
        raise SystemExit("a scene did not come about in time")


def draw(scene: Scene, theme: str, target: Path, size: tuple[int, int] = (1280, 800)) -> None:
    """Draw a scene in a window of its own."""
    app = application()
    shell = Shell()
    shell.settings.theme = theme
    shell.deeds.dress()
    shell.window.resize(*size)
    shell.window.show()
    shell.window.usual_layout()
    scene.act(shell)
    app.processEvents()
    app.processEvents()
    box = shell.deeds.dialog
    picture = shell.window.grab()
    if box is not None and box.isVisible():
        box.grab().save(str(target.with_stem(f"{target.stem}-box")))
    picture.save(str(target))
    shell.window.close()
    for part in (shell.window, shell):
        part.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def main(arguments: list[str]) -> int:
    """Draw all scenes, or those that are named, into a folder."""
    if not arguments:
        sys.stderr.write("usage: python -m wiretail.gui.screenshots FOLDER [NAME...]\n")
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder, names = Path(arguments[0]), arguments[1:]
    folder.mkdir(parents=True, exist_ok=True)
    large = os.environ.get("QT_SCALE_FACTOR") == "2"
    for scene in SCENES:
        if names and scene.name not in names:
            continue
        if large:
            draw(scene, "light", folder / f"{scene.name}-200.png", (1280, 720))
            continue
        for theme in ("light", "dark"):
            draw(scene, theme, folder / f"{scene.name}-{theme}.png")
    if not large:
        command = [sys.executable, "-m", "wiretail.gui.screenshots", *arguments]
        return subprocess.run(  # noqa: S603 - ourselves, at another scale
            command, env={**os.environ, "QT_SCALE_FACTOR": "2"}, check=False
        ).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
