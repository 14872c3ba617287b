"""A whole table in play: where every tile and stick lies, in millimetres, as people put them down.

The table's middle is the origin, seat 0 sits towards -y, seat 1 towards +x. How askew a tile lies
depends on the seed, its seat, zone and place alone: it stays put while others come and go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from vision.synthetic.solids import Body, Floats, Placement, Pose, lay
from vision.synthetic.table_view import (
    DEAD,
    LIVE,
    SEATS,
    SIDE,
    STACKS,
    LaidMeld,
    SeatView,
    TableView,
    WallView,
)  # fmt: skip

Zone: TypeAlias = Literal["hand", "river", "meld", "dora", "wall", "stick"]
ZONES: tuple[Zone, ...] = ("hand", "river", "meld", "dora", "wall", "stick")
TURN = np.pi / 2
A_ROW = 6
"""Discards in a row of the river; the third row takes all the rest."""
STICK = (70.0, 6.0)
"""Length and width of a point stick."""

URA = 8
"""The place of the first ura indicator, in the zone of the dora."""
PILE = 8
"""Sticks that lie side by side; more are not to be seen."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table, and what it is there."""

    placement: Placement
    seat: int
    zone: Zone
    place: int
    """Its number within its zone: order of discard; left to right in a hand; in a meld 8 times the
    meld's number and left to right, 6 for an added tile; in the wall from the break on; an ura
    indicator's from URA on."""
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class LaidStick:
    """A point stick: its middle, direction, and whose it is."""

    at: tuple[float, float]
    yaw: float
    seat: int
    place: int
    counter: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """Distances from the table's middle, mm, that fit one size of tile."""

    console: float
    river: float
    """Where the rivers begin; between it and the console lie the riichi sticks."""
    wall: float
    hand: float
    edge: float
    """Where the rail begins."""

    @classmethod
    def of(cls, body: Body) -> Plan:
        """The plan of an automatic table for tiles of this body."""
        river = 3 * body.width + 14
        wall = max(SIDE / 2 * (body.width + 0.2) + 10, river + 3 * (body.height + 2.5) + 6)
        hand = wall + body.height + max(32, body.height + 8)
        return cls(
            3 * body.width - 4, river, wall, hand, hand + max(body.height, body.thickness) + 42
        )


@dataclass(frozen=True, slots=True)
class Care:
    """How carefully one seat puts its tiles: spreads in mm and radians, and its habits."""

    slip: float
    twist: float
    gap: float
    slant: float
    """How far its river leans as a whole, radians."""
    turn: float
    """The quarter turn it gives a sideways tile."""

    @classmethod
    def of(cls, seed: int, seat: int) -> Care:
        """The habits of a seat under a seed."""
        rng = np.random.default_rng((seed, seat, 97))
        slip, twist = rng.uniform(0.2, 1.1), rng.uniform(0.006, 0.035)
        turn = TURN if rng.random() < 0.75 else -TURN
        return cls(slip, twist, rng.uniform(0.2, 1.0), rng.normal(0, 0.012), turn)


@dataclass(frozen=True, slots=True)
class Askew:
    """How far one tile lies from where it should."""

    x: float
    y: float
    yaw: float
    gap: float


class Hands:
    """Puts down the tiles of one seat, in the seat's own axes: x to its right, y away from it."""

    def __init__(self, seed: int, seat: int, body: Body) -> None:
        self.seed, self.seat, self.body = seed, seat, body
        self.plan = Plan.of(body)
        self.care = Care.of(seed, seat)

    def askew(self, zone: Zone, place: int, care: float = 1.0) -> Askew:
        """What chance does to one tile; ``care`` scales it."""
        rng = np.random.default_rng((self.seed, self.seat, ZONES.index(zone), place))
        x, y, yaw, gap = rng.normal(0, care, 4).clip(-2.5 * care, 2.5 * care)
        return Askew(
            0.3 * self.care.slip * x, self.care.slip * y, self.care.twist * yaw,
            0.25 + self.care.gap * abs(gap),
        )  # fmt: skip

    def put(
        self, label: str, at: tuple[float, float], yaw: float, zone: Zone, place: int,
        pose: Pose = "up", level: int = 0, *, sideways: bool = False,
    ) -> Laid:  # fmt: skip
        """A tile at a place in the seat's axes, brought into the table's."""
        x, y = turned(at, self.seat * TURN)
        shown = "back" if pose == "down" else label
        placement = lay(shown, self.body, (x, y), yaw + self.seat * TURN, pose, level)
        return Laid(placement, self.seat, zone, place, sideways)

    def river(self, view: SeatView) -> list[Laid]:
        """Six a row, from left to right, rows towards the seat; the third takes the rest."""
        tiles: list[Laid] = []
        corner = np.array([-3.0 * self.body.width, -self.plan.river])
        pitch, x = self.body.height + 1 + 1.5 * self.care.slip, 0.0
        for place, tile in enumerate(view.river):
            row = min(place // A_ROW, 2)
            x = 0.0 if place in {A_ROW, 2 * A_ROW} else x
            askew = self.askew("river", place)
            sideways = tile.turned and not tile.taken
            wide = self.body.height if sideways else self.body.width
            deep = -row * pitch - self.body.height / 2
            stray = float(np.clip(askew.y, -0.7 * self.care.slip, 0.7 * self.care.slip))
            spot = np.array([x + wide / 2 + askew.x, deep + stray])
            x += wide + askew.gap
            if tile.taken:
                continue
            at = corner + turned((float(spot[0]), float(spot[1])), self.care.slant)
            yaw = askew.yaw + self.care.slant + (self.care.turn if sideways else 0.0)
            put = self.put(
                tile.label, (float(at[0]), float(at[1])), yaw, "river", place, sideways=sideways
            )
            tiles.append(put)
        return tiles

    def melds(self, view: SeatView) -> tuple[list[Laid], float]:
        """The sets from the right corner to the left, and where their left end is."""
        right = self.plan.edge - 14
        tiles: list[Laid] = []
        for number, meld in enumerate(view.melds):
            laid, right = self.meld(meld, number, right)
            tiles += laid
            right -= 2.0 + 4 * self.askew("meld", 8 * number + 7).gap
        return tiles, right

    def meld(self, meld: LaidMeld, number: int, right: float) -> tuple[list[Laid], float]:
        """One set whose right end is at ``right``, its lower edges in line, and its left end."""
        body, x = self.body, right
        foot = -(self.plan.hand + body.height)
        tiles: list[Laid] = []
        for index in reversed(range(len(meld.labels))):
            askew = self.askew("meld", 8 * number + index, 0.6)
            sideways = index == meld.turned
            wide, tall = (body.height, body.width) if sideways else (body.width, body.height)
            at = (x - wide / 2, foot + tall / 2 + 0.6 * askew.y)
            yaw = askew.yaw + (self.care.turn if sideways else 0.0)
            pose: Pose = "down" if index in meld.down else "up"
            place = 8 * number + index
            tiles.append(
                self.put(meld.labels[index], at, yaw, "meld", place, pose, sideways=sideways)
            )
            if sideways and meld.added is not None:
                tiles.append(self.added(meld.added, meld.stacked, 8 * number + 6, at))
            x -= wide + askew.gap * 0.6
        return sorted(tiles, key=lambda tile: tile.place), x

    def added(self, label: str, stacked: bool, place: int, at: tuple[float, float]) -> Laid:
        """The tile of an added kan, beyond the turned one or on it."""
        askew = self.askew("meld", place, 0.6)
        beyond = 0.0 if stacked else self.body.width + 0.5 + askew.gap
        spot = (at[0] + askew.x, at[1] + beyond)
        yaw = askew.yaw + self.care.turn
        return self.put(label, spot, yaw, "meld", place, level=int(stacked), sideways=True)

    def hand(self, view: SeatView, limit: float) -> list[Laid]:
        """The row, in the middle or as far left as the melds (from ``limit`` on) push it."""
        hand, body = view.hand, self.body
        gap = 0.25 + 0.3 * self.care.gap
        length = len(hand.labels) * (body.width + gap)
        x = min(-length / 2, limit - 16 - length - 16 - body.width)
        deep = body.thickness if hand.pose == "standing" else body.height
        tiles = []
        for place, label in enumerate(hand.tiles):
            askew = self.askew("hand", place, 0.5)
            if place == len(hand.labels):
                x += 9 + 3 * askew.gap
            at = (x + body.width / 2, -self.plan.hand - deep / 2 + askew.y)
            tiles.append(self.put(label, at, 0.7 * askew.yaw, "hand", place, hand.pose))
            x += body.width + gap
        return tiles


def turned(at: tuple[float, float], angle: float) -> tuple[float, float]:
    """A point turned counter-clockwise about the origin."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    return c * at[0] - s * at[1], s * at[0] + c * at[1]


@dataclass(frozen=True, slots=True)
class WallTile:
    """A tile of the wall that is still there: its number from the break on, and its stack."""

    number: int
    stack: int
    level: int
    label: str = "back"
    shown: int | None = None
    """Which dora indicator it is; ura count from URA on."""


def standing_wall(wall: WallView) -> list[WallTile]:
    """What is left, from the break on; an indicator whose ura is shown lies in its place."""
    left = [
        WallTile(number, (wall.first + number // 2) % STACKS, 1 - number % 2)
        for number in range(wall.drawn, LIVE)
    ]
    for number in reversed(range(wall.replaced, 2 * DEAD)):
        back, level = 1 + number // 2, 1 - number % 2
        nth = back - 3
        tile = WallTile(2 * (STACKS - back) + number % 2, (wall.first - back) % STACKS, level)
        if 0 <= nth < len(wall.ura):
            label, shown = (wall.indicators[nth], nth) if level else (wall.ura[nth], URA + nth)
            tile = replace(tile, level=0, label=label, shown=shown)
        elif level and 0 <= nth < len(wall.indicators):
            tile = replace(tile, label=wall.indicators[nth], shown=nth)
        left.append(tile)
    return left


def lay_wall(seed: int, body: Body, wall: WallView) -> list[Laid]:
    """The walls, two high, each pushed a little askew; the dead wall a finger apart."""
    plan, pitch, tiles = Plan.of(body), body.width + 0.2, []
    shoves = [np.random.default_rng((seed, seat, 98)).normal(0, 1, 3) for seat in range(SEATS)]
    hands = [Hands(seed, seat, body) for seat in range(SEATS)]
    whole = wall.first % SIDE >= DEAD and wall.drawn >= 2
    for tile in standing_wall(wall):
        seat, nth = -(tile.stack // SIDE) % SEATS, tile.stack % SIDE
        shove = shoves[seat].clip(-2, 2)
        dead = (wall.first - 1 - tile.stack) % STACKS < DEAD
        ura = tile.shown is not None and tile.shown >= URA
        askew = hands[seat].askew("wall", 2 * nth + (0 if ura else tile.level), 0.25)
        x = (SIDE / 2 - nth - 0.5) * pitch - (9 if whole and dead else 0) + 1.5 * shove[0]
        at = turned((x, -body.height - 2 if ura else 0.0), 0.004 * shove[1])
        at = (at[0], at[1] - plan.wall - body.height / 2 + 1.5 * shove[2] + askew.y)
        pose: Pose = "down" if tile.shown is None else "up"
        zone: Zone = "wall" if tile.shown is None else "dora"
        place = tile.number if tile.shown is None else tile.shown
        yaw = askew.yaw + 0.004 * shove[1]
        tiles.append(hands[seat].put(tile.label, at, yaw, zone, place, pose, tile.level))
    return sorted(tiles, key=lambda laid: (laid.zone, laid.place))


def lay_sticks(seed: int, body: Body, view: TableView) -> tuple[LaidStick, ...]:
    """Riichi sticks before their rivers; those of earlier hands and counters by the dealer."""
    plan = Plan.of(body)
    spots: list[tuple[int, tuple[float, float], bool]] = [
        (seat, (0.0, -(plan.river - 8)), False)
        for seat, seen in enumerate(view.seats)
        if seen.riichi
    ]
    far = 3 * body.width + 50
    for count, x, counter in ((view.sticks, far, False), (view.counters, -far, True)):
        spots += [
            (view.dealer, (x, -plan.river - 4 - 8.0 * n), counter) for n in range(min(count, PILE))
        ]
    sticks = []
    for place, (seat, at, counter) in enumerate(spots):
        x, y, yaw = np.random.default_rng((seed, seat, 99, abs(int(at[1])))).normal(0, 1, 3)
        spot = turned((at[0] + 4 * x, at[1] + 0.5 * y), seat * TURN)
        sticks.append(LaidStick(spot, seat * TURN + 0.03 * yaw, seat, place, counter))
    return tuple(sticks)


def lay_table(view: TableView, body: Body, seed: int) -> tuple[Laid, ...]:
    """Every tile: seat by seat its hand, river and melds; then indicators and wall."""
    tiles: list[Laid] = []
    for seat, seen in enumerate(view.seats):
        hands = Hands(seed, seat, body)
        melds, limit = hands.melds(seen)
        tiles += [*hands.hand(seen, limit), *hands.river(seen), *melds]
    if view.wall is not None:
        tiles += lay_wall(seed, body, view.wall)
    return tuple(tiles)


def outline(plan: Plan) -> Floats:
    """The table's corners on its plane, shape (4, 3), clockwise from seat 0's far left."""
    e = plan.edge
    return np.array([[-e, e, 0.0], [e, e, 0.0], [e, -e, 0.0], [-e, -e, 0.0]])
