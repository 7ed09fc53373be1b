"""``wiretail profiles``: what there is, one line each."""

import click

from wiretail.profiles import profile_summaries


@click.command("profiles")
def command() -> int:
    """List the profiles that come with the program: name and what it is.

    A profile is a TOML file; `extends = "wiretail"` in a file of your own changes single settings.

    \b
    Example:
      wiretail profiles
    """
    summaries = profile_summaries()
    width = max(map(len, summaries))
    for name, summary in sorted(summaries.items()):
        click.echo(f"{name:<{width}}  {summary}".rstrip())
    return 0
