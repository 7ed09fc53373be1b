from wiretail.captures.formats import FORMATS, format_rows


def test_the_table_names_each_format_once_and_says_what_it_is() -> None:
    names = [entry.name for entry in FORMATS]
    assert names == ["wtail", "har", "curl", "sse", "ndjson", "vscode-lm", "chunks-txt", "plain"]
    assert all(entry.summary for entry in FORMATS)


def test_the_rows_say_what_is_read_and_what_is_written_too() -> None:
    rows = {name: does for name, does, _ in format_rows()}
    assert rows.pop("wtail") == "reads, writes"
    assert set(rows.values()) == {"reads"}


def test_every_reader_answers_no_to_nothing() -> None:
    assert [entry.recognise(b"")[0] for entry in FORMATS[:-1]] == [0] * (len(FORMATS) - 1)
