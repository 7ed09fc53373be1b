import doctest
import json
import sys
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiretail.engine.request import fit as module
from wiretail.engine.request.fit import Fitted, fit_request, meter_of
from wiretail.engine.request.shapes import ANTHROPIC, CHAT, RESPONSES
from wiretail.engine.request.truncate import fit_window
from wiretail.engine.text.surrogates import join_pairs
from wiretail.errors import RequestError
from wiretail.profiles import load_profile

PROFILES = ("vscode-lm", "wiretail")


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0


def request(shape: str, ids: list[str], results: list[str]) -> dict[str, Any]:
    """A request with a call for each id and a result for each of its texts."""
    pairs = list(zip(ids, results, strict=False))
    if shape == RESPONSES:
        calls = [
            {"type": "function_call", "call_id": i, "name": "n", "arguments": "{}"} for i in ids
        ]
        outputs = [{"type": "function_call_output", "call_id": i, "output": r} for i, r in pairs]
        return {"instructions": "Be brief.", "input": [*calls, *outputs]}
    if shape == CHAT:
        called = [{"id": i, "function": {"name": "n", "arguments": "{}"}} for i in ids]
        said = [{"role": "tool", "tool_call_id": i, "content": r} for i, r in pairs]
        return {"messages": [{"role": "assistant", "tool_calls": called}, *said]}
    uses = [{"type": "tool_use", "id": i, "name": "n", "input": {}} for i in ids]
    blocks: list[Any] = [{"type": "tool_result", "tool_use_id": i, "content": r} for i, r in pairs]
    image = {"type": "image", "source": {"type": "base64", "data": "AA"}}
    blocks += [image, 7]
    return {
        "messages": [{"role": "assistant", "content": uses}, {"role": "user", "content": blocks}]
    }


def places(value: Any, keys: tuple[str, ...]) -> list[str]:
    if isinstance(value, dict):
        own = [value[key] for key in keys if key in value]
        return own + [found for item in value.values() for found in places(item, keys)]
    return (
        [found for item in value for found in places(item, keys)] if isinstance(value, list) else []
    )


def same_pattern(left: list[str], right: list[str]) -> bool:
    joined = [join_pairs(item) for item in left]
    return [joined.index(item) for item in joined] == [right.index(item) for item in right]


IDS = st.lists(st.text(alphabet="aD80\ufffd\ud800\udc00😀", max_size=4), max_size=4)
RESULTS = st.lists(
    st.builds(lambda t, n: t * n, st.text("a漢\ud83d\n", max_size=3), st.integers(0, 3000)),
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([ANTHROPIC, CHAT, RESPONSES]),
    st.sampled_from(PROFILES),
    IDS,
    RESULTS,
    st.integers(1, 9000),
)
def test_pairing_is_kept_and_the_budget_met_or_the_request_refused(
    shape: str, profile: str, ids: list[str], results: list[str], window: int
) -> None:
    body = request(shape, ids, results)
    rules = load_profile(profile)
    fitted = fit_request(body, rules, window_tokens=window)
    orjson.dumps(fitted.body)
    json.dumps(fitted.body, ensure_ascii=False).encode("utf-8")
    keys = ("id", "tool_use_id", "tool_call_id", "call_id")
    assert same_pattern(places(body, keys), places(fitted.body, keys))
    assert fitted.budget is not None
    assert (fitted.after <= fitted.budget) is (fitted.refusal is None)
    if fitted.refusal is None:
        # An id that was escaped is escaped again (injective, so never idempotent); cutting is done.
        cut = fit_window(fitted.body, fitted.budget, shape=shape, meter=meter_of(rules))
        assert (cut.body, cut.decisions) == (fitted.body, ())
        if "\ufffd" not in "".join(places(fitted.body, keys)):
            assert fit_request(fitted.body, rules, window_tokens=window).body == fitted.body


def test_a_window_of_the_option_goes_before_the_profile_and_none_cuts_nothing() -> None:
    body = request(CHAT, ["a"], ["x" * 50_000])
    rules = load_profile("wiretail").with_settings({"window.tokens": 4000})
    assert fit_request(body, rules).window == 4000
    assert fit_request(body, rules, window_tokens=5000).window == 5000
    unknown = fit_request(body, load_profile("wiretail"))
    assert (unknown.window, unknown.budget, unknown.refusal) == (None, None, None)
    assert unknown.before == unknown.after > 12_000


def test_a_refusal_tells_costs_largest_first_and_no_text() -> None:
    body = request(ANTHROPIC, ["a", "b"], ["secret" * 2000, "secret" * 3000])
    fitted = fit_request(body, load_profile("wiretail"), window_tokens=100)
    assert fitted.refusal is not None
    costs = [cost for _, _, cost in fitted.refusal.costs]
    assert costs == sorted(costs, reverse=True)
    assert len(costs) == 5
    assert "secret" not in repr((fitted.refusal, fitted.decisions))
    assert fitted.decisions[-1].reason == "over_window"


def test_tools_and_system_are_charged() -> None:
    plain: dict[str, Any] = {"system": "", "messages": []}
    more = {"system": "x" * 100, "messages": [], "tools": [{"name": "n", "input_schema": {}}]}
    rules = load_profile("vscode-lm")
    budgets = [fit_request(body, rules, window_tokens=1000).budget for body in (plain, more)]
    assert budgets == [2400, 2400 - 100 - len('[{"name":"n","input_schema":{}}]')]


def test_a_counter_of_the_caller_is_used() -> None:
    body = request(CHAT, ["a"], ["x" * 9000])
    fitted = fit_request(body, load_profile("vscode-lm"), window_tokens=5000, counter=len)
    assert fitted.unit == "tokens"
    assert 3900 < fitted.after <= 4000


def test_keys_that_collide_refuse_the_request() -> None:
    keys = dict.fromkeys(["a\ud800", "a\udc00"])
    fitted = fit_request({"input": "a", "metadata": keys}, load_profile("wiretail"))
    assert fitted.refusal is not None
    assert (fitted.refusal.code, fitted.body) == ("key_collision", {})


def hostile() -> dict[str, Any]:
    odd: list[Any] = [None, 7, "x", [], {}, {"role": 7, "content": {"a": 1}}, {"content": [None]}]
    return {
        "many": request(CHAT, ["same"] * 10_000, ["x"] * 10_000),
        "long": request(ANTHROPIC, ["a"], ["漢\n" * 2_500_000]),
        "odd": {"messages": odd, "tools": 7, "tool_choice": "auto"},
        "odd items": {"input": odd, "tools": [None, {"name": 7}]},
        "odd calls": {"messages": [{"role": "assistant", "tool_calls": [7, {"function": 7}]}]},
        "odd results": {"messages": [{"role": "tool", "tool_call_id": 7, "content": {"a": 1}}]},
    }


@pytest.mark.parametrize("name", sorted(hostile()))
@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_hostile_is_fitted_or_refused(name: str, profile: str) -> None:
    fitted = fit_request(hostile()[name], load_profile(profile), window_tokens=9000)
    assert isinstance(fitted, Fitted)
    orjson.dumps(fitted.body)
    assert fitted.refusal is not None or fitted.after <= (fitted.budget or 0)


def test_depth_is_refused_in_one_sentence() -> None:
    value: Any = []
    for _ in range(sys.getrecursionlimit() * 10):
        value = [value]
    with pytest.raises(RequestError, match="nested deeper"):
        fit_request({"input": [{"role": "user", "content": value}]}, load_profile("wiretail"))
