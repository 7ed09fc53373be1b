"""A font with its measures asked for once: most words are fitted without asking Qt."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from wiretail.gui.to_qt import to_qt

_MORE = "\u2026"
_REMEMBERED = 1024


class Face:
    """Measures in logical pixels. ``mono``: every ASCII character is as wide as a digit."""

    def __init__(self, font: QFont, *, mono: bool = False) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self._mono = mono
        self.digit = self._metrics.horizontalAdvance("0")
        self.height = round(self._metrics.height())
        self._widest = self.digit if mono else self._metrics.horizontalAdvance("W")
        self._advances: dict[str, float] = {}

    def width(self, words: str) -> float:
        """Return how wide words are."""
        if self._mono and words.isascii():
            return len(words) * self.digit
        known = self._advances.get(words)
        if known is None:
            known = self._metrics.horizontalAdvance(to_qt(words))
            if len(self._advances) >= _REMEMBERED:
                self._advances.clear()
            self._advances[words] = known
        return known

    def baseline(self, top: float, height: float) -> float:
        """Return where words stand that are in the middle of a row."""
        return top + (height - self._metrics.height()) / 2 + self._metrics.ascent()

    def fit(self, words: str, width: float) -> str:
        """Return words cut to a width, an ellipsis at the cut, fit for Qt."""
        # No character is narrower than a third of a digit, save those that draw nothing.
        most = max(1, int(width / self.digit * (1 if self._mono else 3))) + 1
        shown = to_qt(words[:most])
        if shown.isascii():
            if len(shown) * self._widest <= width:
                return shown
            if self._mono:
                room = int(width / self.digit) - 1
                return shown[: max(0, room)] + _MORE
        mode = Qt.TextElideMode.ElideRight
        return self._metrics.elidedText(to_qt(shown), mode, max(0.0, width))
