"""Words are cut to a width; for most of them Qt is not asked."""

import pytest
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from wiretail.gui.theme import mono_font
from wiretail.gui.views.type_face import Face


@pytest.fixture(params=[True, False])
def face(request: pytest.FixtureRequest, qtbot: QtBot) -> Face:  # noqa: ARG001 - fonts need Qt
    return Face(mono_font(10), mono=request.param)


@pytest.mark.parametrize("words", ["short", "x" * 500, "\u4e2d\u6587" * 90, "caf\u00e9 " * 50, ""])
@pytest.mark.parametrize("width", [0, 9, 40, 300])
def test_what_is_cut_fits_and_ends_in_an_ellipsis(face: Face, words: str, width: int) -> None:
    shown = face.fit(words, width)
    if shown == words:
        assert QFontMetricsF(face.font).horizontalAdvance(shown) <= width or not words
    else:
        assert shown == "" or shown.endswith("\u2026")
        assert width < 12 or QFontMetricsF(face.font).horizontalAdvance(shown) <= width
        assert words.startswith(shown.removesuffix("\u2026"))


def test_widths_are_those_of_the_font_and_remembered(face: Face) -> None:
    metrics = QFontMetricsF(face.font)
    for words in ("1,024", "caf\u00e9 \u4e2d", "1,024"):
        assert face.width(words) == pytest.approx(metrics.horizontalAdvance(words))
    for number in range(3000):
        face.width(f"\u4e2d{number}")
    assert len(face._advances) <= 1024


def test_invisible_characters_are_written_out(face: Face) -> None:
    assert face.fit("a\u202eb", 300) == "a[RLO]b"
