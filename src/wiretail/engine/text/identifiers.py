"""Ids of tool calls and their results as a request sends them (spec: vscode-lm 2.3)."""

import re

from wiretail.engine.text.surrogates import join_pairs

_ODD = re.compile("[\ufffd\ud800-\udfff]")


def encode_identifier(text: str) -> str:
    """Return the id with U+FFFD and each lone half written as U+FFFD and four hex digits.

    Pairs are joined first. Different ids stay different, so a call keeps its result.

    >>> encode_identifier("toolu_01")
    'toolu_01'
    >>> encode_identifier("call\\ud8001") == "call\\ufffdD8001"
    True
    """
    return _ODD.sub(lambda half: f"\ufffd{ord(half[0]):04X}", join_pairs(text))
