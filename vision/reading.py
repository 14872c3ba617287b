"""What was read in a picture: tiles, their places, confidence and alternatives. Plain values."""

from dataclasses import dataclass
from typing import Any, TypeAlias

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile in a picture."""

    tile: str
    """MPSZ text, ``back``, or ``?`` for a face that cannot be named."""

    polygon: Polygon
    """The face's corners in pixels, clockwise from its own top-left."""

    confidence: float
    """Calibrated probability that ``tile`` is right; of a ``?``, of its likeliest name, or that it
    is no tile of a riichi set where that is likelier."""

    alternatives: tuple[tuple[str, float], ...]
    """Other names with their probabilities, likeliest first."""

    def to_json(self) -> dict[str, Any]:
        """The mapping that ``jantaku read --json`` prints."""
        return {
            "tile": self.tile,
            "polygon": [[round(x, 1), round(y, 1)] for x, y in self.polygon],
            "confidence": round(self.confidence, 4),
            "alternatives": [[tile, round(chance, 4)] for tile, chance in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """All tiles of one picture, in reading order: row by row from the top of the picture."""

    width: int
    """Pixels of the upright picture."""

    height: int
    tiles: tuple[ReadTile, ...]

    notes: tuple[str, ...] = ()
    """What is wrong with the picture as a whole, a sentence each: black, blurred, mirrored."""

    def to_json(self) -> dict[str, Any]:
        """The mapping that ``jantaku read --json`` prints, without the picture's name."""
        return {
            "width": self.width,
            "height": self.height,
            "tiles": [tile.to_json() for tile in self.tiles],
            **({"notes": list(self.notes)} if self.notes else {}),
        }
