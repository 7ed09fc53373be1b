"""``wiretail inspect``: a verdict in one sentence, then the timeline."""

import sys
from collections.abc import Iterator

import click

from wiretail.captures import Capture
from wiretail.cli.progress import Progress
from wiretail.cli.sources import open_path
from wiretail.model.decisions import Decision
from wiretail.model.events import Event
from wiretail.model.settings import Profile
from wiretail.profiles import load_profile
from wiretail.study.rows import line, row
from wiretail.study.run import Replay, places_of, read_offer, replays
from wiretail.study.summary import Summary
from wiretail.study.verdict import Verdict

DEFAULT_PROFILE = "wiretail"


@click.command("inspect")
@click.argument("path", metavar="PATH")
@click.option(
    "--profile",
    default=DEFAULT_PROFILE,
    show_default=True,
    metavar="NAME|FILE",
    help="What is done to the stream: a profile of `wiretail profiles`, or a TOML file.",
)
@click.option(
    "--tools",
    metavar="FILE|any|none",
    help="The tools that were offered, in place of the capture's; any: whatever is named, where "
    "the capture does not know them.",
)
@click.option("--dialect", metavar="NAME", help="The provider's dialect, instead of a guess.")
@click.option(
    "--input-format", metavar="NAME", help="A format of `wiretail formats`, instead of a guess."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "json", "summary"]),
    default="table",
    show_default=True,
    help="For people; one event or decision a line; one object a turn and choice.",
)
def command(
    path: str,
    profile: str,
    tools: str | None,
    dialect: str | None,
    input_format: str | None,
    form: str,
) -> int:
    """Say in one sentence what is wrong with a capture, then show its timeline.

    PATH is a capture in any format of `wiretail formats`, or - for standard input. Exits 1 if a
    turn was refused.

    \b
    Examples:
      wiretail inspect recording.sse
      wiretail inspect --tools any --format summary recording.har
      curl -N ... | wiretail inspect -
    """
    loaded = load_profile(profile)
    offer = read_offer(tools)
    capture = open_path(path, input_format=input_format, dialect=dialect)
    with Progress(capture.size, "reading") as progress:
        verdict = _FORMS[form](capture, loaded, replays(capture, loaded, offer, progress.advance))
    return 1 if verdict.refused else 0


def _summary(capture: Capture, _profile: Profile, runs: Iterator[Replay]) -> Verdict:
    verdict = Verdict(exchanges=len(capture.exchanges))
    for replay in runs:
        summary = Summary(replay.exchange.number)
        for item in replay:
            verdict.add(replay.exchange.number, item)
            summary.add(item)
        for found in summary.objects(replay.frames):
            sys.stdout.write(line(found) + "\n")
    return verdict


def _json(capture: Capture, profile: Profile, runs: Iterator[Replay]) -> Verdict:
    verdict = Verdict(exchanges=len(capture.exchanges))
    for replay in runs:
        places = places_of(capture, replay.exchange, profile)
        for item in replay:
            verdict.add(replay.exchange.number, item)
            sys.stdout.write(line(row(item, replay.exchange.number, places)) + "\n")
    return verdict


def _table(capture: Capture, _profile: Profile, runs: Iterator[Replay]) -> Verdict:
    # Late: only this form needs rich.
    from wiretail.cli.report import print_report  # noqa: PLC0415

    verdict = Verdict(exchanges=len(capture.exchanges))
    done: list[tuple[Replay, list[Event | Decision]]] = []
    for replay in runs:
        items = list(replay)
        for item in items:
            verdict.add(replay.exchange.number, item)
        verdict.read(replay.frames, sum(replay.unknown.values()))
        done.append((replay, items))
    print_report(sys.stdout, capture, verdict, done)
    return verdict


_FORMS = {"table": _table, "json": _json, "summary": _summary}
