"""Enrolling a club's tile set: its faces read and named, what is doubtful said, the set kept."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

import numpy as np

from vision.club.classifier import prototypes_of, views_of
from vision.club.prototypes import Prototypes
from vision.club.tile_set import ClubSet
from vision.detections import Floats, Ints
from vision.enrol.faces import ShownFaces, shown_faces, widths
from vision.enrol.naming import Naming, named
from vision.errors import TileSetError
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, KINDS, LABELS, OTHER, UNKNOWN, shown
from vision.reader import Reader

LEAST_CONFIDENCE: Final = 0.9
LEAST_ALONE: Final = 0.1
"""A face that by itself looks like its name with less chance than this is doubtful."""

FOREIGN: Final = 0.1
ITSELF: Final = 0.5
"""So is one that was read as a foreign face with so much chance, and as its name with less than
that, where no other face is there to say what the kind looks like. Nobody knows a bird beforehand:
it is not asked."""

_BIRD: Final = CLASS_OF["1s"]

LEAST_WIDTH: Final = 20.0
"""Pixels of a face's short side from which on it is worth learning."""

TWINS: Final = 0.93
"""Faces of two kinds as like as this cannot be told apart."""

_MOST_OF_A_KIND: Final = 12


@dataclass(frozen=True, slots=True)
class ShownTile:
    """One face as the enrolment names it; counted from 1."""

    picture: int
    row: int
    column: int
    tile: str
    """MPSZ text; ``?`` for a face that is left out."""

    confidence: float
    doubt: str
    """Why it is doubtful; empty where it is not."""

    polygon: tuple[tuple[float, float], ...]

    @property
    def place(self) -> str:
        """How a person names it: picture.row.column."""
        return f"{self.picture}.{self.row}.{self.column}"


@dataclass(frozen=True, slots=True, eq=False)
class Enrolment:
    """A set as its pictures show it, before a person has confirmed it."""

    faces: ShownFaces
    features: Floats
    """float32 [n,v,4,F]: views of the faces."""

    naming: Naming
    classifier: str
    """SHA-256 of the classifier that made the features."""

    @property
    def tiles(self) -> tuple[ShownTile, ...]:
        """Every face in reading order."""
        return tuple(self._tile(at) for at in range(len(self.faces.quads)))

    def doubts(self) -> list[str]:
        """What stands against it, a sentence each: mirrored photos, faces, missing kinds, twins."""
        mirrored = np.unique(self.faces.pictures[self.faces.mirrored])
        doubts = [f"photo {picture + 1} is mirrored; expected it as taken" for picture in mirrored]
        doubts += [f"{tile.place}: {tile.doubt}" for tile in self.tiles if tile.doubt]
        missing = self.missing()
        if missing:
            doubts.append(f"{', '.join(missing)}: no such face; expected all 34 kinds")
        return doubts + [
            f"{one} and {other} cannot be told apart in these photos" for one, other in self.twins()
        ]

    def missing(self) -> list[str]:
        """The kinds that no face shows."""
        seen = set(self.naming.classes.tolist())
        return [kind for kind in KINDS if CLASS_OF[kind] not in seen]

    def twins(self) -> Iterator[tuple[str, str]]:
        """Pairs of tiles whose faces are too much alike."""
        if not (self.naming.classes < BACK).any():
            return
        made = self._prototypes()
        alike = np.triu(made.nearness(), 1)
        for one, other in np.argwhere(alike >= TWINS):
            yield LABELS[made.classes[one]], LABELS[made.classes[other]]

    def corrected(self, changes: Mapping[str, str]) -> "Enrolment":
        """The same with faces named by a person: place → tile, or ``?`` to leave one out.

        Raises ``TileSetError`` for a place where no face is, or what is no tile.
        """
        places = {tile.place: at for at, tile in enumerate(self.tiles)}
        classes, confidence = self.naming.classes.copy(), self.naming.confidence.copy()
        alone = self.naming.alone.copy()
        for place, tile in changes.items():
            if place not in places:
                raise TileSetError(
                    f"{place}: no face is there; expected one like {next(iter(places))}"
                )
            if tile != UNKNOWN and CLASS_OF.get(tile, BACK) >= BACK:
                raise TileSetError(f"{place}={tile}: is no tile; expected one like 5m, 0p, 7z or ?")
            at = places[place]
            classes[at] = CLASS_OF.get(tile, OTHER)
            confidence[at] = 1.0
            alone[at] = np.eye(alone.shape[1])[classes[at]]
        turns = np.zeros_like(self.naming.turns)
        return replace(self, naming=Naming(classes, confidence, alone, turns))

    def club(self, name: str) -> ClubSet:
        """The set to keep. Raises ``TileSetError`` where a kind is missing."""
        missing = self.missing()
        if missing:
            raise TileSetError(f"{', '.join(missing)}: no such face; expected all 34 kinds")
        kept = _at_most(self.naming.classes)
        made = self._prototypes()
        classes = self.naming.classes[kept]
        return ClubSet(name, self.faces.patches[kept], classes, made, self.classifier)

    def _prototypes(self) -> Prototypes:
        tiles = self.naming.classes < BACK
        return prototypes_of(self.features[tiles], self.naming.classes[tiles])

    def _tile(self, at: int) -> ShownTile:
        row, column = self.faces.places[at]
        return ShownTile(
            int(self.faces.pictures[at]) + 1,
            int(row) + 1,
            int(column) + 1,
            shown(int(self.naming.classes[at])),
            float(self.naming.confidence[at]),
            self._doubt(at),
            tuple((float(x), float(y)) for x, y in self.faces.quads[at]),
        )

    def _doubt(self, at: int) -> str:
        named_, alone = int(self.naming.classes[at]), self.naming.alone[at]
        if named_ == OTHER:
            sure = alone[OTHER] == 1
            return "" if sure else "is no tile of a riichi set; left out"
        width = float(widths(self.faces)[at])
        if width < LEAST_WIDTH:
            return f"is only {width:.0f} pixels wide; expected at least {LEAST_WIDTH:.0f}"
        foreign = self._foreign(at)
        looks = UNKNOWN if foreign else shown(int(alone.argmax()))
        if foreign or alone[named_] < LEAST_ALONE:
            what = "no tile of a riichi set" if looks == UNKNOWN else looks
            return f"named {LABELS[named_]} because that is missing, but looks like {what}"
        if self.naming.confidence[at] < LEAST_CONFIDENCE:
            others = alone.copy()
            others[named_] = 0
            return f"{LABELS[named_]} or {shown(int(others.argmax()))}?"
        return ""

    def _foreign(self, at: int) -> bool:
        """Whether the only face of a kind may be no tile of the set at all."""
        named_ = int(self.naming.classes[at])
        if named_ == _BIRD or self.naming.alone[at, named_] == 1:
            return False
        only = int((self.naming.classes == named_).sum()) == 1
        weights = np.exp(self.faces.logs[at].astype(np.float64))
        read = weights / weights.sum()
        return only and bool(read[OTHER] >= FOREIGN and read[named_] < ITSELF)


def propose(reader: Reader, images: Sequence[Image], classifier: str) -> Enrolment:
    """Read a set's pictures and name its faces; ``classifier`` is the SHA-256 of the reader's.

    Raises ``TileSetError`` where a picture is there twice, or no face, or too many, are to be seen.
    """
    _check_different(images)
    faces = shown_faces(reader, images)
    features = views_of(reader.classifier, faces.patches)
    naming = named(faces.logs, faces.pictures, features)
    if naming.turns.any():
        turns = naming.turns
        faces = faces.turned(turns)
        features = np.stack(
            [np.roll(view, -turn, axis=1) for view, turn in zip(features, turns, strict=True)]
        )
        naming = replace(naming, turns=np.zeros_like(turns))
    return Enrolment(faces, features, naming, classifier)


def _check_different(images: Sequence[Image]) -> None:
    """One picture's faces, counted twice, would be taken for so many looks that agree."""
    first: dict[bytes, int] = {}
    for number, image in enumerate(images, 1):
        before = first.setdefault(sha256(np.ascontiguousarray(image).data).digest(), number)
        if before != number:
            raise TileSetError(
                f"photos {before} and {number} are the same picture; expected each once"
            )


def _at_most(classes: Ints) -> Ints:
    """The faces [m] to keep: the first few of each class."""
    kept = [np.flatnonzero(classes == one)[:_MOST_OF_A_KIND] for one in np.unique(classes)]
    every = np.sort(np.concatenate(kept))
    return every[classes[every] < BACK]
