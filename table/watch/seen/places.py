"""Where each tile lies, in the axes of the seat it belongs to: pond, meld and hand, or the wall.

A seat's axes: x to its right, y away from it, the table's centre at 0, in widths of a tile. One set
of zones serves all four seats.
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from table.watch.faces import as_played
from vision.observation import REST, Observation, Sighting, StickSighting

HEIGHT = 1.36
"""A tile's height in widths."""
CONSOLE = 2.2
"""Nothing of the game lies nearer to the centre,"""
NEAREST_DISCARD = 2.75
"""and the middle of no discard, in widths: six in a row would find no room there."""
POND_ENDS = 8.6
"""Where ponds end, if no wall is seen."""
POND_BEFORE_WALL = 0.8
NEAREST = -2.8
"""An upright discard's middle is at least so far out."""
LAST_ROW = -5.5
"""From here on a row may go on beyond the sixth tile."""
WALL_DEEP = 1.05
WALL = 9.7
WALL_FROM, WALL_TO = 8.0, 11.6
"""Where the middle of a wall may be,"""
FARTHEST = 14.5
BUILT = 24
"""or, where so many backs lie there as just after it was built, even so far out."""
FEW_FACES = 4
"""A hand has hardly begun while no more lie there."""
SKEW = 0.78
"""A meld lies in its owner's right corner, which reaches so far round it."""
UPRIGHT_WITHIN = 30.0
FOREIGN = 0.6
"""A face that is probably no tile is passed over for a while."""
FOREIGN_FOR_NS = 1_500_000_000
MANY_BACKS, A_FEW_BACKS = 6, 3
"""So many in all show where walls stand, so few where one of them does."""


class Placed(NamedTuple):
    """A tile in the axes of a seat."""

    track: int
    x: float
    y: float
    sideways: bool
    up: bool
    chances: tuple[float, ...]
    first_ns: int
    last_ns: int
    visible: float


class Layout(NamedTuple):
    """Everything that lies on the table, by seat."""

    ponds: tuple[list[Placed], ...]
    outer: tuple[list[Placed], ...]
    """Beyond the walls: melds and shown hands, faces and backs."""
    wall: tuple[list[Placed], ...]
    """Faces in the walls, in the axes of the seat before whom they lie."""
    backs: int
    """Backs in the walls."""
    sticks: tuple[bool, bool, bool, bool]
    """Before whose pond a stick lies."""
    tracks: frozenset[int]
    covered: tuple[bool, bool, bool, bool]
    """Whose pond or corner a hand hides in part."""
    hidden: tuple[list[tuple[float, float]], ...] = ([], [], [], [])
    """Where the backs in the walls lie, in the axes of the seat before whom they do."""
    stick_spots: tuple[tuple[float, float] | None, ...] = (None,) * 4
    """Where the sticks lie that lie before ponds, in the axes of the seat."""


def turned(x: float, y: float, quarters: int) -> tuple[float, float]:
    """A place of the table in the axes of the side so many quarter turns on."""
    if quarters == 0:
        return x, y
    if quarters == 1:
        return y, -x
    if quarters == 2:
        return -x, -y
    return -y, x


class FarWalls:
    """Whether walls stand farther out than they usually do, as they were built."""

    def __init__(self) -> None:
        self._at: float | None = None

    def learn(self, seen: Observation) -> float:
        """How far out such walls stand, in widths; 0 where they do not."""
        faces = sum(one.face_up for one in seen.sightings)
        if self._at is None or faces <= FEW_FACES:  # later on hands may lie on their faces too
            near = [one for _, one in _backs_away(seen) if WALL_FROM < one < FARTHEST]
            middle = median(near) if near else 0.0
            if sum(abs(one - middle) < WALL_DEEP for one in near) >= BUILT:
                inside = sum(one < middle - 2 * WALL_DEEP for one in near)  # then those are hands
                far = middle > WALL_TO - WALL_DEEP and inside < MANY_BACKS
                self._at = middle if far else 0.0
        return self._at or 0.0


def lay_out(
    seen: Observation, sides: Sequence[int], far_wall: float = 0.0,
    unused: Sequence[tuple[int, int]] = (),
) -> Layout:  # fmt: skip
    """Sort the sightings into zones and seats; `sides` are the quarter turns of seats 0-3.

    ``far_wall``: where walls stand that stand farther out than usual, in widths; ``unused``: red
    faces that the rules do not know, and those they count as.
    """
    seat_at = {side: seat for seat, side in enumerate(sides)}
    width = seen.tile_width_mm
    wall, walls_at = (far_wall, (far_wall,) * 4) if far_wall else _walls(seen)
    ends = [min(max(at - POND_BEFORE_WALL, 7.8), 9.4) if at else POND_ENDS for at in walls_at]
    outer_from = (wall or WALL) + WALL_DEEP
    ponds: tuple[list[Placed], ...] = ([], [], [], [])
    outer: tuple[list[Placed], ...] = ([], [], [], [])
    walls: tuple[list[Placed], ...] = ([], [], [], [])
    hidden: tuple[list[tuple[float, float]], ...] = ([], [], [], [])
    for sighting in seen.sightings:
        one = _as_played(sighting, unused)
        if one.face_up and _foreign(one, seen.captured_ns):
            continue
        x, y = one.x_mm / width, one.y_mm / width
        far, before = max(abs(x), abs(y)), _sector(x, y)
        if far < ends[before]:
            if one.face_up and far > NEAREST_DISCARD:
                side = _pond_side(one, x, y)
                ponds[seat_at[side]].append(_placed(one, x, y, side))
        elif far <= outer_from:
            if one.face_up:
                walls[seat_at[before]].append(_placed(one, x, y, before))
            else:
                hidden[seat_at[before]].append(turned(x, y, before))
        else:
            side = _corner_side(x, y)
            outer[seat_at[side]].append(_placed(one, x, y, side))
    sticks, spots = _sticks(seen.sticks, width, seat_at)
    tracks = frozenset(one.track for one in seen.sightings)
    backs = sum(map(len, hidden))
    covered = _covered(seen, seat_at)
    return Layout(ponds, outer, walls, backs, sticks, tracks, covered, hidden, spots)


def _as_played(one: Sighting, unused: Sequence[tuple[int, int]]) -> Sighting:
    chances = as_played(one.probabilities, unused)
    return one if chances is one.probabilities else replace(one, probabilities=chances)


def _placed(one: Sighting, x: float, y: float, side: int) -> Placed:
    own_x, own_y = turned(x, y, side)
    off = (one.angle_deg - 90.0 * side) % 180.0
    return Placed(
        one.track, own_x, own_y, off < 45 or off > 135, one.face_up, one.probabilities,
        one.first_ns, one.last_ns, one.visible,
    )  # fmt: skip


def _foreign(one: Sighting, now_ns: int) -> bool:
    return one.probabilities[REST] > FOREIGN and now_ns - one.first_ns < FOREIGN_FOR_NS


def _sector(x: float, y: float) -> int:
    """The side that a place lies before."""
    if abs(x) <= abs(y):
        return 0 if y < 0 else 2
    return 1 if x > 0 else 3


def _pond_side(one: Sighting, x: float, y: float) -> int:
    """Whose pond: the face tells it where the place alone might not."""
    off = (one.angle_deg - 90.0) % 360.0
    side = round(off / 90.0) % 4
    if abs((off - 90.0 * side + 180.0) % 360.0 - 180.0) < UPRIGHT_WITHIN:
        own_x, own_y = turned(x, y, side)
        if own_y < NEAREST and (abs(own_x) <= -own_y or (own_x > 0 and own_y < LAST_ROW)):
            return side
    return _sector(x, y)


def _corner_side(x: float, y: float) -> int:
    """Whose hand or melds lie there: the right corner belongs to its seat."""
    for side in range(4):
        own_x, own_y = turned(x, y, side)
        if own_y < 0 and own_x * SKEW <= -own_y and -own_x < -own_y * SKEW:
            return side
    return _sector(x, y)


def _backs_away(seen: Observation) -> list[tuple[int, float]]:
    """Before which side the backs lie, and how far from the centre, in widths."""
    width = seen.tile_width_mm
    return [
        (_sector(one.x_mm, one.y_mm), max(abs(one.x_mm), abs(one.y_mm)) / width)
        for one in seen.sightings
        if not one.face_up
    ]


def _walls(seen: Observation) -> tuple[float, tuple[float, ...]]:
    """How far from the centre the walls stand, in all and by side; 0 where none is seen.

    Where the table is shifted in the picture one stands nearer than the others: ponds end before
    it. None counts as farther, for that may be a hand on its face.
    """
    near: list[list[float]] = [[], [], [], []]
    for side, away in _backs_away(seen):
        if WALL_FROM < away < WALL_TO:
            near[side].append(away)
    every = [away for side in near for away in side]
    if len(every) < MANY_BACKS:
        return 0.0, (0.0,) * 4
    usual = median(every)
    return usual, tuple(
        min(usual, median(side)) if len(side) >= A_FEW_BACKS else usual for side in near
    )


def _sticks(
    sticks: Sequence[StickSighting], width: float, seat_at: dict[int, int]
) -> tuple[tuple[bool, bool, bool, bool], tuple[tuple[float, float] | None, ...]]:
    """Before whose pond a stick lies across, and where."""
    spots: list[tuple[float, float] | None] = [None] * 4
    for one in sticks:
        x, y = one.x_mm / width, one.y_mm / width
        side = _sector(x, y)
        own_x, own_y = turned(x, y, side)
        off = (one.angle_deg - 90.0 * side) % 180.0
        across = abs(own_x) < 2.0 and -4.6 < own_y < -1.0 and (off < 25 or off > 155)
        if across and one.value in {None, 1000}:
            spots[seat_at[side]] = own_x, own_y
    first, second, third, fourth = (spot is not None for spot in spots)
    return (first, second, third, fourth), tuple(spots)


def _covered(seen: Observation, seat_at: dict[int, int]) -> tuple[bool, bool, bool, bool]:
    """Whose tiles a hand may hide."""
    hides = [False] * 4
    for polygon in seen.covered:
        corners = [*polygon]
        middle = (
            sum(x for x, _ in corners) / len(corners),
            sum(y for _, y in corners) / len(corners),
        )
        for x, y in (*corners, middle):
            if max(abs(x), abs(y)) > CONSOLE * seen.tile_width_mm:
                hides[seat_at[_sector(x, y)]] = True
    return hides[0], hides[1], hides[2], hides[3]
