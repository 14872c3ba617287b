"""The tile sets in a data folder: learned from photos, kept, and chosen to read with."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from table.bootstrap.settings import Settings
from table.bootstrap.worker import Worker
from table.errors import DataFolderError
from table.files import alone_in, write_atomically
from table.web.ports import KnownSet, Reads, ShownSet
from vision.club import tile_set
from vision.errors import TileSetError

ENROLLING = "table.bootstrap.enrolling"
"""The module that the process runs; only there are OpenCV and the models loaded."""
CHOSEN = "tile-set.txt"


def set_of(settings: Settings, folder: Path) -> tuple[Path, str] | None:
    """The set to read with: the settings', else the one that was enrolled on the page."""
    if settings.tile_set is not None:
        return folder, settings.tile_set
    name = ""
    with suppress(OSError, UnicodeDecodeError):
        name = (folder / CHOSEN).read_text(encoding="utf-8").strip()
    return (folder, name) if name in tile_set.names(folder) else None


class ClubSets:
    """The sets of one table."""

    def __init__(self, settings: Settings, folder: Path, readers: Sequence[Reads]) -> None:
        """`readers` are told when another set is chosen."""
        self._models = settings.models
        self._folder = folder
        self._readers = readers
        chosen = set_of(settings, folder)
        self._chosen = "" if chosen is None else chosen[1]
        self._worker = Worker(ENROLLING)

    @property
    def chosen(self) -> str:
        """See TileSets."""
        return self._chosen

    def known(self) -> list[KnownSet]:
        """See TileSets."""
        found = []
        for name in tile_set.names(self._folder):
            with suppress(TileSetError):  # `jantaku tiles list` says what is wrong with it
                one = tile_set.load(self._folder, name)
                found.append(KnownSet(one.name, one.kinds, one.reds))
        return found

    async def propose(self, pictures: Sequence[Path], mends: Mapping[str, str]) -> ShownSet:
        """See TileSets."""
        shown: ShownSet = await self._worker.run(
            "propose", self._models, tuple(pictures), dict(mends)
        )
        return shown

    async def keep(
        self, name: str, pictures: Sequence[Path], mends: Mapping[str, str], *, replace: bool
    ) -> KnownSet:
        """See TileSets."""
        path = tile_set.file_of(self._folder, name)
        _check_free(path, name, replace=replace)
        content, learned = await self._worker.run(
            "learn", self._models, name, tuple(pictures), dict(mends)
        )
        self._worker.stop()  # it holds the models, and a set is learned once
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with alone_in(path.parent):
                _check_free(path, name, replace=replace)  # somebody may have kept one meanwhile
                write_atomically(path, content)
            write_atomically(self._folder / CHOSEN, f"{name}\n")
        except OSError as fault:
            raise DataFolderError(
                f"tile set: not kept, {fault.strerror}; expected a data folder with room to write"
            ) from None
        for reader in self._readers:
            reader.use((self._folder, name))
        self._chosen = name
        known: KnownSet = learned
        return known

    def close(self) -> None:
        """See TileSets."""
        self._worker.stop()


def _check_free(path: Path, name: str, *, replace: bool) -> None:
    if path.exists() and not replace:
        raise TileSetError(f"a tile set {name!r} is there; expected another name")
