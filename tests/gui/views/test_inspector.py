"""The inspector says what it is told, and asks for the rule."""

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from wiretail.gui.controllers.details import Details, Pair
from wiretail.gui.theme import DARK
from wiretail.gui.views.inspector import Inspector, laid_out


def test_it_says_what_it_is_told(qtbot: QtBot) -> None:
    inspector = Inspector()
    qtbot.addWidget(inspector)
    inspector.tell(Details("t", "call.bare", [Pair("Held", "6")], [], [], 'data: {"a": 1}'))
    inspector.dress(DARK)
    inspector.set_size(12)
    assert inspector.boxes["State"].toPlainText() == "Held: 6"
    assert inspector.boxes["Raw"].toPlainText() == ""  # nobody has turned to it yet
    inspector.tabs.setCurrentWidget(inspector.boxes["Reason"])
    assert inspector.boxes["Reason"].toPlainText().startswith("No decision")
    inspector.tabs.setCurrentWidget(inspector.boxes["Raw"])
    assert inspector.boxes["Raw"].extraSelections()
    inspector.tabs.setCurrentWidget(inspector.boxes["State"])
    button = next(one for one in inspector.findChildren(QPushButton) if "rule" in one.text())
    with qtbot.waitSignal(inspector.rule_asked) as asked:
        button.click()
    assert asked.args == ["call.bare"]
    inspector.tell(None)
    assert inspector.boxes["State"].toPlainText().startswith("Select a chunk")


def test_long_values_stand_below_their_labels() -> None:
    text, tints = laid_out([Pair("A", "x"), Pair("B", "y" * 40), Pair("C", "a\nb")])
    assert text == "A: x\nB\n  " + "y" * 40 + "\nC: a\u240ab"
    assert [text[start:end] for start, end, _ in tints] == ["A", "B", "C"]
