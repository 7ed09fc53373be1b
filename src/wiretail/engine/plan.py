"""What a matcher works by: made once from a profile and the offered tools, and shared."""

import re
from collections.abc import Mapping
from typing import Any

from wiretail.engine.candidate import Candidate, Verdict
from wiretail.engine.judges.recover_calls import RecoverCalls
from wiretail.engine.markup.grammar import Role, armed
from wiretail.engine.markup.heads import whole_or_cut
from wiretail.engine.markup.tags import FLAGS
from wiretail.engine.rules import rules_of
from wiretail.engine.stray_words import StrayWords
from wiretail.engine.turn import Turn
from wiretail.model.settings import Profile

#: The judges that are built, by their name in profiles.
JUDGES = {RecoverCalls.name: RecoverCalls}


class MatcherPlan:
    """The markers, judges, flags and bounds of a profile. It never changes.

    ``heads`` finds the beginning of any marker; ``head_words`` are the same beginnings as text, for
    what may still become one at the end of the text.
    """

    def __init__(self, profile: Profile) -> None:
        settings: Mapping[str, Any] = profile.settings
        self.rules = rules_of(settings)
        self.judges = tuple(JUDGES[name](settings) for name in profile.judges if name in JUDGES)
        self.markers = [mark for grammar in armed(settings) for mark in grammar.markers()]
        self.head_words = tuple(head for marker in self.markers for head in marker.tag.heads)
        self.opening_words = tuple(
            head
            for marker in self.markers
            if marker.role is not Role.WRAPPER_CLOSE
            for head in marker.tag.heads
        )
        self.heads = re.compile("|".join(map(re.escape, self.head_words)) or r"(?!)", FLAGS)
        self.firsts = "".join(sorted({head[0] for head in self.head_words}))
        self.may_open = re.compile(whole_or_cut(self.head_words), FLAGS)
        self.bare = bool(settings["recover.bare"])
        words = settings["recover.stray_words"]
        self.has_words = bool(words)
        self.word_firsts = frozenset(word[0] for word in words)
        self.stray_words = StrayWords(settings["recover.stray_words"])
        self.max_queued: int = settings["queue.max_bytes"]
        self.max_held: int = settings["recover.max_held_chars"]
        self.max_behind: int = settings["recover.max_trailing_blank_chars"]
        self.cue_chars: int = settings["recover.cue_chars"]
        self.reads_reasoning = settings["reasoning.calls"] == "flag"
        self.checks_inputs = settings["recover.validate"] == "schema"

    def __deepcopy__(self, memo: object) -> "MatcherPlan":
        """A plan never changes, so snapshots share it."""
        return self

    @property
    def scans(self) -> bool:
        """Tell whether there is anything to look for, and a judge to ask."""
        return bool(self.judges and self.markers)

    def judge(self, candidate: Candidate, turn: Turn) -> Verdict:
        """Return the first verdict of the judges, in the order of the profile."""
        for judge in self.judges:
            verdict = judge.judge(candidate, turn)
            if verdict is not None:
                return verdict
        return None
