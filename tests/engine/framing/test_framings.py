"""What holds for every framing."""

import copy
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiretail.engine.framing import FRAMINGS
from wiretail.model.frames import Frame

TRANSPORT = st.lists(
    st.sampled_from(
        [
            b"data: ", b"event: e", b": c", b"\n", b"\r", b"\n\n", b"\r\n\r\n", b"[", b"]", b",",
            b'{"a":1}', b'"', b"\\", b"{", b"}", b"12", b" ", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80",
            b"\xff", b"x" * 40,
        ]
    ),
    max_size=20,
).map(b"".join)  # fmt: skip
FRAMED = sorted(FRAMINGS.keys() - {"plain"})


def feed(framing: Any, pieces: list[bytes]) -> list[Frame]:
    frames: list[Frame] = []
    for piece in pieces:
        frames += framing.feed(piece)
    return [*frames, *framing.close()]


def cut(data: bytes, places: list[int]) -> list[bytes]:
    borders = [0, *sorted(min(place, len(data)) for place in places), len(data)]
    return [data[start:end] for start, end in itertools.pairwise(borders)]


def test_they_are_known_by_their_names() -> None:
    assert set(FRAMINGS) == {"sse", "ndjson", "json_array", "plain"}


@pytest.mark.parametrize("name", FRAMED)
@given(data=TRANSPORT, places=st.lists(st.integers(0, 120)), limit=st.sampled_from([30, 1000]))
def test_the_same_bytes_cut_anywhere_are_the_same_frames(
    name: str, data: bytes, places: list[int], limit: int
) -> None:
    whole = feed(FRAMINGS[name](limit=limit), [data])
    assert feed(FRAMINGS[name](limit=limit), cut(data, places)) == whole
    assert feed(FRAMINGS[name](limit=limit), cut(data, list(range(len(data))))) == whole


@given(data=TRANSPORT, places=st.lists(st.integers(0, 120)))
def test_plain_pieces_joined_are_the_bytes(data: bytes, places: list[int]) -> None:
    frames = feed(FRAMINGS["plain"](), cut(data, places))
    assert b"".join(frame.data for frame in frames) == data
    assert all(data[frame.start : frame.end] == frame.data for frame in frames)


@pytest.mark.parametrize("name", sorted(FRAMINGS))
@given(data=TRANSPORT, at=st.integers(0, 120), start=st.sampled_from([0, 77]))
def test_frames_are_numbered_and_lie_one_behind_the_other(
    name: str, data: bytes, at: int, start: int
) -> None:
    frames = feed(FRAMINGS[name](start=start), cut(data, [at]))
    assert [frame.number for frame in frames] == list(range(len(frames)))
    end = start
    for frame in frames:
        assert end <= frame.start <= frame.end <= start + len(data)
        end = frame.end


@pytest.mark.parametrize("name", sorted(FRAMINGS))
@given(data=TRANSPORT, at=st.integers(0, 120))
def test_a_copy_goes_on_as_the_original(name: str, data: bytes, at: int) -> None:
    framing = FRAMINGS[name]()
    framing.feed(data[:at])
    copied = copy.deepcopy(framing)
    assert feed(copied, [data[at:]]) == feed(framing, [data[at:]])
