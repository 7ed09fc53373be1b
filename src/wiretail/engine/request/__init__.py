"""The other direction: a whole request at once, made fit to be sent. Functions, no state."""
