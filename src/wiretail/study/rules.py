"""What each rule says, and the page of the specification that it follows: for who asks why."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from wiretail.model.settings import Profile


class Rule(NamedTuple):
    """A rule in one sentence, its page, and the settings of a profile that govern it."""

    sentence: str
    page: str
    settings: tuple[str, ...] = ()


RULES: Mapping[str, Rule] = {
    "unicode.bytes": Rule(
        "Bytes that are no UTF-8 become U+FFFD; a sequence that is cut waits for its rest.",
        "unicode 2 and 3",
        ("repair.bytes",),
    ),
    "unicode.surrogate": Rule(
        "Half a surrogate pair that stays alone becomes U+FFFD.", "unicode 4"
    ),
    "unicode.join": Rule(
        "Two halves of a pair that came in two deltas are joined; a half whose other half never "
        "comes becomes U+FFFD.",
        "unicode 6",
    ),
    "unicode.json": Rule(
        "A frame in which two keys are the same after repair cannot be read in one way only.",
        "unicode 5.1",
    ),
    "call.enclosed": Rule(
        "A call inside a wrapper is recovered when it is whole, names an offered tool and is "
        "not quoted; else it stays text.",
        "vscode-lm 9 and 10, recommended 3",
        (
            "recover.wrapped",
            "recover.tools",
            "recover.grammars",
            "recover.provenance",
            "recover.on_reject",
        ),
    ),
    "call.bare": Rule(
        "A call without a wrapper is recovered under stricter gates, where the profile allows it.",
        "recommended 3",
        (
            "recover.bare",
            "recover.tools",
            "recover.grammars",
            "recover.provenance",
            "recover.on_reject",
        ),
    ),
    "call.wrapper": Rule(
        "The tags round a recovered call go with it.", "vscode-lm 8", ("recover.wrapped",)
    ),
    "call.stray_word": Rule(
        "A word of a closed list that leaked in front of a call goes with it.",
        "recommended 3",
        ("recover.stray_words",),
    ),
    "call.duplicate": Rule(
        "A leaked copy of a call that the turn makes natively is removed.", "recommended 8"
    ),
    "call.native": Rule(
        "A native call without a usable name is dropped; one of a tool that was not offered "
        "passes or refuses the turn, as the profile says.",
        "vscode-lm 10, recommended 8",
        ("native.undeclared",),
    ),
    "call.batch": Rule(
        "Calls that repeat, or exceed what is allowed, are dropped.", "runanywhere 9"
    ),
    "call.withdrawn": Rule(
        "A call whose start was given out early is withdrawn when it fails.",
        "reasons 6",
        ("recover.emit",),
    ),
    "echo.block": Rule(
        "Text that repeats a structured call of the turn, name and input, is removed.",
        "tool-call-echo 5 and 6, recommended 7",
        ("echo.policy", "echo.mid_line", "echo.max_held_bytes", "echo.max_prose_chars"),
    ),
    "echo.run": Rule(
        "Echoes of one text that stand side by side go together, where exactly one call explains "
        "them; arguments that repeat the text as often are reduced to one.",
        "tool-call-echo 8",
        ("echo.policy", "echo.mid_line"),
    ),
    "echo.arguments": Rule(
        "Arguments that begin with a copy of themselves are reduced to one.", "tool-call-echo 10"
    ),
    "echo.restore": Rule(
        "A call that a provider lost is restored from its echo.", "tool-call-echo 13"
    ),
    "scaffold.marker": Rule(
        "Scaffolding of the vendor that may have begun is held until it is certain; what is "
        "quoted, or has no end that is sure, stays text where the policy is not to refuse.",
        "qoder 3, recommended 9",
        ("scaffold.policy", "scaffold.markers", "scaffold.quoted"),
    ),
    "scaffold.reminder": Rule(
        "A whole reminder block is removed.",
        "qoder 4, recommended 9",
        ("scaffold.policy", "scaffold.max_block_chars"),
    ),
    "scaffold.trip": Rule(
        "Scaffolding that is not a whole reminder refuses the turn: it fails closed, and what it "
        "held is not shown; with the policy redact it is removed where its end is sure.",
        "qoder 3 and 5, recommended 9",
        ("scaffold.policy", "scaffold.containment_chars"),
    ),
    "scaffold.tool_result": Rule(
        "A tool result that stands in the answer is marked or removed.",
        "recommended 9",
        ("scaffold.policy",),
    ),
    "reasoning.split": Rule(
        "Text between reasoning tags moves to the reasoning channel.",
        "runanywhere 10",
        ("reasoning.policy",),
    ),
    "leftover.token": Rule("A stop token that leaked into the text is removed.", "reasons 6"),
    "leftover.closer": Rule(
        "A closing tag behind a recovered call, which closes nothing, is removed.", "reasons 6"
    ),
    "arguments.json": Rule(
        "The JSON of arguments is mended where that cannot change what it means.", "reasons 6"
    ),
    "turn.stop_reason": Rule(
        "The stop reason is made to agree with whether the turn makes calls.", "recommended 10"
    ),
    "request.text": Rule("Text of a request is repaired.", "vscode-lm 2"),
    "request.value": Rule("Values of a request are repaired.", "vscode-lm 2"),
    "request.id": Rule("Ids of a request are repaired.", "vscode-lm 2"),
    "request.name": Rule(
        "Names of tools are encoded where they cannot be sent.",
        "vscode-lm 2",
        ("request.tool_names",),
    ),
    "request.convert": Rule(
        "Parts of a request that cannot be sent are left out or emptied.", "vscode-lm 2.7"
    ),
    "window.fit": Rule(
        "Tool results are shortened until the request fits the window.",
        "vscode-lm 13, recommended 11",
        ("window.tokens", "window.share", "window.result_floor", "window.strategy"),
    ),
    "window.admit": Rule(
        "A request that cannot be made to fit is refused.", "vscode-lm 15", ("window.tokens",)
    ),
}


def profile_text(profile: Profile, first: Sequence[str] = ()) -> str:
    """Return the settings of a profile as TOML would say them; those named ``first`` come first."""
    lines = [
        f"# {profile.summary}",
        f'name = "{profile.name}"',
        f"judges = {_toml(profile.judges)}",
    ]
    if profile.propose:
        lines.append("propose = true  # nothing is changed, every decision is only proposed")
    if first:
        lines += ["", "# what governs this rule", *(_line(profile, name) for name in first)]
    rest = [name for name in profile.settings if name not in first]
    lines += ["", "# all other settings", *(_line(profile, name) for name in rest)]
    return "\n".join(lines)


def _line(profile: Profile, name: str) -> str:
    value = profile[name]
    return f"# {name} is not set" if value is None else f"{name} = {_toml(value)}"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple | list):
        return f"[{', '.join(_toml(item) for item in value)}]"
    return str(value)
