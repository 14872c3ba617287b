"""A game becomes scenes: after each event that can be seen, where every tile and stick lies.

    for scene in scenes(record.events, seed=7):
        ...

The same game, seed and tile size give the same scenes; nothing here draws or looks at a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from table.core import events, incidents
from table.core.codec import event_mapping
from table.core.events import TableEvent
from table.core.state import EMPTY, TableState, apply
from table.core.wall import Break
from table.errors import IllegalActionError, UnfilmableRecordError
from table.film.following import Following
from table.film.habits import Habits, stray
from table.film.laying import Hands
from table.film.walls import Walls, lay_sticks, some_break
from vision.synthetic.film_scene import LyingStick, LyingTile, Passage, Scene, TileSize

_SHOWING = events.Hora | events.Ryukyoku | incidents.Reveal


def scenes(
    game: Sequence[TableEvent], *, seed: int = 0, size: TileSize | None = None,
    places: Sequence[str] = (),
) -> Iterator[Scene]:  # fmt: skip
    """The table after each event that can be seen, and between hands as it is cleared and dealt.

    ``places`` names the events in messages, as in "line 12". Raises UnfilmableRecordError for what
    cannot be, or where the game does not say what is to be seen.
    """
    story = _Story(seed, size or TileSize())
    for number, event in enumerate(game):
        following = game[number + 1] if number + 1 < len(game) else None
        try:
            yield from story.take(number, event, following)
        except (IllegalActionError, UnfilmableRecordError) as fault:
            place = places[number] if number < len(places) else f"event {number + 1}"
            raise UnfilmableRecordError(f"{place}: {fault}") from None


class _Story:
    """The game so far."""

    def __init__(self, seed: int, size: TileSize) -> None:
        self.seed, self.size = seed, size
        self.habits = [Habits.of(seed, seat) for seat in range(4)]
        self.state: TableState = EMPTY
        self.followed = Following(seed, self.habits)
        self.hands: list[Hands] = []
        self.walls: Walls | None = None
        self.counted = (0, 0)
        """Sticks of earlier hands, and counters."""
        self.number = 0

    def take(self, number: int, event: TableEvent, after: TableEvent | None) -> Iterator[Scene]:
        """The scenes of one event."""
        before, self.state = self.state, apply(self.state, event)
        told = event_mapping(event)
        if isinstance(event, events.StartGame):
            yield self.scene("clear", None, number, told, ())
        elif isinstance(event, events.StartKyoku):
            yield from self.start(number, event, told)
        elif isinstance(event, events.EndKyoku):
            self.walls = None
            yield self.scene("clear", None, number, told, ())
        elif self.walls is not None:
            if isinstance(event, events.Dahai) and self.followed.mend(event.actor):
                yield self.scene("mend", event.actor, None, None)
            self.followed.shared_win = _shares(event, after) or self.followed.shared_win
            if self.followed.follow(event, before):
                passage: Passage = "show" if isinstance(event, _SHOWING) else "play"
                yield self.scene(passage, getattr(event, "actor", None), number, told)
            if self.at_once(event) and self.followed.mend(self.of(event)):
                yield self.scene("mend", self.of(event), None, None)

    def start(
        self, number: int, event: events.StartKyoku, told: Mapping[str, Any]
    ) -> Iterator[Scene]:
        """The walls stand; then the hands are dealt."""
        self.followed.start(event)
        self.followed.shared_win = False
        self.counted = (event.kyotaku, event.honba)
        deal = self.followed.deal
        self.hands = [
            Hands(self.seed, deal, seat, self.size, self.habits[seat]) for seat in range(4)
        ]
        broken = self._told_break() or some_break(self.seed, deal)
        self.walls = Walls(self.seed, deal, self.size, broken, event.oya, self.habits)
        untouched = type(self.followed.wall)()
        yield self.scene("build", None, None, None, tuple(self.walls.lay(untouched)))
        yield self.scene("deal", None, number, told)

    def scene(
        self, passage: Passage, actor: int | None, number: int | None,
        told: Mapping[str, Any] | None, tiles: tuple[LyingTile, ...] | None = None,
    ) -> Scene:  # fmt: skip
        """The table as it is now."""
        pace = 1.0 if actor is None else self.habits[actor].pace
        scene = Scene(
            self.number, self.tiles() if tiles is None else tiles, self.sticks(), passage,
            None if actor is None else int(actor), told, number, int(self.state.oya), pace,
        )  # fmt: skip
        self.number += 1
        return scene

    def tiles(self) -> tuple[LyingTile, ...]:
        """Every tile: seat by seat its hand, pond and melds; then indicators and wall."""
        laid = [
            tile
            for hands, things in zip(self.hands, self.followed.seats, strict=True)
            for tile in hands.lay(things)
        ]
        return (*laid, *(self.walls.lay(self.followed.wall) if self.walls is not None else ()))

    def sticks(self) -> tuple[LyingStick, ...]:
        """Those of this hand's riichi, of earlier hands, and the counters."""
        if self.walls is None:
            return ()
        kept, counters = self.counted
        return lay_sticks(
            self.seed, self.size, self.followed.seats, int(self.state.oya), kept, counters
        )

    def at_once(self, event: TableEvent) -> bool:
        """Whether a careless discard is straightened at once; else before the next one."""
        if not isinstance(event, events.Dahai):
            return False
        return stray(self.seed, self.followed.deal, "mend", self.number).x > 0

    @staticmethod
    def of(event: TableEvent) -> int:
        """Who acts."""
        return int(getattr(event, "actor", 0))

    def _told_break(self) -> Break | None:
        """Where the record says that the wall was opened."""
        for event in reversed(self.state.setup):
            if isinstance(event, incidents.WallBreak):
                return Break(event.side.wind(self.state.oya), event.stacks)
        return None


def _shares(event: TableEvent, after: TableEvent | None) -> bool:
    """Whether a win is one of several on the same tile."""
    return (
        isinstance(event, events.Hora)
        and isinstance(after, events.Hora)
        and event.target == after.target
    )
