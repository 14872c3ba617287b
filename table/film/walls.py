"""Where the walls stand, what is turned in them, and where the point sticks lie."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from scoring.seats import Seat, Wind
from table.core import wall
from table.core.dice import counted
from table.core.wall import STACKS_A_SIDE, Break
from table.film.field import Field, on_table, turned
from table.film.habits import Habits, stray
from table.film.things import SeatThings, WallThings
from vision.synthetic.film_scene import LyingStick, LyingTile, TileSize
from vision.synthetic.table_layout import URA

DEAD_FROM = wall.TILES - wall.DEAD_TILES
APART_MM = 6.0
"""How far the dead wall is pushed from the live one."""
PILE = 8
"""Sticks that lie side by side; more are not to be seen."""
COUNTER, STICK = 100, 1000


def some_break(seed: int, deal: int) -> Break:
    """Where the dealer's two dice break the wall."""
    rng = Random(f"dice {seed} {deal}")
    total = rng.randint(1, 6) + rng.randint(1, 6)
    return Break(Wind(counted(Wind.EAST.value, total)), total)


class Walls:
    """The wall of one hand."""

    def __init__(
        self, seed: int, deal: int, size: TileSize, broken: Break, oya: Seat, habits: list[Habits]
    ) -> None:
        self.key, self.size, self.broken, self.oya = (seed, deal), size, broken, oya
        self.habits, self.field, self.dealt = habits, Field.of(size), False
        self._standing = lru_cache(maxsize=None)(self._tile)

    def lay(self, things: WallThings) -> list[LyingTile]:
        """All that still stands, the indicators turned in their places."""
        if self.dealt != bool(things.gone):
            self.dealt = bool(things.gone)
            self._standing.cache_clear()
        shown = {wall.indicator_tile(nth): nth for nth in range(len(things.indicators))}
        under = {wall.indicator_tile(nth, ura=True): nth for nth in range(len(things.ura))}
        tiles = []
        for number in range(wall.TILES):
            if number in shown:
                nth = shown[number]
                lifted = nth < len(things.ura)
                tiles.append(self._tile(number, things.indicators[nth], nth, lifted=lifted))
            elif number in under:
                nth = under[number]
                tiles.append(self._tile(number, things.ura[nth], URA + nth))
            elif number not in things.gone:
                tiles.append(self._standing(number))
        return tiles

    def _tile(
        self, number: int, label: str = "?", shown: int | None = None, *, lifted: bool = False
    ) -> LyingTile:
        """One tile; ``lifted``: an indicator laid beside the ura that was under it."""
        place, size = self.broken.place(number), self.size
        seat = Seat.of_wind(place.side, self.oya)
        chance, shove = stray(*self.key, "wall", number), stray(*self.key, "shove", seat)
        dead = number >= DEAD_FROM and place.side == self.broken.place(wall.TILES - 1).side
        dead = dead and self.dealt
        x = (STACKS_A_SIDE / 2 - place.stack + 0.5) * (size.width_mm + 0.2)
        x += 1.5 * shove.x - (APART_MM if dead else 0.0)
        aside = 0.0
        if lifted:
            aside = size.height_mm + 2
            aside = -aside if self.habits[seat].ura_in_front else aside
        x, y = turned(x, aside, 0.2 * shove.turn)
        y += 1.2 * shove.y - self.field.wall - size.height_mm / 2 + 0.25 * chance.y
        at_x, at_y = on_table(seat, x, y)
        turn = 0.25 * chance.turn + 0.2 * shove.turn
        return LyingTile(
            label, int(seat), "wall" if shown is None else "dora",
            number if shown is None else shown, round(at_x, 3), round(at_y, 3),
            round((90 + 90 * seat + turn) % 360, 3), shown is not None and label != "?",
            level=int(place.upper and not lifted), id=number,
        )  # fmt: skip


def lay_sticks(
    seed: int, size: TileSize, seats: list[SeatThings], oya: int, kyotaku: int, honba: int
) -> tuple[LyingStick, ...]:
    """Riichi sticks before their ponds; those of earlier hands and counters by the dealer."""
    begin = Field.of(size).pond
    far = 3 * size.width_mm + 45
    spots = [(seat, (0.0, 8 - begin), STICK) for seat, things in enumerate(seats) if things.stick]
    for count, x, value in ((kyotaku, far, STICK), (honba, -far, COUNTER)):
        spots += [(oya, (x, -begin - 4 - 8.0 * n), value) for n in range(min(count, PILE))]
    sticks = []
    for seat, (x, y), value in spots:
        chance = stray(seed, "stick", seat, value, round(x), round(y))
        at = on_table(seat, x + (4 if x == 0 else 1.5) * chance.x, y + 0.5 * chance.y)
        angle = (90 * seat + 1.7 * chance.turn) % 360
        sticks.append(LyingStick(seat, round(at[0], 3), round(at[1], 3), round(angle, 3), value))
    return tuple(sticks)
