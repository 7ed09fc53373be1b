"""The one opinion on what is quoted: fences, inline code, quotes and lines of a channel's text.

Rules: spec vscode-lm 4.3 (fences, inline code, lines) and recommended 6 (block quotes, indented
code, HTML elements). Lines end at LF only. The line is kept as counters, not as text: it may
be the whole turn; only its last characters are kept, for the quoting cue.

Text is read late: :meth:`Markdown.feed` only collects it, in bounded amounts, and a question reads
what was collected. Most text is never asked about, and reading it in larger pieces is cheap.
"""

import re
from enum import IntEnum

from wiretail.engine.text.whitespace import WS

_READ_AT = 8192
#: So much of a line is always kept: more than an element may have in front of it (recommended 6).
_LEAST_KEPT = 4
_LONGEST_ELEMENT = len("</textarea")
_ELEMENTS = ("pre", "xmp", "textarea", "code")
_NAMES = "|".join(_ELEMENTS)
_BLANK = re.escape(WS)
_BLANKS = re.compile(f"[{_BLANK}]*+")
_TOKEN = re.compile("`+")
_ELEMENT = rf"`+|<(?P<close>/?)(?P<name>{_NAMES})(?=[{_BLANK}/>]"
_TOKEN_OR_ELEMENT = re.compile(_ELEMENT + ")", re.ASCII | re.IGNORECASE)
#: The end of a whole line is white space, too.
_TOKEN_OR_ELEMENT_IN_LINE = re.compile(_ELEMENT + r"|\Z)", re.ASCII | re.IGNORECASE)


class _Phase(IntEnum):
    """Where in its line the text stands."""

    INDENT = 0
    RUN = 1  # within the run of backticks or tildes that the line begins with
    REST = 2


class Markdown:
    """The Markdown state at the end of the text fed so far.

    ``extended`` also knows block quotes, indented code and HTML elements; ``cue_chars`` is how much
    of the current line is kept, in code points.
    """

    __slots__ = (
        "_blank",
        "_closing",
        "_cue_chars",
        "_extended",
        "_fence_char",
        "_fence_width",
        "_has_block",
        "_indent",
        "_inline",
        "_line",
        "_line_length",
        "_open",
        "_phase",
        "_quote",
        "_rest_blank",
        "_rest_tick",
        "_run_char",
        "_run_width",
        "_spaces_only",
        "_ticks",
        "_unread",
        "_unread_length",
    )

    def __init__(self, *, extended: bool, cue_chars: int) -> None:
        self._extended = extended
        self._cue_chars = cue_chars
        self._fence_char = ""
        self._fence_width = 0
        self._open: set[str] = set()  # names of HTML elements that are open
        self._closing = ""  # an element whose closing tag still lacks its ``>``
        self._unread: list[str] = []
        self._unread_length = 0
        self._begin_line()

    def fork(self) -> "Markdown":
        """Return a copy that goes its own way."""
        other = object.__new__(Markdown)
        for name in Markdown.__slots__:
            setattr(other, name, getattr(self, name))
        other._open, other._unread, other._line = set(self._open), [*self._unread], [*self._line]
        return other

    def feed(self, text: str) -> None:
        """Take text that is shown, or that moves lines and fences like shown text."""
        self._unread.append(text)
        self._unread_length += len(text)
        if self._unread_length > _READ_AT:
            self._read_settled()

    def cut(self) -> None:
        """A block is cut out here: it ends a run, and no fence run behind it begins the line."""
        self._read()
        self._end_ticks()
        self._phase = _Phase.REST
        self._has_block = True

    # --- questions, all about the end of the text so far ------------------

    def in_fence(self) -> bool:
        """Tell whether a fence is open (the line that opens one does not count yet)."""
        self._read()
        return self._fence_width > 0

    def on_fence_line(self) -> bool:
        """Tell whether the line begins with a fence run, whatever follows it."""
        self._read()
        return self._run_width >= 3

    def fenced(self) -> bool:
        """Tell whether a fence is open, or the line begins with a run that would open one."""
        self._read()
        return self._fences()

    def in_inline_code(self) -> bool:
        """Tell whether an inline code span is open; a run counts to the end of its line only."""
        self._read()
        if not self._ticks:
            return self._inline > 0
        return self._inline != self._ticks

    def in_quote(self) -> bool:
        """Tell whether the line begins with 0-3 spaces and ``>``."""
        self._read()
        return self._quote

    def indent(self) -> int:
        """Return the columns of the line's indent (a tab goes to the next multiple of 4)."""
        self._read()
        return self._indent

    def in_element(self) -> bool:
        """Tell whether a ``pre``, ``xmp``, ``textarea`` or ``code`` element is open."""
        self._read()
        return bool(self._open)

    def begins_line(self) -> bool:
        """Tell whether only white space and blocks that were cut out stand on the line."""
        self._read()
        return self._blank

    def has_block(self) -> bool:
        """Tell whether a block was cut out of the line."""
        self._read()
        return self._has_block

    def line_tail(self) -> str:
        """Return the last ``cue_chars`` code points of the line, blocks cut out."""
        self._read()
        return _last("".join(self._line), self._cue_chars)

    # --- reading ------------------------------------------------------------

    def _fences(self) -> bool:
        opens = self._run_width >= 3 and not (self._run_char == "`" and self._rest_tick)
        return self._fence_width > 0 or opens

    def _begin_line(self) -> None:
        self._phase = _Phase.INDENT
        self._indent = 0
        self._spaces_only = True
        self._run_char = ""
        self._run_width = 0
        self._rest_blank = True
        self._rest_tick = False
        self._has_block = False
        self._inline = 0
        self._ticks = 0
        self._blank = True
        self._quote = False
        self._line: list[str] = []
        self._line_length = 0

    def _read_settled(self) -> None:
        """Read what a question would read, but not a tag that may still be cut at the end."""
        text = "".join(self._unread)
        keep = text.rfind("<", len(text) - _LONGEST_ELEMENT)
        end = keep if keep >= 0 else len(text)
        self._take(text[:end])
        self._unread = [text[end:]]
        self._unread_length = len(text) - end

    def _read(self) -> None:
        if self._unread_length:
            text = "".join(self._unread)
            self._unread.clear()
            self._unread_length = 0
            self._take(text)

    def _take(self, text: str) -> None:
        *lines, last = text.split("\n")
        for line in lines:
            self._segment(line, _TOKEN_OR_ELEMENT_IN_LINE)
            self._end_line()
        self._segment(last, _TOKEN_OR_ELEMENT)

    def _end_line(self) -> None:
        if self._run_width >= 3:
            if not self._fence_width:
                if self._run_char == "~" or not self._rest_tick:
                    self._fence_char, self._fence_width = self._run_char, self._run_width
            elif self._closes_fence():
                self._fence_char, self._fence_width = "", 0
        if self._blank and not self._has_block:
            self._open.discard("code")
        self._begin_line()

    def _closes_fence(self) -> bool:
        return (
            self._run_char == self._fence_char
            and self._run_width >= self._fence_width
            and self._rest_blank
            and not self._has_block
        )

    def _segment(self, text: str, elements: re.Pattern[str]) -> None:
        """Read a piece of one line; ``elements`` finds runs and tags in it."""
        if not text:
            return
        rest = text if self._phase is _Phase.REST else self._begin(text)
        if rest:
            if self._rest_blank and rest.strip(WS):
                self._rest_blank = False
            if not self._rest_tick and "`" in rest:
                self._rest_tick = True
        if self._blank and text.strip(WS):
            self._blank = False
        self._marks(text, elements)
        self._keep(text)

    def _begin(self, text: str) -> str:
        """Read the indent and the run at the begin of a line; return what stands behind them."""
        at = 0
        if self._phase is _Phase.INDENT:
            at = self._read_indent(text)
            if at == len(text):
                return ""
            self._leave_indent(text[at])
        if self._phase is _Phase.RUN:
            rest = text[at:].lstrip(self._run_char)
            self._run_width += len(text) - at - len(rest)
            if not rest:
                return ""
            self._phase = _Phase.REST
            return rest
        return text[at:]

    def _read_indent(self, text: str) -> int:
        stop = len(text) - len(text.lstrip(" \t"))
        for character in text[:stop]:
            if character == " ":
                self._indent += 1
            else:
                self._indent += 4 - self._indent % 4
                self._spaces_only = False
        return stop

    def _leave_indent(self, first: str) -> None:
        self._phase = _Phase.REST
        if self._spaces_only and self._indent <= 3:
            if first in "`~":
                self._phase = _Phase.RUN
                self._run_char = first
            self._quote = first == ">"

    def _marks(self, text: str, elements: re.Pattern[str]) -> None:
        """Follow backtick runs, and elements where they count."""
        at = self._finish_closing(text, 0) if self._closing else 0
        if "`" not in text and not (self._extended and "<" in text):
            self._end_ticks()
            return
        token = elements if self._extended else _TOKEN
        for match in token.finditer(text, at):
            if match.start() > at or match[0][0] != "`":
                self._end_ticks()
            if match[0][0] == "`":
                self._ticks += len(match[0])
            else:
                self._element(match, text)
            at = match.end()
        if at < len(text):
            self._end_ticks()

    def _end_ticks(self) -> None:
        if self._ticks:
            if not self._inline:
                self._inline = self._ticks
            elif self._inline == self._ticks:
                self._inline = 0
            self._ticks = 0

    def _element(self, match: re.Match[str], text: str) -> None:
        """Open or close an element, unless the tag stands in quoted code (recommended 6)."""
        if self._inline or self._fences():
            return
        name = match["name"].lower()
        if not match["close"]:
            if name == "code" or self._begins_line(text, match.start()):
                self._open.add(name)
        elif name in self._open:
            self._closing = name
            self._finish_closing(text, match.end())

    def _begins_line(self, text: str, at: int) -> bool:
        """Tell whether at most three spaces stand in front of a place."""
        if self._line_length + at > 3 or self._has_block:
            return False
        return not "".join((*self._line, text[:at])).strip(" ")

    def _finish_closing(self, text: str, at: int) -> int:
        """Read on in a closing tag that lacks its ``>``; return how far it reached."""
        blanks = _BLANKS.match(text, at)
        assert blanks
        if blanks.end() < len(text):
            if text[blanks.end()] == ">":
                self._open.discard(self._closing)
            self._closing = ""
        return blanks.end()

    def _keep(self, text: str) -> None:
        self._line.append(text)
        self._line_length += len(text)
        kept = max(self._cue_chars, _LEAST_KEPT)
        if self._line_length > 4 * kept:
            self._line = [_last("".join(self._line), kept)]
            self._line_length = kept


def _last(text: str, length: int) -> str:
    return text[max(0, len(text) - length) :]
