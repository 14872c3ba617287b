"""Where the zones of a table are, in millimetres from its centre, for one size of tile."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from table.core.wall import STACKS_A_SIDE
from vision.synthetic.film_scene import TileSize

A_ROW = 6
"""Discards in a row of a pond; the third row takes all the rest."""


@dataclass(frozen=True, slots=True)
class Field:
    """Distances from the centre towards a player."""

    pond: float
    """Where the ponds begin; before them lie the riichi sticks."""
    wall: float
    """Where the walls begin."""
    hand: float
    """Where the standing hands begin."""
    edge: float
    """Where the rail begins."""

    @classmethod
    def of(cls, size: TileSize) -> Field:
        """The field of an automatic table for tiles of this size."""
        width, height = size.width_mm, size.height_mm
        pond = 3 * width + 14
        wall = max(STACKS_A_SIDE / 2 * (width + 0.2) + 10, pond + 3 * (height + 2.5) + 6)
        hand = wall + height + max(32, height + 8)
        return cls(pond, wall, hand, hand + max(height, size.thickness_mm) + 42)


def on_table(seat: int, x_mm: float, y_mm: float) -> tuple[float, float]:
    """A point of a seat's own axes (x to its right, y away from it) in the table's."""
    for _ in range(seat):
        x_mm, y_mm = -y_mm, x_mm
    return x_mm, y_mm


def turned(x_mm: float, y_mm: float, angle_deg: float) -> tuple[float, float]:
    """A point turned counter-clockwise about the origin."""
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    return c * x_mm - s * y_mm, s * x_mm + c * y_mm
