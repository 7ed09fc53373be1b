"""Candidates that stand in the request: a call that repeats one is no call (recommended 4).

User messages and tool results are read once, with the same grammars, quoting ignored. What the
assistant said is not in the set: repeating one's own call is honest. Linear in the request.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wiretail.engine.markup.grammar import Grammar
from wiretail.engine.markup.invoke import State
from wiretail.engine.text.json_equal import digest
from wiretail.engine.text.surrogates import join
from wiretail.engine.text.whitespace import WS
from wiretail.engine.toolbox import Toolbox
from wiretail.model.transcript import Message

_READ_ROLES = frozenset({"user", "tool", "function"})
_TEXT_KEYS = ("text", "content", "output")


class InputCandidates:
    """The complete candidates of a request's messages. Built when it is first asked, then fixed."""

    def __init__(
        self, messages: Sequence[Message], grammars: Sequence[Grammar], toolbox: Toolbox
    ) -> None:
        self._messages = messages
        self._grammars = grammars
        self._toolbox = toolbox
        self._texts: set[str] | None = None
        self._calls: set[bytes] = set()

    def __deepcopy__(self, memo: object) -> "InputCandidates":
        """What it answers never changes, so snapshots share it."""
        return self

    def hold(self, text: str, name: str, arguments: Mapping[str, Any]) -> bool:
        """Tell whether one of them has this text, or reads as this call."""
        if self._texts is None:
            self._texts = set()
            self._read_messages(self._texts)
        return _plain(text) in self._texts or digest([name, arguments]) in self._calls

    def _read_messages(self, texts: set[str]) -> None:
        for message in self._messages:
            if message.role in _READ_ROLES:
                for text in _texts_of(message.content):
                    for grammar in self._grammars:
                        texts.update(map(_plain, self._read(join(text)[0], grammar)))

    def _read(self, text: str, grammar: Grammar) -> Iterator[str]:
        at = 0
        while head := grammar.block_heads.search(text, at):
            opened = grammar.block_open.match(text, head.start())
            if opened is None:
                at = head.start() + 1
                continue
            tool = self._toolbox.find(opened.name)
            reader = grammar.reader(self._toolbox.reader(tool), mentions=True)
            at = reader.feed(text, opened.end)
            if reader.state is State.CLOSED:
                self._calls.add(digest([tool.name if tool else opened.name, reader.arguments]))
            elif reader.state is State.OBJECTED:
                at = _close(text, at, grammar)
            else:
                continue
            if at > 0:
                yield text[head.start() : at]
            else:
                return


def _close(text: str, at: int, grammar: Grammar) -> int:
    """Return the end of the next block close, or -1."""
    for head in grammar.block_heads.finditer(text, at):
        closed = grammar.block_close.match(text, head.start())
        if closed:
            return closed.end
    return -1


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").strip(WS)


def _texts_of(content: Any) -> Iterator[str]:
    """Yield the texts of a message's content: a string, text blocks, tool results."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, Mapping):
        for key in _TEXT_KEYS:
            yield from _texts_of(content.get(key))
    elif isinstance(content, Sequence) and not isinstance(content, bytes):
        for block in content:
            yield from _texts_of(block)
