"""Where a seat's tiles lie: its hand, pond and melds in table millimetres."""

from __future__ import annotations

from typing import NamedTuple

from table.film.field import A_ROW, Field, on_table, turned
from table.film.habits import Habits, Stray, stray
from table.film.things import Piece, Row, SeatThings
from vision.synthetic.film_scene import LyingTile, TileSize
from vision.synthetic.table_layout import Zone

ADDED = 6
"""The place of an added tile within its meld."""
A_MELD = 8


class Pose(NamedTuple):
    """How a tile lies, besides where."""

    face_up: bool = True
    standing: bool = False
    sideways: bool = False
    level: int = 0


UP = Pose()
DOWN = Pose(face_up=False)
STANDING = Pose(face_up=False, standing=True)
SIDEWAYS = Pose(sideways=True)


class Hands:
    """Puts down the tiles of one seat, by its habits."""

    def __init__(self, seed: int, deal: int, seat: int, size: TileSize, habits: Habits) -> None:
        self.key, self.seat, self.size, self.habits = (seed, deal, seat), seat, size, habits
        self.field = Field.of(size)
        self._lying: tuple[object, ...] | None = None
        self._laid: list[LyingTile] = []

    def lay(self, things: SeatThings) -> list[LyingTile]:
        """Everything before this seat: hand, pond, melds."""
        lying = (tuple(things.held), len(things.row), things.pose, *things.pond, *things.melds)
        if lying != self._lying:
            melds, left = self.melds(things.melds)
            self._lying = lying
            self._laid = [*self.hand(things, left), *self.pond(things), *melds]
        return self._laid

    def stray(self, zone: str, place: int) -> Stray:
        """What chance does to the tile of this place."""
        return stray(*self.key, zone, place)

    def put(
        self, piece: Piece, at: tuple[float, float], turn: float, zone: Zone, place: int,
        pose: Pose = UP,
    ) -> LyingTile:  # fmt: skip
        """A tile at a place of the seat's own axes, ``turn`` degrees from upright before it."""
        x, y = on_table(self.seat, *at)
        return LyingTile(
            piece.label, self.seat, zone, place, round(x, 3), round(y, 3),
            round((90 + 90 * self.seat + turn) % 360, 3), pose.face_up, pose.standing,
            pose.sideways, pose.level, piece.id,
        )  # fmt: skip

    def pond(self, things: SeatThings) -> list[LyingTile]:
        """Six a row, from left to right, rows towards the seat; the third takes the rest."""
        size, habits, tiles = self.size, self.habits, []
        pitch, x = size.height_mm + 1 + 1.5 * habits.slip_mm, 0.0
        for place, slot in enumerate(things.pond):
            row = min(place // A_ROW, 2)
            x = 0.0 if place in {A_ROW, 2 * A_ROW} else x
            chance = self.stray("pond", slot.number)
            wide = size.height_mm if slot.turned else size.width_mm
            across = max(-0.7, min(0.7, chance.y)) * habits.slip_mm
            spot_x = x + wide / 2 + 0.3 * habits.slip_mm * chance.x
            spot_y = -row * pitch - size.height_mm / 2 + across
            x += wide + 0.25 + habits.gap_mm * chance.gap
            if slot.taken:
                continue
            turn = habits.twist_deg * chance.turn + (habits.turn_deg if slot.turned else 0.0)
            if slot.askew:
                spot_x += 3.5 + 0.8 * chance.x
                spot_y -= 1.5 + 0.6 * abs(chance.y)
                turn += 9 + 2 * chance.turn if chance.x > 0 else -9 + 2 * chance.turn
            at_x, at_y = turned(spot_x, spot_y, habits.slant_deg)
            at = (at_x - 3 * size.width_mm, at_y - self.field.pond)
            pose = SIDEWAYS if slot.turned else UP
            tiles.append(self.put(slot.piece, at, turn + habits.slant_deg, "river", place, pose))
        return tiles

    def melds(self, rows: list[Row]) -> tuple[list[LyingTile], float]:
        """The sets from the right corner to the left, and where their left end is."""
        right, tiles = self.field.edge - 14, []
        for number, row in enumerate(rows):
            laid, right = self.meld(row, number, right)
            tiles += laid
            right -= 2.0 + 4 * self.stray("meld end", number).gap
        return tiles, right

    def meld(self, row: Row, number: int, right: float) -> tuple[list[LyingTile], float]:
        """One set whose right end is at ``right``, its lower edges in line, and its left end."""
        size, x, tiles = self.size, right, []
        foot = -(self.field.hand + size.height_mm)
        slip, twist = 0.6 * self.habits.slip_mm, 0.6 * self.habits.twist_deg
        for index in reversed(range(len(row.pieces))):
            place = A_MELD * number + index
            chance, sideways = self.stray("meld", place), index == row.turned
            wide, tall = (
                (size.height_mm, size.width_mm) if sideways else (size.width_mm, size.height_mm)
            )
            at = (x - wide / 2, foot + tall / 2 + 0.6 * slip * chance.y)
            turn = twist * chance.turn + (self.habits.turn_deg if sideways else 0.0)
            pose = SIDEWAYS if sideways else DOWN if index in row.down else UP
            tiles.append(self.put(row.pieces[index], at, turn, "meld", place, pose))
            if sideways and row.added is not None:
                tiles.append(self.added(row.added, A_MELD * number + ADDED, at))
            x -= wide + 0.15 + 0.6 * self.habits.gap_mm * chance.gap
        return sorted(tiles, key=lambda tile: tile.place), x

    def added(self, piece: Piece, place: int, at: tuple[float, float]) -> LyingTile:
        """The tile of an added kan, beyond the turned one or on it."""
        chance, stacked = self.stray("meld", place), self.habits.stacks_added
        beyond = 0.0 if stacked else self.size.width_mm + 0.4 + 0.5 * chance.gap
        spot = (at[0] + 0.4 * self.habits.slip_mm * chance.x, at[1] + beyond)
        turn = 0.6 * self.habits.twist_deg * chance.turn + self.habits.turn_deg
        return self.put(piece, spot, turn, "meld", place, Pose(sideways=True, level=int(stacked)))

    def hand(self, things: SeatThings, limit: float) -> list[LyingTile]:
        """The row, in the middle or as far left as the melds (from ``limit`` on) push it."""
        size, standing, tiles = self.size, things.pose == "standing", []
        pitch = size.width_mm + 0.25 + 0.3 * self.habits.gap_mm
        length = pitch * len(things.row)
        x = min(-length / 2, limit - 32 - length - size.width_mm)
        deep = size.thickness_mm if standing else size.height_mm
        pose = {"standing": STANDING, "up": UP, "down": DOWN}[things.pose]
        for place, piece in enumerate(things.held):
            chance = self.stray("hand", place)
            if place == len(things.row):
                x += 9 + 2 * chance.gap
            at = (
                x + size.width_mm / 2,
                -self.field.hand - deep / 2 + 0.4 * self.habits.slip_mm * chance.y,
            )
            turn = 0.3 * self.habits.twist_deg * chance.turn
            tiles.append(self.put(piece, at, turn, "hand", place, pose))
            x += pitch
        return tiles
