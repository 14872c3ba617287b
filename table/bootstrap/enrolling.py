"""What the enrolling process does: name the faces of a set in photos, and make the set's file."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from table.web.ports import KnownSet, ShownFace, ShownSet
from vision.enrol.enrolment import Enrolment
from vision.enrol.enrolment import propose as propose_set
from vision.imagefile import read_image
from vision.model_store import find_model
from vision.reader import Reader


def propose(models: Path | None, pictures: Sequence[Path], mends: Mapping[str, str]) -> ShownSet:
    """What the pictures show. Raises TileSetError, ImageError, ModelError."""
    found = _mended(models, pictures, mends)
    faces = tuple(
        ShownFace(
            one.place, one.picture - 1, one.tile, float(one.confidence), one.doubt, one.polygon
        )
        for one in found.tiles
    )
    return ShownSet(faces, tuple(found.doubts()), tuple(found.missing()))


def learn(
    models: Path | None, name: str, pictures: Sequence[Path], mends: Mapping[str, str]
) -> tuple[bytes, KnownSet]:
    """The set's file. Raises TileSetError where a kind is missing."""
    made = _mended(models, pictures, mends).club(name)
    return made.to_bytes(), KnownSet(made.name, made.kinds, made.reds)


def _mended(models: Path | None, pictures: Sequence[Path], mends: Mapping[str, str]) -> Enrolment:
    return _read(models, tuple(pictures)).corrected(mends)


@lru_cache(maxsize=1)
def _read(models: Path | None, pictures: tuple[Path, ...]) -> Enrolment:
    digest = find_model("classifier", models).facts["sha256"]
    return propose_set(Reader.open(models), [read_image(one) for one in pictures], digest)
