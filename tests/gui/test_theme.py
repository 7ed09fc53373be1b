"""Text can be read on every ground, light and dark."""

import pytest

from wiretail.gui.theme import DARK, LIGHT, MARKS, THEMES, Theme, ink_on, theme_of
from wiretail.study.findings import FINDINGS, MALFORMED_ROW


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_as_it_must_be() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_all_text_has_the_contrast_that_reading_needs(theme: Theme) -> None:
    grounds = (theme.base, theme.window, theme.header)
    pairs = [(ink, ground) for ink in (theme.text, theme.muted) for ground in grounds]
    pairs += [(ink_on(theme, role).name(), tint) for role, tint in theme.tints.items()]
    pairs += [(theme.text, theme.selection), (theme.accent, theme.base), (theme.base, theme.accent)]
    pairs += [(ink, theme.base) for ink in theme.syntax.values()]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_every_role_of_a_finding_has_a_tint_and_a_second_cue() -> None:
    roles = {row.tint for row in [*FINDINGS.values(), MALFORMED_ROW]}
    for theme in THEMES.values():
        assert roles <= set(theme.tints)
    assert roles <= set(MARKS)


@pytest.mark.usefixtures("qapp")
def test_a_theme_that_was_chosen_is_taken() -> None:
    assert theme_of("dark") is DARK
    assert theme_of("light") is LIGHT
    assert theme_of("system") in (LIGHT, DARK)
    assert DARK.dark
    assert not LIGHT.dark
