import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from captures.copies import assert_same, written
from shared import FIXTURES
from wiretail.captures.body import MemoryBody, Reads
from wiretail.captures.capture import Capture, Exchange, Request
from wiretail.captures.open import open_capture
from wiretail.captures.write import write_body, write_native
from wiretail.errors import CaptureError
from wiretail.model.calls import Tool
from wiretail.model.chunks import Boundary
from wiretail.model.transcript import Message

CAPTURES = sorted(
    path for path in (FIXTURES / "captures").iterdir() if not path.name.startswith("tools-")
)


@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_what_is_written_reads_as_what_it_was(path: Path) -> None:
    capture = open_capture(path)
    assert_same(capture, open_capture("copy", data=written(capture)))


@given(
    st.lists(
        st.tuples(
            st.one_of(st.binary(max_size=8), st.text(max_size=8).map(str.encode)),
            st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False)),
        ),
        max_size=6,
    ),
    st.sampled_from(["eof", "abort", "error", "cut"]),
)
def test_any_reads_come_back_byte_for_byte_with_their_times(
    chunks: list[tuple[bytes, float | None]], end: str
) -> None:
    reads = Reads()
    size = 0
    for data, time_ms in chunks:
        size += len(data)
        reads.add(size, time_ms)
    body = MemoryBody(b"".join(data for data, _ in chunks))
    capture = Capture("demo", "wtail")
    exchange = Exchange(0, "sse", "openai-chat", Boundary.WIRE, 0, body, reads=reads, end=end)
    capture.add(exchange)
    assert_same(capture, open_capture("copy", data=written(capture)))


def test_requests_come_back_and_what_cannot_be_encoded_is_repaired() -> None:
    request = Request(
        tools=(Tool("a", {"maximum": 2**70}, aliases=("b",)), Tool("c", freeform=True)),
        messages=(
            Message("user", "hi"),
            Message("assistant", [{"type": "text", "text": "x\ud83d"}]),
            Message("assistant", None),
        ),
        model="m",
        raw={"headers": {"authorization": "Bearer 0123456789"}},
    )
    capture = Capture("demo", "wtail")
    exchange = Exchange(0, "sse", "openai-chat", Boundary.WIRE, 0, MemoryBody(b"x"), request)
    capture.add(exchange)
    data = written(capture)
    assert b"0123456789" not in data
    found = open_capture("copy", data=data).exchanges[0].request
    assert found is not None
    assert found.tools == request.tools
    assert found.messages is not None
    assert found.messages[0] == Message("user", "hi")
    assert found.messages[1].content == [{"type": "text", "text": "x\ufffd"}]
    assert found.messages[2].content is None


def test_a_file_appears_whole_and_over_what_it_was_read_from(tmp_path: Path) -> None:
    path = tmp_path / "a.wtail"
    path.write_bytes((FIXTURES / "captures" / "openai-chat.sse").read_bytes())
    capture = open_capture(path)
    data = capture.read(0, capture.size)
    write_native(capture, path)
    assert open_capture(path).read(0, 10_000) == data
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_keeps_leading_to_the_file(tmp_path: Path) -> None:
    target = tmp_path / "real.wtail"
    target.write_bytes(b"old")
    link = tmp_path / "link.wtail"
    link.symlink_to(target)
    write_native(open_capture("a", data=b"data: 1\n\n"), link)
    assert link.is_symlink()
    assert target.read_bytes().startswith(b'{"kind":"capture"')


def test_a_failure_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "a.sse"
    source.write_bytes(b"data: 1\n\n")
    capture = open_capture(source)
    source.unlink()
    target = tmp_path / "out.wtail"
    target.write_bytes(b"old")
    with pytest.raises(CaptureError, match="cannot be read any more"):
        write_native(capture, target)
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_bytes() == b"old"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    capture = open_capture("a", data=b"data: 1\n\n")
    for target, words in (
        (tmp_path, "is no file"),
        (tmp_path / "none" / "a\x1b.wtail", r"a\\x1b\.wtail cannot be written"),
        ("a\0b", "is no name"),
    ):
        with pytest.raises(CaptureError, match=words):
            write_native(capture, target)


def test_a_body_is_written_over_the_file_that_it_is_read_from(tmp_path: Path) -> None:
    path = tmp_path / "a.sse"
    path.write_bytes(b"data: 1\n\n")
    path.chmod(0o600)
    write_body(open_capture(path).exchanges[0], path)
    assert path.read_bytes() == b"data: 1\n\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_body_that_is_gone_leaves_what_was_there(tmp_path: Path) -> None:
    source, target = tmp_path / "a.sse", tmp_path / "b.sse"
    source.write_bytes(b"data: 1\n\n")
    target.write_bytes(b"old")
    [exchange] = open_capture(source).exchanges
    source.write_bytes(b"")
    with pytest.raises(CaptureError, match="became shorter"):
        write_body(exchange, target)
    assert target.read_bytes() == b"old"
    assert sorted(tmp_path.iterdir()) == [source, target]


def test_a_link_to_itself_is_no_place(tmp_path: Path) -> None:
    link = tmp_path / "link.sse"
    link.symlink_to(link)
    [exchange] = open_capture("a", data=b"data: 1\n\n").exchanges
    with pytest.raises(CaptureError, match="leads nowhere"):
        write_body(exchange, link)
    assert link.is_symlink()
