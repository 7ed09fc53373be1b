import copy

import pytest

from wiretail.engine.markup.grammar import GRAMMARS, Anthropic, Role, armed
from wiretail.engine.markup.tags import Limits
from wiretail.model.settings import SETTINGS

NS = "antml" + ":"


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (("anthropic",), ["anthropic"]),
        ("all", list(GRAMMARS)),
        ((), []),
        (("anthropic", "not built"), ["anthropic"]),
    ],
)
def test_a_profile_arms_the_grammars_that_it_names_and_that_are_built(
    wanted: object, ids: list[str]
) -> None:
    assert [one.id for one in armed({**SETTINGS, "recover.grammars": wanted})] == ids


def test_the_limits_are_those_of_the_profile() -> None:
    settings = {**SETTINGS, "recover.max_name_chars": 3, "recover.max_tag_chars": 20}
    (grammar,) = armed(settings)
    assert grammar.block_open.match('<invoke name="abc">', 0)
    assert not grammar.block_open.match('<invoke name="abcd">', 0)
    assert not grammar.block_open.match('<invoke name="abc"      >', 0)


@pytest.mark.parametrize("prefix", ["", NS])
def test_the_markers_are_the_block_open_and_both_wrapper_tags(prefix: str) -> None:
    found = {
        marker.role
        for marker in Anthropic(Limits()).markers()
        for text in (
            f'<{prefix}invoke name="n">',
            f"<{prefix}function_calls>",
            f"</{prefix}function_calls>",
            f"</{prefix}invoke>",
        )
        if marker.tag.match(text, 0)
    }
    assert found == {Role.BLOCK_OPEN, Role.WRAPPER_OPEN, Role.WRAPPER_CLOSE}


def test_heads_of_a_block_are_its_open_and_its_close() -> None:
    heads = Anthropic(Limits()).block_heads
    text = f"<invoke </INVOKE <{NS}invoke </{NS}invoke <function_calls <parameter"
    assert len(heads.findall(text)) == 4


def test_every_grammar_names_itself_as_the_table_does() -> None:
    for name, made in GRAMMARS.items():
        grammar = made(Limits())
        assert grammar.id == name
        assert copy.deepcopy(grammar) is grammar
