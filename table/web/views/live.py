"""The messages of the WebSocket: a snapshot, then numbered changes."""

from typing import Literal

from table.web.views.base import Sequence, View
from table.web.views.table import EntryView, TableView


class SnapshotMessage(View):
    """The first message, and after a gap: forget what you had."""

    type: Literal["snapshot"]
    journal: str
    seq: Sequence
    state: TableView


class ChangeMessage(View):
    """One commit. It applies to the table numbered `since`; another number means a gap."""

    type: Literal["change"]
    since: Sequence
    seq: Sequence
    entries: list[EntryView]
    state: TableView


class HeartbeatMessage(View):
    """Nothing has changed since `seq`."""

    type: Literal["heartbeat"]
    seq: Sequence
