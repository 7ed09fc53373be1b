import json
from pathlib import Path

import pytest

from wiretail.captures import open_capture
from wiretail.captures.capture import Capture
from wiretail.errors import ToolsError
from wiretail.model.calls import Tool
from wiretail.model.decisions import Decision, Kind
from wiretail.model.events import Call, End, Text
from wiretail.profiles import load_profile
from wiretail.study.run import Offer, Replay, places_of, read_offer, replays

MARKUP = '<invoke name="Read">\n<parameter name="path">a</parameter>\n</invoke>'
READ = Tool("Read")


def event(content: str) -> str:
    return "data: " + json.dumps({"choices": [{"index": 0, "delta": {"content": content}}]})


BODY = "\n\n".join([event(MARKUP), "data: {broken", "data: [DONE]", ""])


def capture(body: str = BODY, *, tools: list[str] | None = None, end: str = "eof") -> Capture:
    request = {} if tools is None else {"tools": [{"name": name} for name in tools]}
    header = {
        "kind": "capture",
        "v": 1,
        "framing": "sse",
        "dialect": "openai-chat",
        "request": request,
    }
    half = len(body) // 2
    rows = [header, {"s": body[:half]}, {"s": body[half:]}, {"end": end}]
    return open_capture(None, data="\n".join(map(json.dumps, rows)).encode())


def calls(offer: Offer | None, tools: list[str] | None) -> list[str]:
    [replay] = replays(capture(tools=tools), load_profile("wiretail"), offer)
    return [item.name for item in replay if isinstance(item, Call)]


@pytest.mark.parametrize(
    ("offer", "known", "expected"),
    [
        (None, None, []),
        (None, ["Read"], ["Read"]),
        (None, [], []),
        (Offer(any=True), None, ["Read"]),
        (Offer(any=True), [], []),
        (Offer(any=True), ["Bash"], []),
        (Offer((READ,), replaces=True), None, ["Read"]),
        (Offer((READ,), replaces=True), ["Bash"], ["Read"]),
        (Offer((), replaces=True), ["Read"], []),
    ],
)
def test_the_offered_tools_are_those_of_the_capture_unless_replaced(
    offer: Offer | None, known: list[str] | None, expected: list[str]
) -> None:
    assert calls(offer, known) == expected


def test_the_words_of_the_command_line(tmp_path: Path) -> None:
    assert read_offer(None) == Offer()
    assert read_offer("any") == Offer(any=True)
    assert read_offer("none") == Offer((), replaces=True)
    path = tmp_path / "tools.json"
    path.write_text('["Read"]', "utf-8")
    assert read_offer(str(path)) == Offer((READ,), replaces=True)
    with pytest.raises(ToolsError):
        read_offer(str(tmp_path / "missing.json"))


def test_the_counters_are_those_of_the_stream() -> None:
    sizes: list[int] = []
    [replay] = replays(capture(), load_profile("observe"), progress=sizes.append)
    items = list(replay)
    assert isinstance(items[-1], End)
    assert (replay.frames, replay.malformed_frames, replay.unknown) == (3, 1, {})
    assert sum(sizes) == len(BODY.encode())


def test_steps_tell_what_each_read_brought() -> None:
    [replay] = replays(capture(), load_profile("observe"))
    steps = list(replay.steps())
    assert [None if chunk is None else chunk.number for chunk, _ in steps] == [0, 1, None]


@pytest.mark.parametrize(
    ("end", "expected"),
    [("eof", "incomplete"), ("abort", "cancelled"), ("error", "error"), ("cut", "incomplete")],
)
def test_a_turn_that_is_still_open_ends_as_the_recording_did(end: str, expected: str) -> None:
    found = capture(event("hi") + "\n\n", end=end)
    items = list(Replay(found.exchanges[0], load_profile("observe")))
    assert isinstance(items[-1], End)
    assert str(items[-1].end) == expected


def test_places_lead_back_to_the_bytes() -> None:
    found = capture(tools=["Read"])
    profile = load_profile("wiretail")
    replay = Replay(found.exchanges[0], profile)
    places = places_of(found, replay.exchange, profile)
    [recovered] = [
        item for item in replay if isinstance(item, Decision) and item.kind is Kind.RECOVERED
    ]
    span = places.of(recovered)
    assert span is not None
    assert json.loads(b'"' + found.read(span.start, span.end) + b'"') == MARKUP


def test_in_observe_every_text_leads_back_to_its_bytes() -> None:
    found = capture()
    profile = load_profile("observe")
    replay = Replay(found.exchanges[0], profile)
    places = places_of(found, replay.exchange, profile)
    texts = [item for item in replay if isinstance(item, Text)]
    for item in texts:
        span = places.of(item)
        assert span is not None
        assert json.loads(b'"' + found.read(span.start, span.end) + b'"') == item.text
    assert "".join(item.text for item in texts) == MARKUP
