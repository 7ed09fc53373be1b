from wiretail.store.columns import TABLES, Columns


def test_what_is_packed_and_put_behind_is_the_same_again() -> None:
    one, whole = Columns(), Columns()
    for round_ in range(2):
        one = Columns()
        for at, name in enumerate(TABLES):
            getattr(one, name).append(at + round_)
        whole.extend(one.pack())
    assert [list(getattr(whole, name)) for name in TABLES] == [
        [at, at + 1] for at in range(len(TABLES))
    ]


def test_empty_columns_are_not_sent() -> None:
    columns = Columns()
    columns.row_code.append(7)
    assert columns.pack() == {"row_code": b"\7"}


def test_kept_bytes_are_found_by_row() -> None:
    columns = Columns()
    columns.kept += b"onethree"
    columns.kept_row.extend([1, 3])
    columns.kept_end.extend([3, 8])
    assert [columns.kept_of(row) for row in range(5)] == [b"", b"one", b"", b"three", b""]


def test_a_delta_with_chunk_frame_and_row_costs_what_the_table_says() -> None:
    columns = Columns()
    names = [name for name in TABLES if name.startswith(("chunk_", "frame_", "row_"))]
    assert sum(getattr(columns, name).itemsize for name in names) == 59
