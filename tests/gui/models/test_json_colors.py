"""Colours stand where keys, strings, numbers and words stand."""

from wiretail.gui.models.json_colors import json_colors, toml_colors


def test_json_behind_data_is_coloured() -> None:
    text = 'data: {"a": "b", "n": -1.5, "t": true}'
    found = {(text[start:end], kind) for start, end, kind in json_colors(text)}
    assert {('"a"', "key"), ('"b"', "string"), ("-1.5", "number"), ("true", "word")} <= found


def test_what_is_cut_or_no_json_does_no_harm() -> None:
    for text in ("", '{"a": "', "\u202e\x00", "[" * 5000):
        assert all(0 <= start < end <= len(text) for start, end, _ in json_colors(text))


def test_toml_is_coloured() -> None:
    text = '# why\nrecover.bare = true\nname = "x"\nn = 3'
    found = {(text[start:end], kind) for start, end, kind in toml_colors(text)}
    assert {("# why", "word"), ("x", "string"), ("3", "number")} <= found


def test_the_field_of_an_event_has_no_colour() -> None:
    text = 'event: x\ndata: {"a": 1}\n\ndata: [true]'
    found = [(text[start:end], kind) for start, end, kind in json_colors(text)]
    assert found == [('"a"', "key"), ("1", "number"), ("true", "word")]
