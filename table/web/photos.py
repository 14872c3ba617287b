"""The photo room: every picture gets a random name, is read, and is kept with its readings.

At most one picture is read and one waits; a third is refused. Nothing from outside is a path.
"""

import asyncio
import json
import re
import secrets
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from scoring.melds import MeldKind
from table.errors import (
    DataFolderError,
    PhotoTooLargeError,
    ReaderBusyError,
    UnknownPhotoError,
)
from table.web.ports import Eyes, Look
from table.web.views.photos import (
    AlternativeView,
    CameraView,
    MeldView,
    PhotoView,
    ProposalView,
    ReadTileView,
)
from table.wording.fields import kept
from vision.hand.proposal import HandProposal, MeldProposal
from vision.reading import ReadTile

MAX_BYTES = 32 * 1024 * 1024
UNFINISHED = "unfinished"
"""In the names of files that a crash may leave behind; the next start removes them."""
_LEFT = 3
"""Turns from a meld's owner to the player before."""
_ID = re.compile(r"[0-9a-f]{32}")


class PhotoRoom:
    """The photos of one table, in one folder."""

    def __init__(self, folder: Path, eyes: Eyes, *, waiting: int = 1) -> None:
        self._folder = folder
        self._eyes = eyes
        self._places = 1 + waiting
        self._turn = asyncio.Lock()

    async def give(self, data: bytes) -> PhotoView:
        """Read a picture's bytes.

        Raises PhotoTooLargeError, ReaderBusyError, ImageError, DataFolderError.
        """
        if len(data) > MAX_BYTES:
            raise PhotoTooLargeError(
                f"photo of {len(data)} bytes: expected at most {MAX_BYTES} (32 MB)"
            )
        return await self._read(lambda copy: self._eyes.look(data, "photo", copy))

    async def take(self, index: int) -> PhotoView:
        """Read a picture of a camera. Raises CameraError, ReaderBusyError, DataFolderError."""
        return await self._read(lambda copy: self._eyes.capture(index, copy))

    async def cameras(self) -> list[CameraView]:
        """The machine's cameras."""
        return [CameraView(index=index, name=name) for index, name in await self._eyes.cameras()]

    def find(self, photo_id: str) -> PhotoView:
        """A photo that was read before. Raises UnknownPhotoError."""
        path = self._path(photo_id, ".json")
        return PhotoView.model_validate_json(path.read_bytes())

    def image_path(self, photo_id: str) -> Path:
        """The upright picture of a photo. Raises UnknownPhotoError."""
        return self._path(photo_id, ".jpg")

    def evidence(self, photo_id: str) -> dict[str, Any]:
        """What a journal entry keeps of a photo: its id, the picture's SHA-256, the readings."""
        picture = self.image_path(photo_id).read_bytes()
        view = self.find(photo_id)
        return {
            "id": photo_id,
            "sha256": sha256(picture).hexdigest(),
            "tiles": [tile.model_dump(mode="json") for tile in view.tiles],
        }

    async def _read(self, look: Callable[[Path], Awaitable[Look]]) -> PhotoView:
        if not self._places:
            raise ReaderBusyError("photo: one is being read and one waits, expected fewer at once")
        self._places -= 1
        try:
            async with self._turn:
                return await self._keep(look)
        finally:
            self._places += 1

    async def _keep(self, look: Callable[[Path], Awaitable[Look]]) -> PhotoView:
        """Read into unfinished files; the readings get their name last: then the photo is whole."""
        photo_id = secrets.token_hex(16)
        picture, readings = (
            self._folder / f"{photo_id}.{UNFINISHED}{kind}" for kind in (".jpg", ".json")
        )
        try:
            view = photo_view(photo_id, await look(picture))
            readings.write_text(json.dumps(kept(view)), encoding="utf-8")
            picture.replace(self._folder / f"{photo_id}.jpg")
            readings.replace(self._folder / f"{photo_id}.json")
        except OSError as fault:
            raise DataFolderError(
                f"photo: not kept, {fault.strerror}; expected a data folder with room to write"
            ) from None
        finally:
            picture.unlink(missing_ok=True)
            readings.unlink(missing_ok=True)
        return view

    def _path(self, photo_id: str, suffix: str) -> Path:
        path = self._folder / f"{photo_id}{suffix}"
        if _ID.fullmatch(photo_id) and path.is_file():
            return path
        raise UnknownPhotoError(f"photo {photo_id!r}: expected the id of a photo of this table")


def photo_view(photo_id: str, seen: Look) -> PhotoView:
    """What was seen, as the page gets it."""
    reading = seen.reading
    return PhotoView(
        id=photo_id,
        width=reading.width,
        height=reading.height,
        tiles=[_tile_view(index, tile) for index, tile in enumerate(reading.tiles)],
        proposal=_proposal_view(seen.proposal),
        notes=list(reading.notes),
    )


def _tile_view(index: int, tile: ReadTile) -> ReadTileView:
    return ReadTileView(
        index=index,
        tile=tile.tile,
        polygon=[(round(x, 2), round(y, 2)) for x, y in tile.polygon],
        confidence=round(tile.confidence, 4),
        alternatives=[
            AlternativeView(tile=name, probability=round(chance, 4))
            for name, chance in tile.alternatives
        ],
    )


def _feeder(meld: MeldProposal) -> int | None:
    """Whose tile it was; only the left feeds a chi, whichever tile of it is turned."""
    return None if meld.kind is MeldKind.CHI and meld.source != _LEFT else meld.source


def _proposal_view(proposal: HandProposal) -> ProposalView:
    return ProposalView(
        concealed=list(proposal.concealed),
        concealed_indices=list(proposal.concealed_indices),
        melds=[
            MeldView(
                kind=meld.kind.value,
                tiles=[str(tile) for tile in meld.tiles],
                called=None if meld.called is None else str(meld.called),
                source=_feeder(meld),
                indices=list(meld.indices),
            )
            for meld in proposal.melds
        ],
        win_tile=proposal.win_tile,
        notes=list(proposal.notes),
    )
