"""One pattern for the beginnings of all markers: whole, or cut by the end of the text."""

import re
from collections.abc import Iterable

_Trie = dict[str, "_Trie"]
_END = ""


def whole_or_cut(heads: Iterable[str]) -> str:
    """Return a pattern that finds each head, and each proper beginning of one at the text's end.

    A trie, so that a character is looked at once however many heads there are.
    """
    trie: _Trie = {}
    for head in heads:
        node = trie
        for character in head:
            node = node.setdefault(character, {})
        node[_END] = {}
    return _pattern(trie)


def spelled(head: str) -> str:
    """Return a pattern of the head as written; a Kelvin sign may stand for its k (qoder 2).

    Where that is not allowed the marker's own pattern says so: this one only looks for places.
    """
    return re.escape(head).replace("k", "[k\u212a]")


def _pattern(node: _Trie) -> str:
    branches = [spelled(character) + _rest(child) for character, child in sorted(node.items())]
    return "|".join(branches) if branches else r"(?!)"


def _rest(node: _Trie) -> str:
    # Where a head ends nothing more is asked, though a longer one may begin with it.
    return "" if _END in node else rf"(?:{_pattern(node)}|\Z)"
