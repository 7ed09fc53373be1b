"""Every recorded request and session, fitted to a hundredth, a tenth and the whole of its size."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from shared import SHARED, shared
from wiretail.captures.bodies import read_body
from wiretail.engine.request.fit import Fitted, fit_request
from wiretail.engine.request.shapes import ANTHROPIC, CHAT
from wiretail.errors import RequestError
from wiretail.profiles import load_profile

#: Dialects whose requests have a shape that can be fitted.
FITTED = {"openai-chat", "openai-responses", "anthropic-messages", "claude-code-session"}
#: Dialects of other shapes: refused in a sentence. The last two are near OpenAI's.
OTHER = {"gemini", "bedrock-eventstream", "cohere-v2", "ollama-ndjson"}
IDS = {"id", "call_id", "tool_call_id", "tool_use_id"}


def recorded() -> list[tuple[str, str]]:
    """Return (file, dialect) of what holds a request."""
    index = SHARED / "captures" / "INDEX.tsv"
    if not index.exists():
        return []
    rows = [line.split("\t") for line in index.read_text("utf-8").split("\n")[1:] if line]
    return [(r[0], r[5]) for r in rows if r[4] == "json-request" or r[5] == "claude-code-session"]


def test_the_recordings_are_there() -> None:
    shared("captures/INDEX.tsv")
    assert {dialect for _, dialect in recorded()} == FITTED | OTHER


@cache
def body_of(file: str) -> Any:
    path: Path = SHARED / "captures" / file
    return read_body(path.read_bytes(), file)


def ids(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [item for key, item in value.items() if key in IDS]
        return own + [found for item in value.values() for found in ids(item)]
    return [found for item in value for found in ids(item)] if isinstance(value, list) else []


def fitted_to(file: str, profile: str, percent: int) -> Fitted:
    rules = load_profile(profile)
    size = fit_request(body_of(file), rules).before
    return fit_request(body_of(file), rules, window_tokens=max(1, size * percent // 100))


@pytest.mark.parametrize("percent", [1, 10, 100])
@pytest.mark.parametrize("profile", ["vscode-lm", "wiretail"])
@pytest.mark.parametrize(("file", "dialect"), recorded())
def test_pairing_is_kept_and_the_budget_met_or_refused(
    file: str, dialect: str, profile: str, percent: int
) -> None:
    try:
        fitted = fitted_to(file, profile, percent)
    except RequestError:
        assert dialect in OTHER
        return
    assert fitted.budget is not None
    assert (fitted.after <= fitted.budget) is (fitted.refusal is None)
    assert ids(fitted.body) == ids(body_of(file))
    orjson.dumps(fitted.body)


def params_of(shape: str) -> Any:
    """Return the official type of a message of a shape, or skip without the packages."""
    pydantic = pytest.importorskip("pydantic")
    if shape == ANTHROPIC:
        types: Any = pytest.importorskip("anthropic.types")
        return pydantic.TypeAdapter(list[types.MessageParam])
    types = pytest.importorskip("openai.types.chat" if shape == CHAT else "openai.types.responses")
    if shape == CHAT:
        return pydantic.TypeAdapter(list[types.ChatCompletionMessageParam])
    return pydantic.TypeAdapter(types.ResponseInputParam)


def drain(value: Any) -> None:
    """Walk a checked value: pydantic checks an Iterable only as it is read."""
    if isinstance(value, dict):
        value = value.values()
    elif isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        return
    for item in value:
        drain(item)


def test_a_broken_result_is_not_of_the_type() -> None:
    broken = [{"role": "user", "content": [{"type": "tool_result", "content": 7}]}]
    assert not accepts(params_of(ANTHROPIC), broken)


def accepts(adapter: Any, value: Any) -> bool:
    pydantic = pytest.importorskip("pydantic")
    try:
        drain(adapter.validate_python(value))
    except pydantic.ValidationError:
        return False
    return True


@pytest.mark.parametrize("percent", [10, 100, 1000])
@pytest.mark.parametrize(("file", "dialect"), [r for r in recorded() if r[1] in FITTED])
def test_the_types_of_the_official_sdks_accept_what_they_accepted(
    file: str, dialect: str, percent: int
) -> None:
    fitted = fitted_to(file, "wiretail", percent)
    key = "input" if dialect == "openai-responses" else "messages"
    adapter = params_of(fitted.shape)
    if not accepts(adapter, body_of(file)[key]):
        pytest.skip("the recorded request itself is not of the SDK's type")
    assert accepts(adapter, fitted.body[key])
