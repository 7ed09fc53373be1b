"""``wiretail fit``: a request made to fit a window."""

import sys
from pathlib import Path

import click

from wiretail.captures import shown
from wiretail.captures.bodies import read_request
from wiretail.cli.streams import read_input
from wiretail.engine.request.fit import Fitted, collided, fit_request
from wiretail.engine.text.json_text import KeyCollision, dump
from wiretail.errors import RequestError
from wiretail.profiles import load_profile
from wiretail.study.fit_report import report_lines, report_object

#: A longer file is no request (bytes).
MAX_FILE = 256 * 1024 * 1024


@click.command("fit")
@click.argument("request_path", metavar="REQUEST")
@click.option(
    "--window-tokens",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="The model's context window; else the profile's. Unknown: nothing is cut.",
)
@click.option(
    "--profile",
    default="wiretail",
    show_default=True,
    metavar="NAME",
    help="The rules: a profile of `wiretail profiles`, or a TOML file.",
)
@click.option(
    "--exchange",
    type=click.IntRange(min=0),
    metavar="N",
    help="Which request of a capture that recorded several (secrets in it stay masked).",
)
@click.option("--report", is_flag=True, help="Say on standard error what was changed where.")
@click.option(
    "--report-format",
    type=click.Choice(["table", "json"]),
    help="How to say it; implies --report.",
)
def command(
    request_path: str,
    window_tokens: float | None,
    profile: str,
    exchange: int | None,
    report: bool,
    report_format: str | None,
) -> int:
    """Make a request fit the model's context window.

    REQUEST is the JSON body of OpenAI Chat, OpenAI Responses or Anthropic Messages, a file that
    holds or recorded one (as HAR), or a session of a coding agent; - is standard input. Text that
    cannot be encoded is repaired, the largest tool results are cut in their middle, every result
    stays with its call. The request that can be sent goes to standard output; one that cannot be
    made to fit is refused.

    \b
    Exit codes: 0 done, 1 refused, 2 cannot read.

    \b
    Examples:
      wiretail fit request.json --window-tokens 128000 > fitted.json
      wiretail fit session.jsonl --window-tokens 8000 --report
    """
    rules = load_profile(profile)
    try:
        body = read_request(_data(request_path), request_path, exchange)
    except KeyCollision:
        fitted = collided()
    else:
        fitted = fit_request(body, rules, window_tokens=window_tokens)
    if fitted.refusal is None:
        sys.stdout.write(dump(fitted.body) + "\n")
    if report or report_format:
        _report(fitted, report_format)
    elif fitted.refusal is not None:
        click.echo(f"wiretail: {fitted.refusal.message}", err=True)
    elif fitted.window is None:
        click.echo(
            "wiretail: the window is unknown, so nothing was cut: --window-tokens.", err=True
        )
    return 0 if fitted.refusal is None else 1


def _report(fitted: Fitted, report_format: str | None) -> None:
    if report_format == "json":
        click.echo(dump(report_object(fitted)), err=True)
        return
    for line in report_lines(fitted):
        click.echo(line, err=True)


def _data(path: str) -> bytes:
    if path == "-":
        return read_input(MAX_FILE)
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise RequestError(f"{shown(path)} cannot be read as a request: {why}.") from error
    if len(data) > MAX_FILE:
        raise RequestError(f"{shown(path)} is no request: it has over {MAX_FILE} bytes.")
    return data
