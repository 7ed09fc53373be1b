"""Every command of the window in one table: its name, its words, its keys, where they hold.

The menus, the toolbar, the command palette and the card of keys are made from it. Keys of the place
``lists`` hold where a list or the bytes have the focus, never where text is typed.
"""

from enum import StrEnum
from typing import NamedTuple


class Place(StrEnum):
    """Where a key holds."""

    WINDOW = "window"
    LISTS = "lists"
    TOUR = "tour"


class Command(NamedTuple):
    """``keys`` in Qt's portable words. ``menu`` is the menu that it stands in, empty for none."""

    name: str
    words: str
    keys: tuple[str, ...] = ()
    menu: str = ""
    place: Place = Place.WINDOW
    checkable: bool = False


COMMANDS: tuple[Command, ...] = (
    Command("open", "Open\u2026", ("Ctrl+O",), "File"),
    Command("paste", "Paste as capture", ("Ctrl+V",), "File"),
    Command("follow_file", "Follow a file\u2026", ("Ctrl+Shift+F",), "File"),
    Command("close", "Close capture", ("Ctrl+W",), "File"),
    Command("cancel", "Stop reading", ("Ctrl+.",), "File"),
    Command("quit", "Quit", ("Ctrl+Q",), "File"),
    Command("copy_text", "Copy as text", ("Ctrl+C",), "Edit"),
    Command("copy_json", "Copy as JSON", ("Ctrl+Shift+J",), "Edit"),
    Command("copy_curl", "Copy request as curl", (), "Edit"),
    Command("copy_command", "Copy as wiretail command", ("Ctrl+Shift+C",), "Edit"),
    Command("find", "Find in events\u2026", ("Ctrl+F", "/"), "Edit"),
    Command("reveal", "Reveal contained text", (), "View", checkable=True),
    Command("timing", "Show held and released rows", ("Ctrl+H",), "View", checkable=True),
    Command("as_hex", "Bytes as hex", ("Ctrl+1",), "View", checkable=True),
    Command("as_text", "Bytes as text", ("Ctrl+2",), "View", checkable=True),
    Command("as_points", "Bytes as code points", ("Ctrl+3",), "View", checkable=True),
    Command("larger", "Larger", ("Ctrl+=", "Ctrl++"), "View"),
    Command("smaller", "Smaller", ("Ctrl+-",), "View"),
    Command("usual_size", "Usual size", ("Ctrl+0",), "View"),
    Command("theme", "Light or dark", ("Ctrl+Shift+L",), "View"),
    Command("usual_layout", "Usual layout", (), "View"),
    Command("back", "Back", ("Alt+Left",), "Go"),
    Command("forward", "Forward", ("Alt+Right",), "Go"),
    Command("goto", "Go to\u2026", ("Ctrl+L",), "Go"),
    Command("next_finding", "Next finding", ("e", "F8"), "Go", Place.LISTS),
    Command("last_finding", "Previous finding", ("Shift+E", "Shift+F8"), "Go", Place.LISTS),
    Command("next_held", "Next held text", ("h",), "Go", Place.LISTS),
    Command("last_held", "Previous held text", ("Shift+H",), "Go", Place.LISTS),
    Command("first", "First row", ("g",), "Go", Place.LISTS),
    Command("last", "Last row, and follow", ("Shift+G", "End"), "Go", Place.LISTS),
    Command("next_pane", "Next pane", ("F6",), "Go"),
    Command("last_pane", "Previous pane", ("Shift+F6",), "Go"),
    Command("offer_tool", "Offer this tool", ("Ctrl+T",), "Stream"),
    Command("load_tools", "Load tools\u2026", ("Ctrl+Shift+T",), "Stream"),
    Command("as_captured", "Tools as captured", (), "Stream"),
    Command("profile_rule", "Open profile rule", ("Ctrl+R",), "Stream"),
    Command("profile", "Choose a profile", ("Ctrl+P",), "Stream"),
    Command("rerun", "Run again", ("F5",), "Stream"),
    Command("palette", "Command palette\u2026", ("Ctrl+Shift+P",), "Help"),
    Command("keys", "Keys", ("F1",), "Help"),
    Command("tour", "Take the tour", (), "Help"),
    Command("tour_next", "Next stop", ("n",), "", Place.TOUR),
    Command("tour_back", "Previous stop", ("b",), "", Place.TOUR),
    Command("tour_leave", "Leave the tour", ("Esc",), "", Place.TOUR),
)
MENUS = ("File", "Edit", "View", "Go", "Stream", "Help")


def command(name: str) -> Command:
    """Return a command by its name."""
    return next(entry for entry in COMMANDS if entry.name == name)


def clashes(commands: tuple[Command, ...] = COMMANDS) -> list[tuple[str, str, str]]:
    """Return (key, command, command) for keys that mean two things.

    The keys of the window hold everywhere, and those of the tour in the lists as well.
    """
    found: list[tuple[str, str, str]] = []
    for number, one in enumerate(commands):
        for other in commands[number + 1 :]:
            shared = {key.lower() for key in one.keys} & {key.lower() for key in other.keys}
            found += [(key, one.name, other.name) for key in sorted(shared)]
    return found
