"""Where in its Markdown a channel's text stands: fence, open code span, line.

Spec: tool-call-echo 3, fences by vscode-lm 4.3. Kept as counters: a line may be the whole turn.
Text is read late (:meth:`Context.feed` only collects it, in bounded amounts), because most of it is
never asked about.
"""

import re

from wiretail.engine.text.whitespace import WS

_READ_AT = 8192
_RUN = re.compile("`+")
_INDENT, _IN_RUN, _REST = range(3)
#: What a block counts while blocks are looked for: one character of its line (4).
BLOCK = "\ufffc"


class Context:
    """The state at the end of the text fed so far. A deep copy costs what is not read yet.

    ``spans_cross_lines``: a code span goes on until its paragraph ends; else until its line ends.
    ``line_start``: the next character stands in column 0.
    """

    __slots__ = (
        "_blank",
        "_crosses",
        "_fence_char",
        "_fence_width",
        "_phase",
        "_quote",
        "_rest_blank",
        "_rest_tick",
        "_run_char",
        "_run_width",
        "_spaces",
        "_span",
        "_ticks",
        "_unread",
        "_unread_length",
        "line_start",
    )

    def __init__(self, *, spans_cross_lines: bool = True) -> None:
        self._crosses = spans_cross_lines
        self._fence_char = ""
        self._fence_width = 0
        self._span = 0
        self._unread: list[str] = []
        self._unread_length = 0
        self.line_start = True
        self._begin_line()

    def fork(self) -> "Context":
        """Return a copy that goes its own way."""
        self._read()
        other = object.__new__(Context)
        for name in Context.__slots__:
            setattr(other, name, getattr(self, name))
        other._unread = []
        return other

    def feed(self, text: str) -> None:
        """Take text that is given out."""
        if text:
            self.line_start = text[-1] == "\n"
            self._unread.append(text)
            self._unread_length += len(text)
            if self._unread_length > _READ_AT:
                self._read()

    def block(self) -> None:
        """Take a block, as one character of its line."""
        self.feed(BLOCK)

    # --- questions, all about the end of the text so far ------------------

    def in_fence(self) -> bool:
        """Tell whether a fence is open (the line that opens one does not count yet)."""
        self._read()
        return self._fence_width > 0

    def on_fence_line(self) -> bool:
        """Tell whether the line begins with a fence run, whatever follows it."""
        self._read()
        return self._run_width >= 3

    def in_quote(self) -> bool:
        """Tell whether the line begins with 0-3 spaces and ``>``."""
        self._read()
        return self._quote

    def span(self) -> int:
        """Return the width of the run that opened the code span here; 0 outside of one."""
        self._read()
        if not self._ticks:
            return self._span
        if not self._span:
            return self._ticks
        return 0 if self._span == self._ticks else self._span

    # --- reading ----------------------------------------------------------

    def end_span(self) -> None:
        """Nothing closes the run that is open: it was literal (3.3)."""
        self._read()
        self._ticks = 0
        self._span = 0

    def _read(self) -> None:
        if self._unread_length:
            text = "".join(self._unread)
            self._unread.clear()
            self._unread_length = 0
            self._take(text)

    def _take(self, text: str) -> None:
        head, newline, rest = text.partition("\n")
        self._segment(head)
        if not newline:
            return
        self._end_line()
        middle, newline, last = rest.rpartition("\n")
        if newline and (self._span or "`" in middle or "~" in middle):
            for line in middle.split("\n"):
                self._segment(line)
                self._end_line()
        self._segment(last)

    def _begin_line(self) -> None:
        self._phase = _INDENT
        self._spaces = 0
        self._run_char = ""
        self._run_width = 0
        self._rest_blank = True
        self._rest_tick = False
        self._blank = True
        self._quote = False
        self._ticks = 0

    def _end_line(self) -> None:
        self._end_ticks()
        if self._run_width >= 3:
            if not self._fence_width:
                if self._run_char == "~" or not self._rest_tick:
                    self._fence_char, self._fence_width = self._run_char, self._run_width
                    self._span = 0
            elif self._closes_fence():
                self._fence_char, self._fence_width = "", 0
        if self._blank or not self._crosses:
            self._span = 0
        self._begin_line()

    def _closes_fence(self) -> bool:
        same = self._run_char == self._fence_char
        return same and self._run_width >= self._fence_width and self._rest_blank

    def _segment(self, text: str) -> None:
        """Read a piece of one line."""
        if not text:
            return
        rest = text if self._phase == _REST else self._begin(text)
        if rest and self._run_width >= 3:
            self._rest_blank = self._rest_blank and not rest.strip(WS)
            self._rest_tick = self._rest_tick or "`" in rest
        if self._blank and text.strip(WS):
            self._blank = False
        if not self._fence_width:
            self._runs(text)

    def _begin(self, text: str) -> str:
        """Read the indent and the run at the begin of a line; return what stands behind them."""
        if self._phase == _INDENT:
            stripped = text.lstrip(" ")
            self._spaces += len(text) - len(stripped)
            if not stripped:
                return ""
            self._leave_indent(stripped[0])
            text = stripped
        if self._phase == _IN_RUN:
            rest = text.lstrip(self._run_char)
            self._run_width += len(text) - len(rest)
            if rest:
                self._phase = _REST
            return rest
        return text

    def _leave_indent(self, first: str) -> None:
        self._phase = _REST
        if self._spaces <= 3:
            if first in "`~":
                self._phase = _IN_RUN
                self._run_char = first
            self._quote = first == ">"

    def _runs(self, text: str) -> None:
        """Follow the backtick runs of a piece of a line, outside fences."""
        at = 0
        for match in _RUN.finditer(text):
            if match.start() > at:
                self._end_ticks()
            self._ticks += match.end() - match.start()
            at = match.end()
        if at < len(text):
            self._end_ticks()

    def _end_ticks(self) -> None:
        if self._ticks:
            if not self._span:
                self._span = self._ticks
            elif self._span == self._ticks:
                self._span = 0
            self._ticks = 0
