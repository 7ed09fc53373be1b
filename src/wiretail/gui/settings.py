"""What is remembered: theme, size, layout, recent files. One small file, written whole or not."""

import json
import os
import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

VERSION = 1
_RECENT = 12
SIZES = (8.0, 9.0, 10.0, 11.0, 12.0, 14.0, 16.0, 18.0, 20.0)
USUAL_SIZE = 10.0


@dataclass(slots=True)
class Settings:
    """``geometry`` and ``layout`` are Qt's own, in base64. ``theme``: light, dark or system.

    ``keys`` are those of commands that have others than the usual ones.
    """

    version: int = VERSION
    theme: str = "system"
    size: float = USUAL_SIZE
    profile: str = "wiretail"
    timing: bool = False
    mode: str = "hex"
    geometry: str = ""
    layout: str = ""
    panes: list[list[int]] = field(default_factory=list)
    recent: list[str] = field(default_factory=list)
    keys: dict[str, list[str]] = field(default_factory=dict)

    def add_recent(self, path: str) -> None:
        """Put a file in front of the recent ones."""
        self.recent = [path, *(other for other in self.recent if other != path)][:_RECENT]


def settings_path() -> Path:
    """Return where the settings are kept."""
    asked = os.environ.get("WIRETAIL_SETTINGS")
    return Path(asked) if asked else user_config_path("wiretail") / "window.json"


def load_settings(path: Path) -> Settings:
    """Read the settings; what cannot be read, or is of another kind, is as usual."""
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return Settings()
    if not isinstance(found, dict) or found.get("version") != VERSION:
        return Settings()
    usual = Settings()
    known = {entry.name: getattr(usual, entry.name) for entry in fields(Settings)}
    kept = {name: found[name] for name, value in known.items() if _fits(found.get(name), value)}
    return Settings(**kept)


def save_settings(settings: Settings, path: Path) -> bool:
    """Write the settings; tell whether they were written. The file appears whole or not at all."""
    if path.exists() and not path.is_file():
        return False  # a device is asked for: settings are not kept, and it stays what it is
    part = path.with_name(f".{path.name}-{secrets.token_hex(4)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps(asdict(settings), indent=1), "utf-8")
        part.replace(path)
    except (OSError, ValueError):
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def _fits(found: Any, usual: Any) -> bool:
    if isinstance(usual, bool):
        return isinstance(found, bool)
    if isinstance(usual, float):
        return isinstance(found, int | float) and SIZES[0] <= found <= SIZES[-1]
    if isinstance(usual, dict):
        return isinstance(found, dict) and all(_are_words(keys) for keys in found.values())
    if isinstance(usual, list):
        return isinstance(found, list) and all(isinstance(item, str | list) for item in found)
    return isinstance(found, type(usual))


def _are_words(found: Any) -> bool:
    return isinstance(found, list) and all(isinstance(word, str) for word in found)
