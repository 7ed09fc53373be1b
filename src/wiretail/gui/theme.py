"""Colours: light and dark, the highlight roles, and the style of the widgets.

Hues are those of Okabe and Ito at 42 % over the background; each role has a second cue besides its
colour (``Mark``), since hues alone do not tell roles apart for everybody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import QApplication


class Mark(StrEnum):
    """The second cue of a role: how its edge is drawn."""

    SOLID = "solid box"
    DASHED = "dashed box"
    DOUBLE = "double underline"
    WAVY = "wavy underline"
    HATCH = "hatched, struck out"
    BAR = "inverse bar"


#: role -> its mark and the word that a legend and a screen reader say.
MARKS: Mapping[str, tuple[Mark, str]] = {
    "surrogate": (Mark.WAVY, "repaired"),
    "malformed": (Mark.WAVY, "malformed"),
    "held": (Mark.DASHED, "held"),
    "leaked": (Mark.SOLID, "leaked markup"),
    "recovered": (Mark.DOUBLE, "recovered call"),
    "duplicate": (Mark.HATCH, "duplicate, left out"),
    "truncated": (Mark.DASHED, "shortened"),
    "refused": (Mark.BAR, "refused"),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one appearance, as ``#rrggbb``."""

    name: str
    base: str
    window: str
    header: str
    text: str
    muted: str
    border: str
    accent: str
    selection: str
    error: str
    tints: Mapping[str, str]
    syntax: Mapping[str, str]

    @property
    def dark(self) -> bool:
        """Whether text is lighter than its ground."""
        return self.name == "dark"

    def color(self, name: str) -> QColor:
        """Return a colour by its field, or by the name of a role; to change it, copy it."""
        value = self.tints.get(name)
        return _read(value if value is not None else getattr(self, name))


@cache
def _read(value: str) -> QColor:
    """Return a colour, the same each time: paints ask for hundreds."""
    return QColor(value)


LIGHT = Theme(
    name="light",
    base="#ffffff",
    window="#f4f6f8",
    header="#e9edf2",
    text="#1a1a1a",
    muted="#56606c",
    border="#cdd4dc",
    accent="#005a8f",
    selection="#94c4df",
    error="#a33b00",
    tints={
        "surrogate": "#edbb94",
        "malformed": "#edbb94",
        "held": "#f5d794",
        "leaked": "#eac7da",
        "recovered": "#94d6c4",
        "duplicate": "#ffffff",
        "truncated": "#b8e0f6",
        "refused": "#1a1a1a",
        "match": "#f9f4b0",
    },
    syntax={"key": "#00507f", "string": "#7a3e00", "number": "#1b6b50", "word": "#8a2a63"},
)
DARK = Theme(
    name="dark",
    base="#1b1e23",
    window="#24282e",
    header="#2c3138",
    text="#f2f2f2",
    muted="#aab3be",
    border="#434b56",
    accent="#7cc0e8",
    selection="#11415c",
    error="#ffb38a",
    tints={
        "surrogate": "#6b3911",
        "malformed": "#6b3911",
        "held": "#725411",
        "leaked": "#674458",
        "recovered": "#115442",
        "duplicate": "#1b1e23",
        "truncated": "#365d73",
        "refused": "#f2f2f2",
        "match": "#726d2b",
    },
    syntax={"key": "#8fc7ec", "string": "#f0c08a", "number": "#83d6bb", "word": "#e6a5c8"},
)
THEMES = {"light": LIGHT, "dark": DARK}


def theme_of(choice: str) -> Theme:
    """Return the theme that somebody chose; for ``system`` the one of the desktop."""
    if choice in THEMES:
        return THEMES[choice]
    scheme = QApplication.styleHints().colorScheme()
    return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def mono_font(points: float) -> QFont:
    """Return the font of streams: fixed width, at a size."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPointSizeF(points)
    return font


def ink_on(theme: Theme, role: str) -> QColor:
    """Return the colour of text on the tint of a role."""
    return theme.color("base") if role == "refused" else theme.color("text")


def dress(application: QApplication, theme: Theme) -> None:
    """Give every widget the colours of a theme."""
    sheet = _sheet(theme)
    if application.styleSheet() == sheet:
        return  # to set it again would dress every widget again
    application.setStyle("Fusion")
    application.setPalette(_palette(theme))
    application.setStyleSheet(sheet)


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    role = QPalette.ColorRole
    for name, value in {
        role.Window: theme.window,
        role.WindowText: theme.text,
        role.Base: theme.base,
        role.AlternateBase: theme.window,
        role.Text: theme.text,
        role.Button: theme.header,
        role.ButtonText: theme.text,
        role.ToolTipBase: theme.header,
        role.ToolTipText: theme.text,
        role.PlaceholderText: theme.muted,
        role.Highlight: theme.selection,
        role.HighlightedText: theme.text,
        role.Link: theme.accent,
        role.Light: theme.base,
        role.Mid: theme.border,
        role.Dark: theme.border,
        role.Shadow: theme.border,
    }.items():
        palette.setColor(name, QColor(value))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(theme.muted))
    return palette


def _sheet(theme: Theme) -> str:
    """Return what the palette cannot say: borders, spaces, the ring of the focus."""
    return f"""{_bars(theme)}
    QToolBar {{ background: {theme.window}; border: 0; border-bottom: 1px solid {theme.border};
        padding: 3px 6px; spacing: 4px; }}
    QToolButton {{ padding: 4px 8px; border: 1px solid transparent; border-radius: 4px; }}
    QToolButton:hover, QPushButton:hover {{ background: {theme.header};
        border-color: {theme.border}; }}
    QToolButton:focus, QPushButton:focus {{ border: 2px solid {theme.accent}; }}
    QPushButton {{ padding: 4px 12px; border: 1px solid {theme.border}; border-radius: 4px;
        background: {theme.base}; color: {theme.text}; }}
    QPushButton:disabled {{ color: {theme.muted}; }}
    QPushButton[primary="true"] {{ background: {theme.accent}; color: {theme.base};
        border-color: {theme.accent}; }}
    QPushButton[primary="true"]:disabled {{ background: {theme.base}; color: {theme.muted};
        border-color: {theme.border}; }}
    QLineEdit:focus {{ border: 2px solid {theme.accent}; }}
    QLineEdit {{ padding: 4px 8px; border: 1px solid {theme.border}; border-radius: 4px;
        background: {theme.base}; }}
    QComboBox {{ padding: 4px 8px; border: 1px solid {theme.border}; border-radius: 4px;
        background: {theme.base}; }}
    QComboBox::drop-down {{ border: 0; width: 22px; }}
    QComboBox:focus {{ border: 2px solid {theme.accent}; padding: 3px 7px; }}
    QHeaderView::section {{ background: {theme.header}; color: {theme.muted}; border: 0;
        border-bottom: 1px solid {theme.border}; padding: 3px 6px; }}
    QTableView, QAbstractScrollArea#bytes, QPlainTextEdit {{ border: 1px solid {theme.border};
        background: {theme.base}; }}
    QTableView:focus, QAbstractScrollArea#bytes:focus, QPlainTextEdit:focus {{
        border: 2px solid {theme.accent}; }}
    QLabel#paneTitle {{ color: {theme.muted}; font-weight: 600; padding: 2px 4px; }}
    QLabel#muted {{ color: {theme.muted}; }}
    QFrame#strip, QFrame#banner {{ background: {theme.base};
        border-bottom: 1px solid {theme.border}; }}
    QFrame#card {{ background: {theme.base}; border: 2px dashed {theme.border};
        border-radius: 12px; }}
    QWidget#paneHead {{ min-height: 34px; }}
    QToolButton:checked {{ background: {theme.selection}; border-color: {theme.accent}; }}
    QTabBar {{ qproperty-drawBase: 0; }}
    QDockWidget::title {{ background: {theme.header}; padding: 5px 8px; }}
    QStatusBar {{ border-top: 1px solid {theme.border}; }}
    QStatusBar::item {{ border: 0; }}
    QSplitter::handle {{ background: {theme.window}; }}
    QTabBar::tab {{ padding: 5px 10px; border: 0; color: {theme.muted};
        background: {theme.window}; }}
    QTabBar::tab:selected {{ color: {theme.text}; border-bottom: 2px solid {theme.accent}; }}
    QTabWidget::pane {{ border: 0; border-top: 1px solid {theme.border}; }}
    QMenu::item:selected, QMenuBar::item:selected {{ background: {theme.selection}; }}
    QToolTip {{ background: {theme.header}; color: {theme.text};
        border: 1px solid {theme.border}; }}
    """


def _bars(theme: Theme) -> str:
    """Return the style of scroll bars: flat, which is painted in a fifth of the time as well."""
    return f"""
    QScrollBar {{ background: {theme.window}; border: 0; }}
    QAbstractScrollArea::corner {{ background: {theme.window}; border: 0; }}
    QScrollBar:vertical {{ width: 13px; }}
    QScrollBar:horizontal {{ height: 13px; }}
    QScrollBar::handle {{ background: {theme.border}; border: 2px solid {theme.window};
        border-radius: 6px; }}
    QScrollBar::handle:hover {{ background: {theme.muted}; }}
    QScrollBar::handle:vertical {{ min-height: 28px; }}
    QScrollBar::handle:horizontal {{ min-width: 28px; }}
    QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
    QScrollBar::add-page, QScrollBar::sub-page {{ background: {theme.window}; }}
    """
