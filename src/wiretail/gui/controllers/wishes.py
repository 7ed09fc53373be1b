"""What a person wants done to a capture."""

from typing import NamedTuple

from wiretail.model.settings import Profile
from wiretail.study.run import Offer


class Wishes(NamedTuple):
    """The profile to run under, and the tools that were offered."""

    profile: Profile
    offer: Offer
