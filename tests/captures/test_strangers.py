import pickle
import struct
import zlib

import pytest

from wiretail.captures.strangers import binary_kind, is_request, text_kind

_PRELUDE = struct.pack(">II", 32, 0)
_EVENT = _PRELUDE + struct.pack(">I", zlib.crc32(_PRELUDE)) + bytes(20)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "a PNG image"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"\xff\xfed\0a\0", "UTF-16"),
        (pickle.dumps({"a": 1}), "pickle"),
        (b"1890:9:websocket;0:~", "mitmproxy"),
        (_EVENT, "AWS event stream"),
        (b"httprr trace v1\n4 5\n", "httprr"),
        (b"data: 1\n\n", ""),
        (b"", ""),
    ],
)
def test_binary_strangers_are_named(head: bytes, words: str) -> None:
    kind = binary_kind(head)
    assert words in kind
    assert bool(kind) == bool(words)


@pytest.mark.parametrize(
    ("head", "words"),
    [
        (b"interactions:\n- request:\n", "YAML cassette"),
        (b"---\nversion: 1\ninteractions:\n", "YAML cassette"),
        (b"when:\n  path: /\n", "YAML cassette"),
        (b"12:00:01.5 == Info: Trying\n", "curl trace"),
        (b"== Info: Trying\n", "curl trace"),
        (b"<!DOCTYPE html>", "web page"),
        (b'{\n "a": 1', "JSON document"),
        (b'\xef\xbb\xbf[{"a": 1}', "JSON document"),
        (b'[get_weather(city="x")]', ""),
        (b"the interactions: many", ""),
        (b"{not json}", ""),
    ],
)
def test_text_strangers_are_named(head: bytes, words: str) -> None:
    kind = text_kind(head)
    assert words in kind
    assert bool(kind) == bool(words)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (b'{"model": "m", "messages": []}', True),
        (b'{"contents": [{"parts": []}]}', True),
        (b'{"model": "m", "input": "hi"}', True),
        (b'{"input": "hi"}', False),
        (b'{"messages": [], "choices": []}', False),
        (b'{"messages": 1}', False),
        (b'[{"messages": []}]', False),
        (b'{"messages": [', False),
    ],
)
def test_the_body_of_a_request_is_told_from_an_answer(head: bytes, *, expected: bool) -> None:
    assert is_request(head) is expected
