"""``wiretail conform``: vectors against the engine."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from wiretail.captures import shown
from wiretail.cli.streams import read_input
from wiretail.errors import VectorError
from wiretail.study.conform.cases import Case, read_cases
from wiretail.study.conform.ops import OPS
from wiretail.study.conform.runner import Result, run_cases
from wiretail.study.visible import name

#: A longer file is no file of vectors (bytes).
MAX_FILE = 64 * 1024 * 1024


@click.command("conform")
@click.argument("vectors", metavar="VECTORS...", nargs=-1, required=True)
@click.option(
    "--op",
    "ops",
    multiple=True,
    type=click.Choice(sorted(OPS)),
    help="Run cases of this op only (repeatable).",
)
@click.option(
    "--recut",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Run stream cases N times more, their text cut into other deltas.",
)
def command(vectors: Sequence[str], ops: Sequence[str], recut: int) -> int:
    """Run language-neutral cases against the engine.

    VECTORS are files of JSON lines, one case a line, or - for standard input. Prints what failed
    (case, key, what was wanted, what came) and how many passed; exits 1 if any failed.

    \b
    Examples:
      wiretail conform fixtures/vectors/unicode.jsonl
      wiretail conform --op stream --recut 20 fixtures/vectors/vscode-lm.jsonl
    """
    passed = failed = 0
    for result in run_cases(_cases(vectors), ops=ops, recut=recut):
        if not result.failures:
            passed += 1
            continue
        failed += 1
        sys.stdout.writelines(_lines(result))
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed else 0


def _cases(paths: Sequence[str]) -> Iterator[Case]:
    for path in paths:
        yield from read_cases(_text(path), path)


def _text(path: str) -> str:
    try:
        data = read_input(MAX_FILE) if path == "-" else _bytes(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "no file can have this name"
        raise VectorError(f"{shown(path)} cannot be read as vectors: {why}.") from error
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VectorError(f"{shown(path)} is no file of vectors: it is not UTF-8.") from error


def _bytes(path: str) -> bytes:
    with Path(path).open("rb") as file:
        data = file.read(MAX_FILE + 1)
    if len(data) > MAX_FILE:
        raise VectorError(f"{shown(path)} is no file of vectors: it has over {MAX_FILE} bytes.")
    return data


def _lines(result: Result) -> Iterator[str]:
    for failure in result.failures:
        cut = "" if result.recut is None else f" (recut {result.recut})"
        yield f"{name(result.case.id)}{cut}: {failure.key}\n"
        yield f"  wanted {failure.wanted}\n"
        yield f"  got    {failure.got}\n"
