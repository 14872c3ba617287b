"""What lies on a table at one moment of a film: tiles and sticks in table millimetres, no rules.

The origin is the table's centre, x to the right, y up (away from seat 0), as seen from above; the
sides of seats 0 to 3 are bottom, right, top and left. An angle is the direction, in degrees
counter-clockwise from +x, in which the top of a tile's face (face down: of its back) points: a tile
that lies upright before seat 0 has 90.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypeAlias

from vision.errors import TableViewError
from vision.labels import LABELS, UNKNOWN
from vision.synthetic.table_layout import ZONES, Zone

SEATS = 4
REACH_MM = 2000.0
"""Nothing of a table lies farther from its centre."""
STICKS = frozenset({100, 500, 1000, 5000, 10000})
NAMES = frozenset({*LABELS[:37], UNKNOWN})
Passage: TypeAlias = Literal["play", "mend", "show", "clear", "build", "deal"]
"""How a scene came about: by a player's hand at play, by a finger that straightens tiles, by hands
being shown, or by the whole table being cleared, built up or dealt."""


@dataclass(frozen=True, slots=True)
class TileSize:
    """The size of one set's tiles, millimetres."""

    width_mm: float = 20.5
    height_mm: float = 27.0
    thickness_mm: float = 16.5

    def __post_init__(self) -> None:
        """Refuse sizes that no tile has."""
        for name in self.__slots__:
            value = getattr(self, name)
            if not (isfinite(value) and 5 <= value <= 60):
                raise TableViewError(f"tile {name} {value}, expected 5 to 60 millimetres")


@dataclass(frozen=True, slots=True)
class LyingTile:
    """One tile, wherever it lies or stands."""

    tile: str
    """Its true label, also where nobody sees it; ``?`` where it is not known."""
    seat: int
    """Whose zone it lies in; for the wall, whose side."""
    zone: Zone
    place: int
    """Its number within the zone: its slot in a pond, left to right in a hand, 8 times the meld's
    number and left to right in melds (6: an added tile), the drawing number in the wall, the number
    of a dora indicator (ura from 8 on)."""
    x_mm: float
    y_mm: float
    angle_deg: float
    face_up: bool
    standing: bool = False
    """Stands with its face to its owner."""
    sideways: bool = False
    level: int = 0
    """How many tiles it lies on."""
    id: int = -1
    """Which tile of the set it is, 0 to 135, for the length of a hand."""

    def __post_init__(self) -> None:
        """Refuse what is no tile on a table."""
        if self.tile not in NAMES:
            raise TableViewError(f"tile {self.tile!r}, expected one as 5m, 0p, 7z, or ?")
        if not 0 <= self.seat < SEATS:
            raise TableViewError(f"tile of seat {self.seat}, expected 0 to {SEATS - 1}")
        if self.zone not in ZONES:
            raise TableViewError(f"tile in zone {self.zone!r}, expected one of {' '.join(ZONES)}")
        if not (abs(self.x_mm) <= REACH_MM and abs(self.y_mm) <= REACH_MM):
            raise TableViewError(
                f"tile at {self.x_mm}, {self.y_mm}, expected within {REACH_MM:.0f} millimetres"
            )


@dataclass(frozen=True, slots=True)
class LyingStick:
    """One point stick: its middle and the direction of its length."""

    seat: int
    x_mm: float
    y_mm: float
    angle_deg: float
    value: int = 1000

    def __post_init__(self) -> None:
        """Refuse what is no stick on a table."""
        if self.value not in STICKS:
            raise TableViewError(f"stick of {self.value}, expected one of {sorted(STICKS)}")
        if not (abs(self.x_mm) <= REACH_MM and abs(self.y_mm) <= REACH_MM):
            raise TableViewError(
                f"stick at {self.x_mm}, {self.y_mm}, expected within {REACH_MM:.0f} millimetres"
            )


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table, at rest, after something happened."""

    number: int
    """From 0, without gaps."""
    tiles: tuple[LyingTile, ...]
    sticks: tuple[LyingStick, ...]
    passage: Passage
    actor: int | None
    """Whose hand brought it about; None: everybody's, or the table's."""
    event: Mapping[str, object] | None = None
    """What happened, in the record's own words; passed on to the truth, never looked into."""
    event_number: int | None = None
    """Its place in the record, from 0."""
    dealer: int = 0
    pace: float = 1.0
    """How quick the actor is: 2 takes half the time."""
