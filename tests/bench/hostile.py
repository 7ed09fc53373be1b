"""What is made to be slow: a beginning, and one thing that then comes over and over.

The tests count what the engine looks at in these texts, the bench takes the time.
"""

from collections.abc import Callable

_HEADER = "<tool_call><function=run>"
_ECHO = _HEADER + "x</function></tool_call>"
_REMINDER = "<system-reminder>"
_CLOSED = "</system-reminder>"
_INVOKE = '<invoke name="run">'
_BLOCK = _INVOKE + "</invoke>"
_UNKNOWN = '<invoke name="nope">'
_VALUE = '<parameter name="q">'
_WRAPPER = "<function_calls>"
_WRAPPED = _WRAPPER + _BLOCK + "</function_calls>"

#: Each begins with the first and goes on with the second.
TEXTS: dict[str, tuple[str, str]] = {
    # characters
    "brackets": ("", "<"),
    "pairs of brackets": ("", "<>"),
    "closing brackets": ("", ">"),
    "slashes": ("", "</"),
    "backticks": ("", "`"),
    "backticks and letters": ("", "``a`"),
    "square brackets": ("", "["),
    "all brackets": ("", "[[({<"),
    "quotes": ("", '"'),
    "backslashes": ("", "\\"),
    "entities": ("", "&lt;"),
    "blanks": ("", " "),
    "lines": ("", "\n"),
    "high halves": ("", "\ud83d"),
    "low halves": ("", "\ude00"),
    "marks and low halves": ("", "\ufffd\ude00a"),
    "characters of four bytes": ("", "\U0001f600<"),
    # Markdown
    "fences": ("", "```\n"),
    "fences that do not close": ("", "\n```x\n"),
    "quoted lines": ("", "> <\n"),
    "indented lines": ("", "    <invoke\n"),
    "elements": ("", "<code></code"),
    # blocks in invoke markup
    "cut opens": ("", '<invoke name="'),
    "a name that never ends": ('<invoke name="', "x"),
    "blanks in a tag": ("<invoke", " "),
    "opens": ("", _INVOKE),
    "opens of an unknown tool": ("", _UNKNOWN),
    "opens in a wrapper": (_WRAPPER, _INVOKE),
    "opens and parameters": ("", _INVOKE + _VALUE),
    "parameters": (_WRAPPER + _INVOKE, _VALUE),
    "a parameter that never closes": (_WRAPPER + _INVOKE + _VALUE, "word </parameter"),
    "closers of parameters": (_WRAPPER + _INVOKE + _VALUE, "</paramete"),
    "brackets in a parameter": (_WRAPPER + _INVOKE + _VALUE, "<"),
    "reminders in a parameter": (_WRAPPER + _INVOKE + _VALUE, _REMINDER),
    "bare blocks": ("", _BLOCK + "\n"),
    "blocks of an unknown tool": ("", _UNKNOWN + _VALUE + "x</parameter></invoke>\n"),
    "blocks that fail": (_WRAPPER, _UNKNOWN + "</invoke>" + _BLOCK),
    "blocks on one line": (_WRAPPER, _BLOCK),
    "blocks and brackets": (_WRAPPER, _BLOCK + "<"),
    "blanks behind a block": (_BLOCK, " "),
    "wrappers": ("", _WRAPPER),
    "wrapper closers": ("", "</function_calls>"),
    "wrappers without blocks": ("", _WRAPPER + "</function_calls>"),
    "wrappers on one line": ("x", _WRAPPED),
    "quoted blocks": ("", "`" + _BLOCK + "`"),
    "quoted opens": ("`", _UNKNOWN),
    "stray words": ("", "call\n"),
    "stray words on a line": ("call", " call"),
    # tool calls and echoes
    "tool calls": ("", "<tool_call>"),
    "tool calls and blanks": ("", "<tool_call> "),
    "tool calls and names": ("", "<tool_call><f"),
    "lines of tool calls": ("", "\n<tool_call>"),
    "tool call closers": ("", "</tool_call>"),
    "headers": ("", _HEADER),
    "lines of headers": ("", "\n" + _HEADER),
    "bodies that begin": ("", '<tool_call>{"'),
    "bodies that never end": ("", '<tool_call>{"a":1,'),
    "bodies": ("", '<tool_call>{"name":"run","arguments":{}}</tool_call>'),
    "echoes": ("", _ECHO),
    "lines of echoes": ("", _ECHO + "\n"),
    "quoted echoes": ("", "`" + _ECHO),
    "closers behind an echo": ("\n" + _ECHO, "</tool_call>"),
    "echoes and opens": ("", _ECHO + _INVOKE),
    "tool calls and reminders": ("", "<tool_call>\n" + _REMINDER),
    "markup with tags of its own": ("", "<|tool_call_start|>["),
    # scaffolding
    "nested reminders": ("", _REMINDER),
    "lines of reminders": ("", _REMINDER + "\n"),
    "reminders": ("", _REMINDER + "x" + _CLOSED),
    "reminder closers": ("", _CLOSED),
    "closers behind a reminder": (_REMINDER + _CLOSED, " " + _CLOSED),
    "leaked markup": ("", "<functions.x>"),
    "leaked markup that ends": ("", "<functions.x></functions>"),
    # reasoning
    "thoughts that begin": ("", "<think>"),
    "thoughts": ("", "<think>x</think>"),
}


def over_and_over(name: str) -> Callable[[int], str]:
    """Return what makes a text of about so many characters."""
    begun, unit = TEXTS[name]
    return lambda size: begun + unit * max(1, (size - len(begun)) // len(unit))
