"""Cases that properties found, smallest form first: what each came to, and must come to."""

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import patch

import pytest

from properties.runs import decisions, events, inputs, outcome, recovered, run, stream
from properties.strategies import PROFILES, TOOLS, Rig, block, tag, wrapped
from properties.test_bounded import snapshot_bytes
from properties.test_chunk_invariance import per_code_point
from wiretail.engine.short_way import ShortWay
from wiretail.engine.stream import Stream
from wiretail.model.decisions import Kind
from wiretail.model.deltas import (
    CallEndDelta,
    CallStartDelta,
    Channel,
    ChannelKind,
    Delta,
    EndDelta,
    EndKind,
    ErrorDelta,
    TextDelta,
)
from wiretail.model.events import End, Refusal, Text
from wiretail.model.span import Span

_TEXT = Channel()
_NOPE = tag("invoke", attribute=' name="nope"')


def _rig(name: str, deltas: Sequence[Delta | str], **settings: int) -> Rig:
    said = [TextDelta(_TEXT, delta) if isinstance(delta, str) else delta for delta in deltas]
    changes = {f"recover.{key}": value for key, value in settings.items()}
    return Rig(name, changes, TOOLS, tuple(said))


def _text(rig: Rig) -> str:
    return "".join(event.text for event in run(rig) if isinstance(event, Text))


@pytest.mark.parametrize("name", ["vscode-lm", "wiretail", "observe", "runanywhere"])
def test_a_lone_half_in_text_that_nothing_holds_is_repaired_in_its_place(name: str) -> None:
    # The repair asked where the text stands in its frame; for text that went straight through
    # nobody knew.
    out = run(_rig(name, ["a\udc00b"]))
    assert [d.span.start for d in decisions(out) if d.span] == [1]
    assert _text(_rig(name, ["a\udc00b"])) == "a\ufffdb"


def test_bytes_of_which_nothing_was_read_are_no_success() -> None:
    fed = Stream(PROFILES["wiretail"], framing="sse", dialect="openai-chat", tools=())
    out = fed.feed(b'data: {"type":"strange"}\n\ndata: [DONE]\n\n') + fed.close()
    assert events(out) == []


@pytest.mark.parametrize("kind", EndKind)
def test_a_turn_that_ends_before_anything_came_ends_as_it_is_named(kind: EndKind) -> None:
    # It ended as the stream was closed: a turn that failed was an empty success.
    out = run(_rig("wiretail", [EndDelta(kind)]))
    assert [event.end for event in events(out) if isinstance(event, End)] == [kind]


def test_an_error_behind_a_turns_end_does_not_end_that_turn_again() -> None:
    # The error of a second turn, before its first text, was one more end of the first.
    fatal = ErrorDelta("overloaded", fatal=True)
    out = run(_rig("wiretail", ["a", EndDelta(EndKind.DONE), fatal]))
    ends = [(event.channel.turn, event.end) for event in events(out) if isinstance(event, End)]
    assert ends == [(0, EndKind.DONE), (1, EndKind.ERROR)]


@pytest.mark.parametrize(
    ("name", "text", "settings"),
    [
        # A bracket behind a mention was shown at once, and then began a wrapper that was removed.
        ("wiretail", _NOPE + wrapped(block()), {}),
        ("wiretail", tag("function_calls") + block() + _NOPE + "</function_calls>", {}),
        # White space behind a bare block was counted only if the delta held nothing else.
        ("wiretail", block() + "\na", {"max_trailing_blank_chars": 0}),
        ("wiretail", block() + "\n \na", {"max_trailing_blank_chars": 2}),
    ],
)
def test_the_cut_does_not_matter_to(name: str, text: str, settings: dict[str, int]) -> None:
    rig = _rig(name, [text], **settings)
    assert outcome(run(per_code_point(rig))) == outcome(run(rig))


def test_an_open_in_inline_code_is_a_mention_if_its_line_ends_right_behind_it() -> None:
    # The white space in front of a body was passed over, and the line's end with it.
    out = run(_rig("wiretail", [f"`{_NOPE}\n{block()}"]))
    assert [call.name for call in recovered(out)] == ["run"]
    assert [d.kind for d in decisions(out)] == [Kind.RECOVERED]


def test_white_space_behind_an_open_that_is_shown_leaves_nothing_behind() -> None:
    fed = stream(_rig("wiretail", []))
    fed.feed_delta(TextDelta(_TEXT, _NOPE))
    before = snapshot_bytes(fed)
    for _ in range(50):
        fed.feed_delta(TextDelta(_TEXT, " " * 1000))
    assert fed.held_chars == 0
    assert snapshot_bytes(fed) < before + 20_000  # lines read late, and keep their last characters


def test_the_text_of_a_mention_still_counts_for_lines_and_for_what_waits() -> None:
    rig = _rig("wiretail", [f"{block()}\n{_NOPE}", "\n", "```\n", block(), "\n```\n", block()])
    out = run(rig)
    assert inputs(rig.deltas)[_TEXT].startswith(_text(rig)[:40])
    passed = [(d.kind, d.reason) for d in decisions(out)]
    assert passed == [
        (Kind.PASSED, "text_after"),
        (Kind.PASSED, "fence"),
        (Kind.RECOVERED, ""),
    ]


# --- what 20,000 examples a law found ------------------------------------------------------


def test_a_span_of_a_wrapper_that_a_mention_begins_is_a_span() -> None:
    # By the character a decision was made for 61..47: the stream raised.
    text = '<invoke name="e"><invoke name="<function_calls><invoke name="run"></invoke>\n>'
    rig = _rig("wiretail", [text])
    assert outcome(run(per_code_point(rig))) == outcome(run(rig))


@pytest.mark.parametrize("said", [["<invoke>\ud83d"], ["</invoke>", "\ud83d"]])
@pytest.mark.parametrize("bound", [4, 4_194_304])
def test_a_half_behind_a_refusal_counts_and_is_not_held(said: list[str], bound: int) -> None:
    # It stayed held until the end, was not in the refused span, and at the bound the stream raised.
    fed = stream(replace(_rig("qoder", said), settings={"queue.max_bytes": bound}))
    out = [item for text in said for item in fed.feed_delta(TextDelta(_TEXT, text))]
    assert fed.held_chars == 0
    out += fed.close(EndKind.DONE)
    told = [d.span for d in decisions(out) if d.kind is Kind.REFUSED]
    assert [span and span.end for span in told] == [len("".join(said))]


_BLOCK = TextDelta(Channel(block=1), "x")
_NATIVE = CallStartDelta(Channel(ChannelKind.ARGUMENTS), "c", "run")


@pytest.mark.parametrize(
    ("said", "end"),
    [
        (["<invoke>\ud83d\ude00"], 9),
        (["<invoke>\ud83d", "\ude00"], 9),
        (["<invoke>", "\ud83d", "\ude00"], 9),
        (["<invoke>\ud83d", _BLOCK, "\ude00"], 10),
        (["<invoke>", "\ud83d", _BLOCK, "\ude00"], 10),
        (["<invoke>\ud83d", _NATIVE, "\ude00"], 10),
        (["<invoke>", "\ud83d", replace(_NATIVE, server=True), "\ude00"], 9),
    ],
)
def test_halves_behind_a_refusal_come_together_as_they_do_elsewhere(
    said: list[str | Delta], end: int
) -> None:
    # In the delta of the marker a half was let go at once, and its span was one too long.
    told = decisions(run(_rig("qoder", said)))
    assert [(d.kind, d.span and d.span.end) for d in told] == [(Kind.REFUSED, end)]


def test_of_a_lone_half_behind_a_refusal_nothing_is_told_however_it_comes() -> None:
    # In the delta of the marker it was said to be repaired, though none of it is given out.
    for said in (["a\udc00<invoke>\udc00"], ["a\udc00", "<invoke>", "\udc00"]):
        told = [(d.kind, d.span) for d in decisions(run(_rig("qoder", said)))]
        assert told == [(Kind.REPAIRED, Span(1, 2)), (Kind.REFUSED, Span(2, 11))]


def test_of_two_cut_reminders_the_same_one_refuses_however_they_are_cut() -> None:
    begun = TextDelta(_TEXT, "<system-reminde")
    other = TextDelta(Channel(ChannelKind.REASONING), "<system-reminder")
    rig = _rig("qoder", [begun, other, 'r name="q">' + 40 * " "])
    whole, fine = (
        [item.channel for item in run(cut) if isinstance(item, Refusal)]
        for cut in (rig, per_code_point(rig))
    )
    assert whole == fine


def test_a_call_that_waits_in_line_is_not_dispatched_by_an_error() -> None:
    # A half of another channel kept the whole block in the queue, and the error let it go.
    half = TextDelta(Channel(ChannelKind.REASONING), "\ud83d")
    rig = replace(_rig("vscode-lm", [half, wrapped(block())]), end=EndKind.ERROR)
    assert recovered(run(rig)) == []


def _not_short(*_: object) -> None:
    return None


def test_of_two_brackets_at_the_end_the_first_is_told_of_the_short_way_too() -> None:
    rig = _rig("wiretail", ["[To", "co<", "t<<"])
    with patch.multiple(ShortWay, pass_through=_not_short, go_on=_not_short):
        long = run(rig)
    assert run(rig) == long


_TWICE = '<tool_call><function=run>{"a":1}</function></tool_call>'
_HIGH, _LOW = "\ud83d", "\udc00"
_AGREED = (
    CallStartDelta(Channel(ChannelKind.ARGUMENTS), "c", "run"),
    CallEndDelta(Channel(ChannelKind.ARGUMENTS), {"input": '{"a":1}'}),
)


@pytest.mark.parametrize("front", ["<functions.x>", f"{_TWICE}<functions.x>", f"<invoke>{_TWICE}"])
def test_what_may_repeat_a_call_behind_a_refusal_is_no_echo(front: str) -> None:
    # It was passed, or even taken out, as an echo, and refused, too: one text with two fates.
    settings = {"scaffold.policy": "refuse", "recover.grammars": []}
    rig = replace(_rig("wiretail", [f"{front}{_TWICE}", *_AGREED]), settings=settings)
    for cut in (rig, per_code_point(rig)):
        told = [(d.kind, d.span and d.span.end) for d in decisions(run(cut)) if d.span]
        assert told[-1] == (Kind.REFUSED, len(front + _TWICE))
        assert told[:-1] == [(Kind.REMOVED, len(_TWICE))] * front.startswith(_TWICE)


@pytest.mark.parametrize("half", [_HIGH, _LOW], ids=["high", "low"])
def test_a_half_in_a_block_that_outgrows_its_ceiling_is_told_of_however_it_comes(half: str) -> None:
    # Told of by the character, in one delta not: it stood behind the marker, and was read.
    for text in (f"a<system-reminder>{half}bcd", f"a<system-reminder>bcd{half}{half}"):
        rig = replace(_rig("qoder", [text]), settings={"scaffold.max_block_chars": 4})
        assert outcome(run(per_code_point(rig))) == outcome(run(rig))
        assert [d.kind for d in decisions(run(rig))] == [Kind.REPAIRED, Kind.REFUSED]


def test_a_stray_word_makes_room_for_an_echo_however_it_comes() -> None:
    # In one delta the word still waited while the echo came, and the queue was full too early.
    word, echo = TextDelta(Channel(block=1), "aaa\ncall\n"), _TWICE.replace('{"a":1}', "x")
    said: list[str | Delta] = [word, f"aaa{block()}", TextDelta(Channel(block=1), echo)]
    rig = replace(_rig("wiretail", said), settings={"queue.max_bytes": 80})
    assert outcome(run(per_code_point(rig))) == outcome(run(rig))


_GONE = "<system-reminder>x</system-reminder>"
_CLOSE = "</system-reminder>"


@pytest.mark.parametrize("end", EndKind)
@pytest.mark.parametrize(
    ("inner", "behind", "shown"),
    [
        # A wrapper's opener was shown, and said to be removed; and it still held what followed.
        ("<function_calls>", "", ""),
        ("a<function_calls>", "b", "b"),
        ("a call\n<function_calls>", "b", "b"),
        ("a<function_calls></function_calls>", "b", "b"),
        ("a<function_calls>", f" {block()} b", f" {block()} b"),
        # A candidate was said to be shown, and went with the text round it.
        (f"a{block('nope')}", "b", "b"),
        (f"a`{block()}`", "b", "b"),
        (f"a`{_GONE}`", "b", "b"),
    ],
)
def test_what_stands_in_contained_text_goes_along(
    inner: str, behind: str, shown: str, end: EndKind
) -> None:
    rig = replace(_rig("wiretail", [f"{_GONE}{inner}{_CLOSE}{behind}"]), end=end)
    assert _text(rig) == shown
    gone = Span(len(_GONE), len(_GONE + inner + _CLOSE))
    told = [(d.kind, d.span) for d in decisions(run(rig)) if d.span and d.span.start < gone.end]
    assert told == [(Kind.REMOVED, Span(0, gone.start)), (Kind.REMOVED, gone)]
    assert outcome(run(per_code_point(rig))) == outcome(run(rig))


def test_what_is_gone_stays_gone_though_what_waits_in_front_of_it_fails() -> None:
    rig = _rig("wiretail", [f"{tag('function_calls')}{_GONE} {_CLOSE}"])
    for end in (EndKind.ERROR, EndKind.CANCELLED):
        out = run(replace(rig, end=end))
        gone = [d.span for d in decisions(out) if d.kind is Kind.REMOVED]
        assert gone == [Span(16, 52), Span(52, 71)]
        assert _text(replace(rig, end=end)) == tag("function_calls")


def test_bare_blocks_of_a_profile_that_has_none_wait_for_what_follows_them() -> None:
    # Their only gate that waits was one that the end of a turn does not open: the stream raised.
    for text, calls in ((block(), 1), (f"a {block()}", 0), (f"{block()} b", 0)):
        for end in EndKind:
            found = run(replace(_rig("vscode-lm", [text], bare=True), end=end))
            assert len(recovered(found)) == (calls if end is EndKind.DONE else 0)


@pytest.mark.parametrize("bound", [1, 4, 8, 13, 20, 60])
@pytest.mark.parametrize("name", ["wiretail", "observe"])
def test_a_place_behind_a_pair_does_not_hang_on_the_room_in_the_queue(
    name: str, bound: int
) -> None:
    # Pieces that fit into the queue counted the two halves, the whole delta their character.
    said = TextDelta(_TEXT, f"{block()}word \ud83d\ud83d\ude00\ud83d")
    rig = replace(_rig(name, [said]), settings={"queue.max_bytes": bound}, tools=())
    told = [d.span.start for d in decisions(run(rig)) if d.kind is Kind.REPAIRED and d.span]
    places = [d.start.offset for d in decisions(run(rig)) if d.kind is Kind.REPAIRED and d.start]
    first = len(block()) + len("word ")
    assert (told, places) == ([first, first + 2], [first, first + 2])
