"""Laws 5 and 6: no call without an offered tool, none out of quoted text, and refusals are mute."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.chance import joined
from properties.runs import recovered, run
from properties.strategies import (
    PARTS,
    PATH,
    PROFILE_NAMES,
    TOOLS,
    Rig,
    block,
    law,
    parameter,
    texts,
    turns,
    wrapped,
)
from wiretail.model.decisions import Decision, Kind
from wiretail.model.deltas import Channel, Delta, EndKind, RefuseDelta, TextDelta
from wiretail.model.events import Refusal

_RECOVERING = ("vscode-lm", "wiretail")
_recovering = st.sampled_from(_RECOVERING)
_LINES = ("a\n", "``\n", "~~\n", "``` x\n", "~~~ x\n", "    ```\n", "\n")
_CALLS = (wrapped(block()), wrapped(f"\n{block('read', PATH)}\n"), wrapped(block(ns=True), ns=True))


def _said(text: str, name: str, tools: Any = TOOLS) -> Rig:
    return Rig(name, {}, tools, (TextDelta(Channel(), text),))


@PARTS
def test_a_call_in_a_fence_stays_text(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=_recovering,
        before=st.sampled_from(("", "See:\n", "> a\n\n", f"{wrapped(block())}\n")),
        indent=st.sampled_from(("", " ", "   ")),
        run_of=st.sampled_from(("```", "````", "~~~", "~~~~~")),
        info=st.sampled_from(("", "xml", " text", "\t")),
        inner=joined((_LINES,), 6),
        call=st.sampled_from(_CALLS),
        after=st.sampled_from(("", "\n", "\n```\n", "\n~~~~~\n", " b")),
    )
    def holds(
        name: str,
        before: str,
        indent: str,
        run_of: str,
        info: str,
        inner: str,
        call: str,
        after: str,
    ) -> None:
        text = f"{before}{indent}{run_of}{info}\n{inner}{call}{after}"
        assert len(recovered(run(_said(text, name)))) == before.count(block())

    holds()


@PARTS
def test_a_call_in_inline_code_or_behind_a_cue_stays_text(part: int) -> None:
    @law(part, 0.5)
    @given(
        name=_recovering,
        before=st.sampled_from(("", "a ", "a\n", "`b` ", "``b`c`` ")),
        quote=st.sampled_from(("`", "``", "Do not write ", "For example ", "avoid ", "e.g. ")),
        call=st.sampled_from((block(), block("read", PATH), wrapped(block()))),
        after=st.sampled_from(("", "`", "``", "\n", "` b\n")),
    )
    def holds(name: str, before: str, quote: str, call: str, after: str) -> None:
        assert recovered(run(_said(before + quote + call + after, name))) == []

    holds()


@PARTS
def test_a_call_in_other_quotes_stays_text_where_the_profile_knows_them(part: int) -> None:
    @law(part, 0.5)
    @given(
        quote=st.sampled_from(
            ("> ", "   > ", "    ", "\t", "  \t", "<pre>\n", "<code>", "<xmp x>", "<textarea/\n")
        ),
        call=st.sampled_from(_CALLS),
    )
    def holds(quote: str, call: str) -> None:
        if ">" in quote and "<" not in quote:
            call = call.replace("\n", "")  # only the line of the open itself is asked about
        assert recovered(run(_said(quote + call, "wiretail"))) == []

    holds()


@pytest.mark.parametrize("name", _RECOVERING)
def test_what_is_tried_on_quotes_is_a_call_outside_them(name: str) -> None:
    for call in _CALLS:
        assert len(recovered(run(_said(call, name)))) == 1


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if is_dataclass(value):
        return [text for entry in fields(value) for text in _strings(getattr(value, entry.name))]
    if isinstance(value, dict):
        return [text for pair in value.items() for item in pair for text in _strings(item)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in _strings(item)]
    return []


@PARTS
def test_a_refusal_and_what_is_decided_with_it_never_repeat_text(part: int) -> None:
    secret = "s3cr3t"

    in_values = st.sampled_from(
        (
            wrapped(block("run", parameter("q", secret))) + "\n",
            wrapped(block("read", PATH + parameter("count", secret))),
            wrapped(block("run", parameter("q", secret))) + " words\n",
        )
    )
    anywhere = st.builds(lambda text, at: text[:at] + secret + text[at:], texts, st.integers(0, 60))

    @law(part, 0.5)
    @given(
        name=st.sampled_from(PROFILE_NAMES),
        before=turns(most=3),
        text=st.one_of(in_values, anywhere),
        after=turns(most=3),
    )
    def holds(name: str, before: tuple[Delta, ...], text: str, after: tuple[Delta, ...]) -> None:
        refusing = RefuseDelta("key_collision", "unicode.json")
        deltas = (*before, TextDelta(Channel(), text), refusing, *after)
        out = run(Rig(name, {}, TOOLS, deltas, EndKind.DONE))
        told = [item for item in out if isinstance(item, Decision) and item.kind is Kind.REFUSED]
        assert told
        assert any(isinstance(item, Refusal) for item in out) is not told[0].proposed
        for item in out:
            if isinstance(item, Decision):
                named = {"tool", "parameters", "call"}
                rest = {key: said for key, said in item.evidence.items() if key not in named}
                assert secret not in "".join(_strings([item.rule, item.reason, rest]))
            if isinstance(item, Refusal):
                assert secret not in "".join(_strings(item))

    holds()
