"""A capture and what became of it as one HTML file: no script, nothing from elsewhere.

Everything is escaped, what a refusal contains and secrets are masked. Large captures are cut, and
every cut says so.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from wiretail.captures import Capture
from wiretail.errors import CaptureError
from wiretail.model.decisions import Decision
from wiretail.model.settings import Profile
from wiretail.store import Store
from wiretail.study.client_view import View, channels_of, client_view
from wiretail.study.describe import Described, channel_name
from wiretail.study.entries import describe_entry
from wiretail.study.feeder import Feeder
from wiretail.study.findings import finding
from wiretail.study.html_style import STYLE
from wiretail.study.masks import Masks
from wiretail.study.rules import RULES
from wiretail.study.run import Offer
from wiretail.study.visible import name, visible
from wiretail.study.wording import Where, counted
from wiretail.study.wording import frames as frames_of

#: So many rows of each table are shown, so many code points of each text.
MOST_ROWS = 2000
MOST_FINDINGS = 200
MOST_TEXT = 20_000
_RAW = 1200
_SLICE_MS = 1000.0
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class Source(NamedTuple):
    """What is reported on: ``command`` is the one that shows it again."""

    capture: Capture
    profile: Profile
    offer: Offer
    command: str


def html_report(source: Source) -> Iterator[str]:
    """Yield the parts of the report."""
    store = _run(source)
    masks = Masks(store)
    title = escape(f"{name(source.capture.name)}: report of Wiretail")
    yield (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
    )
    yield from _head(source, store)
    yield from _findings(store, masks)
    for exchange in range(len(source.capture.exchanges)):
        yield from _views(store, masks, exchange)
    yield from _timeline(store)
    yield from _chunks(store, masks)
    yield "</main>\n</body>\n</html>\n"


def _run(source: Source) -> Store:
    store = Store(source.capture, source.profile["repair.bytes"])
    feeder = Feeder(source.capture, source.profile, store.append, source.offer)
    while feeder.step(_SLICE_MS):
        pass
    return store


def _head(source: Source, store: Store) -> Iterator[str]:
    capture = source.capture
    worst = max((store.row(row).severity for row in store.findings()), default=0)
    letter = " NWE"[worst].strip() or "\u2713"
    yield f"<h1>{_words(name(capture.name))}</h1>\n"
    yield f'<p class="verdict s{worst}"><b>{letter}</b> {_words(store.verdict)}</p>\n'
    yield (
        '<p class="note">Redaction: what a refusal contains and secrets are masked in this '
        "report.</p>\n"
    )
    dialects = sorted({exchange.dialect for exchange in capture.exchanges})
    borders = sorted({str(exchange.boundary) for exchange in capture.exchanges})
    facts = {
        "Format": f"{capture.format} ({capture.reason})",
        "Dialect": ", ".join(dialects),
        "Exchanges": f"{len(capture.exchanges):,}",
        "Size": f"{capture.size:,} bytes in {counted(store.chunk_count, 'chunk')}, "
        f"borders: {', '.join(borders)}",
        "Frames": f"{store.frame_count:,}",
        "Profile": f"{source.profile.name}: {source.profile.summary}",
        "Findings": counted(len(store.findings()), "finding"),
    }
    skipped = {**capture.unknown, **store.unknown}
    if skipped:
        facts["Skipped"] = ", ".join(f"{name(kind)} ({n:,})" for kind, n in skipped.items())
    yield "<dl>\n"
    for word, value in facts.items():
        yield f"<dt>{_words(word)}</dt><dd>{_words(visible(value, 400))}</dd>\n"
    yield "</dl>\n"
    for note in [*capture.notes, *(note for one in capture.exchanges for note in one.notes)]:
        yield f'<p class="note">{_words(visible(note, 300))}</p>\n'
    yield f"<p>Show it again: <code>{_words(visible(source.command))}</code></p>\n"


def _findings(store: Store, masks: Masks) -> Iterator[str]:
    rows = store.findings()
    yield f"<h2>Findings <small>{len(rows):,}</small></h2>\n"
    if not rows:
        yield "<p>Nothing needs a person's eye.</p>\n"
        return
    for row in rows[:MOST_FINDINGS]:
        yield from _finding(store, masks, row)
    yield _more(len(rows) - MOST_FINDINGS, "finding")


def _finding(store: Store, masks: Masks, row: int) -> Iterator[str]:
    item, record = store.item(row), store.row(row)
    found = finding(item)
    if found is None:
        return
    rule = item.rule if isinstance(item, Decision) else ""
    told = RULES.get(rule)
    frames = "" if record.first < 0 else frames_of([Where(0, record.first, record.last)])
    size = record.end - record.start
    span = f"span {record.start:,} to {record.end:,}, {counted(size, 'code point')}" if size else ""
    yield f'<section class="finding {escape(found.row.tint)}">\n'
    yield f"<h3><b>{found.row.severity.letter}</b> {_words(found.sentence)}</h3>\n"
    place = " \u00b7 ".join(
        part for part in (rule, channel_name(record.channel), span, frames) if part
    )
    yield f'<p class="note">{_words(place)}</p>\n'
    if told is not None:
        yield f"<p>{_words(told.sentence)} <em>({_words(told.page)})</em></p>\n"
    where = store.bytes_of_row(row)
    if where is not None and len(where):
        end = min(where.end, where.start + _RAW)
        raw = masks.masked(where.start, end).decode("utf-8", "backslashreplace")
        more = " \u2026" if end < where.end else ""
        yield (
            f"<details><summary>bytes {where.start:,} to {where.end:,}</summary>"
            f"<pre>{_lines(raw)}{more}</pre></details>\n"
        )
    yield "</section>\n"


def _views(store: Store, masks: Masks, exchange: int) -> Iterator[str]:
    for channel in channels_of(store, exchange)[:20]:
        view = client_view(store, exchange, channel, masks)
        if view.before == view.after and not view.pieces:
            continue
        yield f"<h2>{_words(channel_name(channel))} <small>exchange {exchange}</small></h2>\n"
        yield '<div class="beside">\n<div><h3>As it came</h3><pre>'
        yield _tinted(view)
        yield "</pre></div>\n<div><h3>As it is given out</h3><pre>"
        yield _lines(view.after[:MOST_TEXT])
        yield "</pre></div>\n</div>\n"
        yield _more(max(len(view.before), len(view.after)) - MOST_TEXT, "code point")


def _tinted(view: View) -> str:
    parts: list[str] = []
    at = 0
    for start, end, role, _ in view.pieces:
        if start >= MOST_TEXT:
            break
        parts.append(_lines(view.before[at:start]))
        parts.append(f'<mark class="{escape(role)}">{_lines(view.before[start:end])}</mark>')
        at = end
    parts.append(_lines(view.before[at : max(at, MOST_TEXT)]))
    return "".join(parts)


def _timeline(store: Store) -> Iterator[str]:
    yield f"<h2>Timeline <small>{store.entry_count:,} rows</small></h2>\n"
    yield from _table(("frames", "", "what", "channel", "detail"), _entry_rows(store))
    yield _more(store.entry_count - MOST_ROWS, "row")


def _entry_rows(store: Store) -> Iterator[tuple[str, list[str]]]:
    for number in range(min(store.entry_count, MOST_ROWS)):
        entry = store.entry(number)
        if entry.dropped or entry.timing:
            continue
        told = _described(store, number)
        indent = "\u00a0\u00a0" if told.is_decision else ""
        cells = [told.frames, told.severity, indent + told.what, told.channel, told.detail]
        yield told.tint, cells


def _described(store: Store, number: int) -> Described:
    try:
        return describe_entry(store, number)
    except CaptureError as error:
        return Described("", "lost", "", str(error), "E")


def _chunks(store: Store, masks: Masks) -> Iterator[str]:
    yield f"<details><summary>Chunks <small>{store.chunk_count:,}</small></summary>\n"
    rows = (_chunk_row(store, masks, n) for n in range(min(store.chunk_count, MOST_ROWS)))
    yield from _table(("#", "ms", "bytes", "data"), rows)
    yield "</details>\n"
    yield _more(store.chunk_count - MOST_ROWS, "chunk")


def _chunk_row(store: Store, masks: Masks, number: int) -> tuple[str, list[str]]:
    chunk = store.chunk(number)
    data = masks.masked(chunk.start, min(chunk.end, chunk.start + 400))
    time = "" if chunk.time_ms is None else f"{chunk.time_ms:.0f}"
    text = visible(data.decode("utf-8", "backslashreplace"))
    return "", [str(chunk.number), time, f"{chunk.end - chunk.start:,}", text]


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    cells = "".join(f'<th scope="col">{_words(word)}</th>' for word in head)
    yield f"<table>\n<thead><tr>{cells}</tr></thead>\n<tbody>\n"
    for tint, words in rows:
        cells = "".join(f"<td>{_words(word)}</td>" for word in words)
        yield f'<tr class="{escape(tint)}">{cells}</tr>\n'
    yield "</tbody>\n</table>\n"


def _more(number: int, what: str) -> str:
    return (
        f'<p class="note">{counted(number, what)} more, not shown here.</p>\n' if number > 0 else ""
    )


def _words(text: str) -> str:
    return escape(text)


def _lines(text: str) -> str:
    """Return stream text with its line feeds, everything else that is invisible written out."""
    return "\n".join(escape(visible(line)) for line in text.split("\n"))
