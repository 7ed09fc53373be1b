import doctest
from typing import Any

import pytest

from wiretail.engine.request import truncate as module
from wiretail.engine.request.counters import estimate
from wiretail.engine.request.shapes import CHAT, RESPONSES
from wiretail.engine.request.truncate import Characters, Tokens, cost_of, fit_window


def chat(*results: Any) -> dict[str, Any]:
    items = [{"role": "tool", "tool_call_id": f"c{n}", "content": r} for n, r in enumerate(results)]
    return {"messages": items}


def lengths(body: dict[str, Any]) -> list[int]:
    return [len(item["content"]) for item in body["messages"]]


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("budget", [float("nan"), float("inf"), 0, -5])
def test_a_budget_that_is_none_changes_nothing(budget: float) -> None:
    body = chat("x" * 9000)
    fit = fit_window(body, budget, shape=CHAT)
    assert (fit.body, fit.decisions) == (body, ())
    assert fit.body is not body


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [("largest-first", [2000, 4998, 300]), ("level", [3498, 3498, 300])],
)
def test_the_strategies_share_differently(strategy: str, expected: list[int]) -> None:
    body = chat("a" * 9000, "b" * 8000, "c" * 300)
    fit = fit_window(body, 7300, shape=CHAT, strategy=strategy)
    assert fit.fits
    assert sum(lengths(fit.body)) == fit.remaining <= 7300
    assert [abs(a - b) < 5 for a, b in zip(lengths(fit.body), expected, strict=True)] == [True] * 3


@pytest.mark.parametrize("strategy", ["largest-first", "level"])
def test_no_result_goes_below_the_floor(strategy: str) -> None:
    fit = fit_window(chat("a" * 9000, "b" * 1000), 10, shape=CHAT, strategy=strategy)
    assert not fit.fits
    assert lengths(fit.body) == [1999, 1000] or lengths(fit.body) == [2000, 1000]


def test_a_decision_says_what_was_taken_where() -> None:
    [decision] = fit_window(chat("a" * 9000), 3000, shape=CHAT).decisions
    assert (decision.kind, decision.rule, decision.reason) == ("truncated", "window.fit", "window")
    assert decision.evidence == {
        "path": ("messages", 0, "content"),
        "taken": (1464, 7536),
        "chars": 9000,
        "kept_chars": 3000,
    }


def test_a_list_keeps_what_is_no_text_behind_one_text_of_its_type() -> None:
    image = {"type": "input_image", "image_url": "u"}
    output = [{"type": "input_text", "text": "a" * 9000}, image]
    body = {"input": [{"type": "function_call_output", "call_id": "c", "output": output}]}
    fit = fit_window(body, 3000, shape=RESPONSES)
    text, kept = fit.body["input"][0]["output"]
    assert (text["type"], len(text["text"]), kept) == ("input_text", 3000, image)


def test_characters_charge_images_and_not_the_unknown() -> None:
    parts = [{"type": "image"}, {"type": "thinking", "thinking": "t"}]
    assert cost_of({"messages": [{"role": "user", "content": parts}]}, CHAT, Characters()) == 64


def test_tokens_charge_messages_blocks_and_names() -> None:
    body = chat("word")
    assert cost_of(body, CHAT, Tokens(estimate)) == 4 + 8 + estimate("c0") + 1
    output = {"type": "function_call_output", "output": {"type": "x"}}
    more = estimate('[{"type":"x"}]')
    assert cost_of({"input": [output]}, RESPONSES, Tokens(estimate)) == 4 + 8 + more
    assert cost_of({"input": "word"}, RESPONSES, Tokens(estimate)) == 4 + 8 + 1


@pytest.mark.parametrize("strategy", ["largest-first", "level"])
@pytest.mark.parametrize("letter", ["a", "\u6f22", "9"])
def test_tokens_are_met_with_little_left(strategy: str, letter: str) -> None:
    meter = Tokens(estimate)
    body = chat(letter * 30_000, letter * 30_000)
    fit = fit_window(body, 6000, shape=CHAT, meter=meter, strategy=strategy)
    assert fit.fits
    assert 5900 <= fit.remaining == cost_of(fit.body, CHAT, meter) <= 6000
    again = fit_window(fit.body, 6000, shape=CHAT, meter=meter, strategy=strategy)
    assert again.body == fit.body
