"""``wiretail open``: the window. Qt is loaded only here, and only when a window is asked for."""

import gc
from importlib import import_module

import click

from wiretail.cli.display import require_window

#: What a window needs besides Qt. It is imported first: when Qt is there, PySide reads the source
#: of every module that is imported, to see whether it asks for other names of methods.
_BEFORE_QT = ("wiretail.profiles", "wiretail.study.job", "wiretail.study.tally")


@click.command("open")
@click.argument("paths", metavar="[PATH...]", nargs=-1)
@click.option("--profile", metavar="NAME|FILE", help="A profile, instead of the remembered one.")
@click.option("--tools", metavar="FILE|any|none", help="The tools that were offered.")
@click.option("--follow", is_flag=True, help="Show what a file gains as it grows.")
@click.option("--goto", metavar="PLACE", default="", help="chunk:14, frame:3, row:7, or a byte.")
def command(
    paths: tuple[str, ...], profile: str | None, tools: str | None, follow: bool, goto: str
) -> int:
    """Open captures in windows: raw chunks beside the timeline, and why each thing was done.

    PATH is a capture in any format of `wiretail formats`, or - for standard input, which is shown
    as it comes. Without PATH an empty window opens: drop a file on it, or paste.

    \b
    Examples:
      wiretail open recording.sse --goto chunk:14
      wiretail open --follow growing.sse
      curl -N ... | wiretail open -
    """
    require_window()
    before_qt()
    try:
        from wiretail.gui.application import Wish, show  # noqa: PLC0415 - it loads Qt

        wishes = [Wish(path, profile, tools, follow, goto) for path in paths]
        return show(wishes or [Wish("", profile, tools)])
    finally:
        gc.enable()


def before_qt() -> None:
    """Do what makes the start of a window quick."""
    gc.disable()  # until the window is shown: all that is made until then is there to stay
    for name in _BEFORE_QT:
        import_module(name)
