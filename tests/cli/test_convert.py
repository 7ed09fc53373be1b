import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.terminal import Terminal
from wiretail.assets import assets_folder
from wiretail.captures import open_capture

LEAKED = assets_folder() / "captures" / "split-marker.wtail"


def body(path: Path) -> bytes:
    capture = open_capture(path)
    return capture.read(0, capture.size)


def test_a_native_capture_keeps_reads_and_request(wiretail: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "copy.wtail"
    assert wiretail("convert", str(LEAKED), str(target)).code == 0
    old, new = open_capture(LEAKED).exchanges[0], open_capture(target).exchanges[0]
    assert list(new.chunks()) == list(old.chunks())
    assert new.request is not None
    assert old.request is not None
    assert new.request.tools == old.request.tools


def test_a_name_that_fits_the_stream_takes_its_bare_body(
    wiretail: Terminal, tmp_path: Path
) -> None:
    target = tmp_path / "body.sse"
    assert wiretail("convert", str(LEAKED), str(target)).code == 0
    assert target.read_bytes() == body(LEAKED)


def test_standard_input_becomes_standard_output(tmp_path: Path) -> None:
    answer = subprocess.run(
        [sys.executable, "-m", "wiretail", "convert", "-", "-"],
        input=body(LEAKED),
        capture_output=True,
        check=True,
    )
    target = tmp_path / "piped.wtail"
    target.write_bytes(answer.stdout)
    assert json.loads(answer.stdout.splitlines()[0])["kind"] == "capture"
    assert body(target) == body(LEAKED)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("body.xyz", "names no known format"),
        ("body", "names no known format"),
        ("body.ndjson", "is sse"),
        ("no/such/folder/body.sse", "cannot be written"),
        ("no/such/folder/body.wtail", "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_one_sentence(
    target: str, words: str, wiretail: Terminal, tmp_path: Path
) -> None:
    answer = wiretail("convert", str(LEAKED), str(tmp_path / target))
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert answer.err.count("\n") == 1


def test_a_bare_body_is_one_exchange(wiretail: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "body.sse"
    answer = wiretail("convert", "-", str(target), typed=LEAKED.read_bytes() * 2)
    assert answer.code == 2
    assert "holds 2 exchanges" in answer.err
    assert not target.exists()


def test_a_body_may_be_written_over_its_own_file(wiretail: Terminal, tmp_path: Path) -> None:
    target = tmp_path / "body.sse"
    target.write_bytes(body(LEAKED))
    assert wiretail("convert", str(target), str(target)).code == 0
    assert target.read_bytes() == body(LEAKED)
    assert list(tmp_path.iterdir()) == [target]
