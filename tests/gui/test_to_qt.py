"""What enters Qt comes through one door, and all of it can be seen."""

import ast
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel, QPlainTextEdit
from pytestqt.qtbot import QtBot

from architecture.checkout import modules, named, syntax
from wiretail.gui.to_qt import FOLD, to_qt, to_qt_lines, to_qt_mapped, to_tip

#: Methods and classes of Qt that take text; which of their arguments are texts.
SINKS = {
    "QAction", "QCheckBox", "QDockWidget", "QLabel", "QPushButton", "QToolBar", "addItem",
    "addMenu", "addTab", "appendPlainText", "drawText", "elidedText", "findText", "insertPlainText",
    "setAccessibleDescription", "setAccessibleName", "setIconText", "setObjectName",
    "setPlaceholderText", "setPlainText", "setStatusTip", "setText", "setTitle", "setToolTip",
    "setWindowTitle", "showMessage", "showText",
}  # fmt: skip
#: Ways in that guess at markup, or that nobody needs.
FORBIDDEN = {"setHtml", "appendHtml", "insertHtml", "setMarkdown", "QTextDocument", "QMessageBox"}
#: Ways out that lose what Qt could not hold.
WAYS_OUT = {"toPlainText", "selectedText", "toHtml"}
DOORS = {"to_qt", "to_qt_lines", "to_tip"}


def calls(path_suffix: str = "") -> list[tuple[str, str, ast.Call]]:
    found = []
    for path in modules("gui"):
        if path.name == "to_qt.py" or not named(path).endswith(path_suffix):
            continue
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Call):
                func = node.func
                word = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
                found.append((f"{named(path)}:{node.lineno}", word, node))
    return found


def is_safe(argument: ast.expr) -> bool:
    """A literal, a number, an object of Qt, or what a door has let through."""
    match argument:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in DOORS or name.startswith("Q") or name[0].isupper()
        case ast.Attribute(attr="text", value=ast.Name(id="mapped")):
            return True
        case ast.IfExp():
            return is_safe(argument.body) and is_safe(argument.orelse)
    return False


def texts(word: str, node: ast.Call) -> list[ast.expr]:
    """Return the arguments that may be text: names and calls that stand for geometry are not."""
    given_ = [*node.args]
    if word in {"drawText", "elidedText"}:
        return given_[-1:] if word == "drawText" else given_[:1]
    if word == "addTab":
        return given_[1:]
    if word == "showText":
        return given_[1:2]
    if word in {"QAction", "addItem", "QDockWidget", "showMessage"}:
        return given_[:1]
    return given_[:1]


def test_all_text_that_qt_is_given_is_a_literal_or_came_through_the_door() -> None:
    unsafe = [
        f"{where} {word}"
        for where, word, node in calls()
        if word in SINKS and not all(is_safe(argument) for argument in texts(word, node))
    ]
    assert unsafe == []


def test_nothing_guesses_at_markup_and_no_text_is_read_back() -> None:
    assert [f"{where} {word}" for where, word, _ in calls() if word in FORBIDDEN | WAYS_OUT] == []


def test_no_signal_carries_a_string() -> None:
    signals = [(where, node) for where, word, node in calls() if word == "Signal"]
    carried = [
        where
        for where, node in signals
        for argument in node.args
        if isinstance(argument, ast.Name) and argument.id in {"str", "bytes"}
    ]
    assert signals
    assert carried == []


@pytest.mark.parametrize(
    ("what", "text", "shown"),
    [
        ("plain", "abc <b>", "abc <b>"),
        ("half a pair", "a\ud83db", "a\\ud83db"),
        ("both halves", "\ud83d\ude00", "\\ud83d\\ude00"),
        ("a byte order mark", "\ufeffa", "[BOM]a"),
        ("the mark turned round", "\ufffea", "[U+FFFE]a"),
        ("bidi", "a\u202eb", "a[RLO]b"),
        ("a line break", "a\nb", "a\u240ab"),
        ("nul and escape", "\x00\x1b", "\u2400\u241b"),
        ("letters", "caf\u00e9 \u4e2d \U0001f600", "caf\u00e9 \u4e2d \U0001f600"),
    ],
)
def test_what_cannot_be_seen_is_written_out(what: str, text: str, shown: str) -> None:
    assert to_qt(text) == shown, what


@given(st.text(st.characters(exclude_categories=())))
def test_qt_holds_every_unit_of_what_comes_through(text: str) -> None:
    label = to_qt(text)
    assert label.encode("utf-16-le").decode("utf-16-le") == label


def test_a_label_and_a_box_keep_what_came_through(qtbot: QtBot) -> None:
    text = to_qt("\ufffe\ud83d\ufeff\x00\u202e")
    label, box = QLabel(text), QPlainTextEdit()
    for widget in (label, box):
        qtbot.addWidget(widget)
    box.setPlainText(to_qt_lines("\ud83d\r\n\u2028x"))
    assert label.text() == text
    assert box.toPlainText() == "\\ud83d\u240d\n[LS]x"


@given(st.text(st.characters(exclude_categories=()), max_size=40), st.booleans())
def test_every_code_point_has_its_place_in_units_of_qt(text: str, lines: bool) -> None:
    mapped = to_qt_mapped(text, lines=lines)
    units = mapped.text.encode("utf-16-le")
    assert len(mapped.starts) == len(text) + 1
    assert mapped.starts[-1] * 2 == len(units)
    for number, (start, end) in enumerate(pairwise(mapped.starts)):
        piece = units[2 * start : 2 * end].decode("utf-16-le")
        same = "\n" if lines and text[number] == "\n" else to_qt(text[number])
        assert piece == same


def test_long_lines_are_folded_and_the_map_knows() -> None:
    mapped = to_qt_mapped("x" * (FOLD + 2) + "\ny", lines=True)
    assert [len(line) for line in mapped.text.split("\n")] == [FOLD, 2, 1]
    assert mapped.text[mapped.starts[FOLD]] == "x"
    assert mapped.text[mapped.starts[-2]] == "y"


def test_a_tooltip_shows_markup_as_it_stands() -> None:
    assert to_tip("<b>\n\u202e") == "<qt>&lt;b&gt;<br>[RLO]</qt>"
    assert to_tip("") == ""
