"""The family of ``<invoke name="n"><parameter name="k">v</parameter></invoke>``.

Rules: spec vscode-lm 4 and 6, recommended 6 (mentions). Values are raw: they have no escapes, so
the first objection, read left to right, makes the whole block text. The reader takes text piece by
piece and never looks back further than the beginning of one tag.
"""

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from wiretail.engine.markup.tags import BLANK, BLANK_IN_LINE, FLAGS, Limits, Tag, head_tail
from wiretail.engine.markup.values import ValueReader
from wiretail.engine.text.whitespace import WS

#: The prefix that every tag of the grammar may carry, opening and closing independently.
_NAMESPACE = "antml" + ":"

_BLANKS = re.compile(f"[{BLANK}]*")
#: So many answers on cut tags are remembered, of texts that are no longer than this.
_MOST_WAITING = 1024
_LONGEST_WAITING = 64


def _heads(name: str, *, close: bool = False) -> tuple[str, str]:
    slash = "</" if close else "<"
    return f"{slash}{name}", f"{slash}{_NAMESPACE}{name}"


class InvokeTags:
    """The tags of the grammar, whole and cut, within the limits of a profile."""

    __slots__ = (
        "_token",
        "_waiting",
        "block_close",
        "block_open",
        "in_value",
        "parameter_close",
        "parameter_open",
        "value_heads",
        "value_stop",
        "wrapper_close",
        "wrapper_open",
    )

    def __init__(self, limits: Limits) -> None:
        self.block_open = Tag(_heads("invoke"), limits, named=True)
        self.block_close = Tag(_heads("invoke", close=True), limits)
        self.parameter_open = Tag(_heads("parameter"), limits, named=True)
        self.parameter_close = Tag(_heads("parameter", close=True), limits)
        self.wrapper_open = Tag(_heads("function_calls"), limits, blank=BLANK_IN_LINE)
        self.wrapper_close = Tag(_heads("function_calls", close=True), limits, blank=BLANK_IN_LINE)
        self.in_value = (self.parameter_close, self.block_close, self.block_open)
        stops = (*self.in_value, self.parameter_open)
        self.value_heads = tuple(head for tag in stops for head in tag.heads)
        self.value_stop = re.compile("|".join(map(re.escape, self.value_heads)), FLAGS)
        self._waiting: dict[tuple[str, bool], bool] = {}
        self._token = re.compile(f"<(?:{_NAMESPACE})?parameter(?![A-Za-z0-9_])", FLAGS)

    def __deepcopy__(self, memo: object) -> "InvokeTags":
        """Tags never change, so snapshots share them."""
        return self

    def parameter_token(self, text: str, at: int) -> bool | None:
        """Tell whether a parameter token begins at ``at``; None where more text decides."""
        match = self._token.match(text, at)
        if match is None:
            return False
        return None if match.end() == len(text) else True

    def wait(self, text: str, *, in_value: bool) -> bool:
        """Tell whether a text is a cut tag that counts here, and more of it has to come.

        Answers are remembered: the same tags come again and again, cut at the same places.
        """
        key = text, in_value
        known = self._waiting.get(key)
        if known is None:
            known = self._wait_in_value(text) if in_value else self._wait_between(text)
            if len(self._waiting) < _MOST_WAITING and len(text) <= _LONGEST_WAITING:
                self._waiting[key] = known
        return known

    def _wait_between(self, text: str) -> bool:
        tags = (self.parameter_open, self.block_close, self.block_open)
        return any(tag.may_grow(text, 0) for tag in tags)

    def _wait_in_value(self, text: str) -> bool:
        if head_tail(text, 0, self.value_heads) == 0:
            return True
        if self.parameter_token(text, 0) is None:
            return True
        return any(tag.may_grow(text, 0) for tag in self.in_value)


class State(IntEnum):
    """Where in a block the reader stands."""

    BETWEEN = 0  # before, between and behind parameters
    VALUE = 1
    OBJECTED = 2  # the block is text
    CLOSED = 3
    MENTION = 4  # the open stands alone: there is no block


@dataclass(slots=True)
class InvokeReader:
    """Reads the body of one block.

    ``objection`` is the first reason why the block is no call; ``doubt`` the first value that reads
    well but not as its schema wants (it counts only once the body is well formed); ``arguments``
    are whole when ``state`` is CLOSED. With ``mentions`` an open behind which, past white space,
    comes neither a parameter open, nor a block open, nor the block close is a mention; until that
    is known it is ``empty``.
    """

    tags: InvokeTags
    values: ValueReader
    mentions: bool
    state: State = State.BETWEEN
    objection: str = ""
    doubt: str = ""
    arguments: dict[str, Any] = field(default_factory=dict)
    empty: bool = True
    _name: str = ""
    _value: list[str] = field(default_factory=list)

    def feed(self, text: str, at: int) -> int:
        """Read from ``at`` as far as the text decides, and return how far that is.

        Stops at the end of the block (CLOSED), in front of what it objects to (OBJECTED), or in
        front of what makes the open a mention (MENTION).
        """
        while at < len(text) and self.state <= State.VALUE:
            if self.state is State.BETWEEN:
                reached = self._between(text, at)
            else:
                reached = self._in_value(text, at)
            if reached == at:
                break
            at = reached
        return at

    @property
    def in_value(self) -> bool:
        """Tell whether text without a ``<`` is more of a value."""
        return self.state is State.VALUE

    def absorbs(self, text: str) -> int:
        """Read text that is more of a value, or white space between parameters, and a cut tag.

        Returns where that tag begins, or the length of the text; -1: the text holds something else,
        and nothing of it was read.
        """
        at = text.find("<")
        in_value = self.state is State.VALUE
        if at >= 0 and not self.tags.wait(text[at:] if at else text, in_value=in_value):
            return -1
        read = text if at < 0 else text[:at]
        if in_value:
            if read:
                self._value.append(read)
        elif read.strip(WS):
            return -1
        return len(read)

    def begins_block(self, text: str, at: int) -> bool | None:
        """Tell whether the tag at ``at`` makes the open one of a block; None: more text decides."""
        tags = (self.tags.parameter_open, self.tags.block_open, self.tags.block_close)
        if any(tag.match(text, at) for tag in tags):
            return True
        return None if any(tag.may_grow(text, at) for tag in tags) else False

    def _object(self, reason: str) -> None:
        self.objection = reason
        self.state = State.OBJECTED
        self.arguments = {}
        self._value = []

    def _between(self, text: str, at: int) -> int:
        blanks = _BLANKS.match(text, at)
        if blanks and blanks.end() > at:
            return blanks.end()
        if self.empty and self.mentions:
            begins = self.begins_block(text, at)
            if begins is None:
                return at
            if not begins:
                self.state = State.MENTION
                return at
        self.empty = False
        tags = self.tags
        if opened := tags.parameter_open.match(text, at):
            return self._open_parameter(opened.name, at, opened.end)
        if closed := tags.block_close.match(text, at):
            self.state = State.CLOSED
            return closed.end
        if tags.block_open.match(text, at):
            self._object("nested_block")
        elif not any(
            tag.may_grow(text, at)
            for tag in (tags.parameter_open, tags.block_close, tags.block_open)
        ):
            self._object("bad_parameters")
        return at

    def _open_parameter(self, name: str, at: int, end: int) -> int:
        if name in self.arguments:
            self._object("duplicate_parameter")
            return at
        if not self.values.allows(name):
            self._object("bad_parameters")
            return at
        self._name = name
        self.state = State.VALUE
        return end

    def _in_value(self, text: str, at: int) -> int:
        tags = self.tags
        match = tags.value_stop.search(text, at)
        stop = match.start() if match else head_tail(text, at, tags.value_heads)
        if stop > at:
            self._value.append(text[at:stop])
            return stop
        if match is None:
            return at
        if closed := tags.parameter_close.match(text, at):
            return self._close_parameter(at, closed.end)
        token = tags.parameter_token(text, at)
        if token or tags.block_close.match(text, at):
            self._object("bad_parameters")
        elif tags.block_open.match(text, at):
            self._object("nested_block")
        elif token is False and not any(tag.may_grow(text, at) for tag in tags.in_value):
            self._value.append("<")
            return at + 1
        return at

    def _close_parameter(self, at: int, end: int) -> int:
        reading = self.values.read(self._name, "".join(self._value))
        if reading.reason == "bad_parameters":
            self._object(reading.reason)
            return at
        self._value = []
        self.doubt = self.doubt or reading.reason
        self.arguments[self._name] = reading.value
        self.state = State.BETWEEN
        return end
