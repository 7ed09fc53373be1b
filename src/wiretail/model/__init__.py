"""The nouns: plain data that every other layer speaks in. Standard library only."""
