import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Terminal
from wiretail.assets import assets_folder
from wiretail.captures import open_capture
from wiretail.profiles import load_profile
from wiretail.study.rows import row
from wiretail.study.run import places_of, replays

CAPTURES = assets_folder() / "captures"
LEAKED = str(CAPTURES / "split-marker.wtail")
QUOTED = str(CAPTURES / "quoted.wtail")
OFFER = "(offer it: --tools any, or --tools FILE)"


def sse(*payloads: Any) -> bytes:
    rows = [payload if isinstance(payload, str) else json.dumps(payload) for payload in payloads]
    return "".join(f"data: {row}\n\n" for row in rows).encode()


def delta(content: str, **more: Any) -> dict[str, Any]:
    return {"object": "chat.completion.chunk", "choices": [{"delta": {"content": content}, **more}]}


BARE = '<invoke name="Re\x1bad">\n<parameter name="path">a</parameter>\n</invoke>'
UNKNOWN = sse(delta("Look.\n"), delta(BARE, finish_reason="stop"), "[DONE]")


def test_the_verdict_comes_first_and_then_the_table(wiretail: Terminal) -> None:
    answer = wiretail("inspect", LEAKED)
    first, blank, what, head, *rows = answer.out.splitlines()
    assert (answer.code, answer.err, blank) == (0, "", "")
    assert first == "1 leaked tool call was recovered: Read, frames 2-4."
    assert what == "sse, openai-chat, 8 frames, wire chunks, tool Read"
    assert head.split() == ["#", "frames", "what", "channel", "detail"]
    assert [line.split()[0] for line in rows if line[0].isdigit()] == list("01234567")
    recovered = next(line for line in rows if "W recovered" in line)
    assert re.match(r"2 +2-4 +W recovered +text +A leaked tool call was recovered", recovered)
    assert 'Read {"path":"src/caf\u00e9.py"}' in answer.out
    assert "note: 1 row on held text left out (see --format json)" in answer.out


def test_a_leak_that_is_not_recovered_says_why_and_what_to_do(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "-", typed=UNKNOWN)
    assert answer.code == 0
    assert answer.out.startswith(
        "1 tool call leaked as text: Re\u241bad, frame 1; not recovered because the tools are not "
        f"known {OFFER}."
    )
    assert "\x1b" not in answer.out


def test_the_tools_may_be_given(wiretail: Terminal, tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text('{"Bash": {"type": "object"}}', "utf-8")
    words = [
        wiretail("inspect", "--tools", word, "-", typed=UNKNOWN).out.splitlines()[0]
        for word in ("any", "none", str(tools))
    ]
    assert "was recovered" in words[0]
    assert "recovered" not in words[1]
    assert "not recovered because the tool was not offered" in words[2]


def test_text_is_never_taken_for_markup_of_the_table(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "-", typed=sse(delta("[bold]x[/bold] :smile: \u202e"), "[DONE]"))
    assert "[bold]x[/bold] :smile: [RLO]" in answer.out


def test_what_was_not_understood_is_shown_with_counts(wiretail: Terminal) -> None:
    body = b"event: ping\n" + sse(
        {"type": "ping_pong"}, {"type": "ping_pong"}, delta("a"), "[DONE]"
    )
    answer = wiretail("inspect", "--dialect", "openai-chat", "-", typed=body)
    assert re.search(r"^note: skipped, of no known type: .*\(2\)$", answer.out, re.MULTILINE)


def test_a_summary_is_one_object_a_turn(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "--format", "summary", LEAKED)
    [found] = [json.loads(line) for line in answer.out.splitlines()]
    assert found["text"] == "I will read the file first.\n\n\n\n"
    assert found["tool_calls"] == [
        {
            "name": "Read",
            "arguments": {"path": "src/caf\u00e9.py"},
            "origin": "recovered",
            "server": False,
        }
    ]
    assert (found["end"], found["frames"], found["malformed_frames"]) == ("done", 8, 0)
    assert found["findings"] == ["wrapper", "recovered", "wrapper", "stop_corrected"]


def test_json_has_one_event_or_decision_a_line_and_equals_the_rows(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "--format", "json", LEAKED)
    capture = open_capture(LEAKED)
    profile = load_profile("wiretail")
    [replay] = replays(capture, profile)
    places = places_of(capture, replay.exchange, profile)
    rows = [row(item, 0, places) for item in replay]
    assert [json.loads(line) for line in answer.out.splitlines()] == json.loads(json.dumps(rows))


def test_every_byte_range_of_json_lies_in_the_capture_and_in_its_frames(
    wiretail: Terminal,
) -> None:
    answer = wiretail("inspect", "--profile", "observe", "--format", "json", QUOTED)
    capture = open_capture(QUOTED)
    texts = [json.loads(line) for line in answer.out.splitlines()]
    for found in (text for text in texts if text["type"] == "text"):
        data = capture.read(*found["bytes"])
        assert json.loads(b'"' + data + b'"') == found["text"]


def test_observe_says_what_would_be(wiretail: Terminal) -> None:
    answer = wiretail("inspect", "--profile", "observe", LEAKED)
    assert answer.code == 0
    assert answer.out.startswith(
        "1 leaked tool call would be recovered: Read, frames 2-4; this profile changes nothing."
    )


def test_several_exchanges_are_told_apart(wiretail: Terminal) -> None:
    twice = Path(LEAKED).read_bytes() * 2
    answer = wiretail("inspect", "-", typed=twice)
    assert answer.out.startswith(
        "2 leaked tool calls were recovered: Read (2 times), frames 2-4 of exchange 0 and 2-4 of "
        "exchange 1."
    )
    assert "\nexchange 1: sse, openai-chat" in answer.out
    summary = wiretail("inspect", "--format", "summary", "-", typed=twice)
    assert [json.loads(line)["exchange"] for line in summary.out.splitlines()] == [0, 1]


def test_a_refused_turn_is_an_answer_of_no(wiretail: Terminal) -> None:
    body = b'data: {"choices":[{"delta":{"content":"a","\\ud83d":1,"\\ud83e":2}}]}\n\n'
    answer = wiretail("inspect", "--dialect", "openai-chat", "-", typed=body)
    assert answer.code == 1
    assert answer.out.startswith("The turn was refused: two keys of one object are the same")


PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\0" * 64


def test_no_bad_file_is_more_than_one_sentence(wiretail: Terminal, tmp_path: Path) -> None:
    bad = {
        "empty.sse": b"",
        "picture.png": PNG,
        "junk.bin": bytes(range(256)) * 64,
        "line.txt": b"x" * 50_000_000,
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    for name in [*bad, "missing.sse", "", "folder"]:
        (tmp_path / "folder").mkdir(exist_ok=True)
        answer = wiretail("inspect", str(tmp_path / name))
        assert (answer.code, answer.out) == (2, ""), name
        assert re.fullmatch(r"wiretail: .*\n", answer.err), name
        assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("option", "text"),
    [
        ("--profile", 'name = "x"\nmood = "good"\n'),
        ("--profile", "no toml at all"),
        ("--tools", '{"tools": 7}'),
        ("--tools", "no json"),
    ],
)
def test_a_bad_profile_or_list_of_tools_is_one_sentence(
    option: str, text: str, wiretail: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "given.toml"
    path.write_text(text, "utf-8")
    answer = wiretail("inspect", option, str(path), LEAKED)
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"wiretail: .*given\.toml.*\n", answer.err)


@pytest.mark.parametrize(
    "words",
    [
        ("--profile", "no-such"),
        ("--dialect", "klingon"),
        ("--input-format", "papyrus"),
        ("--tools", "missing.json"),
    ],
)
def test_a_name_that_is_not_known_is_one_sentence(
    words: tuple[str, ...], wiretail: Terminal
) -> None:
    answer = wiretail("inspect", *words, LEAKED)
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"wiretail: .*\n", answer.err)
