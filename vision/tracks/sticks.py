"""Point sticks before the ponds: long, thin and bright, where a riichi lays them.

A place is as bright as the least of its colours: bright wood is yellow, a stick is white on it.
"""

from collections.abc import Sequence
from math import atan2, degrees
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.observation import StickSighting
from vision.plane.map import Matrix, TablePlane, mapped

_WIDE: Final = 2.9
_FROM, _TO = 1.2, 4.8
"""Where a stick may lie, in tile widths: to either side of the middle, and how far out."""

_FINE: Final = 20
"""Pixels a tile width has in the straightened zone."""

_LENGTH: Final = (2.0, 4.9)
_BREADTH: Final = (0.14, 0.46)
"""How long and broad a stick is, in tile widths."""

_FULL: Final = 0.7
"""The least share of a stick's outline that is bright."""

_BRIGHTER, _BRIGHTER_LEARNT = 40.0, 28.0
_SHARE, _SHARE_LEARNT = 0.45, 0.3
"""Grey levels that a stick is brighter than what it lies on, at least, and as shares of what is
brightest there; the less where it is known how bright that is without one: a part of it, or
something beside it, may glare, and what a patterned cloth shows is taken off."""

_SHADE: Final = 20
"""The percentile of a zone up to which shade is evened out: beside a stick that lies close to a row
cloth between two shadows seems as bright, so that the stick seems too broad."""

_ASKEW: Final = 22.0
"""Degrees that it may lie askew."""

_SEEN: Final = 2
"""So often in turn a stick is seen, or not, before it is believed."""

_FLICKER_MM, _FLICKER_DEG = 2.0, 3.0
"""A stick that lies still seems to move by less."""

_BESIDE: Final = 3
_RIM: Final = 0.4
"""A bar of which so much lies within so many fine pixels of a known tile is that tile's side,"""

_RIM_LEARNT: Final = 0.8
"""and so much where it is known how bright those sides are: a stick may touch a row of tiles."""

_PACE: Final = 0.2
_STRAYS: Final = 2
"""Fine pixels by which what was bright before may stray."""

Mask = NDArray[np.uint8]


class Sticks:
    """The sticks before the four ponds, from look to look.

    What was as bright before no stick lay there is none: a console's rim, a line on the cloth.
    """

    def __init__(self) -> None:
        self._last: list[StickSighting | None] = [None] * 4
        self._votes = [0] * 4
        self._usual: list[Floats | None] = [None] * 4
        """How much brighter than around it each zone is where no stick lies [h,w]."""

    def look(
        self, image: Image, plane: TablePlane, to_frame: Matrix, tiles: Sequence[Matrix],
        hidden: Sequence[bool],
    ) -> None:  # fmt: skip
        """Look before each pond, in a frame RGB, that no hand hides.

        ``to_frame`` [3,3] goes from the plane's pixels, in which ``tiles`` [4,2] lie, to the
        frame's.
        """
        for side in range(4):
            if hidden[side]:
                continue
            zone = _Zone(side, image, plane, to_frame, tiles)
            found = zone.stick(self._usual[side])
            step = -1 if found is None else 1
            self._votes[side] = min(max(self._votes[side] + step, 0), 2 * _SEEN - 1)
            self._last[side] = _steadied(found, self._last[side])
            if not self._votes[side]:
                self._usual[side] = zone.learnt(self._usual[side])

    def laid_anew(self) -> None:
        """Another plane has been found: what was seen lies elsewhere in it."""
        self._usual = [None] * 4

    @property
    def lying(self) -> tuple[StickSighting, ...]:
        """Those that lie there."""
        pairs = zip(self._last, self._votes, strict=True)
        return tuple(one for one, votes in pairs if one is not None and votes >= _SEEN)


def zone_of(side: int, plane: TablePlane) -> Matrix:
    """The corners [4,2], in the plane's pixels, of where a side lays its stick."""
    return plane.to_px(_corners(side) * plane.tile_mm[0])


class _Zone:
    """Where a side lays its stick, straightened."""

    def __init__(
        self, side: int, image: Image, plane: TablePlane, to_frame: Matrix, tiles: Sequence[Matrix]
    ) -> None:
        """The arguments are those of ``Sticks.look``."""
        there = mapped(to_frame, zone_of(side, plane)).astype(np.float32)
        wide, high = round(2 * _WIDE * _FINE), round((_TO - _FROM) * _FINE)
        flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
        straight = cv2.getPerspectiveTransform(there, flat)
        patch = cv2.warpPerspective(image, straight, (wide, high), flags=cv2.INTER_LINEAR)
        self._tiles: Mask = np.zeros((high, wide), np.uint8)
        for tile in tiles:
            corners = mapped(straight @ to_frame, tile)
            cv2.fillConvexPoly(self._tiles, np.rint(corners).astype(np.int32), 1)
        pale = np.asarray(patch.min(axis=2), np.uint8)
        free = pale[self._tiles == 0]
        if free.size:
            pale[self._tiles > 0] = np.median(free)
        even = np.maximum(pale, np.uint8(np.percentile(free, _SHADE))) if free.size else pale
        self._thin = np.stack([_thin(pale), _thin(even)]).astype(np.float32)
        self._plane, self._back = plane, np.asarray(np.linalg.inv(straight @ to_frame))

    def stick(self, usual: Floats | None) -> StickSighting | None:
        """The stick there; ``usual`` [h,w]: how bright it is without one."""
        thin = self._thin.copy()
        if usual is not None:
            side = 2 * _STRAYS + 1
            thin -= cv2.dilate(usual, np.ones((side, side), np.uint8))  # evened out it was no more
        thin[:, self._tiles > 0] = 0
        shares: tuple[float, ...] = (_SHARE,)
        floor, rim = _BRIGHTER, _RIM
        if usual is not None:
            shares, floor, rim = (_SHARE, _SHARE_LEARNT), _BRIGHTER_LEARNT, _RIM_LEARNT
        least = ((one, max(floor, share * _brightest(one))) for one in thin for share in shares)
        tried = (_bar(one, level, self._tiles, rim) for one, level in least)
        bar = next((one for one in tried if one is not None), None)
        return None if bar is None else _told(mapped(self._back, bar), self._plane)

    def learnt(self, usual: Floats | None) -> Floats:
        """How bright it is without a stick [h,w], this look considered."""
        as_seen: Floats = self._thin[0]
        if usual is None:
            return as_seen
        free = self._tiles == 0
        usual[free] += _PACE * (as_seen[free] - usual[free])
        return usual


def _corners(side: int) -> Matrix:
    """[4,2] the zone before a side in tile widths: far left, far right, near right, near left."""
    own = np.array([[-_WIDE, -_FROM], [_WIDE, -_FROM], [_WIDE, -_TO], [-_WIDE, -_TO]])
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
    return own @ np.array([[c, s], [-s, c]], np.float64)


def _thin(pale: Mask) -> Mask:
    """How much brighter a zone is than what is above and below, where that is no broader."""
    tall = np.ones((2 * round(_BREADTH[1] * _FINE) + 1, 1), np.uint8)
    return np.asarray(cv2.subtract(pale, cv2.morphologyEx(pale, cv2.MORPH_OPEN, tall)), np.uint8)


def _brightest(thin: Floats) -> float:
    return float(np.percentile(thin, 99.5))


def _bar(thin: Floats, least: float, tiles: Mask, rim: float) -> Matrix | None:
    """The two ends [2,2] of the bright bar in a zone that is no tile's rim, if there is one.

    ``least``: from which on something is bright; ``rim``: share of the bar that may lie beside
    tiles.
    """
    wide = np.ones((1, 2 * round(_LENGTH[0] * _FINE / 8) + 1), np.uint8)
    bright = (thin > least).astype(np.uint8)
    joined = cv2.morphologyEx(cv2.morphologyEx(bright, cv2.MORPH_CLOSE, wide), cv2.MORPH_OPEN, wide)
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    side = 2 * _BESIDE + 1
    beside = np.asarray(cv2.dilate(tiles, np.ones((side, side), np.uint8)), np.uint8)
    for outline in outlines:
        left, _, across, _ = cv2.boundingRect(outline)
        if left == 0 or left + across == thin.shape[1]:
            continue  # it goes on: the side of a row of tiles, a line on the cloth
        corners = cv2.boxPoints(cv2.minAreaRect(outline)).astype(np.float64)
        ends = _ends(corners)
        if ends is not None and _share(bright, corners) > _FULL and _share(beside, corners) < rim:
            return ends
    return None


def _ends(corners: Matrix) -> Matrix | None:
    """The ends of a rectangle [4,2] that is as long and broad as a stick and lies across."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides[0] < sides[1]:
        corners = np.roll(corners, -1, axis=0)
    length, breadth = (max(sides[0], sides[1]) + 1) / _FINE, (min(sides[0], sides[1]) + 1) / _FINE
    if not (_LENGTH[0] < length < _LENGTH[1] and _BREADTH[0] < breadth < _BREADTH[1]):
        return None
    first, second = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
    away = second - first
    askew = abs(degrees(atan2(float(away[1]), float(away[0]))))
    return np.stack([first, second]) if min(askew, 180 - askew) < _ASKEW else None


def _share(mask: Mask, corners: Matrix) -> float:
    """How much of a rectangle [4,2] a mask covers."""
    inside = np.zeros_like(mask)
    cv2.fillConvexPoly(inside, np.rint(corners).astype(np.int32), 1)
    return float(mask[inside > 0].mean())


def _steadied(found: StickSighting | None, last: StickSighting | None) -> StickSighting | None:
    """What was found, where it lay before if it only seems to have moved: edges flicker."""
    if found is None or last is None:
        return found or last
    away = max(abs(found.x_mm - last.x_mm), abs(found.y_mm - last.y_mm))
    turned = abs((found.angle_deg - last.angle_deg + 90) % 180 - 90)
    return last if away < _FLICKER_MM and turned < _FLICKER_DEG else found


def _told(ends: Matrix, plane: TablePlane) -> StickSighting:
    spots = plane.to_mm(ends)
    middle, away = spots.mean(axis=0), spots[1] - spots[0]
    angle = degrees(atan2(float(away[1]), float(away[0]))) % 180
    return StickSighting(float(middle[0]), float(middle[1]), angle % 180, None)
