"""How a body is framed, where nothing but the body and a Content-Type tell."""

from wiretail.captures import ndjson, plain, sse
from wiretail.captures.body import Body
from wiretail.captures.http import content_kind
from wiretail.captures.lines import SAMPLE

_BY_CONTENT = (("sse", sse.recognise), ("ndjson", ndjson.recognise), ("plain", plain.recognise))


def body_framing(body: Body, content_type: str) -> str:
    """Return the framing of a body: as its Content-Type says, else as its bytes look.

    Empty where it is neither an event stream nor lines of JSON nor text.
    """
    promised = content_kind(content_type)
    if promised:
        return promised
    head = body.read(0, SAMPLE)
    scores = {name: recognise(head)[0] for name, recognise in _BY_CONTENT}
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] else ""
