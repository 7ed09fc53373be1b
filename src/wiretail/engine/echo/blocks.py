"""The candidate blocks of a held text, in order (spec: tool-call-echo 4, 6.1-6.3, 3.3)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from wiretail.engine.echo.agreement import Agreement, Match
from wiretail.engine.echo.context import BLOCK, Context
from wiretail.engine.echo.display import Display
from wiretail.engine.echo.headers import Header, find_headers
from wiretail.engine.echo.json_body import read_json_body
from wiretail.engine.echo.rules import EchoRules
from wiretail.engine.echo.seeker import is_candidate
from wiretail.engine.text.whitespace import WS

_RUN = re.compile("`+")
#: A line that ends a paragraph: blank, or a fence line (vscode-lm 4.3).
_ENDS_PARAGRAPH = re.compile(
    rf"[{re.escape(WS)}]*+|[ ]{{0,3}}(?:`{{3,}}+[^`]*|~{{3}}.*)", re.DOTALL
)


@dataclass(slots=True)
class Block:
    """A candidate at ``[start, end)`` of the held text; ``closed``: it has an end of its own.

    ``body_end``: the body's end by the display grammar, -1 where that grammar has another extent.
    """

    header: Header
    end: int
    body_end: int = -1
    closed: bool = True
    match: Match | None = None
    quoted: bool = False

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.header.start


def find_blocks(
    text: str, context: Context, rules: EchoRules, agreement: Agreement | None = None
) -> list[Block]:
    """Return the candidates of a text with this context at its start.

    Without an agreement every extent is that of the display grammar. A block that never ends is
    the last one: nothing behind it is a candidate.
    """
    headers = find_headers(text, rules.max_header_chars, json=rules.json_bodies)
    display = Display(text, headers, line_start=context.line_start)
    here, at, behind = context.fork(), 0, -1
    blocks: list[Block] = []
    for header in headers:
        if header.start < at:
            continue
        here.feed(text[at : header.start])
        at = header.start
        if at != behind and not is_candidate(here, rules):
            continue
        block = _block(text, header, display, agreement)
        blocks.append(block)
        if not block.closed:
            break
        here.block()
        at = behind = block.end
    _mark_quoted(text, context, blocks)
    return blocks


def _block(text: str, header: Header, display: Display, agreement: Agreement | None) -> Block:
    if header.json:
        body = read_json_body(text, header.end)
        if body:
            named = header._replace(name=body.name)
            match = agreement.whole(body) if agreement else None
            return Block(named, body.end, match=match)
    match = agreement.longest(text, header) if agreement else None
    extent = display.extent(header)
    if match:
        same = extent is not None and extent.end == match.end
        body_end = extent.body_end if extent and same else -1
        return Block(header, match.end, body_end, match=match)
    if extent:
        return Block(header, extent.end, extent.body_end)
    return Block(header, len(text), closed=False)


def _mark_quoted(text: str, context: Context, blocks: Sequence[Block]) -> None:
    """A block in an open code span is quoted if a run of that width follows in its paragraph."""
    here, runs, at = context.fork(), None, 0
    for block in blocks:
        here.feed(text[at : block.start])
        at = block.end
        width = here.span()
        if width:
            runs = runs or _Runs(text, blocks)
            block.quoted = runs.follows(width, block)
            if not block.quoted:
                here.end_span()
        here.block()


class _Runs:
    """The backtick runs behind blocks, each block being one character of its line."""

    __slots__ = ("_end", "_last", "_places", "_text")

    def __init__(self, text: str, blocks: Sequence[Block]) -> None:
        parts: list[str] = []
        self._places: dict[int, int] = {}
        at = length = 0
        for block in blocks:
            gap = text[at : block.start]
            parts += gap, BLOCK
            length += len(gap) + 1
            self._places[block.start] = length  # behind the character that it is
            at = block.end
        self._text = "".join((*parts, text[at:]))
        self._end = -1
        self._last: dict[int, int] = {}

    def follows(self, width: int, block: Block) -> bool:
        """Tell whether a run of that width follows a block before its paragraph ends."""
        place = self._places[block.start]
        if place > self._end:
            self._read_paragraph(place)
        return self._last.get(width, -1) >= place

    def _read_paragraph(self, place: int) -> None:
        """Read on from a place to the end of its paragraph, once for all blocks in it."""
        text = self._text
        end = _line_end(text, place)
        while end < len(text):
            following = _line_end(text, end + 1)
            if _ENDS_PARAGRAPH.fullmatch(text, end + 1, following):
                break
            end = following
        runs = _RUN.finditer(text, place, end)
        self._last = {len(match[0]): match.start() for match in runs}
        self._end = end


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
