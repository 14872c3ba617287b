"""What a film's hands do, one move after the other: where to, with which tiles."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from vision.synthetic.film_scene import LyingStick, LyingTile

Point = tuple[float, float]
STILL_MM = 0.01


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things take, in seconds at pace 1."""

    reach: float = 0.3
    carry: float = 0.3
    leave: float = 0.28
    think: tuple[float, float] = (0.1, 0.4)
    rest: tuple[float, float] = (0.3, 0.6)
    show: float = 2.5
    table: float = 0.8


@dataclass(frozen=True, slots=True)
class Step:
    """One move of an arm: to a place, perhaps with a tile; what is lifted first and put last."""

    to: Point
    seconds: float
    lifted: tuple[int, ...] = ()
    before: tuple[LyingTile, ...] = ()
    """Tiles put as the move begins."""
    carried: tuple[LyingTile, ...] = ()
    slid: bool = False
    put: tuple[LyingTile, ...] = ()
    sticks: tuple[LyingStick, ...] | None = None


def differs(old: LyingTile | None, new: LyingTile) -> bool:
    """Whether a tile is seen to lie otherwise than before."""
    if old is None:
        return True
    away = hypot(old.x_mm - new.x_mm, old.y_mm - new.y_mm)
    return away > STILL_MM or not alike(old, new) or abs(old.angle_deg - new.angle_deg) > STILL_MM


def alike(old: LyingTile, new: LyingTile) -> bool:
    """Whether a tile is in the same zone and shows the same side."""
    return (old.zone, old.seat, old.face_up, old.standing, old.level) == (
        new.zone, new.seat, new.face_up, new.standing, new.level,
    )  # fmt: skip


def grouped(tiles: list[LyingTile], was: dict[int, LyingTile]) -> list[list[LyingTile]]:
    """Tiles that are moved together: from one zone to one zone; own ones first."""
    groups: dict[tuple[str, int, str, int], list[LyingTile]] = {}
    for tile in tiles:
        old = was.get(tile.id)
        zone, seat = ("nowhere", tile.seat) if old is None else (old.zone, old.seat)
        key = (zone, seat, tile.zone, tile.seat)
        groups.setdefault(key, []).append(tile)
    return [groups[key] for key in sorted(groups, key=lambda key: key[0] != "hand")]


def middle(tiles: list[LyingTile]) -> Point:
    """The middle of tiles, (0, 0) of none."""
    if not tiles:
        return 0.0, 0.0
    count = len(tiles)
    return sum(t.x_mm for t in tiles) / count, sum(t.y_mm for t in tiles) / count


def between(one: Point, two: Point, share: float) -> Point:
    """The point that lies this share of the way from one to the other."""
    return one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share


def ease(share: float) -> float:
    """A move that starts and ends slowly."""
    return share * share * (3 - 2 * share)
