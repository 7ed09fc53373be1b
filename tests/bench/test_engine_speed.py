"""The bench of the engine runs, and measures what it says: small, since figures are no tests."""

import pytest

from bench.engine_loop import ENGINES, ROUNDS, cut, drive, find, long_turn, measure, whole
from bench.engine_speed import growth, main
from bench.engine_texts import HOSTILE, STREAMS, calls, prose


@pytest.mark.parametrize("length", [4, 64, 0])
def test_the_floor_and_the_engine_see_the_same_characters(length: int) -> None:
    deltas = cut(prose(2000), length)
    assert drive(find(), deltas)[1:] == drive(whole(), deltas)[1:] == (2000, 0)


@pytest.mark.parametrize("length", [4, 64, 0])
def test_the_engine_recovers_every_call_of_the_stream_of_calls(length: int) -> None:
    text = calls(2000)
    assert drive(whole(), cut(text, length))[2] == text.count("<invoke ") == 5


def test_streams_have_the_size_that_is_asked_for() -> None:
    for name, make in {**STREAMS, **HOSTILE}.items():
        assert 0.8 <= len(make(10_000)) / 10_000 <= 1.1, name


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_is_measured_on_three_sizes(engine: str) -> None:
    found = measure(engine, "c", 1600, 4)
    assert found.deltas == len(cut(calls(1600), 4))
    assert all(second > 0 for second in found.seconds)
    assert found.find < found.decode < found.seconds[2]
    assert found.peak >= 0
    assert ROUNDS == 3


def test_a_long_turn_that_nobody_keeps_takes_little_memory() -> None:
    assert long_turn(20_000) < 20_000_000


@pytest.mark.parametrize(
    ("seconds", "exponent"),
    [((1.0, 2.0, 4.0), 1.0), ((1.0, 4.0, 16.0), 2.0), ((0.0001, 1.0, 16.0), None)],
)
def test_growth_is_the_exponent_of_n(seconds: tuple[float, ...], exponent: float | None) -> None:
    assert growth(seconds) == exponent


def test_the_bench_runs_small(capsys: pytest.CaptureFixture[str]) -> None:
    # So little takes too short a time to be judged: nothing is missed.
    chosen = ["--texts", "b", "--engines", "wiretail", "--hostile", "brackets"]
    assert main(["--size", "1000", "--lengths", "0", *chosen]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 4
    assert printed[0].startswith("b, 1,000 characters, all a delta, wiretail: of find 0.")
    assert printed[2].startswith("brackets, ")
    assert printed[3].startswith("a turn of 1,000 characters")
