"""A candidate, as judges see it, and what they may say of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from wiretail.engine.markup.values import Mismatch
from wiretail.model.calls import Tool
from wiretail.model.deltas import EndKind


@dataclass(slots=True)
class Candidate:
    """A stretch of text that a grammar delimits: perhaps a call.

    Facts are None until the text has told them. ``start`` and ``end`` are code points of the
    channel; ``tool`` is None for a name that is not offered.

    * ``enclosed``: it stands in a wrapper that counts
    * ``after_native``: a native call came before it in the turn
    * ``quoted``: the reason code of how it is quoted, or empty; ``cue``: an example is announced
    * ``begins_line``: nothing but blanks and blocks not passed before it, or a stray word
    * ``objection``, ``doubt``: what its reader says of the body; ``arguments`` once it is closed,
      and ``mismatch`` where the profile holds them to the tool's schema and they break it
    * ``repeats_input``: the request holds the same block or call (None: its messages are not known)
    * ``prose``: words stand behind it on its line
    * ``followed``: what stands behind it before the end of the turn: ``text``, ``native`` or ""
    * ``end_kind``: how the turn ended, where the verdict waited for that
    """

    grammar: str
    name: str
    start: int
    tool: Tool | None
    enclosed: bool
    reasoning: bool = False
    after_native: bool = False
    quoted: str = ""
    cue: bool = False
    begins_line: bool = True
    objection: str = ""
    doubt: str = ""
    closed: bool = False
    end: int = 0
    arguments: Mapping[str, Any] = field(default_factory=dict)
    mismatch: Mismatch | None = None
    repeats_input: bool | None = None
    prose: bool | None = None
    followed: str | None = None
    end_kind: EndKind | None = None


@dataclass(slots=True)
class Recovered:
    """The candidate is a call. ``gates``: what each gate said."""

    gates: Mapping[str, str]


@dataclass(slots=True)
class Passed:
    """The candidate is shown as text, for this reason. ``evidence`` holds codes and names only."""

    reason: str
    gates: Mapping[str, str]
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Removed:
    """The candidate is not given out: ``rule`` and ``reason`` say why."""

    rule: str
    reason: str
    gates: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, Any] = field(default_factory=dict)


class Undecided(Enum):
    """A judge has no verdict."""

    WAITS = "waits"  # a fact is missing: no judge behind this one is asked
    DECLINES = "declines"  # the candidate is none of its business


Settled: TypeAlias = Recovered | Passed | Removed
Verdict: TypeAlias = Settled | Undecided
