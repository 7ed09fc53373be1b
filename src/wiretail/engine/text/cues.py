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
    """Return a pattern of the words; letters of either case are spelled out, which is faster."""
    folded = re.sub("[a-z]", lambda letter: f"[{letter[0]}{letter[0].upper()}]", re.escape(words))
    return folded.replace(r"\ ", _GAP).replace("'", "['\u2019]")


_FIRSTS = "".join({cue[0] + cue[0].upper() for cue in _CUES})
# The look-ahead finds cues that overlap (``do not`` holds ``not``, and both end at one place). A
# first letter in front of it lets most text be passed over at once.
_CUE = re.compile(
    rf"[{_FIRSTS}](?<![A-Za-z0-9_].)(?<=(?=({'|'.join(map(_cue, _CUES))})(?![A-Za-z0-9_])).)",
)
_PIECE = re.compile("[<>]|[^<>]+")


def strip_tags(text: str) -> str:
    """Return the text without its tags; nested tags go as one, unterminated ones stay.

    One pass with a stack: repeated replacement would join what never stood together.
    """
    if "<" not in text or ">" not in text:
        return text
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
