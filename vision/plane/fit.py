"""The table's plane from its tiles: rectangles of one size that lie along two directions."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.errors import PlaneError
from vision.plane.map import TILE_ASPECT, Matrix, mapped

FEWEST: Final = 8
"""With fewer tiles there is no telling how the table lies."""

_ROUNDS: Final = 40
_STRAY: Final = (0.5, 0.3, 0.2, 0.15)
"""How far a tile's side may stray (in tile widths) before it is believed less, round by round."""

_WISH: Final = (0.0, 0.0, 0.47, 0.0, 0.0, TILE_ASPECT, 1.05)
"""No tilt, a usual lens (logarithm of its focal length in half diagonals), a usual tile, and how
far apart neighbours in a row are."""

_EASE: Final = (0.05, 0.05, 0.3, 0.0, 0.0, 1.0, 50.0)
"""How much the fit prefers that, against one tile's side that strays by a width."""

_ALONE: Final = 8
"""So many rounds the tiles are fitted one by one, before they are seen as rows."""

_ROWS: Final = 6.0
"""How much more a tile's place says than its sides."""

_LONGEST: Final = 20


_ASPECT: Final = (1.05, 1.7)
"""A tile's face is so many times as high as wide."""


@dataclass(frozen=True, slots=True)
class TileFit:
    """How the tiles say that the table lies: pixels to tile widths, no origin yet."""

    to_plane: Matrix
    """[3,3]: pixels to widths of a tile; x and y along the tiles, y up in the picture."""

    aspect: float
    """Height of a face in widths."""

    close: NDArray[np.bool_]
    """Which of the quadrilaterals are such tiles."""

    error: float
    """Median stray of a tile's sides, in tile widths."""


def fit_tiles(quads: Floats, size: tuple[int, int]) -> TileFit:
    """The plane in which quadrilaterals [n,4,2] are rectangles of one size, mostly square to it.

    ``size`` is the picture's width and height. Raises ``PlaneError`` where there are too few, or
    they do not lie on one table.
    """
    if len(quads) < FEWEST:
        raise PlaneError(f"plane: {len(quads)} tiles in sight; expected {FEWEST} or more")
    middle = np.array(size) / 2
    reach = float(np.hypot(*middle))
    corners = (quads.astype(np.float64) - middle) / reach
    values = _fitted(corners)
    strays = np.linalg.norm(_residuals(values, corners), axis=1)
    close = strays < 0.2
    if close.sum() < FEWEST or close.mean() < 0.4:
        raise PlaneError(
            f"plane: {int(close.sum())} of {len(quads)} tiles lie on one table; "
            f"expected {FEWEST} or more, and most"
        )
    low, high = _ASPECT
    if not low < values[5] < high:
        raise PlaneError(
            f"plane: what lies there is {values[5]:.2f} times as long as wide; "
            f"expected tiles, {low} to {high} times"
        )
    scale = np.array(
        [[1 / reach, 0, -middle[0] / reach], [0, 1 / reach, -middle[1] / reach], [0, 0, 1]]
    )
    return TileFit(
        _upright(_matrix(values)) @ scale, float(values[5]), close, float(np.median(strays[close])),
    )  # fmt: skip


def _fitted(corners: Matrix) -> Matrix:
    """The plane's values that put corners [n,4,2] into the truest rectangles."""
    values = _start(corners)
    for number in range(_ROUNDS):
        stray = _STRAY[min(number // 5, len(_STRAY) - 1)]
        off = _residuals(values, corners)
        weights = 1 / (1 + (np.linalg.norm(off, axis=1) / stray) ** 2) ** 2
        slope = _slope(values, corners)
        normal = np.einsum("n,nrp,nrq->pq", weights, slope, slope)
        push = np.einsum("n,nrp,nr->p", weights, slope, off)
        rows = _rows(values, corners)
        if number >= _ALONE and len(rows):
            off = _row_residuals(values, corners, rows)
            weights = _ROWS / (1 + (np.linalg.norm(off, axis=1) / stray) ** 2) ** 2
            slope = _slope(values, corners, rows)
            normal += np.einsum("n,nrp,nrq->pq", weights, slope, slope)
            push += np.einsum("n,nrp,nr->p", weights, slope, off)
        ease = np.array(_EASE)
        normal += np.diag(ease + 1e-9)
        push += ease * (values - np.array(_WISH))
        values = values - np.linalg.solve(normal, push)
        values[:2] = np.clip(values[:2], -1, 1)
        values[2] = np.clip(values[2], -0.5, 1.6)
    return values


def _start(corners: Matrix) -> Matrix:
    """No perspective; the tiles' usual direction (modulo a quarter turn) and size."""
    sides = np.roll(corners, -1, axis=1) - corners
    turns = sides[..., 0] + 1j * sides[..., 1]
    lengths = np.abs(turns)
    angle = float(np.angle((turns**4 / np.maximum(lengths, 1e-9) ** 3).sum()) / 4)
    pairs = lengths[:, :2] + lengths[:, 2:]
    width = max(float(np.median(pairs.min(axis=1)) / 2), 1e-6)
    return np.array(
        [0.0, 0.0, _WISH[2], angle, np.log(np.exp(_WISH[2]) * width), _WISH[5], _WISH[6]]
    )


def _matrix(values: Matrix) -> Matrix:
    """Normalised pixels to tile widths [3,3], for a pinhole that looks at the picture's middle.

    The first two values lean the table's normal, then come the focal length, the turn and the size.
    """
    focal = float(np.exp(values[2]))
    normal = np.array([values[0], values[1], 1.0])
    normal /= np.linalg.norm(normal)
    first = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    first /= np.linalg.norm(first)
    rays = np.stack([first, np.cross(normal, first), normal]) @ np.diag([1.0, 1.0, focal])
    c, s = np.cos(values[3]), np.sin(values[3])
    size = np.exp(-values[4]) * focal
    return np.asarray(np.diag([size, size, 1.0]) @ [[c, s, 0], [-s, c, 0], [0, 0, 1.0]] @ rays)


def _residuals(values: Matrix, corners: Matrix) -> Matrix:
    """How far [n,4] the two sides of each quadrilateral are from those of a tile."""
    matrix = _matrix(values)
    lifted = corners @ matrix[:, :2].T + matrix[:, 2]
    flat = lifted[..., :2] / np.maximum(lifted[..., 2:], 0.1)
    first = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    second = (flat[:, 2] - flat[:, 1] + flat[:, 3] - flat[:, 0]) / 2
    options = []
    for along, high in ((1.0, values[5]), (values[5], 1.0)):
        for axis in (0, 1):
            target = np.zeros((len(corners), 4))
            target[:, axis] = np.sign(first[:, axis]) * along
            target[:, 3 - axis] = np.sign(second[:, 1 - axis]) * high
            options.append(np.concatenate([first, second], axis=1) - target)
    stacked = np.stack(options)
    best = np.linalg.norm(stacked, axis=2).argmin(axis=0)
    return np.asarray(stacked[best, np.arange(len(corners))])


def _middles(values: Matrix, corners: Matrix) -> Matrix:
    return mapped(_matrix(values), corners.mean(axis=1))


def _rows(values: Matrix, corners: Matrix) -> NDArray[np.int64]:
    """Pairs [m,2] of tiles in a row: neighbours, and the two ends of each row."""
    middles = _middles(values, corners)
    apart = middles[None] - middles[:, None]
    pairs: list[tuple[int, int]] = []
    for axis in (0, 1):
        along, aside = apart[..., axis], np.abs(apart[..., 1 - axis])
        beside = (along > 0.75) & (along < 1.35) & (aside < 0.3)
        following = {int(i): int(j) for i, j in np.argwhere(beside)}
        pairs += following.items()
        for first in following.keys() - set(following.values()):
            last, length = first, 0
            while last in following and length < _LONGEST:
                last, length = following[last], length + 1
            if length > 2:
                pairs.append((first, last))
    return np.array(pairs, np.int64).reshape(-1, 2)


def _row_residuals(values: Matrix, corners: Matrix, rows: NDArray[np.int64]) -> Matrix:
    """How far [m,2] the second tile of each pair is from its place in the first one's row."""
    middles = _middles(values, corners)
    away = middles[rows[:, 1]] - middles[rows[:, 0]]
    axis = np.abs(away).argmax(axis=1)
    every = np.arange(len(rows))
    along = away[every, axis]
    target = np.zeros_like(away)
    target[every, axis] = np.sign(along) * np.maximum(np.rint(np.abs(along) / values[6]), 1)
    return np.asarray(away - target * values[6])


def _slope(values: Matrix, corners: Matrix, rows: NDArray[np.int64] | None = None) -> Matrix:
    """The residuals' derivatives [n,r,7], by differences."""
    columns = []
    for index in range(len(values)):
        step = np.zeros(len(values))
        step[index] = 1e-5 * max(1.0, abs(float(values[index])))
        more, less = (
            _residuals(one, corners) if rows is None else _row_residuals(one, corners, rows)
            for one in (values + step, values - step)
        )
        columns.append((more - less) / (2 * step[index]))
    return np.stack(columns, axis=2)


def _upright(matrix: Matrix) -> Matrix:
    """Turned so that y grows upwards in the picture and x to the right, never mirrored."""
    rows = matrix[:2, :2]
    spin = np.eye(3)
    swap = abs(rows[0, 0]) < abs(rows[0, 1])
    order = [1, 0] if swap else [0, 1]
    spin[:2, :2] = np.eye(2)[order]
    turned = spin @ matrix
    flip = np.diag([np.sign(turned[0, 0]) or 1.0, -np.sign(turned[1, 1]) or 1.0, 1.0])
    return np.asarray(flip @ turned)
