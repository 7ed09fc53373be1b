"""The rule behind a decision, and where the profile sets it."""

from PySide6.QtWidgets import QLabel

from gui.user import User
from wiretail.assets import assets_folder
from wiretail.gui.views.rule_box import show_rule
from wiretail.gui.views.text_box import TextBox

LEAK = assets_folder() / "captures" / "split-marker.wtail"


def test_the_settings_that_govern_a_rule_come_first(user: User) -> None:
    box = show_rule(user.window, user.shell.inspection, "call.enclosed", 10)
    said = [label.text() for label in box.findChildren(QLabel)]
    assert "Page: vscode-lm 9 and 10, recommended 3" in said
    text = box.findChildren(TextBox)[0].toPlainText()
    assert text.index("recover.wrapped") < text.index("# all other settings")
    box.reject()


def test_the_button_of_the_inspector_opens_it(user: User) -> None:
    user.opens(LEAK)
    user.clicks_event(2)
    user.does("profile_rule")
    assert user.shell.deeds.dialog is not None
    assert user.shell.deeds.dialog.windowTitle().startswith("Profile wiretail")
