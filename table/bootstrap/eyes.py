"""The machine's eyes: the tile reader and the cameras, in a process of their own."""

from pathlib import Path

from table.bootstrap.worker import Worker
from table.web.ports import Look
from vision.club.tile_set import load
from vision.model_store import find_model

LOOKING = "table.bootstrap.looking"
"""The module that the process runs; only there are OpenCV and the models loaded."""


class WorkerEyes:
    """Reads pictures in a helper process, so that the table answers meanwhile."""

    def __init__(
        self,
        models: Path | None = None,
        worker: Worker | None = None,
        club: tuple[Path, str] | None = None,
    ) -> None:
        """Check that the models are there, and the tile set: a data folder and a name in it.

        Raises ModelError, TileSetError.
        """
        for name in ("detector", "classifier"):
            find_model(name, models)
        if club is not None:
            load(*club)
        self._models = models
        self._club = club
        self._worker = worker or Worker(LOOKING)

    async def open(self) -> None:
        """See Eyes."""
        await self._worker.run("warm_up", self._models, self._club)

    async def look(self, data: bytes, name: str, copy: Path) -> Look:
        """See Eyes."""
        look: Look = await self._worker.run("look", self._models, self._club, data, name, copy)
        return look

    async def capture(self, index: int, copy: Path) -> Look:
        """See Eyes."""
        look: Look = await self._worker.run("capture", self._models, self._club, index, copy)
        return look

    async def cameras(self) -> list[tuple[int, str]]:
        """See Eyes."""
        cameras: list[tuple[int, str]] = await self._worker.run("cameras")
        return cameras

    def use(self, club: tuple[Path, str]) -> None:
        """See Reads."""
        self._club = club

    def close(self) -> None:
        """End the process."""
        self._worker.stop()
