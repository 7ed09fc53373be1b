"""The project speaks of itself alone: not of where or how it was made, nor of one registry."""

import re

import pytest

from architecture.checkout import ROOT, files

#: Put together here, so that this file does not speak of them either.
HOSTS = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "deb." + "debian.org",
    "security." + "debian.org",
    "archive." + "ubuntu.com",
    "registry." + "npmjs.org",
    "registry." + "yarnpkg.com",
    "proxy." + "golang.org",
    "crates" + ".io",
]
OTHER = [
    "/work" + r"/",
    "issue" + r" #\d",
    r"\b(this|last|next|earlier|previous|another)" + r" session\b",
    "artifact" + "-registry",
]
FORBIDDEN = re.compile("|".join([*map(re.escape, HOSTS), *OTHER]), re.IGNORECASE)


def faults(text: str) -> list[str]:
    """Return what a text must not say, as it says it."""
    return [found.group() for found in FORBIDDEN.finditer(text)]


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_is_found(host: str) -> None:
    assert faults(f"see https://{host.upper()}/simple") == [host.upper()]


@pytest.mark.parametrize(
    "text", ["in /work" + "/main", "Issue" + " #12", "since the last" + " session"]
)
def test_a_word_of_the_workplace_is_found(text: str) -> None:
    assert len(faults(text)) == 1


@pytest.mark.parametrize(
    "text", ["a ToolSession", "the sessions of coding agents", "a session file", "framework/x"]
)
def test_words_of_the_field_are_free(text: str) -> None:
    assert faults(text) == []


def test_no_file_says_them() -> None:
    found = {
        name: said
        for name in files()
        if (said := faults((ROOT / name).read_bytes().decode("utf-8", "replace")))
    }
    assert found == {}
