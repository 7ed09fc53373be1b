"""``wiretail formats``: which captures are read and written, one line each."""

import click

from wiretail.captures import format_rows


@click.command("formats")
def command() -> int:
    """List the formats of captures: name, whether it is read or written too, what it is.

    \b
    Example:
      wiretail formats
    """
    rows = format_rows()
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, does, summary in rows:
        click.echo(f"{name:<{widths[0]}}  {does:<{widths[1]}}  {summary}")
    return 0
