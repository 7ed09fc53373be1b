"""Which calls does a block repeat (spec: tool-call-echo 6.2, 7)?"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from wiretail.engine.echo.calls import EchoCall, Input
from wiretail.engine.echo.forms import (
    PARAMETER,
    behind_break,
    end_of_block,
    match_parameters,
    skip_blanks,
)
from wiretail.engine.echo.headers import Header
from wiretail.engine.echo.json_body import JsonBody, arguments_key
from wiretail.engine.echo.leads import Leads
from wiretail.engine.text.whitespace import WS

FREEFORM = "freeform"
PARAMETERS = "parameters"
JSON = "json"


class Match(NamedTuple):
    """Calls (by index) agree with a block that ends at ``end``, the first of them in this form."""

    end: int
    form: str
    calls: Sequence[int]


@dataclass(slots=True, eq=False)
class _Same:
    """Calls of one name with the same arguments: they are compared once (12)."""

    members: Mapping[str, Any]
    calls: list[int] = field(default_factory=list)


class _Named:
    """The calls of one name, by what they can be told apart by.

    An object is found by any of its strings, by its keys if it has none, or for being empty.
    """

    __slots__ = ("by_input", "empty", "inputs", "keyed", "longest_key", "same", "strings")

    def __init__(self) -> None:
        self.same: dict[tuple[str | None, str], _Same] = {}
        self.by_input: dict[str, list[int]] = {}
        self.inputs: Leads[_Same] = Leads()
        self.strings: dict[str, Leads[_Same]] = {}
        self.keyed: dict[str, list[_Same]] = {}
        self.empty: list[_Same] = []
        self.longest_key = 0

    def add(
        self, index: int, text: str | None, members: Mapping[str, Any] | None, raw: str
    ) -> None:
        """Add a call; ``text`` is its input, trailing white space cut."""
        if text is not None:
            self.by_input.setdefault(text, []).append(index)
        same = self.same.get((text, raw))
        if same is None:
            same = self.same[text, raw] = _Same(members or {})
            if text is not None:
                self.inputs.add(text, same)
            if members is not None:
                self._add_members(same)
        same.calls.append(index)

    def _add_members(self, same: _Same) -> None:
        if not same.members:
            self.empty.append(same)
        for key, value in same.members.items():
            self.longest_key = max(self.longest_key, len(key))
            if isinstance(value, str):
                self.strings.setdefault(key, Leads()).add(value, same)
            else:
                self.keyed.setdefault(key, []).append(same)

    def freeform(self, text: str, at: int) -> Iterator[tuple[int, _Same]]:
        """Yield the ends of blocks that repeat an input, its line break dropped or not."""
        for start in behind_break(text, at):
            for stop, same in self.inputs.at(text, start):
                end = end_of_block(text, stop)
                if end >= 0:
                    yield end, same

    def objects(self, text: str, at: int) -> Iterator[_Same]:
        """Yield the objects whose first parameter may be the one that stands at ``at``."""
        if not text.startswith(PARAMETER, at):
            yield from self.empty
            return
        at += len(PARAMETER)
        stop = text.find(">", at, at + self.longest_key + 1)
        while stop >= 0:
            key = text[at:stop]
            yield from self.keyed.get(key, ())
            if key in self.strings:
                for start in behind_break(text, stop + 1):
                    yield from (same for _, same in self.strings[key].at(text, start))
            stop = text.find(">", stop + 1, at + self.longest_key + 1)


class Agreement:
    """The calls of a response, prepared for being compared with many blocks."""

    __slots__ = ("_named", "_objects", "_whole")

    def __init__(self, calls: Sequence[EchoCall], inputs: Sequence[Input]) -> None:
        self._named: dict[str, _Named] = {}
        self._objects: list[tuple[str, int, Mapping[str, Any]]] = []
        self._whole: dict[tuple[str, bytes], list[int]] = {}  # made when it is asked for
        for index, (call, given) in enumerate(zip(calls, inputs, strict=True)):
            text = None if given.text is None else given.text.rstrip(WS)
            for name in dict.fromkeys(call.names):
                named = self._named.setdefault(name, _Named())
                named.add(index, text, given.members, call.arguments)
                if given.members is not None:
                    self._objects.append((name, index, given.members))

    def knows(self, name: str) -> bool:
        """Tell whether a call has that name."""
        return name in self._named

    def with_input(self, name: str, text: str) -> Sequence[int]:
        """Return the calls of a known name whose input, trailing white space cut, is the text."""
        return self._named[name].by_input.get(text, ())

    def whole(self, body: JsonBody) -> Match | None:
        """Return the calls of a body's name whose arguments equal its own as JSON."""
        for name, index, members in self._objects:
            self._whole.setdefault((name, arguments_key(members)), []).append(index)
        self._objects = []
        calls = self._whole.get((body.name, body.key))
        return Match(body.end, JSON, calls) if calls else None

    def longest(self, text: str, header: Header) -> Match | None:
        """Return the longest match behind a header."""
        named = self._named.get(header.name)
        if named is None:
            return None
        found: dict[_Same, tuple[int, str]] = {}
        for end, same in named.freeform(text, header.end):
            found.setdefault(same, (end, FREEFORM))
        at = skip_blanks(text, header.end)
        for same in named.objects(text, at):
            if same not in found:
                end = match_parameters(same.members, text, at)
                if end >= 0:
                    found[same] = end, PARAMETERS
        if not found:
            return None
        longest = max(end for end, _ in found.values())
        best = {same: form for same, (end, form) in found.items() if end == longest}
        first = min(best, key=lambda same: same.calls[0])
        return Match(longest, best[first], sorted(call for same in best for call in same.calls))
