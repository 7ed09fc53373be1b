"""One selection, with a past."""

from wiretail.gui.controllers.selection import Selection, Selections


def test_back_and_forward() -> None:
    selections = Selections()
    seen: list[object] = []
    selections.changed.connect(seen.append)
    one, two, three = (Selection(at, at + 1) for at in range(3))
    for selection in (one, two, two, three):
        selections.select(selection)
    assert seen == [one, two, three]

    assert selections.step(-1)
    assert selections.current == two
    assert selections.can_step(1)
    assert selections.step(1)
    assert not selections.step(1)

    selections.step(-1)
    selections.select(one)
    assert not selections.can_step(1)

    selections.clear()
    assert selections.current is None
    assert seen[-1] is None
    assert not selections.can_step(-1)


def test_the_past_is_bounded() -> None:
    selections = Selections()
    for at in range(2000):
        selections.select(Selection(at, at + 1))
    steps = 0
    while selections.step(-1):
        steps += 1
    assert steps == 499
