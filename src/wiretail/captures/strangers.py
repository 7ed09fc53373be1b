"""What a file is, if it is no capture: so that the error can say so."""

import re
import zlib

from wiretail.captures.lines import json_value

#: First bytes -> what begins so.
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive (unpack it first)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive (unpack it first)"),
    (b"\x1f\x8b\x08", "a gzip file inside of another (unpack it first)"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd (unpack it first)"),
    (b"BZh", "compressed with bzip2 (unpack it first)"),
    (b"\xfd7zXZ\x00", "compressed with xz (unpack it first)"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd4\xc3\xb2\xa1", "a packet capture (pcap)"),
    (b"\xa1\xb2\xc3\xd4", "a packet capture (pcap)"),
    (b"\x0a\x0d\x0d\x0a", "a packet capture (pcapng)"),
    (b"\xff\xfe\x00\x00", "text in UTF-32 (save it as UTF-8)"),
    (b"\xff\xfe", "text in UTF-16 (save it as UTF-8)"),
    (b"\xfe\xff", "text in UTF-16 (save it as UTF-8)"),
    (b"httprr trace v1\n", "an httprr recording, which this version does not read"),
)
_ANSWER_KEYS = frozenset({"candidates", "choices", "kind", "log", "output", "parts", "type"})
_PICKLE = re.compile(rb"\x80[\x02-\x05][\x00-\xff]")
#: A dictionary of mitmproxy's tnetstrings: its length, then the length of its first key.
_TNETSTRING = re.compile(rb"[0-9]{1,12}:[0-9]{1,6}:[a-z_]{1,32}[;,]")
_CASSETTE = re.compile(
    rb"^(?:http_interactions|interactions|requests|responses):[ \t]*\r?$|^when:[ \t]*\r?$",
    re.MULTILINE,
)
_CURL_TRACE = re.compile(
    rb"(?:[0-9:.]+ )?(?:== Info: |=> Send |<= Recv )|\* +(?:Trying|Host) [^\n]*\n(?:\*|>)"
)
_JSON_BEGIN = re.compile(rb"\s*(?:\[\s*[\[{\"]|\{\s*(?:\"|\}))")


def binary_kind(head: bytes) -> str:
    """Name what begins with these bytes and is no text, empty for anything else."""
    for magic, kind in _MAGIC:
        if head.startswith(magic):
            return kind
    if _PICKLE.match(head):
        return "a Python pickle, which is never loaded (it can run code)"
    if _TNETSTRING.match(head):
        return "a mitmproxy flow file (export it as HAR)"
    if _is_aws_event_stream(head):
        return "an AWS event stream, which this version does not read"
    return ""


def text_kind(head: bytes) -> str:
    """Name what this text is, if it is a recording of another kind, empty for anything else."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if _CASSETTE.search(text[:4096]):
        return "a YAML cassette, which this version does not read"
    if _CURL_TRACE.match(text):
        return "a curl trace, which this version does not read (record with curl -iN instead)"
    if text[:5].lower() in {b"<html", b"<!doc", b"<?xml"}:
        return "a web page or XML"
    if is_request(text):
        return "the body of a request, not of a response (--tools reads the tools in it)"
    if _JSON_BEGIN.match(text):
        return "a JSON document of no known kind"
    return ""


def is_request(head: bytes) -> bool:
    """Tell whether this is one JSON object with the messages of a request."""
    try:
        value = json_value(head)
    except ValueError:
        return False
    if not isinstance(value, dict) or _ANSWER_KEYS & value.keys():
        return False
    return any(isinstance(value.get(key), list) for key in ("messages", "contents")) or (
        "input" in value and "model" in value
    )


def _is_aws_event_stream(head: bytes) -> bool:
    """Tell whether a prelude of 12 bytes with a right checksum stands first."""
    if len(head) < 16:
        return False
    return zlib.crc32(head[:8]) == int.from_bytes(head[8:12])
