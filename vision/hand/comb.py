"""Standing tiles touch: a row of them is a comb of one pitch, which shows what was cut or missed.

A tile whose picture falls into two, as a seven of bamboo may, is found as two narrow ones; the
comb that the well-found tiles make says where the whole one stands.
"""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

_USUAL: Final = 0.17
"""A well-found tile is no narrower or wider than the usual one by more than this share."""

_OFF: Final = 0.22
"""And stands no farther from its place in the comb, in pitches."""

_APART: Final = (0.27, 0.73)
"""A tile apart stands between two places of the comb, by such a share of a pitch."""

_BEYOND: Final = 1.6
"""What a gap of so many widths parts from the row is not of the row."""

_FEWEST: Final = 4
"""With fewer well-found tiles there is no comb."""

_BENT_FROM: Final = 7
"""From so many on the pitch may grow or shrink along the row, as perspective has it."""

_MOST: Final = 20
"""No row is longer."""

_NEAR: Final = 0.4
"""What was cut is of the place that its middle is so near to, in pitches."""

_MORE: Final = 13
"""So many tiles beyond an end may have been missed: of a dark set perhaps all but one suit."""

_UPPER: Final = np.array([0, 1])
_LOWER: Final = np.array([3, 2])
"""The corners of a face along its edges, from left to right."""

_LOOSE: Final = 1.0
_STRICT: Final = 2.0
"""How much less corners count that lie off across and in height."""

_CUT: Final = 0.3
"""What a lower face counts beside a higher one."""

_LONG: Final = 4.0
"""A line's slope is told by points that lie a part like this of its length apart."""

_STEPS: Final = 6
_EXACT: Final = 0.7
"""Pixels by which well-found corners lie off."""

Quads = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Combed:
    """A row as it stands, from left to right."""

    found: tuple[int | None, ...]
    """Which of the tiles given stands at each place; None for one that was cut or missed."""
    quads: Quads
    """Where the faces are, [n,4,2], as all of them together have it."""
    apart: int | None
    """Which stands apart from the others, at an end."""
    loose: tuple[int | None, ...]
    """Which of those that were cut has its middle at each place where none stands well."""
    before: Quads
    """Where more would stand before the first, the nearest first, [k,4,2],"""
    after: Quads
    """and after the last."""


def combed(quads: Quads) -> Combed | None:
    """The comb of tiles [n,4,2] of one height, in any order; None where they show none."""
    quads = np.stack([_from_top_left(quad) for quad in quads])
    order = np.argsort(quads[:, :, 0].mean(axis=1), kind="stable")
    usual = float(np.median(np.ptp(quads[:, :, 0], axis=1)))
    order = order[_together(quads[order], usual)]
    there = quads[order]
    middle = there.mean(axis=1)[:, 0]
    well = _well(there, usual)
    apart, well = _parted(middle, well)
    if len(well) < _FEWEST:
        return None
    pitch = _pitch(middle[well])
    steps = np.round(np.diff(middle[well]) / pitch)
    if (steps < 1).any():
        return None
    places = np.concatenate([[0.0], np.cumsum(steps)])
    teeth = _Teeth(places, there[well])
    off = np.abs(teeth.middle(places) - middle[well]) / pitch
    if float(np.median(off)) > _OFF / 2:
        return None
    good = {
        int(place): int(one)
        for place, one, far in zip(places, well, off, strict=True)
        if far < _OFF
    }
    loose = [one for one in range(len(there)) if one not in well and one != apart]
    alone: Quads | None = None if apart is None else there[apart]
    if apart is None:
        loose, alone = _cut_apart(there, loose, well, teeth, places, usual)
    row = _row(there, [*well, *loose], teeth, places, good)
    found = [None if one is None else int(order[one]) for one in row.found]
    cut = [None if one is None else int(order[one]) for one in row.loose]
    if alone is None:
        return replace(row, found=tuple(found), loose=tuple(cut))
    at = 0 if alone[:, 0].mean() < row.quads[0, :, 0].mean() else len(found)
    found.insert(at, None if apart is None else int(order[apart]))
    cut.insert(at, None)
    quads = np.insert(row.quads, at, alone, axis=0)
    none = row.before[:0]
    row = replace(row, before=none) if at == 0 else replace(row, after=none)
    return replace(row, found=tuple(found), loose=tuple(cut), quads=quads, apart=at)


def _together(quads: Quads, usual: float) -> NDArray[np.int64]:
    """Which of the tiles, from left to right, are of the largest row without a wide gap."""
    left, right = quads[:, :, 0].min(axis=1), quads[:, :, 0].max(axis=1)
    reach = np.maximum.accumulate(right)
    breaks = np.flatnonzero(left[1:] - reach[:-1] > _BEYOND * usual) + 1
    return np.asarray(max(np.split(np.arange(len(quads)), breaks), key=len), np.int64)


def _pitch(middle: NDArray[np.float64]) -> float:
    """From one tile to the next."""
    steps = np.diff(middle)
    least = float(np.quantile(steps, 0.25))
    return float(np.median(steps[steps < 1.3 * least]))


def _parted(
    middle: NDArray[np.float64], well: NDArray[np.int64]
) -> tuple[int | None, NDArray[np.int64]]:
    """The tile at an end that stands apart, and the others."""
    if len(well) <= _FEWEST:
        return None, well
    steps = np.diff(middle[well]) / _pitch(middle[well])
    if _between(float(steps[-1])):
        return int(well[-1]), well[:-1]
    if _between(float(steps[0])):
        return int(well[0]), well[1:]
    return None, well


def _between(steps: float) -> bool:
    """Whether so many pitches end between two places."""
    low, high = _APART
    return low < steps % 1 < high


def _cut_apart(
    quads: Quads, loose: list[int], well: NDArray[np.int64], teeth: "_Teeth",
    places: NDArray[np.float64], usual: float,
) -> tuple[list[int], NDArray[np.float64] | None]:  # fmt: skip
    """Where a tile apart was cut into two: what is left of the loose ones, and where it stands."""
    for side, edge in ((1, well[-1]), (-1, well[0])):
        outside = [one for one in loose if (one - edge) * side > 0]
        if not outside:
            continue
        xs = quads[outside][:, :, 0]
        left, right = float(xs.min()), float(xs.max())
        place = float(places[-1] if side > 0 else places[0])
        end = teeth(np.array([place]))[0]
        begin = float(end[:, 0].max() if side > 0 else -end[:, 0].min())
        pitch = abs(float(np.diff(teeth.middle(np.array([place - side, place])))[0]))
        gap = ((left if side > 0 else -right) - begin) / pitch
        if right - left < 1.3 * usual and _between(gap):
            shift = np.array([(left + right) / 2 - end[:, 0].mean(), 0.0])
            return [one for one in loose if one not in outside], np.asarray(end + shift)
    return loose, None


def _row(
    quads: Quads, members: list[int], teeth: "_Teeth", places: NDArray[np.float64],
    good: dict[int, int],
) -> Combed:  # fmt: skip
    """All places of the comb that its members reach."""
    left, right = float(quads[members][:, :, 0].min()), float(quads[members][:, :, 0].max())
    pitch = (right - left) / len(members)
    first, last = 0, int(places[-1])
    while first > -_MOST and float(teeth.middle(np.array([first - 1.0]))[0]) > left:
        first -= 1
    while last < _MOST and float(teeth.middle(np.array([last + 1.0]))[0]) < right:
        last += 1
    every = np.arange(first, last + 1)
    found = tuple(good.get(int(place)) for place in every)
    where = teeth(np.arange(first - _MORE, last + _MORE + 1.0))
    row = where[_MORE:-_MORE]
    middle = row.mean(axis=1)[:, 0]
    loose: dict[int, int] = {}
    for one in set(members) - set(good.values()):
        off = np.abs(middle - quads[one, :, 0].mean())
        if off.min() < _NEAR * pitch:
            loose[int(off.argmin())] = one
    cut = tuple(loose.get(at) if one is None else None for at, one in enumerate(found))
    before, after = where[_MORE - 1 :: -1], where[-_MORE:]
    return Combed(found, row, None, cut, _moved(row[0], before), _moved(row[-1], after))


def _moved(end: Quads, places: Quads) -> Quads:
    """The tile [4,2] at an end moved to places [n,4,2]: how tiles grow is told by those seen."""
    shift = places.mean(axis=1) - end.mean(axis=0)
    return np.asarray(end[None] + shift[:, None])


def _from_top_left(quad: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners, clockwise from the picture's top left."""
    return np.roll(quad, -int(quad.sum(axis=1).argmin()), axis=0)


def _well(quads: Quads, usual: float) -> NDArray[np.int64]:
    """Which tiles are as wide as a tile is."""
    wide = np.ptp(quads[:, :, 0], axis=1)
    return np.flatnonzero(np.abs(wide / usual - 1) < _USUAL)


class _Teeth:
    """Corners of the tile at each place of a comb, as most of the well-found tiles have them.

    The lower edges of all make one line, and the faces are of one height, which changes little
    along the row; many may have been found without their uppermost strokes.
    """

    def __init__(self, places: NDArray[np.float64], quads: Quads) -> None:
        degree = 2 if len(places) >= _BENT_FROM else 1
        self._across = _across(places, quads[..., 0], bent=degree > 1)
        feet = quads[:, _LOWER]
        self._feet = _fitted(feet[..., 0].ravel(), feet[..., 1].ravel(), degree, _STRICT)
        high = np.polyval(self._feet, feet[..., 0]) - quads[:, _UPPER, 1]
        every = places[:, None] + np.array([0.0, 1.0])
        self._high = _fitted(every.ravel(), high.ravel(), degree - 1, _STRICT, _CUT)

    def __call__(self, places: NDArray[np.float64]) -> Quads:
        """The corners [n,4,2]."""
        x = np.stack([places**2, places, np.ones(len(places))], axis=1) @ self._across
        y = np.empty_like(x)
        y[:, _LOWER] = np.polyval(self._feet, x[:, _LOWER])
        y[:, _UPPER] = y[:, _LOWER] - np.polyval(self._high, places[:, None] + np.array([0.0, 1.0]))
        return np.stack([x, y], axis=2)

    def middle(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far to the right the tiles stand there."""
        return np.asarray(self(places)[:, :, 0].mean(axis=1))


def _across(places: NDArray[np.float64], x: NDArray[np.float64], *, bent: bool) -> Quads:
    """How far to the right the four corners [n,4] are at each place: squares, slopes, starts.

    The steps of all of them grow alike.
    """
    count = len(places)
    terms = np.zeros((count, 4, 9))
    for corner in range(4):
        terms[:, corner, corner], terms[:, corner, 4 + corner] = 1, places
    terms[:, :, 8] = places[:, None] ** 2 if bent else 0
    table, found = terms.reshape(-1, 9), x.ravel()
    weights = np.ones(len(found))
    for _ in range(_STEPS):
        root = np.sqrt(weights)
        told = np.linalg.lstsq(table * root[:, None], found * root)[0]
        off = np.abs(found - table @ told)
        usual = max(1.5 * float(np.median(off)), _EXACT)
        weights = (1 + (off / usual) ** 2) ** -_LOOSE
    return np.stack([np.full(4, told[8]), told[4:8], told[:4]])


def _fitted(
    x: NDArray[np.float64], y: NDArray[np.float64], degree: int, strict: float, less: float = 1.0
) -> NDArray[np.float64]:
    """The polynomial that most of the points lie on; what lies off counts ever less.

    ``strict``: how much less; ``less``: what a point below counts beside one above.
    """
    first, second = np.triu_indices(len(x), 1)
    run = x[second] - x[first]
    apart = np.abs(run) > np.ptp(x) / _LONG
    slope = float(np.median((y[second] - y[first])[apart] / run[apart])) if degree else 0.0
    line = np.array([slope, float(np.quantile(y - slope * x, 1 - less / 2))])
    for step in range(_STEPS):
        off = y - np.polyval(line, x)
        usual = max(1.5 * float(np.median(np.abs(off))), _EXACT)
        weights = (1 + (off / usual) ** 2) ** -strict * np.where(off < 0, less, 1.0)
        line = np.polyfit(x, y, min(degree, 1 + step // 2), w=np.sqrt(weights))
    return np.asarray(line)
