"""The offered tools of a request."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from wiretail.engine.markup.values import ValueReader
from wiretail.engine.text.surrogates import join
from wiretail.engine.text.tool_names import encode_tool_name
from wiretail.engine.validate import InputValidator
from wiretail.model.calls import Tool

_UNTYPED = Tool("")


class Toolbox:
    """The tools of a request, by every name under which they may come back.

    ``known`` is False where the request is not there or does not tell its tools. Nothing in it
    changes; readers and validators are made when they are first asked for, one a tool.
    """

    def __init__(self, tools: Sequence[Tool] | None, settings: Mapping[str, Any]) -> None:
        self.known = tools is not None
        self._settings = settings
        self._by_name = _names(tools or (), settings["request.tool_names"])
        self._readers: dict[str, ValueReader] = {}
        self._validators: dict[str, InputValidator] = {}

    def __deepcopy__(self, memo: object) -> "Toolbox":
        """What it answers never changes, so snapshots share it."""
        return self

    @property
    def offers_any(self) -> bool:
        """Tell whether a call can be recovered at all: a tool is offered, or they are unknown."""
        return not self.known or bool(self._by_name)

    def find(self, name: str) -> Tool | None:
        """Return the tool of that name, as sent or as registered, compared exactly."""
        return self._by_name.get(name)

    def registry_name(self, name: str) -> str:
        """Return the registry name behind a name that came back; an unlisted one as it is."""
        tool = self._by_name.get(name)
        return name if tool is None else tool.name

    def reader(self, tool: Tool | None) -> ValueReader:
        """Return the reader of a tool's parameters (None: of a tool that is not known)."""
        tool = tool or _UNTYPED
        reader = self._readers.get(tool.name)
        if reader is None:
            reader = ValueReader(tool.schema, self._settings, self.validator(tool))
            self._readers[tool.name] = reader
        return reader

    def validator(self, tool: Tool) -> InputValidator:
        """Return the validator of a tool's whole input."""
        validator = self._validators.get(tool.name)
        if validator is None:
            validator = self._validators[tool.name] = InputValidator(tool.schema)
        return validator


def _names(tools: Iterable[Tool], which: str) -> dict[str, Tool]:
    """Encoded names first, then registry names; of two equal names the last declaration wins.

    A tool that is found has its name repaired; it is sent encoded as it was declared.
    """
    declared = {join(tool.name)[0]: tool for tool in tools if tool.name}
    offered = {name: _named(tool, name) for name, tool in declared.items()}
    sent = {encode_tool_name(tool.name, which): name for name, tool in declared.items()}
    return {**offered, **{encoded: offered[name] for encoded, name in sent.items()}}


def _named(tool: Tool, name: str) -> Tool:
    return tool if tool.name == name else replace(tool, name=name)
