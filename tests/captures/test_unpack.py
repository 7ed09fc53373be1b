import gzip
import random
import zlib

import pytest

from wiretail.captures.body import MemoryBody
from wiretail.captures.limits import FREE_BYTES, Limits
from wiretail.captures.unpack import Outcome, Unpacked, gunzip, inflate

TEXT = b"data: {}\n\n" * 5000
NOISE = random.Random(1).randbytes(100_000)


def _bytes(unpacked: Unpacked) -> bytes:
    return unpacked.body.read(0, unpacked.body.size)


@pytest.mark.parametrize("data", [TEXT, NOISE, b""])
def test_gzip_comes_back_whole(data: bytes) -> None:
    unpacked = gunzip(MemoryBody(gzip.compress(data, mtime=0)), Limits())
    assert (_bytes(unpacked), unpacked.outcome) == (data, Outcome.WHOLE)


def test_members_of_gzip_are_read_one_behind_the_other_and_padding_is_not() -> None:
    packed = gzip.compress(TEXT, mtime=0) + gzip.compress(NOISE) + b"\0" * 512
    unpacked = gunzip(MemoryBody(packed), Limits())
    assert (_bytes(unpacked), unpacked.outcome) == (TEXT + NOISE, Outcome.WHOLE)


@pytest.mark.parametrize("wbits", [15, -15])
def test_deflate_is_read_with_and_without_its_wrapper(wbits: int) -> None:
    packer = zlib.compressobj(wbits=wbits)
    packed = packer.compress(TEXT) + packer.flush()
    unpacked = inflate(MemoryBody(packed), Limits())
    assert (_bytes(unpacked), unpacked.outcome) == (TEXT, Outcome.WHOLE)


def test_what_was_decoded_before_a_cut_is_kept() -> None:
    unpacked = gunzip(MemoryBody(gzip.compress(NOISE, mtime=0)[:50_000]), Limits())
    assert unpacked.outcome is Outcome.CUT
    assert NOISE.startswith(_bytes(unpacked))
    assert unpacked.body.size > 10_000


def test_what_was_decoded_before_damage_is_kept() -> None:
    packed = bytearray(gzip.compress(NOISE, mtime=0))
    packed[-6] ^= 255  # in the checksum
    unpacked = gunzip(MemoryBody(bytes(packed)), Limits())
    assert unpacked.outcome is Outcome.DAMAGED
    assert NOISE.startswith(_bytes(unpacked))


def test_a_body_longer_than_its_limit_is_kept_up_to_the_limit() -> None:
    unpacked = gunzip(MemoryBody(gzip.compress(NOISE, mtime=0)), Limits(body_bytes=70_000))
    assert unpacked.outcome is Outcome.TOO_LONG
    assert _bytes(unpacked) == NOISE[:70_000]


def test_a_bomb_is_stopped_at_the_ratio() -> None:
    packed = gzip.compress(bytes(50_000_000))
    unpacked = gunzip(MemoryBody(packed), Limits())
    assert unpacked.outcome is Outcome.TOO_DENSE
    assert unpacked.body.size <= 200 * len(packed)


def test_a_small_dense_body_is_no_bomb() -> None:
    data = bytes(FREE_BYTES)
    assert _bytes(gunzip(MemoryBody(gzip.compress(data, mtime=0)), Limits(ratio=2))) == data
