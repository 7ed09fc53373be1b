"""``wiretail convert``: a capture into another format."""

import sys
from pathlib import PurePath

import click

from wiretail.captures import Capture, shown, write_body, write_native
from wiretail.cli.sources import open_path
from wiretail.errors import CaptureError
from wiretail.study.wording import counted

NATIVE = ".wtail"
#: What a bare body is called, by its framing.
BODIES = {"sse": ".sse", "ndjson": ".ndjson", "json_array": ".json", "plain": ".txt"}


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--input-format", metavar="NAME", help="A format of `wiretail formats`.")
@click.option("--dialect", metavar="NAME", help="The provider's dialect, instead of a guess.")
def command(source: str, target: str, input_format: str | None, dialect: str | None) -> int:
    """Write the capture IN to OUT; the name of OUT says as what.

    .wtail keeps everything: each read with its time, the request, the end. A name that fits the
    stream (.sse, .ndjson, .json, .txt) takes the body of a capture with one exchange as it was
    received. - is standard input, or standard output (a native capture).

    \b
    Examples:
      wiretail convert session.har session.wtail
      wiretail convert session.wtail stream.sse
    """
    capture = open_path(source, input_format=input_format, dialect=dialect)
    if target == "-":
        write_native(capture, sys.stdout.buffer)
    elif PurePath(target).suffix == NATIVE:
        write_native(capture, target)
    else:
        _write_body(capture, target)
    return 0


def _write_body(capture: Capture, target: str) -> None:
    suffix = PurePath(target).suffix
    if suffix not in BODIES.values():
        raise CaptureError(
            f"{shown(target)} names no known format: end it in {NATIVE}, or in one of "
            f"{', '.join(BODIES.values())} for the bare body."
        )
    if len(capture.exchanges) != 1:
        raise CaptureError(
            f"{capture.name} holds {counted(len(capture.exchanges), 'exchange')}, and a bare body "
            f"is one: end {shown(target)} in {NATIVE}."
        )
    [exchange] = capture.exchanges
    if BODIES[exchange.framing] != suffix:
        raise CaptureError(
            f"the stream of {capture.name} is {exchange.framing}: end {shown(target)} in "
            f"{BODIES[exchange.framing]}, or in {NATIVE}."
        )
    write_body(exchange, target)
