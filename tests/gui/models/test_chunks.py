"""Chunks as rows: times, gaps, sizes, flags, and data that hides what must be hidden."""

from pytestqt.modeltest import ModelTester

from gui.models.stores import store_of
from wiretail.gui.models.chunks import ChunkModel
from wiretail.study.masks import Masks


def model_of(data: bytes | None = None) -> ChunkModel:
    store = store_of(data=data)
    model = ChunkModel()
    model.show(store, Masks(store))
    return model


def test_it_keeps_the_rules_of_qt(qtmodeltester: ModelTester) -> None:
    model = ChunkModel()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    store = store_of()
    model.show(store, Masks(store))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.show(None, None)
    assert model.rowCount() == 0


def test_a_row_says_when_how_much_and_what() -> None:
    model = model_of()
    assert model.rowCount() == 11
    assert model.look(2).cells[:5] == ("2", "306", "+44", "56", "L")
    assert model.look(0).cells[:5] == ("0", "244", "", "124", "")
    assert model.look(1).spoken == "chunk 1, 36 bytes, leaked markup, held text"
    assert model.look(8).tint == "recovered"


def test_only_chunks_with_bytes_of_a_finding_carry_its_flag() -> None:
    flags = [model_of().look(row).cells[4] for row in range(11)]
    assert flags == ["", "LH", "L", "L", "L", "L", "L", "L", "L", "LA", ""]


def test_a_key_is_masked() -> None:
    key = "sk-" + "a1B2c3D4e5F6g7H8i9J0"
    model = model_of(b"my key: " + key.encode() + b" ok")
    assert key not in model.look(0).cells[5]
    assert model.look(0).cells[5].startswith("my key: \u2592")
