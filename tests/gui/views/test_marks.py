"""Every role is drawn, and no two are told apart by colour alone."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from wiretail.gui.theme import LIGHT, MARKS
from wiretail.gui.views.marks import draw_mark


@pytest.mark.parametrize("role", MARKS)
@pytest.mark.usefixtures("qapp")
def test_a_role_has_a_tint_and_an_edge(role: str) -> None:
    image = QImage(40, 20, QImage.Format.Format_RGB32)
    image.fill(LIGHT.color("base"))
    painter = QPainter(image)
    draw_mark(painter, QRect(2, 2, 36, 16), role, LIGHT)
    painter.end()
    colors = {image.pixelColor(x, y).name() for x in range(40) for y in range(20)}
    assert LIGHT.tints[role] in colors
    assert len(colors) >= (2 if role == "refused" else 3)
