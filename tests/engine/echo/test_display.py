import pytest

from engine.echo.driving import block
from wiretail.engine.echo.display import Display
from wiretail.engine.echo.headers import find_headers

HEADER, CLOSED, UNCLOSED = "<tool_call><function=exec>", "</function></tool_call>", "</tool_call>"


@pytest.mark.parametrize(
    ("text", "body", "rest"),
    [
        (block("x"), "x", ""),
        (HEADER + "x \n</parameter>\n</function> \n" + UNCLOSED + "y", "x \n", "y"),
        (HEADER + "x</parameter> " + UNCLOSED, "x", ""),
        (HEADER + "x</parameter></parameter>" + CLOSED, "x</parameter>", ""),
        (HEADER + "a" + UNCLOSED + "b" + CLOSED + "c", "a</tool_call>b", "c"),
        (HEADER + "a" + UNCLOSED + "b" + UNCLOSED, "a", "b" + UNCLOSED),
        (HEADER + "a" + UNCLOSED + "\n" + block("b"), "a", "\n" + block("b")),
        (HEADER + "a" + UNCLOSED + block("b"), "a" + UNCLOSED + HEADER + "b", ""),
        (HEADER + "a\n" + HEADER + "b" + CLOSED, "a\n" + HEADER + "b", ""),
        (
            HEADER + "a\n" + HEADER + "b" + UNCLOSED + "c" + CLOSED,
            "a\n" + HEADER + "b" + UNCLOSED + "c",
            "",
        ),
        (HEADER + "a\n" + HEADER + "b" + UNCLOSED, None, None),
        (HEADER + "a", None, None),
        ("<tool_call><function=</function>" + UNCLOSED, "", ""),
        ("<tool_call><function=</function>" + UNCLOSED + CLOSED, "</tool_call>", ""),
    ],
)
def test_a_block_ends_at_a_closed_end_or_else_at_the_first_unclosed_one(
    text: str, body: str | None, rest: str | None
) -> None:
    headers = find_headers(text, 1024)
    extent = Display(text, headers, line_start=True).extent(headers[0])
    if body is None:
        assert extent is None
        return
    assert extent is not None
    assert text[headers[0].end : extent.body_end] == body
    assert text[extent.end :] == rest


def test_a_header_at_the_begin_is_a_limit_only_at_a_line_start() -> None:
    text = block("a")
    headers = find_headers(text, 1024)
    assert Display(text, headers, line_start=True)._limits == [0]
    assert Display(text, headers, line_start=False)._limits == []
