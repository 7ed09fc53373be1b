"""How the matcher differs between profiles: one table, with the page that asks for each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Rules:
    """The flags of the matcher.

    * ``extended_quoting``: block quotes, indented code and HTML elements quote (recommended 6)
    * ``mentions``: an open that no block follows is a mention (recommended 6; vscode-lm 4.2: it
      swallows everything up to the next close)
    * ``shown_wrapper_arms``: a wrapper whose opener is shown still arms (vscode-lm 8.2; recommended
      2: it is a mention)
    * ``judges_natives``: a native call of a tool that was not offered, one that repeats a recovered
      call, and a stop reason that belies the calls are told (recommended 8 and 10)
    * ``drops_inputs``: a native call whose input is no object is dropped (vscode-lm 10.3;
      recommended 8.3: it is not)
    * ``drops_nameless``: a native call without a usable id or name is dropped (vscode-lm 10.3)
    """

    extended_quoting: bool
    mentions: bool
    shown_wrapper_arms: bool
    drops_inputs: bool
    judges_natives: bool
    drops_nameless: bool = True


_BY_QUOTING = {
    "markdown": Rules(
        extended_quoting=False,
        mentions=False,
        shown_wrapper_arms=True,
        drops_inputs=True,
        judges_natives=False,
    ),
    "extended": Rules(
        extended_quoting=True,
        mentions=True,
        shown_wrapper_arms=False,
        drops_inputs=False,
        judges_natives=True,
    ),
}


def rules_of(settings: Mapping[str, Any], *, recovers: bool = True, judges: bool = True) -> Rules:
    """Return the flags that go with a profile's idea of quoting: they are one body of rules.

    A profile that recovers no calls drops none, either (qoder 2: native calls are not read); one
    without judges leaves native calls and stop reasons as they came.
    """
    rules = _BY_QUOTING[settings["recover.quoting"]]
    if not judges:
        return replace(rules, drops_inputs=False, judges_natives=False, drops_nameless=False)
    return rules if recovers else replace(rules, drops_inputs=False)
