import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import Terminal
from shared import FIXTURES

CASE: dict[str, Any] = {
    "id": "x/1",
    "op": "stream",
    "profile": "wiretail",
    "input": {"deltas": [{"text": "a"}]},
    "expect": {"text": "a"},
}


def written(*cases: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(case) for case in cases).encode()


def test_passed_and_failed_are_counted(wiretail: Terminal) -> None:
    wrong = {**CASE, "id": "x/2\x1b", "expect": {"text": "b\u202e"}}
    answer = wiretail("conform", "-", typed=written(CASE, wrong))
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == ('x/2\u241b: text\n  wanted "b[RLO]"\n  got    "a"\n1 passed, 1 failed\n')


def test_all_passed_is_done(wiretail: Terminal) -> None:
    answer = wiretail("conform", "-", typed=written(CASE))
    assert (answer.code, answer.out) == (0, "1 passed, 0 failed\n")


def test_ops_are_selected(wiretail: Terminal) -> None:
    answer = wiretail(
        "conform", "--op", "load_json", "--op", "repair_text", "-", typed=written(CASE)
    )
    assert (answer.code, answer.out) == (0, "0 passed, 0 failed\n")
    assert wiretail("conform", "--op", "fly", "-").code == 2


def test_an_unknown_op_of_a_case_has_failed(wiretail: Terminal) -> None:
    answer = wiretail("conform", "-", typed=written({**CASE, "op": "fly"}))
    assert answer.code == 1
    assert "unknown op fly" in answer.out


def test_files_are_run_in_order_and_cut_anew(wiretail: Terminal) -> None:
    path = str(FIXTURES / "vectors" / "unicode.jsonl")
    answer = wiretail("conform", "--op", "stream", "--recut", "3", path, path)
    assert answer.out == "2 passed, 0 failed\n"


@pytest.mark.parametrize("data", [b"no json", b"[1]", b"\xff", None])
def test_what_is_no_file_of_vectors_is_one_sentence(
    data: bytes | None, wiretail: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "v.jsonl"
    if data is not None:
        path.write_bytes(data)
    answer = wiretail("conform", str(path))
    assert (answer.code, answer.out) == (2, "")
    assert re.fullmatch(r"wiretail: .*v\.jsonl.*\n", answer.err)


def test_a_file_that_is_too_long_is_one_sentence(
    wiretail: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wiretail.cli.conform.MAX_FILE", 10)
    path = tmp_path / "v.jsonl"
    path.write_bytes(b" " * 11)
    answer = wiretail("conform", str(path))
    assert answer.code == 2
    assert answer.err == f"wiretail: {path} is no file of vectors: it has over 10 bytes.\n"
