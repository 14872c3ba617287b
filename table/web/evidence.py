"""The evidence shelf: pictures and clips by random ids; nothing from outside becomes a path."""

import re
from pathlib import Path

from table.errors import UnknownThingError

ID = re.compile(r"[0-9a-f]{32}")
KINDS = {
    ".jpg": "image/jpeg",
    ".png": "image/png",
    ".mp4": "video/mp4",
    ".webm": "video/webm",
}


class EvidenceShelf:
    """The files of one folder, `<32 hexadecimal digits>.<kind>`; others write them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, evidence_id: str) -> tuple[Path, str]:
        """The file and its media type. Raises UnknownThingError."""
        if ID.fullmatch(evidence_id):
            for kind, media in KINDS.items():
                path = self._folder / f"{evidence_id}{kind}"
                if path.is_file() and not path.is_symlink():
                    return path, media
        raise UnknownThingError(f"evidence {evidence_id[:40]!r}: expected the id of a picture")
