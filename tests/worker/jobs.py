"""Jobs for the worker process: a process that is spawned finds them by their module."""

import os
import signal
import time
from typing import Any

from wiretail.errors import CaptureError
from wiretail.worker.link import Link


def echo(order: Any, link: Link) -> None:
    """Send every item of the order."""
    for item in order:
        link.send(item)


def listen(order: Any, link: Link) -> None:
    """Send back what is said, until ``stop`` is said, or so many items were sent."""
    del order
    while True:
        for word in link.words():
            if word == "stop":
                return
            link.send(word)
        time.sleep(0.001)


def flood(order: int, link: Link) -> None:
    """Send blocks of so many bytes for ever, and look for words between."""
    while True:
        link.send(bytes(order))
        link.words()


def be_deaf(order: Any, link: Link) -> None:
    """Say that it has begun, and look for no word ever again."""
    link.send(order)
    while True:
        time.sleep(0.1)


def fail(order: str, link: Link) -> None:
    """Raise one of ours, or of others, with a text."""
    del link
    if order == "ours":
        raise CaptureError("the file is gone: open it again.")
    raise KeyError("sk-what-the-model-said")


def die(order: Any, link: Link) -> None:
    """Send the order, then end the process as a crash does."""
    link.send(order)
    os.kill(os.getpid(), signal.SIGKILL)


def leave(order: int, link: Link) -> None:
    """End the process with an exit code."""
    del link
    os._exit(order)
