"""The rule behind a decision: its sentence, its page, and where the profile sets it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from wiretail.gui.controllers.inspection import Inspection
from wiretail.gui.models.json_colors import toml_colors
from wiretail.gui.to_qt import to_qt
from wiretail.gui.views.pane import plain_label
from wiretail.gui.views.text_box import TextBox, Tint
from wiretail.study.rules import RULES, profile_text


def show_rule(parent: QWidget, inspection: Inspection, rule: str, size: float) -> QDialog:
    """Open a box on a rule of the profile in use; an empty rule shows the profile alone."""
    box = QDialog(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    profile = inspection.profile
    box.setWindowTitle(to_qt(f"Profile {profile.name}"))
    box.setMinimumSize(640, 480)
    layout = QVBoxLayout(box)
    layout.setSpacing(8)
    told = RULES.get(rule)
    if told is not None:
        layout.addWidget(plain_label(rule, "paneTitle"))
        sentence = plain_label(told.sentence)
        sentence.setWordWrap(True)
        layout.addWidget(sentence)
        layout.addWidget(plain_label(f"Page: {told.page}", "muted"))
    governing = () if told is None else told.settings
    text = profile_text(profile, governing)
    text_box = TextBox("Profile")
    text_box.theme = parent.theme if hasattr(parent, "theme") else text_box.theme
    text_box.set_size(size)
    text_box.show_text(text, [Tint(*color) for color in toml_colors(text)])
    layout.addWidget(text_box, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(box.reject)
    layout.addWidget(buttons)
    box.open()
    return box
