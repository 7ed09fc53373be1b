"""The cases of the unicode page that concern bytes and documents, one by one."""

import base64
import json
from typing import Any

import pytest

from shared import FIXTURES
from wiretail.engine.text.json_text import KeyCollision, MalformedJson, load_json
from wiretail.engine.text.utf8 import Utf8Decoder, repair_bytes

CODES = {KeyCollision: "key_collision", MalformedJson: "malformed_json"}


def cases(op: str) -> list[Any]:
    with (FIXTURES / "vectors" / "unicode.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    return [pytest.param(case, id=case["id"]) for case in records if case["op"] == op]


def raw(value: dict[str, str]) -> bytes:
    return base64.b64decode(value["$b64"])


@pytest.mark.parametrize("case", cases("repair_bytes"))
def test_bytes_are_repaired(case: dict[str, Any]) -> None:
    expect = case["expect"]
    # The escapes of the file may spell a pair; text in memory holds none.
    text = expect["text"]
    policy = case["input"]["policy"]
    chunks = [raw(chunk) for chunk in case["input"]["chunks"]]
    decoder = Utf8Decoder(policy)
    found = "".join([*map(decoder.feed, chunks), decoder.close()])
    assert (found, decoder.count) == (text, expect["replacements"])
    whole = repair_bytes(b"".join(chunks), policy)
    assert (whole.text, whole.total) == (text, expect["replacements"])


@pytest.mark.parametrize("case", cases("load_json"))
def test_documents_are_loaded(case: dict[str, Any]) -> None:
    expect = case["expect"]
    try:
        found = {"value": load_json(raw(case["input"]["json"]))}
    except (KeyCollision, MalformedJson) as error:
        found = {"error": CODES[type(error)]}
    assert found == expect


def test_the_file_holds_them_all() -> None:
    assert (len(cases("repair_bytes")), len(cases("load_json"))) == (60, 11)
