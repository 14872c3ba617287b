"""What lies on the table at one moment, in table millimetres: plain values, complete in themselves.

The origin is the table's centre, x points right, y away from the bottom side, as seen from above.
Sides are counter-clockwise: bottom, right, top, left. Angles are degrees counter-clockwise from +x.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Final, TypeAlias

from vision.errors import ObservationError
from vision.labels import BACK, LABELS

Spot: TypeAlias = tuple[float, float]
"""A place on the table: x and y in millimetres."""

FACE_NAMES: Final = LABELS[:BACK]
"""The 37 tiles in the order of a sighting's probabilities; after them comes "none of these"."""

REST: Final = len(FACE_NAMES)
"""Index of the probability of a foreign face, or of no tile at all."""

STICK_VALUES: Final = (100, 1000, 5000, 10000)

_SUM_TOLERANCE: Final = 1e-3


@dataclass(frozen=True, slots=True)
class Sighting:
    """A tile known to lie on the table, fused over all looks at it."""

    track: int
    """The same physical tile keeps its number as long as it is followed."""

    x_mm: float
    y_mm: float
    angle_deg: float
    """Where the face's top points, 0 <= angle < 360: 90 is upright before the bottom player."""

    face_up: bool
    probabilities: tuple[float, ...]
    """Of each of ``FACE_NAMES`` and the rest, 38 numbers of sum 1; empty for a back."""

    visible: float
    """How much of it is in sight now, 0 (a hand lies over it) to 1."""

    first_ns: int
    last_ns: int
    """When it was first and last seen."""

    def __post_init__(self) -> None:
        """Raise ``ObservationError`` for what no look can give."""
        _finite("x_mm", self.x_mm)
        _finite("y_mm", self.y_mm)
        _angle(self.angle_deg)
        if not 0 <= self.visible <= 1:
            raise ObservationError(f"visible is {self.visible}; expected 0 to 1")
        if self.last_ns < self.first_ns:
            raise ObservationError(
                f"last_ns {self.last_ns} is before first_ns {self.first_ns}; expected it after"
            )
        _chances(self.probabilities, self.face_up)

    @property
    def best(self) -> str | None:
        """The likeliest tile's name; None for a back and a foreign face."""
        if not self.face_up:
            return None
        index = max(range(len(self.probabilities)), key=self.probabilities.__getitem__)
        return None if index == REST else FACE_NAMES[index]


@dataclass(frozen=True, slots=True)
class StickSighting:
    """A point stick that lies on the table."""

    x_mm: float
    y_mm: float
    angle_deg: float
    """Direction of its long side, 0 <= angle < 180."""

    value: int | None
    """Points, None where they could not be made out."""

    def __post_init__(self) -> None:
        """Raise ``ObservationError`` for what is no stick."""
        _finite("x_mm", self.x_mm)
        _finite("y_mm", self.y_mm)
        if not 0 <= self.angle_deg < 180:
            raise ObservationError(f"angle_deg is {self.angle_deg}; expected 0 to 180")
        if self.value is not None and self.value not in STICK_VALUES:
            raise ObservationError(f"value is {self.value}; expected one of {STICK_VALUES} or None")


@dataclass(frozen=True, slots=True)
class Observation:
    """All that is known to lie on the table at one moment."""

    captured_ns: int
    frame: int
    tile_width_mm: float
    """The tiles' short side, learnt from the tiles themselves."""

    sightings: tuple[Sighting, ...]
    """Every tile known to lie there, also one that is now under a hand."""

    sticks: tuple[StickSighting, ...] = ()
    covered: tuple[tuple[Spot, ...], ...] = ()
    """Polygons that a hand hides: unknown, not empty."""

    moved: bool = False
    """The camera or table was nudged, and places were found anew."""

    def __post_init__(self) -> None:
        """Raise ``ObservationError`` for parts that do not belong together."""
        if self.frame < 0:
            raise ObservationError(f"frame is {self.frame}; expected 0 or more")
        if not 5 <= self.tile_width_mm <= 60:
            raise ObservationError(f"tile_width_mm is {self.tile_width_mm}; expected 5 to 60")
        tracks = sorted(sighting.track for sighting in self.sightings)
        for first, second in pairwise(tracks):
            if first == second:
                raise ObservationError(f"track {first} is there twice; expected it once")
        for polygon in self.covered:
            if len(polygon) < 3:
                raise ObservationError(f"covered has {len(polygon)} corners; expected 3 or more")
            for spot in polygon:
                for value in spot:
                    _finite("covered", value)


def _finite(name: str, value: float) -> None:
    if not isfinite(value):
        raise ObservationError(f"{name} is {value}; expected a finite number")


def _angle(degrees: float) -> None:
    if not 0 <= degrees < 360:
        raise ObservationError(f"angle_deg is {degrees}; expected 0 to 360")


def _chances(probabilities: tuple[float, ...], face_up: bool) -> None:
    if not face_up:
        if probabilities:
            raise ObservationError(f"a back has {len(probabilities)} probabilities; expected none")
        return
    if len(probabilities) != REST + 1:
        raise ObservationError(f"a face has {len(probabilities)} probabilities; expected 38")
    total = sum(probabilities)
    if not (min(probabilities) >= 0 and abs(total - 1) <= _SUM_TOLERANCE):
        raise ObservationError(f"probabilities have the sum {total:.4f}; expected 1, none below 0")
