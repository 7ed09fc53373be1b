"""One warm process beside the window, for captures that are too large for slices."""

from wiretail.worker.worker import Crashed, Failed, Finished, Message, Progressed, Worker

__all__ = ["Crashed", "Failed", "Finished", "Message", "Progressed", "Worker"]
