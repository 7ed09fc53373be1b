import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.text.json_text import (
    KeyCollision,
    MalformedJson,
    dump,
    join_value,
    load_frame,
    load_json,
    load_strict,
    read_strict,
)
from wiretail.engine.text.surrogates import join

HALF = "\ud83d"
LONG = 123456789012345678901234567890

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=4)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)


def nested(depth: int) -> str:
    return (
        "[" * (depth // 2)
        + '{"a":' * (depth - depth // 2)
        + "1"
        + "}" * (depth - depth // 2)
        + "]" * (depth // 2)
    )


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"\\ud83d\\ude00"', "😀"),
        ('"\\ud83d"', HALF),
        ('"\\ude00\\ud83d"', "\ude00\ud83d"),
        ('"\\ud83dx"', HALF + "x"),
        ('"\\ud83d\\ud83d\\ude00"', HALF + "😀"),
        ('"\\\\ud83d"', "\\ud83d"),
        (f'"{HALF}"', HALF),
        ('{"a":1,"a":2}', {"a": 2}),
        ('{"a":"\\ud83d","a":2}', {"a": 2}),
        (" [1]\n", [1]),
        ('{"k\\ud83d":1}', {"k" + HALF: 1}),
        ('["\\ud83d",1.5]', [HALF, 1.5]),
    ],
)
def test_a_frame_is_read_with_its_halves_and_the_last_of_its_keys(text: str, value: Any) -> None:
    assert load_frame(text) == value


NOT_JSON = [
    "",
    "{",
    "NaN",
    "[Infinity]",
    "-Infinity",
    "1e400",
    "[-1e999]",
    "\ufeff1",
    "\u00a01",
    '"a\nb"',
    "[1] x",
    "{'a':1}",
    "[1,]",
    "1" * 5000,
    nested(257),
    "[" * 100_000,
    "[" * 100_000 + "]" * 100_000,
]


@pytest.mark.parametrize("text", NOT_JSON)
def test_what_is_not_json_is_refused_by_both_readers(text: str) -> None:
    with pytest.raises(MalformedJson) as frame:
        load_frame(text, digits=True)
    with pytest.raises(MalformedJson) as strict:
        load_strict(text)
    for caught in (frame.value, strict.value):
        assert caught.args == ()
        assert caught.__cause__ is caught.__context__ is None


@pytest.mark.parametrize("read", [load_frame, load_strict])
def test_the_depth_is_a_limit_to_the_container(read: Any) -> None:
    assert read(nested(256))
    assert read("[[1], {}]", depth=2) == [[1], {}]
    with pytest.raises(MalformedJson):
        read("[[1], {}]", depth=1)
    with pytest.raises(MalformedJson):
        read('["\\ud83d", [1]]', depth=1)
    brackets = '["' + "[{" * 300 + '"]'
    assert read(brackets) == json.loads(brackets)
    assert read('"[[[[["', depth=1) == "[[[[["


def test_long_integers_of_a_frame_are_exact_where_they_are_looked_for() -> None:
    text = f'{{"n":{LONG}}}'
    assert load_frame(text, digits=True) == {"n": LONG}
    assert load_frame(text) == {"n": float(LONG)}


@pytest.mark.parametrize("read", [load_frame, load_strict])
@pytest.mark.parametrize(
    "text", ['{"k\\ud83d":1,"k\\ud83e":2}', '[{"o":{"k\\ud83d":1,"k\\ufffd":2}}]']
)
def test_keys_that_are_equal_after_repair_collide(read: Any, text: str) -> None:
    with pytest.raises(KeyCollision) as caught:
        read(text)
    assert caught.value.args == ()


@pytest.mark.parametrize("text", ['{"a":1,"a":1}', '[{"b":{"a":1,"\\u0061":2}}]'])
def test_arguments_refuse_a_key_that_occurs_twice(text: str) -> None:
    with pytest.raises(KeyCollision):
        load_strict(text)


@pytest.mark.parametrize(
    ("text", "value", "marks"),
    [
        (f" {LONG}\r\n\t", LONG, 0),
        (
            '{"a":["\\ud83d",{"k\\ude00":"\\ud83d\\ude00"}]}',
            {"a": ["\ufffd", {"k\ufffd": "😀"}]},
            2,
        ),
        ("null", None, 0),
        ("1.5e3", 1500.0, 0),
    ],
)
def test_arguments_are_exact_and_repaired(text: str, value: Any, marks: int) -> None:
    assert read_strict(text) == (value, marks)
    assert load_strict(text) == value


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'\xef\xbb\xbf{"a":1}', {"a": 1}),
        (b'"\xed\xa0\xbd"', "\ufffd\ufffd\ufffd"),
        (b'"\xe2\x82"', "\ufffd"),
        (b'{"n":%d}' % LONG, {"n": LONG}),
    ],
)
def test_a_document_is_decoded_before_it_is_read(data: bytes, value: Any) -> None:
    assert load_json(data) == value


def test_a_document_follows_the_policy_for_bytes() -> None:
    assert load_json(b'"\xe2\x82"', "per-byte") == "\ufffd\ufffd"


@given(VALUES)
def test_what_is_written_reads_back_as_it_was(value: Any) -> None:
    text = dump(value)
    assert load_strict(text) == value
    assert load_frame(text, digits=True) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": [1, "é😀"], "a": None}, '{"b":[1,"é😀"],"a":null}'),
        ([LONG, "é"], f'[{LONG},"é"]'),
        (json.loads(nested(256)), nested(256)),
    ],
)
def test_writing_is_compact_and_exact(value: Any, text: str) -> None:
    assert dump(value) == text


@pytest.mark.parametrize("value", [HALF, [LONG, "\ud83d\ude00"], {HALF: 1}])
def test_only_repaired_text_is_written(value: Any) -> None:
    with pytest.raises(ValueError, match="only repaired text"):
        dump(value)


@pytest.mark.parametrize("value", [object(), {1: 2, "a": {3}}])
def test_what_json_does_not_know_is_not_written(value: Any) -> None:
    with pytest.raises(TypeError):
        dump(value)


def test_a_value_is_joined_in_a_copy_and_its_marks_counted() -> None:
    value = {"a" + HALF: [HALF, {"b": HALF + "\ude00"}, 1], "c": None}
    joined = join_value(value)
    assert joined.value == {"a\ufffd": ["\ufffd", {"b": "😀"}, 1], "c": None}
    assert list(joined.value) == ["a\ufffd", "c"]
    assert joined.marks == 2
    assert value["a" + HALF] == [HALF, {"b": HALF + "\ude00"}, 1]


def test_pieces_of_texts_are_kept_but_never_within_a_whole_value() -> None:
    value = {"text": HALF, "id": HALF, "parts": [{"text": HALF}], "input": {"text": HALF}}
    joined = join_value(value, keep={"text"}, whole={"input"})
    assert joined.value == {
        "text": HALF,
        "id": "\ufffd",
        "parts": [{"text": HALF}],
        "input": {"text": "\ufffd"},
    }
    assert joined.marks == 2


def test_keys_that_collide_when_joined_are_reported_and_nothing_is_dropped() -> None:
    with pytest.raises(KeyCollision):
        join_value([dict.fromkeys(["a" + HALF, "a\udc00"], 1)])


def test_a_value_deeper_than_the_stack_is_joined() -> None:
    value: Any = HALF
    for _ in range(5000):
        value = [value]
    joined = join_value(value)
    assert joined.marks == 1
    found = joined.value
    while isinstance(found, list):
        (found,) = found
    assert found == "\ufffd"


@given(st.text(st.sampled_from('a"\\[]{}:,1eu83d \ud83d\ude00\x1f'), max_size=12))
def test_a_reader_gives_a_value_or_one_of_its_two_errors(text: str) -> None:
    for read in (load_frame, load_strict):
        try:
            value = read(text)
        except (MalformedJson, KeyCollision):
            continue
        expected = json.loads(text)
        assert value == expected or join(str(value))[0] == join(str(expected))[0]
        assert not (isinstance(value, float) and math.isinf(value))
