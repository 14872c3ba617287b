"""The playing field's square: four long edges, found in the picture that the tiles straightened."""

from dataclasses import dataclass, replace
from itertools import combinations
from math import log
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.plane.map import Matrix

_SIDE: Final = 800
"""Pixels of the straightened picture."""

_LEANS: Final = np.tan(np.radians(np.linspace(-6, 6, 49)))
_MOST_LINES: Final = 18
_MOST_STRAIGHT: Final = 10
_STRAIGHT: Final = np.tan(np.radians(1.0))
"""So many lines of each family, and so many more that hardly lean, as a field's edges should."""

_APART: Final = 3
"""Pixels between two lines of one family, at least."""

_HALF_WIDTHS: Final = (11.3, 22.0)
"""How far a field's edge can be from its middle, in tile widths."""

_SQUARE: Final = 1.06
_HELD: Final = 0.9
"""So many of the tiles lie within the field; what is taken for one beside it are few."""

_NESTED: Final = 0.25
_CONCENTRIC: Final = 0.9
"""Tile widths (sixtieths of both diagonals) that the middles of nested squares may be apart."""

_LEAST_SUPPORT: Final = 0.45
_UNLIKE: Final = 0.004
"""What a grey level of difference between the four sides costs, in shares of support."""

_SIDEWAYS: Final = np.linspace(0.03, 0.97, 120)
"""At which places along a side its edge is asked for."""

_AT_ONCE: Final = 256
_BEYOND: Final = np.array([1.03, 1.009, 0.991, 0.965])
_ALONG: Final = np.linspace(0.1, 0.9, 60)
_FEWEST_SEEN: Final = 20
"""How far out a square's sides are compared, at which places, and how many must be in sight."""

_LOOKS: Final = 3
_ASIDE: Final = 1.0
"""So many looks, while the square's middle is so many tile widths from what is looked about."""

_STRONG: Final = 24.0
"""From which difference of brightness on an edge counts whole."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line x = at + lean * y, both from the straightened picture's middle (or y of x)."""

    at: float
    lean: float


@dataclass(frozen=True, slots=True)
class Square:
    """The playing field, as found."""

    corners: Matrix
    """[4,2] in tile widths of the fit: top left, top right, bottom right, bottom left."""

    support: float
    """How much of its sides is seen as an edge, 0 to 1."""

    score: float
    """The same, less what is odd about it."""

    around: float = 1.0
    """How much larger the largest square about it is: a rim outside the field, perhaps."""


def find_square(image: Image, to_plane: Matrix, spots: Matrix) -> Square | None:
    """The square that holds the tiles, whose middles [n,2] (in tile widths) are given.

    Where they lie to one side of it, its far edge may be out of sight: it is looked for again
    about the middle of what was found.
    """
    low, high = np.percentile(spots, (2, 98), axis=0)
    middle, reach = (low + high) / 2, max(float((high - low).max()) / 2 + 9.0, 21.0)
    best: Square | None = None
    for _ in range(_LOOKS):
        found = _square_about(image, to_plane, spots, middle, reach)
        if found is None or (best is not None and found.score < best.score):
            break
        best, last = found, middle
        middle = found.corners.mean(axis=0)
        if float(np.abs(middle - last).max()) < _ASIDE:
            break
    return best


def _square_about(
    image: Image, to_plane: Matrix, spots: Matrix, middle: Matrix, reach: float
) -> Square | None:
    """The best square in sight within ``reach`` tile widths of a middle [2]."""
    scale = _SIDE / (2 * reach)
    place = np.array(
        [[scale, 0, _SIDE / 2 - scale * middle[0]], [0, -scale, _SIDE / 2 + scale * middle[1]],
         [0, 0, 1.0]]
    )  # fmt: skip
    flat, known = _straightened(image, place @ to_plane)
    across, down = _edges(flat, known)
    columns = lines(across, known)
    rows = lines(down.T.copy(), known.T.copy())
    across, down = _widened(across), _widened(down)
    ratios: list[float] = []
    squares: list[Matrix] = []
    x, y = ((spots - middle) * (scale, -scale)).T
    upright = [(*pair, _between(y, pair, scale)) for pair in _pairs(rows, scale)]
    for left, right in _pairs(columns, scale):
        beside = _between(x, (left, right), scale)
        for top, bottom, held in upright:
            ratio = (right.at - left.at) / (bottom.at - top.at)
            if not 1 / _SQUARE < ratio < _SQUARE or (beside & held).mean() < _HELD:
                continue
            ratios.append(ratio)
            squares.append(_corners(left, right, top, bottom))
    supports = [
        _supports(np.stack(squares[at : at + _AT_ONCE]), across, down, known)
        for at in range(0, len(squares), _AT_ONCE)
    ]
    likely = [
        (support - 2 * abs(log(ratio)), corners, support)
        for support, ratio, corners in zip(
            np.concatenate([*supports, np.zeros(0)]).tolist(), ratios, squares, strict=True
        )
        if support >= _LEAST_SUPPORT
    ]
    if not likely:
        return None
    best = _best(likely, flat, known)
    flipped = best.corners * np.array([1.0, -1.0]) / scale + middle
    return replace(best, corners=np.asarray(flipped))


def _between(places: Matrix, pair: tuple[Line, Line], width: float) -> NDArray[np.bool_]:
    """Which places [n] lie between two lines, or hardly a tile's width beyond."""
    first, second = pair
    return (places > first.at - width) & (places < second.at + width)


def _best(
    likely: list[tuple[float, Matrix, float]], flat: Matrix, known: NDArray[np.bool_]
) -> Square:
    """The best of scored squares, what is odd about them deducted.

    With how much larger the largest about its middle is that is nearly as good.
    """
    best, corners, support = -np.inf, likely[0][1], 0.0
    for score, other, seen in sorted(likely, key=lambda one: -one[0]):
        if score <= best:
            break
        weighed = score - _oddness(other, flat, known)
        if weighed > best:
            best, corners, support = weighed, other, seen
    middle, size = corners.mean(axis=0), _across(corners)
    around = [
        (_across(other), score, other)
        for score, other, _ in likely
        if score >= best - _NESTED
        and float(np.abs(other.mean(axis=0) - middle).max()) < _CONCENTRIC * size / 60
    ]
    for across, score, other in sorted(around, key=lambda one: -one[0]):
        if across <= size or score - _oddness(other, flat, known) >= best - _NESTED:
            return Square(corners, support, best, max(across / size, 1.0))
    return Square(corners, support, best)


def _across(corners: Matrix) -> float:
    return float(np.linalg.norm(corners[2] - corners[0]) + np.linalg.norm(corners[3] - corners[1]))


def _straightened(image: Image, matrix: Matrix) -> tuple[Matrix, NDArray[np.bool_]]:
    """The picture as seen from above, float32 [s,s,3], and where it has something to say."""
    size = (_SIDE, _SIDE)
    shrunk = cv2.GaussianBlur(image, (0, 0), max(0.6, image.shape[0] / _SIDE / 2))
    flat = cv2.warpPerspective(shrunk, matrix, size, flags=cv2.INTER_LINEAR)
    white = np.full(image.shape[:2], 255, np.uint8)
    known = cv2.warpPerspective(white, matrix, size, flags=cv2.INTER_NEAREST)
    known = cv2.erode(known, np.ones((7, 7), np.uint8))
    return np.asarray(flat, np.float32), known > 0


def _edges(flat: Matrix, known: NDArray[np.bool_]) -> tuple[Matrix, Matrix]:
    """Steps of brightness across and down [s,s], 0 to 1."""
    across, down = (
        np.minimum(np.abs(cv2.Scharr(flat, cv2.CV_32F, dx, 1 - dx)).max(axis=2) / 32, _STRONG)
        / _STRONG
        for dx in (1, 0)
    )
    return (
        np.where(known & (across > 1.5 * down), across, 0).astype(np.float64),
        np.where(known & (down > 1.5 * across), down, 0).astype(np.float64),
    )


def _widened(steps: Matrix) -> Matrix:
    """The largest step within two pixels of each."""
    return np.asarray(cv2.dilate(steps, np.ones((5, 5), np.uint8)), np.float64)


def _oddness(corners: Matrix, flat: Matrix, known: NDArray[np.bool_]) -> float:
    """How unlike the four sides are: the table's one rim lies beyond, its one cloth within."""
    ends = corners[None] * _BEYOND[:, None, None] + _SIDE / 2
    away = np.roll(ends, -1, axis=1) - ends
    points = np.rint(ends[:, :, None] + _ALONG[:, None] * away[:, :, None])
    x, y = np.moveaxis(np.clip(points, 0, _SIDE - 1).astype(int), -1, 0)
    inside = known[y, x] & ((points >= 0) & (points < _SIDE)).all(axis=-1)
    seen = flat[y, x]
    whole = _middle(seen)
    full, enough = inside.all(axis=2), inside.sum(axis=2) >= _FEWEST_SEEN
    spreads = []
    for ring in range(len(_BEYOND)):
        colours = [
            whole[ring, side]
            if full[ring, side]
            else np.median(seen[ring, side][inside[ring, side]], axis=0)
            for side in range(4)
            if enough[ring, side]
        ]
        if len(colours) > 1:
            unlike = np.array(colours)
            unlike = unlike - (_middle(unlike) if len(colours) == 4 else np.median(colours, axis=0))
            spreads.append(float(np.minimum(np.abs(unlike).mean(axis=1), 60).mean()))
    return sum(spreads) * _UNLIKE


def _middle(values: Matrix) -> Matrix:
    """The medians [...,c] of an even number of values [...,n,c]; sorting is quicker for few."""
    half = values.shape[-2] // 2
    ordered = np.sort(values, axis=-2)
    return np.asarray((ordered[..., half - 1, :] + ordered[..., half, :]) / 2)


def lines(steps: Matrix, known: NDArray[np.bool_]) -> list[Line]:
    """The lines that run down through most of the steps [s,s], the best of each place."""
    ys, xs = np.nonzero((steps > 0.12) & known)
    weights = steps[ys, xs]
    half = _SIDE / 2
    votes = np.zeros((len(_LEANS), _SIDE))
    for index, lean in enumerate(_LEANS):
        at = np.rint(xs - lean * (ys - half)).astype(int)
        inside = (at >= 0) & (at < _SIDE)
        votes[index] = np.bincount(at[inside], weights[inside], _SIDE)[:_SIDE]
    votes = votes + 0.5 * (np.roll(votes, 1, axis=1) + np.roll(votes, -1, axis=1))
    found: list[Line] = []
    while len(found) < _MOST_LINES + _MOST_STRAIGHT:
        if len(found) == _MOST_LINES:
            votes[np.abs(_LEANS) > _STRAIGHT] = 0
        index, at = divmod(int(votes.argmax()), _SIDE)
        if votes[index, at] < 0.12 * _SIDE:
            break
        found.append(Line(float(at) - half, float(_LEANS[index])))
        votes[:, max(0, at - _APART) : at + _APART + 1] = 0
    return found


def _pairs(lines: list[Line], scale: float) -> list[tuple[Line, Line]]:
    """Opposite sides that are as far apart as a field's."""
    least, most = (2 * half * scale for half in _HALF_WIDTHS)
    ordered = sorted(lines, key=lambda line: line.at)
    return [
        (first, second)
        for first, second in combinations(ordered, 2)
        if least <= second.at - first.at <= most
    ]


def _corners(left: Line, right: Line, top: Line, bottom: Line) -> Matrix:
    """Where the lines cross, clockwise from the top left, from the picture's middle."""
    return np.array([_cross(*two) for two in
                     ((left, top), (right, top), (right, bottom), (left, bottom))])  # fmt: skip


def _cross(column: Line, row: Line) -> tuple[float, float]:
    """The one point with x = a + m y and y = b + n x."""
    y = (row.at + row.lean * column.at) / (1 - row.lean * column.lean)
    return column.at + column.lean * y, y


def _supports(corners: Matrix, across: Matrix, down: Matrix, known: NDArray[np.bool_]) -> Matrix:
    """How much [n] of the sides of squares [n,4,2] is an edge, where they can be seen.

    The mean of the four, the worst side counted twice.
    """
    shares = []
    for index in range(4):
        first, second = (corners[:, at % 4, None] + _SIDE / 2 for at in (index, index + 1))
        steps = down if index % 2 == 0 else across
        points = np.rint(first + _SIDEWAYS[:, None] * (second - first)).astype(np.int64)
        inside = ((points >= 2) & (points < _SIDE - 2)).all(axis=2)
        x, y = np.moveaxis(np.clip(points, 0, _SIDE - 1), 2, 0)
        inside &= known[y, x]
        count = inside.sum(axis=1)
        edge = (np.minimum(steps[y, x] / 0.35, 1) * inside).sum(axis=1) / np.maximum(count, 1)
        shares.append(np.where(count < 30, 0.35, edge))
    sides = np.stack(shares)
    return np.asarray((sides.sum(axis=0) + sides.min(axis=0)) / 5)
