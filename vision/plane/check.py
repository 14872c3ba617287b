"""How well a plane explains what was read: tiles of one size, square to it, walls about it."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.plane.map import Matrix, TablePlane

FEWEST: Final = 8
"""With fewer tiles nothing is said against a plane."""

_WALL: Final = (3.5, 15.0)
"""Between so many tile widths from the middle walls stand, also where that middle is off."""

_A_WALL: Final = 4
"""From so many backs on they are a wall."""

_LARGEST: Final = 0.7
"""No side of a tile is off by more than this, as a logarithm; other things are no tiles."""

_SIZE: Final = 2.0
"""What a logarithm of a tile's sides that are off adds to the misfit;"""
_SLOPE: Final = 1.0
"""what one does by which sizes grow from the middle to a side;"""
_TURN: Final = 0.1
"""what a degree adds that tiles lie aslant;"""
_MIDDLE: Final = 0.5
"""what a tile width that the middle is off does;"""
_OUTSIDE: Final = 3.0
"""and what it adds where all tiles lie outside the table."""


def misfit(plane: TablePlane, quads: Floats, backs: NDArray[np.bool_]) -> float:
    """How badly the plane explains quadrilaterals [n,4,2] in pixels, of which ``backs`` [n] are.

    About 0.4 for a good plane. A tenth of a tile's size costs 0.4, ten degrees cost 1, a middle
    that is off by two tiles costs 1.
    """
    corners = _in_mm(plane, quads)
    sides = np.roll(corners, -1, axis=1) - corners
    off = _sizes(sides, plane)
    tiles = np.abs(off).max(axis=1) < _LARGEST
    if tiles.sum() < FEWEST:
        return 0.0 if len(quads) < FEWEST else 5.0
    spots = corners[tiles].mean(axis=1) / plane.tile_mm[0]
    size = float(np.median(np.abs(off[tiles]), axis=0).sum())
    first = sides[tiles][:, 0]
    turns = (np.degrees(np.arctan2(first[:, 1], first[:, 0])) + 45) % 90 - 45
    half = plane.half_mm / plane.tile_mm[0]
    outside = float((np.abs(spots).max(axis=1) > half + 0.3).mean())
    return (
        _SIZE * size
        + _SLOPE * _slope(spots / half, off[tiles].mean(axis=1))
        + _TURN * float(np.median(np.abs(turns)))
        + _MIDDLE * _off_middle(spots[backs[tiles]])
        + _OUTSIDE * outside
    )


def aside(plane: TablePlane, quads: Floats, backs: NDArray[np.bool_]) -> float:
    """How many tile widths the middle lies aside of the walls' own; quadrilaterals as above."""
    corners = _in_mm(plane, quads)
    off = _sizes(np.roll(corners, -1, axis=1) - corners, plane)
    walls = backs & (np.abs(off).max(axis=1) < _LARGEST)
    return _off_middle(corners[walls].mean(axis=1) / plane.tile_mm[0])


def _in_mm(plane: TablePlane, quads: Floats) -> Matrix:
    """Quadrilaterals [n,4,2] in pixels on the table."""
    return plane.to_mm(quads.reshape(-1, 2).astype(np.float64)).reshape(-1, 4, 2)


def _sizes(sides: Matrix, plane: TablePlane) -> Matrix:
    """By how much, as logarithms [n,2], the sides [n,4,2] in mm are longer than a tile's."""
    lengths = np.linalg.norm(sides, axis=2)
    both = np.sort(np.stack([lengths[:, ::2].mean(axis=1), lengths[:, 1::2].mean(axis=1)], 1), 1)
    return np.asarray(np.log(np.maximum(both, 1e-3) / np.array(plane.tile_mm)))


def alike_turned(plane: TablePlane, model: TablePlane) -> TablePlane:
    """The same plane with the side at the bottom that the model has there."""
    bottom = np.array([[0.0, 0.0], [0.0, -100.0]])
    wanted = np.diff(model.to_px(bottom), axis=0)[0]
    ways = [plane.turned(turn) for turn in range(4)]
    return max(ways, key=lambda one: float(np.diff(one.to_px(bottom), axis=0)[0] @ wanted))


def _slope(spots: Matrix, off: Matrix) -> float:
    """How much sizes [n] seem to grow over the table, in whose halves the places [n,2] are told."""
    if np.ptp(spots, axis=0).min() < 0.5:
        return 0.0
    terms = np.column_stack([spots, np.ones(len(spots))])
    near = np.clip(off - np.median(off), -0.15, 0.15)
    found = np.linalg.lstsq(terms, near, rcond=None)[0]
    return float(np.abs(found[:2]).sum())


def _off_middle(spots: Matrix) -> float:
    """By how many tile widths opposite walls are unlike in their distance from the middle."""
    low, high = _WALL
    away = 0.0
    for axis in (0, 1):
        along, across = spots[:, axis], np.abs(spots[:, 1 - axis])
        ends = []
        for sign in (-1, 1):
            far = sign * along
            wall = far[(far > low) & (far < high) & (across < far)]
            if len(wall) >= _A_WALL:
                ends.append(float(np.median(wall)))
        if len(ends) == 2:
            away = max(away, abs(ends[0] - ends[1]) / 2)
    return away
