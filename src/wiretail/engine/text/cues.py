"""Words that announce an example, and the stripping of tags (spec: vscode-lm 5.3 and 5.5)."""

import re

from wiretail.engine.text.whitespace import WS

_CUES = (
    "never",
    "not",
    "do not",
    "don't",
    "does not",
    "doesn't",
    "must not",
    "mustn't",
    "avoid",
    "instead of",
    "rather than",
    "for example",
    "e.g.",
    "such as",
    "like this",
    "as follows",
)
_GAP = f"[{re.escape(WS)}]+"


def _cue(words: str) -> str:
    return re.escape(words).replace(r"\ ", _GAP).replace("'", "['\u2019]")


# The look-ahead finds cues that overlap (``do not`` holds ``not``, and both end at one place).
_CUE = re.compile(
    rf"(?<![A-Za-z0-9_])(?=({'|'.join(map(_cue, _CUES))})(?![A-Za-z0-9_]))",
    re.ASCII | re.IGNORECASE,
)
_PIECE = re.compile("[<>]|[^<>]+")


def strip_tags(text: str) -> str:
    """Return the text without its tags; nested tags go as one, unterminated ones stay.

    One pass with a stack: repeated replacement would join what never stood together.
    """
    stack: list[list[str]] = [[]]
    for match in _PIECE.finditer(text):
        piece = match[0]
        if piece == "<":
            stack.append([])
        elif piece == ">" and len(stack) > 1:
            stack.pop()
        else:
            stack[-1].append(piece)
    return "<".join("".join(body) for body in stack)


def announces_example(line: str) -> bool:
    """Tell whether the line so far holds a quoting cue behind its last sentence end.

    ``e.g.`` counts although its own dot is the last terminator: its end lies behind that dot.
    """
    text = strip_tags(line)
    sentence_end = max(text.rfind("."), text.rfind("!"), text.rfind("?"))
    return any(match.end(1) > sentence_end for match in _CUE.finditer(text))
