"""What the broadcast sees: the table of some time ago, with or without concealed hands."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from table.errors import DataFolderError
from table.files import write_atomically
from table.session import Snapshot
from table.web.readback import snapshot_message
from table.web.sight import SIGHT, Sight
from table.web.views.live import SnapshotMessage
from table.web.views.overlay import LONGEST_DELAY_S


@dataclass(frozen=True, slots=True)
class OverlaySettings:
    """What a broadcast may show."""

    delay_s: int = 0
    hands: bool = False
    """Concealed tiles, waits and live outs, where they are known."""


class OverlayDesk:
    """The settings of the overlay, kept in a file, and its messages."""

    def __init__(self, file: Path | None = None) -> None:
        """Read the file. Raises DataFolderError for one that is none of ours."""
        self._file = file
        self.settings = OverlaySettings()
        if file is not None and file.is_file():
            try:
                self.settings = _read(file.read_text(encoding="utf-8"))
            except (OSError, ValueError, TypeError, RecursionError) as fault:
                raise DataFolderError(
                    f"{file}: {fault}, expected the file that this program wrote; remove it to"
                    " begin without a delay"
                ) from None

    def change(self, settings: OverlaySettings) -> None:
        """Take new settings, from the next message on. Raises DataFolderError."""
        if self._file is not None:
            try:
                write_atomically(self._file, json.dumps(asdict(settings)))
            except OSError as fault:
                raise DataFolderError(f"{self._file.name}: not written, {fault.strerror}") from None
        self.settings = settings

    def message(self, then: Snapshot) -> SnapshotMessage:
        """A past table as the broadcast may see it, whoever asks."""
        before = SIGHT.set(Sight.ALL if self.settings.hands else Sight.OPEN)
        try:
            return snapshot_message(then)
        finally:
            SIGHT.reset(before)


def _read(text: str) -> OverlaySettings:
    """The settings as they were kept. Raises ValueError, TypeError, RecursionError."""
    told = OverlaySettings(**json.loads(text))
    if type(told.delay_s) is not int or not 0 <= told.delay_s <= LONGEST_DELAY_S:
        raise ValueError(f"delay_s {told.delay_s!r}")
    if type(told.hands) is not bool:
        raise TypeError(f"hands {told.hands!r}")
    return told
