import pytest

from engine.echo.driving import call
from wiretail.engine.echo.pairing import Outcome, Pairing
from wiretail.engine.echo.restore_form import Form

X, MALFORMED = Form("exec", "x"), Form("exec")
SAYS_X, SAYS_Y = call('{"input":"x"}'), call('{"input":"y"}')
READS_X = call('{"input":"x"}', "read")


def begin(form: Form = X, *ids: str, declared: bool = True, prose: bool = False) -> Pairing:
    return Pairing.begin(form, ids, declared=declared, prose=prose)


@pytest.mark.parametrize(
    ("form", "declared", "prose", "fate"),
    [
        (X, False, False, Outcome.WAITS),
        (X, True, True, Outcome.WAITS),
        (MALFORMED, True, False, Outcome.WAITS),
        (MALFORMED, False, False, Outcome.SHOWN),
        (MALFORMED, True, True, Outcome.SHOWN),
        (Form(), True, False, Outcome.SHOWN),
    ],
)
def test_what_nothing_can_explain_is_text(
    form: Form, declared: bool, prose: bool, fate: Outcome
) -> None:
    assert begin(form, declared=declared, prose=prose).fate is fate


def test_an_open_input_that_agrees_drops_the_block() -> None:
    pairing = begin(X, "a", "b")
    assert pairing.input_ends("a", SAYS_Y) is Outcome.WAITS
    assert pairing.input_ends("b", SAYS_X) is Outcome.DROPPED
    assert pairing.end(clean=True) is Outcome.DROPPED
    assert pairing.input_starts("c", ["exec"]) is Outcome.DROPPED
    assert pairing.overflow() is Outcome.DROPPED


def test_when_all_open_inputs_closed_without_agreement_it_is_shown() -> None:
    pairing = begin(X, "a", "b")
    assert pairing.input_ends("a", READS_X) is Outcome.WAITS
    assert pairing.input_ends("b", SAYS_Y) is Outcome.SHOWN
    assert pairing.input_ends("c", SAYS_X) is Outcome.SHOWN


def test_one_later_input_of_its_tool_is_waited_for() -> None:
    pairing = begin()
    assert pairing.input_starts("a", ["read"]) is Outcome.WAITS
    assert pairing.input_ends("a", READS_X) is Outcome.WAITS
    assert pairing.input_starts("b", ["exec", "run"]) is Outcome.WAITS
    assert pairing.input_starts("c", ["exec"]) is Outcome.WAITS
    assert pairing.input_ends("c", SAYS_X) is Outcome.WAITS
    assert pairing.input_ends("b", SAYS_Y) is Outcome.SHOWN


def test_wreckage_goes_with_a_call_of_its_tool_or_a_clean_end() -> None:
    assert begin(MALFORMED).input_starts("a", ["exec"]) is Outcome.DROPPED
    assert begin(MALFORMED, "a").input_ends("a", SAYS_X) is Outcome.DROPPED
    assert begin(MALFORMED, "a").input_ends("a", READS_X) is Outcome.SHOWN
    assert begin(MALFORMED).end(clean=True) is Outcome.DROPPED
    assert begin(MALFORMED).end(clean=False) is Outcome.SHOWN


def test_what_has_no_call_is_restored_at_a_clean_end_of_a_declared_tool() -> None:
    assert begin().end(clean=True) is Outcome.RESTORED
    assert begin(declared=False).end(clean=True) is Outcome.SHOWN
    assert begin().end(clean=False) is Outcome.SHOWN
    assert begin(prose=True).end(clean=True) is Outcome.SHOWN
    assert begin().overflow() is Outcome.SHOWN
