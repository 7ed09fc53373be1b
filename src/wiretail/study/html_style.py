"""How the report looks: light and dark as the reader's system is, legible on paper."""

STYLE = """
:root { color-scheme: light dark; --base: #fff; --ground: #f4f6f8; --text: #1a1a1a;
  --muted: #56606c; --line: #cdd4dc; --held: #f5d794; --leaked: #eac7da; --recovered: #94d6c4;
  --surrogate: #edbb94; --truncated: #b8e0f6; }
@media (prefers-color-scheme: dark) { :root { --base: #1b1e23; --ground: #24282e; --text: #f2f2f2;
  --muted: #aab3be; --line: #434b56; --held: #725411; --leaked: #674458; --recovered: #115442;
  --surrogate: #6b3911; --truncated: #365d73; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px; }
h1 { font-size: 24px; overflow-wrap: anywhere; } h2 { font-size: 19px; margin-top: 32px; }
h3 { font-size: 15px; margin: 0 0 4px; } small, .note { color: var(--muted); font-weight: 400; }
.verdict { font-size: 18px; background: var(--base); border: 1px solid var(--line);
  border-left: 8px solid var(--muted); border-radius: 6px; padding: 12px 16px; }
.verdict.s0 { border-left-color: var(--recovered); } .verdict.s2 { border-left-color: var(--held); }
.verdict.s3 { border-left-color: var(--text); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; }
dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
code, pre, td { font-family: "DejaVu Sans Mono", ui-monospace, monospace; font-size: 13px; }
pre { background: var(--base); border: 1px solid var(--line); border-radius: 6px; padding: 10px;
  white-space: pre-wrap; overflow-wrap: anywhere; margin: 6px 0; }
.finding { background: var(--base); border: 1px solid var(--line); border-radius: 6px;
  border-left: 8px solid var(--line); padding: 10px 14px; margin: 8px 0; break-inside: avoid; }
.finding p { margin: 2px 0; }
.finding.leaked { border-left-color: var(--leaked); }
.finding.recovered { border-left-color: var(--recovered); }
.finding.held { border-left-color: var(--held); }
.finding.surrogate, .finding.malformed { border-left-color: var(--surrogate); }
.finding.refused { border-left-color: var(--text); }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.beside > div { min-width: 0; }
table { border-collapse: collapse; width: 100%; background: var(--base); }
th { text-align: left; color: var(--muted); font-weight: 600; }
th, td { border-bottom: 1px solid var(--line); padding: 3px 8px; vertical-align: top;
  overflow-wrap: anywhere; }
td:first-child { white-space: nowrap; } td:nth-child(3) { white-space: nowrap; }
mark { color: inherit; background: var(--leaked); }
mark.recovered { background: var(--recovered); text-decoration: underline double; }
mark.duplicate { background: none; text-decoration: line-through; color: var(--muted); }
mark.refused { background: var(--text); color: var(--base); }
summary { cursor: pointer; } details > summary { font-weight: 600; margin-top: 12px; }
section details > summary { font-weight: 400; color: var(--muted); margin: 4px 0 0; }
@media print { body { background: none; } main { max-width: none; padding: 0; } }
@media (max-width: 700px) { .beside { grid-template-columns: 1fr; } }
"""
