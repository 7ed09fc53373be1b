"""Text that repeats a structured call of its response: found, proved, and only then hidden.

Pure parts of the stage ``reconcile_echoes`` (spec: tool-call-echo). They know code points of one
channel's text, never events, frames or queues: :class:`~wiretail.engine.echo.hold.EchoHold` says
how far text may be given out, and :func:`~wiretail.engine.echo.drain.drain` what of the held text
is a repetition.
"""
