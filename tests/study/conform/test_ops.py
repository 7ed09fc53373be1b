from typing import Any

import pytest

from wiretail.study.conform.cases import Case
from wiretail.study.conform.ops import OPS


def run(op: str, profile: str = "wiretail", **given: Any) -> dict[str, Any]:
    answer = OPS[op].run(Case("x/1", "", op, profile, input=given))
    assert set(answer) <= OPS[op].keys
    return answer


def test_bytes_are_repaired_chunk_by_chunk() -> None:
    chunks = [b"a\xe2", b"\x82\xac\xff"]
    answer = run("repair_bytes", chunks=chunks, policy="maximal-subpart")
    assert answer == {"text": "a\u20ac\ufffd", "replacements": 1}


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        (
            ["a\ud83d", "\ude00"],
            {"text": "a\U0001f600", "deltas": ["a", "\U0001f600"], "flush": ""},
        ),
        (["abc\ud800"], {"text": "abc\ufffd", "deltas": ["abc"], "flush": "\ufffd"}),
        (
            [["x", "\ud83d"], ["y", "\ude00"]],
            {"by_channel": {"x": "\ufffd", "y": "\ufffd"}, "flush": "\ufffd"},
        ),
    ],
)
def test_text_is_repaired_channel_by_channel(chunks: list[Any], expected: dict[str, Any]) -> None:
    answer = run("repair_text", chunks=chunks)
    assert expected.items() <= answer.items()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b'{"a": "\\ud83d"}', {"value": {"a": "\ufffd"}}),
        (b'{"a\\ud83d": 1, "a\\ud83e": 2}', {"error": "key_collision"}),
        (b"{", {"error": "malformed_json"}),
    ],
)
def test_json_is_read(source: bytes, expected: dict[str, Any]) -> None:
    assert run("load_json", json=source) == expected


def test_the_profile_says_which_characters_of_a_name_are_encoded() -> None:
    assert run("encode_tool_name", "vscode-lm", text="a.b") == {"text": "a.b"}
    assert run("encode_tool_name", text="a.b") == {"text": "a_u002Eb"}


def test_a_stream_answers_every_key() -> None:
    answer = run("stream", deltas=[{"text": "hello"}])
    assert set(answer) == OPS["stream"].keys
    assert answer["text"] == "hello"
