from wiretail.model.chunks import Boundary, Chunk


def test_the_borders_of_chunks_come_from_three_places() -> None:
    assert [str(boundary) for boundary in Boundary] == ["wire", "event", "synthetic"]
    assert Boundary("wire") is Boundary.WIRE


def test_a_chunk_need_not_know_its_time() -> None:
    chunk = Chunk(4, b"data: 1\n\n")
    assert (chunk.number, chunk.data, chunk.time_ms) == (4, b"data: 1\n\n", None)
    assert Chunk(4, b"", 12.5).time_ms == 12.5
    assert not hasattr(chunk, "__dict__")
