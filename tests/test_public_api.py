import doctest

import pytest

import wiretail


@pytest.mark.parametrize("name", wiretail.__all__)
def test_every_public_name_can_be_had(name: str) -> None:
    assert getattr(wiretail, name).__module__.startswith(("wiretail.", "typing", "types"))


def test_there_are_few_public_names_and_dir_shows_them() -> None:
    assert len(wiretail.__all__) <= 15
    assert dir(wiretail) == sorted(wiretail.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Strem'"):
        _ = wiretail.Strem


def test_the_example_of_the_package_holds() -> None:
    failed, tried = doctest.testmod(wiretail)
    assert (failed, tried > 0) == (0, True)
