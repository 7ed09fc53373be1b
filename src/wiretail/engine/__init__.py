"""Bytes in, events and decisions out. No I/O, no clock, no randomness."""
