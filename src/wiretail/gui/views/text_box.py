"""A box of text that can be read and not written: bounded, plain, with tints."""

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from wiretail.gui.theme import LIGHT, MARKS, Mark, Theme, ink_on, mono_font
from wiretail.gui.to_qt import to_qt, to_qt_mapped


class Tint(NamedTuple):
    """Code points ``[start, end)`` have a role of highlights, or a kind of syntax."""

    start: int
    end: int
    name: str


_LINES = {
    Mark.WAVY: QTextCharFormat.UnderlineStyle.WaveUnderline,
    Mark.DASHED: QTextCharFormat.UnderlineStyle.DashUnderline,
    Mark.DOUBLE: QTextCharFormat.UnderlineStyle.SingleUnderline,
    Mark.SOLID: QTextCharFormat.UnderlineStyle.SingleUnderline,
}


class TextBox(QPlainTextEdit):
    """Shows text with its line feeds; everything else that is invisible is written out."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setAccessibleName(to_qt(name))
        self.theme: Theme = LIGHT
        self.words = ""
        self._tints: list[Tint] = []

    def set_size(self, points: float) -> None:
        """Set the size of the font."""
        self.setFont(mono_font(points))

    def show_text(self, text: str, tints: Iterable[Tint] = ()) -> None:
        """Show a text from its beginning."""
        same = text == self.words
        self.words = text
        self._tints = list(tints)
        mapped = to_qt_mapped(text, lines=True)
        if not same:
            self.setPlainText(mapped.text)
        selections = []
        for start, end, name in self._tints:
            selection = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document())
            cursor.setPosition(mapped.starts[start])
            cursor.setPosition(mapped.starts[end], QTextCursor.MoveMode.KeepAnchor)
            selection.cursor = cursor
            selection.format = self._format(name)
            selections.append(selection)
        self.setExtraSelections(selections)

    def dress(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.theme = theme
        self.show_text(self.words, self._tints)

    def _format(self, name: str) -> QTextCharFormat:
        form = QTextCharFormat()
        if name in self.theme.syntax:
            form.setForeground(QColor(self.theme.syntax[name]))
            return form
        form.setBackground(self.theme.color(name))
        form.setForeground(ink_on(self.theme, name))
        mark = MARKS[name][0] if name in MARKS else Mark.SOLID
        if mark is Mark.HATCH:
            form.setFontStrikeOut(True)
            form.setForeground(self.theme.color("muted"))
        elif mark in _LINES:
            form.setUnderlineStyle(_LINES[mark])
        return form
