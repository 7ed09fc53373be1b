"""A capture on its way into a store: in slices here, or in the worker process."""

from time import monotonic

from PySide6.QtCore import QObject, QTimer, Signal

from wiretail.captures import Capture
from wiretail.gui.memory import give_back
from wiretail.model.settings import Profile
from wiretail.store import Batch, Growth, Store
from wiretail.study.feeder import Feeder
from wiretail.study.job import WORKER_BYTES, Prefer, replay_job, replay_order
from wiretail.study.run import Offer
from wiretail.worker import Crashed, Failed, Finished, Progressed, Worker

SLICE_MS = 4.0
_FRAME_MS = 8
#: Rows are told at once in the beginning, then at most so often (s): each time the window paints.
_TELL_S = 0.05


class Running(QObject):
    """``grew(growths)`` whenever rows came, ``finished(problem)`` at the end.

    The problem is empty if all went well.
    """

    grew = Signal(object)
    finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store: Store | None = None
        self._feeder: Feeder | None = None
        self._worker: Worker | None = None
        self._job = -1
        self._came: list[Growth] = []
        self._told = 0.0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)

    def start(
        self, store: Store, capture: Capture, path: str | None, profile: Profile, offer: Offer
    ) -> None:
        """Run a capture from its beginning."""
        self.cancel()
        self._store = store
        self._told = 0.0
        order = None
        if capture.size > WORKER_BYTES:
            order = replay_order(capture, path, profile, offer)
        if order is None:
            self._feeder = Feeder(capture, profile, self._append, offer)
            self._timer.start(0)
            return
        self.warm_up()
        assert self._worker is not None
        self._job = self._worker.run(replay_job, order)
        self._timer.start(_FRAME_MS)

    def warm_up(self) -> None:
        """Start the worker process, so that it is ready when a large capture comes."""
        if self._worker is None:
            self._worker = Worker(preload=("wiretail.study.job",))

    def prefer(self, exchange: int) -> None:
        """Process this exchange next: it is in view."""
        if self._feeder is not None:
            self._feeder.prefer(exchange)
        elif self._job >= 0 and self._worker is not None:
            self._worker.tell(Prefer(exchange))

    def cancel(self) -> None:
        """Stop what runs; what was read stays."""
        self._timer.stop()
        self._came = []
        if self._feeder is not None:
            self._feeder.cancel()
            self._feeder = None
        if self._job >= 0 and self._worker is not None:
            self._worker.cancel()
            self._job = -1
        self._store = None

    def shut_down(self) -> None:
        """End the worker process."""
        self.cancel()
        if self._worker is not None:
            self._worker.close()
            self._worker = None

    def _tick(self) -> None:
        problem: str | None = None
        if self._feeder is not None:
            problem = None if self._feeder.step(SLICE_MS) else ""
        elif self._worker is not None:
            problem = self._receive(self._worker)
        now = monotonic()
        if self._came and (problem is not None or now - self._told >= _TELL_S):
            self._told = now
            came, self._came = self._came, []
            self.grew.emit(came)
        if problem is not None:
            self._end(problem)

    def _receive(self, worker: Worker) -> str | None:
        """Take what came; return how it ended, None if it goes on."""
        for message in worker.receive(SLICE_MS):
            match message:
                case Progressed(_, value):
                    self._append(value)
                case Finished():
                    return ""
                case Failed(_, sentence) | Crashed(_, sentence):
                    return sentence
        return None

    def _append(self, batch: Batch) -> None:
        if self._store is not None:
            self._came.append(self._store.append(batch))

    def _end(self, problem: str) -> None:
        self._timer.stop()
        if self._job >= 0:
            give_back()  # what came from the worker
        self._feeder = None
        self._job = -1
        self.finished.emit(problem)
