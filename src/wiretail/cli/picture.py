"""A terminal as a picture that stands alone: no fonts or styles from elsewhere."""

import re

from rich.console import Console

_FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; \
font-size: {char_height}px; line-height: {line_height}px; white-space: pre; }}
.{unique_id}-title {{ font: bold 18px sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">\
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
#: Few fonts have the pictures of control characters; arrows have nearly all.
_PICTURES = {ord("\u240a"): "\u21b5", ord("\u240d"): "\u2190"}
_INDENT = re.compile(r"\n\s+")


def svg(console: Console, title: str) -> str:
    """Return what a recording console has printed as an SVG; the same text gives the same bytes."""
    drawn = console.export_svg(title=title, code_format=_FORMAT, unique_id="w")
    return _INDENT.sub("\n", drawn.translate(_PICTURES))
