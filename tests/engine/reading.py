"""Reads a whole text as spec vscode-lm 4 to 8 says it, slowly and plainly: no streaming, no holds.

What a stream says in the end must be what this says. Blocks that never close are left out.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from wiretail.engine.text.cues import announces_example, strip_tags
from wiretail.engine.text.whitespace import WS
from wiretail.model.calls import Tool

_FLAGS = re.ASCII | re.IGNORECASE
_NS = "(?:antml" + ":)?"
_NAME = f'[{WS}]+name="([^"]+)"[{WS}]*>'
_BLOCK_OPEN = re.compile(f"<{_NS}invoke{_NAME}", _FLAGS)
_BLOCK_CLOSE = re.compile(f"</{_NS}invoke[{WS}]*>", _FLAGS)
_WRAPPER = re.compile(f"<(/?){_NS}function_calls[{WS.replace(chr(10), '')}]*>", _FLAGS)
_OPEN = re.compile(f"<{_NS}parameter{_NAME}", _FLAGS)
_CLOSE = re.compile(f"</{_NS}parameter[{WS}]*>", _FLAGS)
_TOKEN = re.compile(f"<{_NS}parameter(?![A-Za-z0-9_])", _FLAGS)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)", re.DOTALL)
_CUT = "\x00"  # stands in a line where a block was cut out
RECOVERED = "recovered"


@dataclass
class Wrapper:
    """An armed wrapper."""

    own_line: bool
    gone: bool = False
    failed: bool = False


@dataclass
class Element:
    """A stretch of the text; ``rest`` begins at a block open that never closes."""

    kind: str  # text, open, close, block or rest
    text: str
    wrapper: Wrapper | None = None
    verdict: str = ""


@dataclass
class Line:
    """The current line, and the fence round it (4.3)."""

    text: str = ""
    fence: str = ""

    def feed(self, text: str) -> None:
        """Take text; lines end at LF only."""
        *lines, last = text.split("\n")
        for line in lines:
            self.text += line
            self._end()
        self.text += last

    def _end(self) -> None:
        run, rest = self.run()
        if run and not self.fence:
            self.fence = "" if run[0] in rest and run[0] == "`" else run
        elif run and run.startswith(self.fence) and not rest.strip(WS):
            self.fence = ""
        self.text = ""

    def run(self) -> tuple[str, str]:
        """Return the fence run that the line begins with, and what follows it."""
        match = _FENCE.match(self.text)
        return (match[1], match[2]) if match else ("", "")

    def fenced(self) -> bool:
        """Tell whether a fence is open, or the line would open one."""
        run, rest = self.run()
        return bool(self.fence or (run and not ("`" in run and "`" in rest)))

    def in_code(self) -> bool:
        """Tell whether inline code is open."""
        width = 0
        for run in re.findall("`+", self.text):
            width = len(run) if not width else 0 if width == len(run) else width
        return width > 0


@dataclass
class Reading:
    """What becomes of a text."""

    tools: Mapping[str, Tool]
    elements: list[Element] = field(default_factory=list)
    line: Line = field(default_factory=Line)
    wrapper: Wrapper | None = None

    def read(self, text: str) -> None:
        """Take a text apart, and judge it."""
        at = 0
        while at < len(text):
            at = self._block(text, at) or self._tag(text, at) or self._plain(text, at)
        for number, element in enumerate(self.elements):
            if element.kind == "block" and not element.verdict:
                behind = self._behind(self.elements[number + 1 :], element)
                element.verdict = "trailing_prose" if behind else RECOVERED
        for number, element in enumerate(self.elements):
            self._settle(element, self.elements[number + 1 :])

    @property
    def shown(self) -> str:
        """The text that is left."""
        return "".join(element.text for element in self.elements if not self._is_gone(element))

    @property
    def verdicts(self) -> list[str]:
        """The fates of the complete blocks."""
        return [element.verdict for element in self.elements if element.kind == "block"]

    def _add(self, kind: str, text: str, verdict: str = "") -> int:
        last = self.elements[-1] if self.elements else None
        if last and kind == last.kind == "text":
            last.text += text
        else:
            self.elements.append(Element(kind, text, self.wrapper, verdict))
        return len(text)

    def _plain(self, text: str, at: int) -> int:
        self.line.feed(text[at])
        return at + self._add("text", text[at])

    def _block(self, text: str, at: int) -> int:
        opened = _BLOCK_OPEN.match(text, at)
        if not opened:
            return 0
        closed = _BLOCK_CLOSE.search(text, opened.end())
        if not closed:
            return at + self._add("rest", text[at:])
        verdict = self._judge(opened[1], text[opened.end() : closed.start()])
        self.line.feed(text[at : closed.end()] if verdict else _CUT)
        return at + self._add("block", text[at : closed.end()], verdict)

    def _judge(self, name: str, body: str) -> str:
        """Return the first of the tests 1 to 6 of 5.1 that fails."""
        tool, line = self.tools.get(name), self.line
        if tool is None:
            return "unknown_tool"
        reasons = {
            "no_wrapper": self.wrapper is None,
            "fence": line.fenced(),
            "inline_code": line.in_code(),
            "quoting_cue": announces_example(line.text.replace(_CUT, "")),
        }
        return next((reason for reason, fails in reasons.items() if fails), "") or _body(body, tool)

    def _tag(self, text: str, at: int) -> int:
        tag = _WRAPPER.match(text, at)
        if not tag:
            return 0
        line, kind = self.line, "close" if tag[1] else "open"
        if line.in_code() or (kind == "open" and (line.fence or line.run()[0])):
            kind = "text"
        if kind == "open":
            self.wrapper = Wrapper(own_line=not line.text.strip(WS))
        self._add(kind, tag[0])
        if kind == "close":
            self.wrapper = None
        line.feed(tag[0])
        return tag.end()

    @staticmethod
    def _behind(rest: Sequence[Element], block: Element) -> str:
        """Return what stands behind a block on its line (5.4)."""
        text = ""
        for element in rest:
            ends = block.wrapper is not None and block.wrapper.own_line
            if element.kind == "close" and ends:
                break
            if element.kind != "block":
                text += element.text
            if element.kind != "block" and "\n" in element.text:
                break
        return strip_tags(text.partition("\n")[0]).strip(WS)

    @staticmethod
    def _settle(element: Element, rest: Sequence[Element]) -> None:
        """Decide a wrapper's opener (8.2), and note a block that spoils its closer (8.3)."""
        wrapper = element.wrapper
        if wrapper and element.kind == "open":
            group = list(_group(rest))
            wrapper.gone = bool(group) and all(verdict == RECOVERED for verdict in group)
        elif wrapper and element.kind in {"block", "rest"}:
            wrapper.failed |= element.verdict != RECOVERED

    @staticmethod
    def _is_gone(element: Element) -> bool:
        wrapper = element.wrapper
        if element.kind == "block":
            return element.verdict == RECOVERED
        gone = wrapper is not None and wrapper.gone
        if element.kind == "close":
            return gone and wrapper is not None and not wrapper.failed
        return gone and element.kind == "open"


def _group(rest: Sequence[Element]) -> Iterator[str]:
    """Yield the verdicts of the blocks directly behind a wrapper's opener (8.1)."""
    for element in rest:
        if element.kind in {"block", "rest"}:
            yield element.verdict
        elif element.kind != "text" or element.text.strip(WS):
            return


def _body(body: str, tool: Tool) -> str:
    """Return the first objection to a body (6.1)."""
    names: set[str] = set()
    at = 0
    while at < len(body):
        opened = _OPEN.match(body, at)
        if body[at] in WS:
            at += 1
        elif not opened:
            return "nested_block" if _BLOCK_OPEN.match(body, at) else "bad_parameters"
        elif opened[1] in names:
            return "duplicate_parameter"
        else:
            names.add(opened[1])
            at, reason = _value(body, opened, tool)
            if reason:
                return reason
    return ""


def _value(body: str, opened: re.Match[str], tool: Tool) -> tuple[int, str]:
    """Return where a parameter ends, and what speaks against it."""
    properties = None if tool.schema is None else tool.schema["properties"]
    if properties is not None and opened[1] not in properties:
        return 0, "bad_parameters"
    for at in range(opened.end(), len(body)):
        if closed := _CLOSE.match(body, at):
            value = body[opened.end() : at].strip(WS)
            whole = not properties or properties[opened[1]]["type"] != "integer"
            fits = whole or re.fullmatch("-?(0|[1-9][0-9]*)", value)
            return closed.end(), "" if fits else "bad_parameters"
        if _TOKEN.match(body, at):
            return 0, "bad_parameters"
        if _BLOCK_OPEN.match(body, at):
            return 0, "nested_block"
    return 0, "bad_parameters"
