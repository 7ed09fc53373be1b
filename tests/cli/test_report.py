import io

from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.cli.report import capture_notes, headline, print_report
from wiretail.model.calls import Tool
from wiretail.profiles import load_profile
from wiretail.study.run import Replay
from wiretail.study.verdict import Verdict

QUOTED = assets_folder() / "captures" / "quoted.wtail"


def replay() -> Replay:
    return Replay(open_capture(QUOTED).exchanges[0], load_profile("wiretail"))


def test_the_headline_tells_the_tools() -> None:
    found = replay()
    told = []
    for names in ([], ["a"], ["a", "b\x1b"], list("abcdefg")):
        found.tools = tuple(map(Tool, names))
        told.append(headline(found, several=False).partition("wire chunks, ")[2])
    assert told == [
        "no tools offered",
        "tool a",
        "tools a and b\u241b",
        "tools a, b, c, d, e and 2 more",
    ]
    found.tools = None
    assert headline(found, several=True).startswith("exchange 0: sse")
    assert headline(found, several=True).endswith("tools unknown")


def test_notes_of_the_capture_are_safe_and_counted() -> None:
    capture = open_capture(QUOTED)
    capture.notes.append("odd \x1b name")
    capture.unknown.update({"ping\n": 2, "a": 1000})
    assert list(capture_notes(capture)) == [
        "odd \u241b name",
        "skipped: a (1,000), ping\u240a (2)",
    ]


def test_an_exchange_without_any_event_has_no_table() -> None:
    found = replay()
    found.exchange.notes.append("a note of the exchange")
    file = io.StringIO()
    print_report(file, open_capture(QUOTED), Verdict(), [(found, [])])
    lines = file.getvalue().splitlines()
    assert lines[0].startswith("No turn was found")
    assert lines[3:] == ["note: a note of the exchange"]
