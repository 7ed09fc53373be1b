"""The engine, held against a plain reading of the page (spec vscode-lm 4 to 8)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.driving import CLOSE, OPEN, READ, TOOLS, block, drive
from engine.reading import Reading
from wiretail.model.decisions import Kind

PIECES = [
    *(OPEN, OPEN, CLOSE, READ, READ, block("now"), block("x"), block("now", a="1")),
    *('<invoke name="Read">', '<parameter name="path">', "</parameter>", "</invoke>"),
    *("\n", "\n", "\n\n", " ", "\t", "    ", "x", "<i ", ">", "<b>", ". ", "not ", "e.g."),
    *("`", "``", "```", "\n```\n", "~~~", "\n~~~\n", "\n   ```x\n"),
    *(block("any", a="\n```\n"), block("any", a=OPEN), block("any", a="`")),
    *(block("Read", limit="x"), f"{OPEN}\n{READ}\n{CLOSE}", f"<a {block('now')} >"),
]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_a_stream_says_what_a_plain_reading_of_the_whole_says(pieces: list[str]) -> None:
    text = "".join(pieces)
    reading = Reading({tool.name: tool for tool in TOOLS})
    reading.read(text)
    found = drive([text])
    assert found.text == reading.shown
    whole = [one for one in found.of(Kind.RECOVERED, Kind.PASSED) if _is_complete(one.evidence)]
    whole.sort(key=lambda one: one.span.start if one.span else 0)
    assert [one.reason or "recovered" for one in whole] == reading.verdicts


def _is_complete(evidence: object) -> bool:
    return isinstance(evidence, dict) and evidence.get("complete", True)
