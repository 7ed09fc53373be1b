"""Stores that the tests of models and controllers look at."""

from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.store import Growth, Store
from wiretail.study.feeder import Feeder
from wiretail.study.masks import Masks


def store_of(
    name: str = "split-marker.wtail", data: bytes | None = None, profile: str = "wiretail"
) -> Store:
    """Return a whole store of a demo capture, or of bytes."""
    return grown(name, data, profile)[0]


def grown(
    name: str = "split-marker.wtail", data: bytes | None = None, profile: str = "wiretail"
) -> tuple[Store, list[Growth]]:
    """Return a store and how it grew."""
    path = assets_folder() / "captures" / name
    capture = open_capture(path) if data is None else open_capture(None, data=data)
    loaded = load_profile(profile)
    store = Store(capture, loaded["repair.bytes"])
    growths: list[Growth] = []
    feeder = Feeder(capture, loaded, lambda batch: growths.append(store.append(batch)))
    while feeder.step(4.0):
        pass
    return store, growths


def masks_of(store: Store) -> Masks:
    """Return the masks of a store."""
    return Masks(store)
