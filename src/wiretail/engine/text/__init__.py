"""Pure string work: white space, UTF-8, surrogates, JSON, Markdown."""
