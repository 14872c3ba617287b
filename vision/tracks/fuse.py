"""One physical tile followed over many looks: its place, and what all looks say it is."""

from dataclasses import dataclass, field
from math import atan2, degrees
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.labels import BACK, NONE
from vision.observation import REST, Sighting
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix
from vision.tracks.how_alike import kinds_of

_LEAST: Final = 1e-4
_FRESH: Final = 0.5
"""What a further look adds: looks at a resting tile are far from independent."""

_MOST: Final = 3.0
_SURE: Final = 0.9
_SMOOTH: Final = 0.3
_NEARLY: Final = 4.0
"""A tile that was cut wrongly by fewer millimetres was cut well enough to be read."""

_TURNED: Final = 30.0
"""Degrees by which a tile's direction does not stray."""

_BLANK: Final = (HAKU, BACK, NONE)
_SHORT: Final = (1.12, 1.2)
"""So many times longer than the other a side is no top, whatever the classifier thought; of what
shows an upper side a part may have been found, which it knows how to turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A face as one reading found it."""

    quad: Matrix
    """[4,2] pixels of the straight frame, from the face's own top-left."""

    spot: Matrix
    """[2] millimetres of its middle."""

    angle_deg: float
    chances: NDArray[np.float64]
    """[38]: the names and the rest; the classifier's."""

    face_up: bool
    confidence: float
    clear: float = 1.0
    """How much of it is in sight."""


def look_of(quad: Matrix, corners_mm: Matrix, classes: Floats, confidence: float) -> Look:
    """A look from a face's corners [4,2] in pixels and millimetres and its classes [40]."""
    width = np.linalg.norm(corners_mm[1] - corners_mm[0] + corners_mm[2] - corners_mm[3])
    height = np.linalg.norm(corners_mm[3] - corners_mm[0] + corners_mm[2] - corners_mm[1])
    blank = classes.argmax() in _BLANK
    if width > _SHORT[0 if blank else 1] * height:  # a top is a face's short side after all
        quad, corners_mm = np.roll(quad, -1, axis=0), np.roll(corners_mm, -1, axis=0)
    up = corners_mm[0] + corners_mm[1] - corners_mm[2] - corners_mm[3]
    angle = degrees(atan2(float(up[1]), float(up[0]))) % 360
    chances = np.append(classes[:BACK], classes[BACK:].sum()).astype(np.float64)
    return Look(
        quad, corners_mm.mean(axis=0), angle % 360, chances / chances.sum(),
        bool(classes[BACK] < 0.5), confidence,
    )  # fmt: skip


@dataclass(slots=True, eq=False)
class Track:
    """A tile that is followed."""

    number: int
    quad: Matrix
    spot: Matrix
    angle_deg: float
    face_up: bool
    first_ns: int
    last_ns: int
    visible: float = 1.0
    looks: int = 0
    clear: float = 1.0
    """How much of it was in sight at the last look."""

    missing: bool = False
    """It was looked for in vain when last something changed at its place."""

    denied: int = 0
    """So many looks saw no tile in its place since one did, though nothing had changed there."""

    chances: NDArray[np.float64] = field(default_factory=lambda: np.full(REST + 1, 1 / (REST + 1)))
    """[38]: what all looks together say, 0 for nothing."""

    _logs: NDArray[np.float64] = field(default_factory=lambda: np.zeros(REST + 1))
    _weight: float = 0.0

    @classmethod
    def begin(cls, number: int, look: Look, first_ns: int, now_ns: int) -> "Track":
        """A tile seen for the first time; it came to rest at ``first_ns``."""
        track = cls(number, look.quad, look.spot, look.angle_deg, look.face_up, first_ns, now_ns)
        track._add(look)
        return track

    def disagrees(self, look: Look) -> bool:
        """Whether another tile must lie there now: both are sure, and not of the same.

        A look may be sure of a five and not whether it is red.
        """
        if look.face_up != self.face_up:
            return True
        if not self.face_up:
            return False
        mine, other = self.chances, look.chances
        if mine.argmax() != other.argmax() and min(mine.max(), other.max()) > _SURE:
            return True
        (before, now), sure = kinds_of(np.stack([mine, other]))
        return bool(before != now and sure.all())

    def see(self, look: Look, now_ns: int) -> None:
        """Another look at it."""
        share = 1.0 if self.looks < 1 else _SMOOTH
        if np.linalg.norm(look.spot - self.spot) > 3.0:
            share = 1.0
        self.quad = self.quad + share * (_begun_alike(look.quad, self.quad) - self.quad)
        self.spot = self.spot + share * (look.spot - self.spot)
        if share == 1.0 or _apart(look.angle_deg, self.angle_deg) > _TURNED:
            self.angle_deg, self.quad = look.angle_deg, look.quad
        else:
            turn = (look.angle_deg - self.angle_deg + 180) % 360 - 180
            self.angle_deg = (self.angle_deg + share * turn) % 360
        self.found(now_ns)
        self._add(look)

    def lies(self, look: Look, now_ns: int) -> None:
        """It lies as this look has it: what others said was of another place."""
        self._logs, self._weight = np.zeros(REST + 1), 0.0
        self._put(look, now_ns)

    def mended(self, look: Look, now_ns: int) -> None:
        """It was cut wrongly, and lies as this look has it.

        Where it was cut nearly so, what others said was of this place.
        """
        nearly = np.linalg.norm(look.spot - self.spot) < _NEARLY
        if nearly and _apart(look.angle_deg, self.angle_deg) <= _TURNED:
            self._put(look, now_ns)
        else:
            self.lies(look, now_ns)

    def _put(self, look: Look, now_ns: int) -> None:
        self.quad, self.spot, self.angle_deg = look.quad, look.spot, look.angle_deg
        self.found(now_ns)
        self._add(look)

    def found(self, now_ns: int) -> None:
        """It lies there still."""
        self.last_ns, self.visible, self.missing, self.denied = now_ns, 1.0, False, 0

    def laid(self, corners_mm: Matrix) -> None:
        """Another plane has been found: its corners [4,2] are there now."""
        up = corners_mm[0] + corners_mm[1] - corners_mm[2] - corners_mm[3]
        self.spot = corners_mm.mean(axis=0)
        self.angle_deg = degrees(atan2(float(up[1]), float(up[0]))) % 360

    def sighting(self, told: tuple[float, ...]) -> Sighting:
        """What is told of it, which is taken for ``told``: 38 chances; none for a back."""
        return Sighting(
            self.number, float(self.spot[0]), float(self.spot[1]), float(self.angle_deg) % 360,
            bool(told), told, float(np.clip(self.visible, 0, 1)), self.first_ns,
            self.last_ns,
        )  # fmt: skip

    def _add(self, look: Look) -> None:
        weight = max(look.clear, 0.1)
        self._logs += weight * np.log(np.maximum(look.chances, _LEAST))
        self._weight += weight
        self.clear = look.clear
        self.looks += 1
        logs = self._logs / self._weight * min(1 + _FRESH * (self.looks - 1), _MOST)
        weights = np.exp(logs - logs.max())
        self.chances = weights / weights.sum()


def seems_turned(track: Track, look: Look) -> bool:
    """Whether a look finds a tile elsewhere turned than it lay."""
    apart = _apart(track.angle_deg, look.angle_deg)
    return min(apart, 180 - apart) > _TURNED


def matched(tracks: list[Track], looks: list[Look], reach_mm: float) -> dict[int, int]:
    """Which look (value) is of which track (key): the nearest first, none farther than a reach."""
    if not tracks or not looks:
        return {}
    mine = np.stack([track.spot for track in tracks])
    other = np.stack([look.spot for look in looks])
    apart = np.linalg.norm(mine[:, None] - other[None], axis=2)
    pairs: dict[int, int] = {}
    for place in np.argsort(apart, axis=None, kind="stable"):
        track, look = divmod(int(place), len(looks))
        if apart[track, look] > reach_mm:
            break
        if track not in pairs and look not in pairs.values():
            pairs[track] = look
    return pairs


def followed(missed: list[Track], free: list[Look], reach_mm: float) -> dict[Track, Look]:
    """Tiles that a finger pushed farther: of the same face, and not where they were."""
    pushed: dict[Track, Look] = {}
    for at, look in matched(missed, free, reach_mm).items():
        track, other = missed[at], free[look]
        same = track.face_up and other.face_up and not track.disagrees(other)
        if same and track.chances.argmax() == other.chances.argmax():
            pushed[track] = other
    return pushed


def _begun_alike(quad: Matrix, model: Matrix) -> Matrix:
    """The same corners, beginning where the model does."""
    turns = [np.roll(quad, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda one: float(np.abs(one - model).max()))


def _apart(first: float, second: float) -> float:
    return abs((first - second + 180) % 360 - 180)
