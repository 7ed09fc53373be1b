"""Profiles as loaded: plain data that the engine is given.

Every setting that any page names stands in :data:`SETTINGS` with its default, under its dotted name
in profile files. A profile file may name no other (its JSON Schema is checked against this table).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: Dotted name -> the default of its page. Lengths are code points unless the name says bytes.
SETTINGS: dict[str, Any] = {
    "repair.bytes": "maximal-subpart",
    "parse.format": "auto",
    "parse.max_tail_chars": 8192,
    "request.tool_names": "lone",
    "recover.wrapped": True,
    "recover.bare": False,
    "recover.stray_words": (),
    "recover.grammars": ("anthropic",),
    "recover.tools": "offered",
    "recover.max_held_chars": 1_048_576,
    "recover.max_tag_chars": 64,
    "recover.max_name_chars": 256,
    "recover.max_trailing_blank_chars": 65_536,
    "recover.max_repeats": 8,
    "recover.cue_chars": 1024,
    "recover.values": "trim",
    "recover.unions": "text",
    "recover.validate": "declared",
    "recover.quoting": "markdown",
    "recover.provenance": False,
    "recover.require_context": False,
    "recover.action": "recover",
    "recover.on_reject": "pass",
    "recover.emit": "whole",
    "echo.max_held_bytes": 4_194_304,
    "echo.max_prose_chars": 8192,
    "echo.max_header_chars": 1024,
    "echo.mid_line": False,
    "echo.policy": "hide",
    "native.undeclared": "pass",
    "scaffold.policy": "refuse",
    "scaffold.quoted": "count",
    "scaffold.markers": "basic",
    "scaffold.max_block_chars": 65_536,
    "scaffold.containment_chars": 0,
    "reasoning.policy": "keep",
    "reasoning.calls": "ignore",
    "queue.max_bytes": 4_194_304,
    "window.tokens": None,
    "window.chars_per_token": 3,
    "window.share": (4, 5),
    "window.result_floor": 2000,
    "window.image_chars": 64,
    "window.image_tokens": 1600,
    "window.reserved_output": 0,
    "window.strategy": "largest-first",
    "window.counter": "chars",
    "limits.frame_bytes": 67_108_864,
    "limits.json_depth": 256,
    "limits.body_bytes": 1_073_741_824,
    "limits.ratio": 200,
}

JUDGES = ("reconcile_echoes", "drop_duplicates", "recover_calls", "guard_scaffold")


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of judges, matcher rules and settings.

    ``settings`` holds every name of :data:`SETTINGS`. ``propose``: nothing is changed, every
    decision is only proposed. ``page`` names the page of the specification that it follows.
    """

    name: str
    page: str = ""
    summary: str = ""
    judges: tuple[str, ...] = ()
    propose: bool = False
    settings: Mapping[str, Any] = field(default_factory=lambda: dict(SETTINGS))

    def __getitem__(self, name: str) -> Any:
        return self.settings[name]

    def with_settings(self, changes: Mapping[str, Any]) -> "Profile":
        """Return this profile with some settings changed.

        Raises ``KeyError`` for a name that is no setting.
        """
        for name in changes:
            SETTINGS[name]
        settings = {**self.settings, **changes}
        return Profile(self.name, self.page, self.summary, self.judges, self.propose, settings)

    def __deepcopy__(self, memo: object) -> "Profile":
        """A profile never changes, so snapshots share it."""
        return self
