"""The formats of captures: one line each. To add one is one module and one line here."""

from collections.abc import Callable
from dataclasses import dataclass

from wiretail.captures import chunks_txt, curl, har, native, ndjson, plain, sse, vscode_lm
from wiretail.captures.capture import Capture
from wiretail.captures.source import Source


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how it is told by its first 64 KiB, and how it is read.

    ``recognise`` answers 0..100 and the reason; ``read`` takes the source and the dialect that
    somebody asked for. ``writes``: captures can be written in it too.
    """

    name: str
    summary: str
    recognise: Callable[[bytes], tuple[int, str]]
    read: Callable[[Source, str | None], Capture]
    writes: bool = False


#: In the order in which they are asked; of equal scores the first wins.
FORMATS: tuple[Format, ...] = (
    Format(
        "wtail",
        "native: JSON lines, each read byte for byte with its time",
        native.recognise,
        native.read,
        writes=True,
    ),
    Format(
        "har",
        "HAR of a browser or proxy: all its streams, with their requests",
        har.recognise,
        har.read,
    ),
    Format("curl", "curl -i: headers, then the body", curl.recognise, curl.read),
    Format("sse", "raw Server-Sent Events, as of curl -N", sse.recognise, sse.read),
    Format("ndjson", "one JSON record a line", ndjson.recognise, ndjson.read),
    Format(
        "vscode-lm",
        "JSON object with the parts that VS Code's language model API gave",
        vscode_lm.recognise,
        vscode_lm.read,
    ),
    Format(
        "chunks-txt",
        "one payload a line, damaged ones too",
        chunks_txt.recognise,
        chunks_txt.read,
    ),
    Format("plain", "plain text, as a model wrote it", plain.recognise, plain.read),
)


def format_rows() -> list[tuple[str, str, str]]:
    """Return a row for each format: name, ``reads`` or ``reads, writes``, what it is."""
    return [
        (entry.name, "reads, writes" if entry.writes else "reads", entry.summary)
        for entry in FORMATS
    ]
