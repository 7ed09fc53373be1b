"""The texts on which the engine is measured, made anew and the same each time.

a: prose without any markup. b: prose and code with many ``<``. c: many calls of about 300
characters. d: one call with one long argument. The others are hostile: one thing, over and over.
"""

import random
from collections.abc import Callable

from bench.hostile import TEXTS, over_and_over
from wiretail.model.calls import Tool

_WORDS = (  # noqa: SIM905 - words are read best in a sentence
    "the stream parser holds a partial marker until it is certain and then lets it go so that a "
    "reader sees every character once in the order in which the model wrote it without delay or "
    "loss"
).split()
_CODE = (
    "for (int i = 0; i < n; i++) { if (a[i] < b[i] && i << 2 > 4) swap(a[i], b[i]); }\n",
    "template <typename T> std::vector<std::pair<T, int>> f(const T& x) { return {{x, 1}}; }\n",
    '<div class="row"><span>total &lt; 10</span><tool-tip>hint</tool-tip></div>\n',
    "if x < y or y <= z: print(f'{x} <-> {y}') # <todo> fix < and <= here\n",
    "SELECT a FROM t WHERE a < 3 AND b <> 4 -- <function of t>\n",
)
TOOLS = (
    Tool(
        "write_file",
        {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "content": {"type": "string"},
                "limit": {"type": "integer"},
            },
            "required": ["path", "content"],
        },
    ),
    Tool("run"),  # of the hostile texts
)
_CALL = 392  # characters of a call of stream c, about


def prose(size: int) -> str:
    """Return stream a."""
    return _fill(size, random.Random(1), lambda r: _words(r, 14).capitalize() + ".\n")


def code(size: int) -> str:
    """Return stream b."""

    def line(r: random.Random) -> str:
        return r.choice(_CODE) if r.random() < 0.6 else _words(r, 8) + "\n"

    return _fill(size, random.Random(2), line)


def calls(size: int) -> str:
    """Return stream c, of about so many characters."""
    r = random.Random(4)
    count = max(1, size // _CALL)
    made = (_call(_path(r), _body(180, i, " "), r.randint(1, 99)) for i in range(count))
    return "\n".join(made) + "\n"


def argument(size: int) -> str:
    """Return stream d."""
    return _call("/srv/app/big.txt", _body(size, 5, "\n"), 40)


STREAMS: dict[str, Callable[[int], str]] = {"a": prose, "b": code, "c": calls, "d": argument}
HOSTILE = {name: over_and_over(name) for name in TEXTS}


def _words(r: random.Random, count: int) -> str:
    return " ".join(r.choice(_WORDS) for _ in range(count))


def _call(path: str, content: str, limit: int) -> str:
    values = {"path": path, "content": content, "limit": limit}
    inner = "".join(f'<parameter name="{k}">{v}</parameter>\n' for k, v in values.items())
    return f'<function_calls>\n<invoke name="write_file">\n{inner}</invoke>\n</function_calls>'


def _path(r: random.Random) -> str:
    return "/srv/app/" + "".join(r.choice("abcdefghij") for _ in range(12)) + ".txt"


def _body(size: int, seed: int, end: str) -> str:
    return _fill(size, random.Random(seed), lambda r: _words(r, 9) + end).strip() + "."


def _fill(size: int, r: random.Random, line: Callable[[random.Random], str]) -> str:
    parts: list[str] = []
    total = 0
    while total < size:
        parts.append(line(r))
        total += len(parts[-1])
    return "".join(parts)[:size]
