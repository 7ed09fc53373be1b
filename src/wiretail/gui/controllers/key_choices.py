"""Which keys mean what: as usual, save where somebody chose otherwise."""

from collections.abc import Sequence

from wiretail.gui.keymap import COMMANDS, Command, clashes, command
from wiretail.gui.settings import Settings


class KeyChoices:
    """The keys of the settings; what would mean two things is not taken."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        for name in list(settings.keys):  # a file may say anything
            keys = settings.keys.pop(name)
            if any(entry.name == name for entry in COMMANDS):
                self.choose(name, keys)

    def commands(self) -> tuple[Command, ...]:
        """Return all commands with the keys that they have now."""
        chosen = self._settings.keys
        return tuple(
            entry._replace(keys=tuple(chosen[entry.name])) if entry.name in chosen else entry
            for entry in COMMANDS
        )

    def choose(self, name: str, keys: Sequence[str] | None) -> str:
        """Give a command other keys, None for the usual ones.

        Returns a sentence on why that cannot be, empty if it can.
        """
        before = dict(self._settings.keys)
        usual = list(command(name).keys)
        wanted = usual if keys is None else list(keys)
        self._settings.keys.pop(name, None)
        if wanted != usual:
            self._settings.keys[name] = wanted
        for key, one, other in clashes(self.commands()):
            if name in {one, other}:
                self._settings.keys.clear()
                self._settings.keys.update(before)
                holder = command(other if one == name else one).words.rstrip("\u2026")
                shown = next((own for own in wanted if own.lower() == key), key)
                return f"{shown} already means {holder}: give that another key first."
        return ""
