"""What framings share: their default limit, the mark in front of a document, codes of faults."""

#: The longest frame in bytes (setting ``limits.frame_bytes``).
FRAME_BYTES = 67_108_864

#: One at the very start of a body is dropped, never elsewhere (spec: unicode, 2.3).
BOM = b"\xef\xbb\xbf"

#: The frame is longer than the limit: its data is empty.
FRAME_TOO_LONG = "frame_too_long"

#: Lines that belong to no field stand where an event should: they are the frame's data.
BARE_LINES = "bare_lines"
