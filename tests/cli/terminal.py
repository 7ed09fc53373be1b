"""Runs the command line in this process, as a shell would see it."""

import io
import sys
from dataclasses import dataclass

import pytest

from wiretail.cli.main import run


@dataclass
class Answer:
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str


@dataclass
class Terminal:
    """Call it with the words of a command line; ``typed`` is standard input."""

    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *words: str, typed: bytes = b"") -> Answer:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
        code = run(words)
        said = self.capsys.readouterr()
        return Answer(code, said.out, said.err)
