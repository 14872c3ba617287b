"""A club's own tile set, as it was enrolled: its faces, kept in one file of the data folder."""

import io
import re
import tokenize
import zipfile
import zlib
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.club.prototypes import TURNS, Prototypes
from vision.detections import Floats, Ints
from vision.errors import TileSetError, UnknownTileSetError
from vision.labels import BACK, KINDS

FOLDER: Final = "tile_sets"
PATCH_SIDE: Final = 96
PATCH_MARGIN: Final = 0.3
"""What a kept face shows beyond itself, so that it can be cut again in other ways."""

MOST_FACES: Final = 320
MOST_BYTES: Final = 32 * 1024 * 1024
_FORMAT: Final = 1
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_SUFFIX: Final = ".npz"
_DAMAGED: Final = (
    OSError, ValueError, LookupError, TypeError, EOFError, ArithmeticError, MemoryError,
    RuntimeError, zipfile.BadZipFile, zlib.error, tokenize.TokenError,
)  # fmt: skip
"""What zipfile and numpy raise for one file or another that is damaged."""

_PACKED: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How numpy packs; what else a zip may hold fails in more ways than these."""


@dataclass(frozen=True, slots=True, eq=False)
class ClubSet:
    """The faces of a set, upright, with their classes and what the classifier makes of them."""

    name: str
    patches: NDArray[np.uint8]
    """uint8 [n,96,96,3]: each a face with its rim."""

    classes: Ints
    """int64 [n]: each face's class."""

    prototypes: Prototypes
    classifier: str
    """SHA-256 of the classifier that the prototypes belong to."""

    @property
    def kinds(self) -> int:
        """How many of the 34 kinds it has."""
        return int((np.unique(self.classes) < len(KINDS)).sum())

    @property
    def reds(self) -> int:
        """How many kinds of red fives it has."""
        return int((np.unique(self.classes) >= len(KINDS)).sum())

    def to_bytes(self) -> bytes:
        """The content of its file."""
        made = self.prototypes
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer, format=np.array(_FORMAT), patches=self.patches, classes=self.classes,
            known=made.classes, centre=made.centre, whitening=made.whitening, means=made.means,
            classifier=np.array(self.classifier),
        )  # fmt: skip
        return buffer.getvalue()


def checked_name(name: str) -> str:
    """The name, if it may name a set. Raises ``TileSetError``."""
    if not _NAME.fullmatch(name):
        raise TileSetError(
            f"{name!r} is no name for a tile set: expected 1 to 40 of a-z, 0-9, - and _, "
            "a letter or digit first"
        )
    return name


def file_of(data: Path, name: str) -> Path:
    """Where the set lies in a data folder. Raises ``TileSetError`` for what is no name."""
    return data / FOLDER / f"{checked_name(name)}{_SUFFIX}"


def names(data: Path) -> list[str]:
    """The sets in a data folder, in order."""
    found = (path for path in (data / FOLDER).glob(f"*{_SUFFIX}") if path.is_file())
    return sorted(path.stem for path in found if _NAME.fullmatch(path.stem))


def load(data: Path, name: str) -> ClubSet:
    """The set of that name.

    Raises ``UnknownTileSetError``, or ``TileSetError`` where its file is damaged.
    """
    path, content = file_of(data, name), _content(data, name)
    try:
        return _from_fields(name, _unpacked(content))
    except TileSetError as error:
        raise TileSetError(
            f"{path} cannot be read ({error}); expected what `jantaku tiles enrol` wrote"
        ) from error
    except _DAMAGED as error:  # which say it in words for programmers
        raise TileSetError(
            f"{path} is damaged; expected what `jantaku tiles enrol` wrote"
        ) from error


def digest(data: Path, name: str) -> str:
    """The SHA-256 of a set's file: another one once the set was replaced. Raises as ``load``."""
    return sha256(_content(data, name)).hexdigest()


def _content(data: Path, name: str) -> bytes:
    path = file_of(data, name)
    if not path.is_file():
        known = ", ".join(names(data)) or "none is enrolled"
        raise UnknownTileSetError(
            f"no tile set {name!r} in {path.parent}; expected one of: {known}"
        )
    if path.stat().st_size > MOST_BYTES:
        raise TileSetError(f"{path} has {path.stat().st_size} bytes; expected <= {MOST_BYTES}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise TileSetError(
            f"{path} cannot be read ({error.strerror}); expected what `jantaku tiles enrol` wrote"
        ) from error


def _unpacked(content: bytes) -> dict[str, NDArray[Any]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = archive.infolist()
    if any(part.compress_type not in _PACKED for part in parts):
        raise zipfile.BadZipFile
    size = sum(part.file_size for part in parts)
    if size > MOST_BYTES:
        raise TileSetError(f"unpacked it has {size} bytes, not <= {MOST_BYTES}")
    with np.load(io.BytesIO(content), allow_pickle=False) as kept:
        return {key: kept[key] for key in kept.files}


def _from_fields(name: str, fields: dict[str, NDArray[Any]]) -> ClubSet:
    """Raises ``TileSetError`` with the reason alone."""
    if int(fields["format"]) != _FORMAT:
        raise TileSetError(f"format {fields['format']}, not {_FORMAT}")
    patches, classes, known = fields["patches"], fields["classes"], fields["known"]
    means = _numbers(fields["means"])
    size = means.shape[-1]
    centre, whitening = _numbers(fields["centre"]), _numbers(fields["whitening"])
    fits = (
        patches.dtype == np.uint8
        and patches.shape == (len(classes), PATCH_SIDE, PATCH_SIDE, 3)
        and 0 < len(classes) <= MOST_FACES
        and means.shape == (len(known), TURNS, size)
        and centre.shape == (size,)
        and whitening.shape == (size, size)
        and all(one.ndim == 1 and one.dtype == np.int64 for one in (classes, known))
        and np.array_equal(np.unique(classes), known)
        and known[0] >= 0
        and known[-1] < BACK
    )
    if not fits:
        raise TileSetError("arrays that do not belong together")
    prototypes = Prototypes(known, centre, whitening, means)
    return ClubSet(name, patches, classes, prototypes, str(fields["classifier"]))


def _numbers(array: NDArray[Any]) -> Floats:
    if array.dtype != np.float32 or not np.isfinite(array).all():
        raise TileSetError("numbers that are none")
    return array
