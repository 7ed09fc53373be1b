from pathlib import Path

from wiretail.captures.body import SLICE
from wiretail.captures.open import open_capture


def test_a_big_file_comes_in_slices_and_is_never_whole_in_memory(tmp_path: Path) -> None:
    path = tmp_path / "big.sse"
    with path.open("wb") as file:
        file.write(b"data: {}\n\n" * 7000)
        file.truncate(2**40)
    (exchange,) = open_capture(path).exchanges
    chunks = exchange.chunks()
    first, second = next(chunks), next(chunks)
    assert (len(first.data), len(second.data)) == (SLICE, SLICE)
    assert second.number == 1
    assert (first.data + second.data)[:70_000] == b"data: {}\n\n" * 7000


def test_a_body_that_was_unpacked_stands_nowhere_in_the_file() -> None:
    import gzip

    (exchange,) = open_capture("a.gz", data=gzip.compress(b"data: 1\n\n", mtime=0)).exchanges
    assert exchange.body_place is None
