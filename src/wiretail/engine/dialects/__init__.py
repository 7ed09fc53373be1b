"""Frames to deltas: one class a provider's vocabulary, each with ``read`` and ``close``."""

from typing import Any

from wiretail.engine.dialects.anthropic_messages import AnthropicMessages
from wiretail.engine.dialects.openai_chat import OpenAIChat
from wiretail.engine.dialects.plain_text import PlainText
from wiretail.engine.dialects.vscode_lm_parts import VscodeLmParts

#: The dialects by name.
DIALECTS: dict[str, type[Any]] = {
    "openai-chat": OpenAIChat,
    "anthropic-messages": AnthropicMessages,
    "vscode-lm-parts": VscodeLmParts,
    "plain-text": PlainText,
}
