"""``wiretail report``: a capture and what became of it as one HTML file."""

import os
import secrets
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from wiretail.captures import shown
from wiretail.cli.sources import open_path
from wiretail.errors import WiretailError
from wiretail.profiles import load_profile
from wiretail.study.commands import inspect_command
from wiretail.study.html_report import Source, html_report
from wiretail.study.run import read_offer


@click.command("report")
@click.argument("path", metavar="PATH")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    help="Where it is written; - for standard output.  [default: PATH.html, here]",
)
@click.option(
    "--profile",
    default="wiretail",
    show_default=True,
    metavar="NAME|FILE",
    help="What is done to the stream.",
)
@click.option("--tools", metavar="FILE|any|none", help="The tools that were offered.")
def command(path: str, output: str | None, profile: str, tools: str | None) -> int:
    """Write one self-contained HTML file: verdict, findings, before and after, timeline, chunks.

    PATH is a capture in any format of `wiretail formats`, or - for standard input. The file holds
    no script; what a refusal contains and secrets are masked.

    \b
    Examples:
      wiretail report recording.sse
      wiretail report recording.har -o report.html
    """
    loaded, offer = load_profile(profile), read_offer(tools)
    capture = open_path(path)
    source = Source(capture, loaded, offer, inspect_command(path, profile, tools))
    target = output or f"{'standard-input' if path == '-' else Path(path).name}.html"
    if target == "-":
        sys.stdout.writelines(html_report(source))
        return 0
    write_whole(target, html_report(source))
    click.echo(f"written: {shown(target)}")
    return 0


def write_whole(target: str | Path, parts: Iterable[str]) -> None:
    """Write a text file that appears whole or not at all.

    Raises :class:`~wiretail.errors.WiretailError` where it cannot be written.
    """
    path = Path(target)
    if path.exists() and not path.is_file():
        raise WiretailError(f"{shown(target)} cannot be written (it is no file).")
    part = path.with_name(f".wiretail-{secrets.token_hex(6)}.part")
    try:
        try:
            with part.open("x", encoding="utf-8", errors="backslashreplace") as file:
                file.writelines(parts)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise WiretailError(f"{shown(target)} cannot be written ({why}).") from error
