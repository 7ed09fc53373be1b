"""Keeps the dock of a channel at the channel of the selection, while somebody sees it."""

from wiretail.gui.controllers.desk import Desk
from wiretail.gui.views.window import MainWindow
from wiretail.model.deltas import Channel
from wiretail.store import Store
from wiretail.study.client_view import channels_of, client_view
from wiretail.study.describe import channel_name


class Follower:
    """What is shown already is not put together again."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._exchange = 0
        self._channel: Channel | None = None
        self._offered: list[Channel] = []
        self._listed: object = None
        self._shown: object = None
        window.channel.seen.connect(self.refresh)
        self.clear()

    def clear(self) -> None:
        """Show nothing: there is no capture, or another one."""
        self._channel = self._listed = self._shown = None
        self._offered = []
        self._window.channel.offer([], -1)
        self._window.channel.tell(None)

    def follow(self, row: int) -> None:
        """Go to the channel of a row of the store."""
        store = self._desk.store
        if store is None or row < 0:
            return
        record = store.row(row)
        self._exchange = record.exchange
        if record.channel is not None:
            self._channel = record.channel
        self.refresh()

    def choose(self, index: int) -> None:
        """Show the channel at a place of the list."""
        self._channel = self._offered[index]
        self.refresh()

    def refresh(self) -> None:
        """Show what there is by now, if somebody sees it."""
        store, masks = self._desk.store, self._desk.inspection.masks
        if store is None or masks is None or self._window.channel.visibleRegion().isEmpty():
            return
        self._list(store)
        if not self._offered:
            return
        if self._channel not in self._offered:
            self._channel = self._offered[0]
        assert self._channel is not None
        key = store, store.revision, self._exchange, self._channel, self._desk.revealed
        if self._shown != key:
            self._shown = key
            self._window.channel.select(self._offered.index(self._channel))
            revealed = self._desk.revealed
            view = client_view(store, self._exchange, self._channel, masks, revealed=revealed)
            self._window.channel.tell(view)

    def _list(self, store: Store) -> None:
        key = store, store.revision, self._exchange
        if self._listed != key:
            self._listed = key
            self._offered = channels_of(store, self._exchange)
            self._window.channel.offer([channel_name(one) for one in self._offered], -1)
