"""Whatever a stream holds: the rows of a store are the rows of the engine, and so are its texts."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from store.made import opened, processed
from wiretail.captures import Capture
from wiretail.model.events import CallArguments, Reasoning, Text
from wiretail.profiles import load_profile
from wiretail.study.rows import line, row, stored_row
from wiretail.study.run import Offer, places_of, replays

PROFILE = load_profile("wiretail")
OFFER = Offer(any=True)

#: Pieces of JSON strings, as bytes on the wire: halves of pairs, bytes that are no text, markers.
PIECES = [
    *(b"a", b" word", b"\\n", b'\\"', b"\\u003c", b"\\u4f60", b"\\u0000", b"\\/", b"\t"),
    *(b"\\ud83d", b"\\ude00", b"\\ud83d\\ude00", b"\\ufffd", b"\\ufeff", b"\\u2028"),
    *("\u00e9\u4f60\U0001f600\ufffd".encode(), b"\xff", b"\xe4\xbd", b"\xed\xa0\xbd", b"\xf0\x9f"),
    *(b"<", b"<inv", b'<invoke name=\\"Read\\">', b'<parameter name=\\"path\\">', b"</parameter>"),
    *(b"</invoke>", b"<function_calls>", b"</function_calls>", b"<think>", b"</think>", b"`"),
]
STRINGS = st.lists(st.sampled_from(PIECES), max_size=5).map(b"".join)
DELTAS = [
    b'"content":"%s"',
    b'"content":"twice","content":"%s"',
    b'"reasoning_content":"%s"',
    b'"refusal":"%s"',
    b'"tool_calls":[{"index":0,"id":"c","function":{"name":"Read","arguments":"%s"}}]',
    b'"tool_calls":[{"index":1,"function":{"arguments":"%s"}}]',
]
CHOICE = b'{"choices":[{"index":%d,"delta":{%s}}]}'
OTHERS = [
    b'{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
    b'{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
    b'{"choices":[],"usage":{"total_tokens":3}}',
    b'{"error":{"message":"m","code":"overloaded"}}',
    b'{"unknown":"record"}',
    b"{broken",
    b"[DONE]",
]
PAYLOADS = st.one_of(
    st.builds(
        lambda choice, delta, text: CHOICE % (choice, delta.replace(b"%s", text)),
        st.integers(0, 1),
        st.sampled_from(DELTAS),
        STRINGS,
    ),
    st.sampled_from(OTHERS),
)
ENDS = st.sampled_from([b"\n\n", b"\r\n\r\n", b"\n: a comment\n\n"])
FRAMES = st.builds(lambda payload, end: b"data: " + payload + end, PAYLOADS, ENDS)
STREAMS = st.lists(FRAMES, min_size=1, max_size=8).map(b"".join)


def engine_rows(capture: Capture) -> list[dict[str, Any]]:
    """Return the rows that the command line would print."""
    found: list[dict[str, Any]] = []
    for replay in replays(capture, PROFILE, OFFER):
        places = places_of(capture, replay.exchange, PROFILE)
        found += [row(item, replay.exchange.number, places) for item in replay]
    return found


@settings(deadline=None, max_examples=300)
@given(STREAMS, st.booleans())
def test_the_rows_of_a_store_are_those_of_the_engine(data: bytes, cut: bool) -> None:
    capture = opened(data[:-3] if cut else data)
    capture.exchanges[0].dialect = "openai-chat"
    store = processed(capture, any=True)
    expected = engine_rows(capture)
    assert [line(stored_row(store, number)) for number in range(store.row_count)] == [
        line(found) for found in expected
    ]
    for number in range(store.row_count):
        item = store.item(number)
        if isinstance(item, Text | Reasoning | CallArguments):
            assert store.text(number) == item.text
        span = store.bytes_of_row(number)
        assert (None if span is None else [span.start, span.end]) == expected[number]["bytes"]
