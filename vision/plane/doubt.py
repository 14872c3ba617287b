"""A plane once found is doubted: held against fuller readings, and given up for a better one."""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections
from vision.errors import PlaneError
from vision.imagefile import Image
from vision.labels import BACK
from vision.picture.sanity import MIRRORED_WORDS
from vision.plane.check import FEWEST, alike_turned, aside, misfit
from vision.plane.find import EDGES, find_plane
from vision.plane.map import TablePlane
from vision.plane.standing import as_lying

_AFTER_S: Final = (2.0, 8.0, 30.0, 120.0)
"""How long after the beginning the plane is looked at again; then every two minutes."""

_BETTER: Final = 0.3
"""By how much another plane must explain the tiles better."""

_ASIDE: Final = 0.25
"""A plane is no better whose middle lies so many tile widths farther aside of the walls': from it
is told whose a tile is, and a size that is a little wrong does no harm."""

_FINE: Final = 0.75
"""A plane that fits so well is not compared with others: to find one takes long."""

_POOR: Final = 1.0
"""A plane that fits worse is doubted at every look, not only at those times."""

SECOND_TABLE: Final = "tiles lie beyond the table: a second one is in view; expected one table"
MISLAID: Final = (
    "the calibration does not fit the tiles in view; expected one of this camera, where it is now"
)
WRONG_VIEW: Final = frozenset({MIRRORED_WORDS, SECOND_TABLE, MISLAID})
"""What makes following the table in vain."""
_BEYOND: Final = 2.5
_ANOTHER: Final = 12
"""So many tiles so many widths beyond the field are of another table."""

_TOLD: Final = frozenset({"markers", "clicks", "file"})
_FACE: Final = 0.5
_SOON_S: Final = 2.0
"""So soon a poor plane is doubted again; each time in vain, twice as long after."""


class RegionReader(Protocol):
    """What reads a part of a picture; see ``vision.reader``."""

    def read_region(
        self, image: Image, box: tuple[int, int, int, int], short_side: float
    ) -> Detections:
        """The faces in a box."""
        ...

    def mirrored(self, image: Image, found: Detections) -> bool:
        """Whether the faces found in a picture look as in a mirror."""
        ...


class Doubt:
    """Looks at the whole picture now and then, and says when the table is better found there."""

    def __init__(self, reader: RegionReader, plane: TablePlane, begun_ns: int) -> None:
        self._reader = reader
        self._told = plane.how in _TOLD
        self._begun_ns = self._last_ns = begun_ns
        self._looks = 0
        self._poor = False
        self._soon_s = _SOON_S
        self._said: list[str] = []
        self._known: set[str] = set()

    def due(self, now_ns: int) -> bool:
        """Whether it is time to look again."""
        if self._poor:
            return now_ns - self._last_ns >= self._soon_s * 1e9
        if self._looks < len(_AFTER_S):
            return now_ns - self._begun_ns >= _AFTER_S[self._looks] * 1e9
        return now_ns - self._last_ns >= _AFTER_S[-1] * 1e9

    def words(self) -> list[str]:
        """What is wrong with the view as a whole, each said once."""
        said, self._said = self._said, []
        return said

    def _note(self, image: Image, faces: Detections, plane: TablePlane) -> None:
        spots = plane.to_mm(faces.quadrilaterals.mean(axis=1).astype(np.float64))
        beyond = np.abs(spots).max(axis=1) > plane.half_mm + _BEYOND * plane.tile_mm[0]
        mislaid = self._told and _mislaid(faces[~beyond], plane)
        found = {
            MIRRORED_WORDS: self._reader.mirrored(image, faces),
            SECOND_TABLE: int(beyond.sum()) >= _ANOTHER and not mislaid,
            MISLAID: mislaid,
        }
        for words, true in found.items():
            if true and words not in self._known:
                self._known.add(words)
                self._said.append(words)

    def better(self, image: Image, plane: TablePlane, now_ns: int) -> TablePlane | None:
        """A plane that explains this picture clearly better than the present one, if there is.

        What people or markers told is not given up.
        """
        self._looks, self._last_ns = self._looks + 1, now_ns
        height, width = image.shape[:2]
        found = self._reader.read_region(image, (0, 0, width, height), plane.tile_px())
        faces = found[found.confidence >= _FACE]
        if len(faces) < 2 * FEWEST:
            return None
        self._note(image, faces, plane)
        quads, lying = as_lying(faces.quadrilaterals, _backs(faces))
        mine = misfit(plane, quads, lying)
        self._poor = mine > _POOR
        if mine < _FINE:
            return None
        self._soon_s = min(2 * self._soon_s, _AFTER_S[-1])
        if self._told:
            return None
        other = _found(image, faces, plane)
        if other is not None and plane.how == EDGES != other.how:
            return None  # tiles alone tell the middle less surely than the table's edges
        if other is None or mine - misfit(other, quads, lying) < _BETTER:
            return None
        if aside(other, quads, lying) - aside(plane, quads, lying) > _ASIDE:
            return None
        self._poor, self._soon_s = False, _SOON_S
        return other


def _found(image: Image, faces: Detections, plane: TablePlane) -> TablePlane | None:
    try:
        return alike_turned(find_plane(image, faces.quadrilaterals, _backs(faces)), plane)
    except PlaneError:
        return None


def _backs(faces: Detections) -> NDArray[np.bool_]:
    return np.asarray(faces.probabilities.argmax(axis=1) == BACK)


def _mislaid(inside: Detections, plane: TablePlane) -> bool:
    """Whether what lies on the table, as the plane has it, says that the plane is wrong."""
    if len(inside) < FEWEST:
        return True
    return misfit(plane, *as_lying(inside.quadrilaterals, _backs(inside))) > _POOR
