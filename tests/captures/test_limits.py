from wiretail.captures.limits import Limits
from wiretail.model.settings import SETTINGS


def test_the_limits_are_those_of_the_settings() -> None:
    limits = Limits()
    assert limits.body_bytes == SETTINGS["limits.body_bytes"]
    assert limits.ratio == SETTINGS["limits.ratio"]
    assert limits.frame_bytes == SETTINGS["limits.frame_bytes"]
