"""Profiles by name or from a file.

A profile file is TOML: ``name``, ``page``, ``summary``, ``extends``, ``propose`` and ``judges``
above the tables, and one table a prefix of settings. What a file does not name, the profile that it
extends gives, else the defaults of ``model.settings``.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wiretail.errors import ProfileError
from wiretail.model.settings import SETTINGS, Profile
from wiretail.profiles.check import (
    as_setting,
    check_together,
    checked,
    escaped,
    shown,
    top_names,
)

FOLDER = Path(__file__).parent

#: A longer file is no profile (bytes).
MAX_FILE = 1_048_576


@dataclass(frozen=True, slots=True)
class _Layer:
    """What one file says: keys above the tables, and settings by dotted name."""

    top: Mapping[str, Any]
    settings: Mapping[str, Any]


def profile_names() -> list[str]:
    """Return the names of the shipped profiles, sorted."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def profile_summaries() -> dict[str, str]:
    """Return name -> one line for each shipped profile."""
    return {name: str(_parsed(_shipped(name)).get("summary", "")) for name in profile_names()}


def load_profile(name_or_path: str) -> Profile:
    """Load a shipped profile by name, or a profile file by its path.

    A path is what holds a separator or ends in ``.toml``. Raises ``ProfileError`` with one sentence
    that names the file, the key, the value and what is allowed.
    """
    layers = _layers(_located(name_or_path, Path()))
    top: dict[str, Any] = {}
    settings = dict(SETTINGS)
    for layer in reversed(layers):
        top |= layer.top
        settings |= layer.settings
    try:
        check_together(settings)
    except ProfileError as error:
        raise ProfileError(f"{escaped(name_or_path)}: {error}") from None
    return Profile(
        name=top["name"],
        page=top.get("page", ""),
        summary=top.get("summary", ""),
        judges=top.get("judges", ()),
        propose=top.get("propose", False),
        settings=settings,
    )


def apply_settings(profile: Profile, changes: Mapping[str, Any]) -> Profile:
    """Return the profile with some settings changed, by dotted name; lists become tuples.

    Raises ``ProfileError`` for a name that is no setting and for a value that is not allowed.
    """
    for name in changes:
        if name in top_names():
            raise ProfileError(f"{name} is no setting, allowed: a name such as recover.tools")
    changed = profile.with_settings({name: checked(name, value) for name, value in changes.items()})
    check_together(changed.settings)
    return changed


def _shipped(name: str) -> Path:
    return FOLDER / f"{name}.toml"


def _located(name_or_path: str, folder: Path) -> Path:
    """Return the file of a profile; relative paths count from the folder."""
    if name_or_path in profile_names():
        return _shipped(name_or_path)
    if name_or_path.endswith(".toml") or "/" in name_or_path or "\\" in name_or_path:
        return folder / name_or_path
    known = ", ".join(profile_names())
    raise ProfileError(f"no profile is named {shown(name_or_path)}, known: {known}")


def _layers(path: Path) -> list[_Layer]:
    """Return the layers of a profile: the file itself first, what it extends behind it."""
    layers: list[_Layer] = []
    seen: list[Path] = []
    following: Path | None = path
    while following is not None:
        layer = _layer(following)
        # Resolved only now: a path that was read is one that can be resolved.
        place = following.resolve()
        if place in seen:
            raise ProfileError(f"{_file(path)}: extends comes back to {_file(following)}")
        seen.append(place)
        layers.append(layer)
        following = _extended(following, layer)
    return layers


def _extended(path: Path, layer: _Layer) -> Path | None:
    """Return the file that a layer extends, if any."""
    if "extends" not in layer.top:
        return None
    try:
        return _located(layer.top["extends"], path.parent)
    except ProfileError as error:
        raise ProfileError(f"{_file(path)}: extends: {error}") from None


def _layer(path: Path) -> _Layer:
    """Read one file; the shipped ones are taken as they are."""
    try:
        document = dict(_flat(_parsed(path)))
    except RecursionError:
        raise ProfileError(f"{_file(path)}: is nested too deeply") from None
    if path.parent == FOLDER:
        values = {name: as_setting(value) for name, value in document.items()}
    else:
        values = _checked(path, document)
    top = {name: value for name, value in values.items() if "." not in name}
    return _Layer(top, {name: value for name, value in values.items() if "." in name})


def _checked(path: Path, document: Mapping[str, Any]) -> dict[str, Any]:
    """Check every key and value of a user's file."""
    if "name" not in document:
        raise ProfileError(f'{_file(path)}: the key name is missing, write name = "..."')
    try:
        return {name: checked(name, value) for name, value in document.items()}
    except ProfileError as error:
        raise ProfileError(f"{_file(path)}: {error}") from None


def _parsed(path: Path) -> dict[str, Any]:
    """Parse a TOML file. Raises ``ProfileError`` where it cannot be read."""
    try:
        return tomllib.loads(_bytes(path).decode("utf-8-sig"))
    except OSError as error:
        raise ProfileError(f"{_file(path)}: cannot be read, {error.strerror}") from None
    except UnicodeDecodeError:
        raise ProfileError(f"{_file(path)}: is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise ProfileError(f"{_file(path)}: is not valid TOML, {error}") from None
    except ValueError:
        raise ProfileError(f"{_file(path)}: is no path of a file") from None


def _bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise ProfileError(f"{_file(path)}: is no profile, it has over {MAX_FILE} bytes")
    return data


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield dotted key and value; an empty table counts only where no setting could stand in it."""
    for key, value in table.items():
        name = prefix + key
        if isinstance(value, dict) and (value or _holds_settings(name)):
            yield from _flat(value, f"{name}.")
        else:
            yield name, value


def _holds_settings(name: str) -> bool:
    return any(setting.startswith(f"{name}.") for setting in SETTINGS)


def _file(path: Path) -> str:
    return escaped(str(path))
