"""What a matcher works by: made once from a profile and the offered tools, and shared."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from wiretail.engine.candidate import Candidate, Settled, Undecided, Verdict
from wiretail.engine.echo.headers import OPEN as TOOL_CALL
from wiretail.engine.echo.rules import echo_rules
from wiretail.engine.judges.drop_duplicates import DropDuplicates
from wiretail.engine.judges.guard_scaffold import NAME as GUARD
from wiretail.engine.judges.guard_scaffold import guard_of
from wiretail.engine.judges.recover_calls import RecoverCalls
from wiretail.engine.markup.grammar import Role, armed
from wiretail.engine.markup.heads import spelled, whole_or_cut
from wiretail.engine.markup.scaffold import fold_scaffold, markers_of
from wiretail.engine.markup.tags import FLAGS, head_tail
from wiretail.engine.rules import rules_of
from wiretail.engine.stray_words import StrayWords
from wiretail.engine.turn import Turn
from wiretail.model.settings import Profile


class Judge(Protocol):
    """Says what becomes of a candidate, from its facts and the turn's alone."""

    name: str

    def judge(self, candidate: Candidate, turn: Turn) -> Verdict:
        """Return the verdict, or why there is none."""


#: The stage in front of the matcher, by its name in profiles (``engine.echo_stage``).
ECHO = "reconcile_echoes"

#: The judges that are built, by their name in profiles.
JUDGES: dict[str, Callable[[Mapping[str, Any]], Judge]] = {
    DropDuplicates.name: DropDuplicates,
    RecoverCalls.name: RecoverCalls,
}


class MatcherPlan:
    """The markers, judges, flags and bounds of a profile. It never changes.

    ``heads`` finds the beginning of any marker; ``head_words`` are the same beginnings as text, for
    what may still become one at the end of the text. ``cuts`` and ``cut_rules`` remember what
    was found out about cut markers (``engine.finder``).
    """

    def __init__(self, profile: Profile, *, recovers: bool) -> None:
        settings: Mapping[str, Any] = profile.settings
        recovering = RecoverCalls.name in profile.judges
        self.rules = rules_of(settings, recovers=recovering, judges=bool(profile.judges))
        self.judges = tuple(JUDGES[name](settings) for name in profile.judges if name in JUDGES)
        self.grammars = armed(settings) if recovers and recovering else []
        guards = GUARD in profile.judges
        self.guard = guard_of(settings) if guards else None
        self.may_trip = self.guard is not None and self.guard.refuses
        invoke = any(grammar.id == "anthropic" for grammar in self.grammars)
        self.scaffold = list(markers_of(settings, invoke_armed=invoke)) if guards else []
        self.markers = [mark for grammar in self.grammars for mark in grammar.markers()]
        self.tag_words = tuple(head for marker in self.markers for head in marker.tag.heads)
        self.scaffold_words = tuple(marker.text for marker in self.scaffold)
        self.stems = tuple(marker.text for marker in self.scaffold if marker.bounded)
        self.head_words = tuple(dict.fromkeys((*self.tag_words, *self.scaffold_words)))
        self.opening_words = tuple(
            head
            for marker in self.markers
            if marker.role is not Role.WRAPPER_CLOSE
            for head in marker.tag.heads
        )
        self.heads = re.compile("|".join(map(spelled, self.head_words)) or r"(?!)", FLAGS)
        self.echo = echo_rules(settings) if ECHO in profile.judges else None
        echoes = (TOOL_CALL,) if self.echo else ()
        self.firsts = tuple(sorted({head[0] for head in (*self.head_words, *echoes)}))
        self.may_open = re.compile(
            rf"{whole_or_cut(self.head_words)}|(?-i:{whole_or_cut(echoes)})", FLAGS
        )
        self.cuts: dict[tuple[str, bool, bool], Any] = {}
        self.cut_rules: dict[tuple[str, bool], str] = {}
        self.bare = bool(settings["recover.bare"])
        words = settings["recover.stray_words"] if self.grammars else ()
        self.has_words = bool(words)
        self.stray_words = StrayWords(words)
        self.longest_tag: int = (
            settings["recover.max_name_chars"] + settings["recover.max_tag_chars"]
        )
        self.max_held: int = settings["recover.max_held_chars"]
        self.max_queued: int = settings["queue.max_bytes"]
        self.max_behind: int = settings["recover.max_trailing_blank_chars"]
        self.cue_chars: int = settings["recover.cue_chars"]
        self.reads_reasoning = settings["reasoning.calls"] == "flag"
        self.refuses_undeclared = settings["native.undeclared"] == "refuse"
        self.checks_provenance = bool(settings["recover.provenance"])
        self.checks_inputs = settings["recover.validate"] == "schema"

    def __deepcopy__(self, memo: object) -> "MatcherPlan":
        """A plan never changes, so snapshots share it."""
        return self

    def cuts_scaffold(self, text: str) -> bool:
        """Tell whether a text is cut in what may become a marker of scaffolding."""
        cut = head_tail(text, 0, self.scaffold_words, fold_scaffold) == 0 < len(text)
        return cut or fold_scaffold(text) in self.stems

    def waits_for_scaffold(self, text: str) -> bool:
        """Tell whether a text may become a marker of scaffolding, and none of a grammar."""
        opens = head_tail(text, 0, self.opening_words) == 0 < len(text)
        return not opens and self.cuts_scaffold(text)

    @property
    def scans(self) -> bool:
        """Tell whether there is anything to look for, and a judge to ask."""
        return bool(self.judges and self.markers) or self.guard is not None

    def judge(self, candidate: Candidate, turn: Turn) -> Settled | None:
        """Return the first verdict of the judges, in the order of the profile; None: it waits."""
        for judge in self.judges:
            verdict = judge.judge(candidate, turn)
            if verdict is Undecided.WAITS:
                return None
            if not isinstance(verdict, Undecided):
                return verdict
        return None
