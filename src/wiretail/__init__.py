"""Wiretail: the debugger for model streams."""
