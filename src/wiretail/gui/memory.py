"""Memory that is free by now goes back to the system."""

import sys


def give_back() -> bool:
    """Give it back; return whether there was any.

    What a large capture was unpacked from is freed in pieces between what stays, and the allocator
    of Linux would keep it: a third of all that the window then has.
    """
    if not sys.platform.startswith("linux"):
        return False
    import ctypes  # noqa: PLC0415 - only a large capture needs it

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # other C libraries have none
    return trim is not None and bool(trim(0))
