"""All that changes in a stream, apart from what it was given at its start."""

from typing import TypeAlias

from wiretail.engine.choice import Choice
from wiretail.engine.dialects import DIALECTS
from wiretail.engine.framing import FRAMINGS
from wiretail.engine.lane import Lane
from wiretail.engine.origins import Source
from wiretail.engine.proposing import ProposingChoice
from wiretail.engine.turn_numbers import TurnNumbers
from wiretail.model.deltas import Channel
from wiretail.model.settings import Profile

#: One choice of a turn: judged, or only told what would be done.
AnyChoice: TypeAlias = Choice | ProposingChoice


class StreamState:
    """All that changes in a stream: plain data, copied as a whole."""

    def __init__(self, profile: Profile, framing: str, dialect: str, start: int) -> None:
        limits = {"start": start, "limit": profile["limits.frame_bytes"]}
        self.framing = FRAMINGS[framing](**limits)
        self.dialect = DIALECTS[dialect](
            bytes_policy=profile["repair.bytes"], json_depth=profile["limits.json_depth"]
        )
        self.choices: dict[tuple[int, int], AnyChoice] = {}
        self.lanes: dict[Channel, Lane] = {}  # of the open choices, for text that passes through
        self.source = Source(0)
        self.frames = 0
        self.malformed = 0
        self.turns = TurnNumbers()
        self.last_turn = 0
        self.unknown: dict[str, int] = {}
        self.reads_pieces = framing == "plain"
        self.incomplete: Source | None = None  # bytes that wait for their sequence
        self.fed = ""
        self.closed = False
