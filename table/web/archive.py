"""The archive: the games of the journal, hand by hand and step by step, and their exports."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from scoring.ruleset import Ruleset
from table.core.events import StartGame, StartKyoku, TableEvent, Tsumo
from table.core.state import TableState, apply, fold
from table.errors import UnknownThingError
from table.formats.convert import Converted, convert
from table.formats.hands import Game, Row, game_of
from table.formats.record import MJAI, Record
from table.formats.results import Line, lines_of, standing_of
from table.session import Session
from table.web.editor import Written, event_view, stands
from table.web.playback import play_view
from table.web.readback import shown_event
from table.web.sight import SIGHT, Sight
from table.web.views.base import wind_letter
from table.web.views.records import (
    ExportFormat,
    GameSummaryView,
    GameView,
    HandRowView,
    StepsView,
    StepView,
    WinLineView,
)
from table.web.views.table import StandingView


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the journal."""

    number: int
    written: tuple[Written, ...]
    game: Game
    ruleset: Ruleset

    @property
    def events(self) -> list[TableEvent]:
        """What happened, in order."""
        return [one.event for one in self.written]

    @property
    def deals(self) -> list[int]:
        """Where each hand begins."""
        return [
            place for place, one in enumerate(self.written) if isinstance(one.event, StartKyoku)
        ]


class Archive:
    """What one table's pages ask about games."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: tuple[int, tuple[Played, ...]] = (-1, ())

    def games(self) -> tuple[Played, ...]:
        """Every game that stands, oldest first."""
        seq = self._session.snapshot.seq
        if self._known[0] != seq:
            self._known = (seq, tuple(self._read()))
        return self._known[1]

    def list(self) -> "list[GameSummaryView]":
        """Every game, the newest first."""
        return [_summary(one) for one in reversed(self.games())]

    def game(self, number: int) -> GameView:
        """One game, hand by hand. Raises UnknownThingError."""
        played = self._find(number)
        rows = played.game.rows
        found = standing_of(played.game, played.ruleset) if played.game.over else None
        start = rows[0].start.scores if rows else _points(played)
        return GameView(
            **dict(_summary(played)),
            start=list(start),
            rows=[_row_view(place, row, played) for place, row in enumerate(rows)],
            standings=None
            if found is None
            else [
                StandingView(
                    seat=one.seat,
                    place=one.place,
                    points=one.points,
                    uma=one.uma / 1000,
                    score=one.score / 1000,
                    penalty=one.penalty / 1000,
                    total=one.total / 1000,
                    ranked=one.ranked,
                )
                for one in found
            ],
            open_hand=len(played.deals) > len(rows),
        )

    def steps(self, number: int, hand: int) -> StepsView:
        """One hand's events. Raises UnknownThingError."""
        played = self._find(number)
        begin, end = self._hand(played, hand)
        state = fold(one.event for one in played.written[:begin])
        views = []
        with _open_book(played):
            for one in played.written[begin:end]:
                views.append(event_view(one, state, played.ruleset))
                state = apply(state, one.event)
        return StepsView(game=number, hand=hand, film=_film(played.written[begin:end]),
                         events=views)  # fmt: skip

    def step(self, number: int, hand: int, step: int) -> StepView:
        """The table after one step of a hand. Raises UnknownThingError."""
        played = self._find(number)
        begin, end = self._hand(played, hand)
        if not 0 <= step < end - begin:
            raise UnknownThingError(f"step {step}: expected 0-{end - begin - 1} of this hand")
        state = fold(one.event for one in played.written[: begin + step + 1])
        with _open_book(played):
            return _step_view(step, state, played.written[begin + step].event, played.ruleset)

    def export(self, number: int, target: ExportFormat) -> Converted:
        """A game in a format. Raises UnknownThingError, ExportRefusedError."""
        played = self._find(number)
        events = tuple(_visible(event, played) for event in played.events)
        places = tuple(f"entry {one.entry.seq}" for one in played.written)
        return convert(Record(MJAI, events, places), target, ruleset=played.ruleset)

    def _find(self, number: int) -> Played:
        games = self.games()
        if not 0 <= number < len(games):
            raise UnknownThingError(f"game {number}: expected one of the {len(games)} that stand")
        return games[number]

    @staticmethod
    def _hand(played: Played, hand: int) -> tuple[int, int]:
        deals = played.deals
        if not 0 <= hand < len(deals):
            raise UnknownThingError(f"hand {hand}: expected one of the {len(deals)} of this game")
        return deals[hand], deals[hand + 1] if hand + 1 < len(deals) else len(played.written)

    def _read(self) -> Iterator[Played]:
        written = stands(self._session)
        starts = [place for place, one in enumerate(written) if isinstance(one.event, StartGame)]
        for number, begin in enumerate(starts):
            end = starts[number + 1] if number + 1 < len(starts) else len(written)
            part = tuple(written[begin:end])
            game = game_of(one.event for one in part)
            yield Played(number, part, game, self._session.ruleset(game.start.rules))


@contextmanager
def _open_book(played: Played) -> Iterator[None]:
    """A game that is over hides nothing."""
    before = SIGHT.set(Sight.ALL if played.game.over else SIGHT.get())
    try:
        yield
    finally:
        SIGHT.reset(before)


def _visible(event: TableEvent, played: Played) -> TableEvent:
    """The event as whoever asks may have it, in a game that is not over."""
    if played.game.over or SIGHT.get() is Sight.ALL:
        return event
    if isinstance(event, Tsumo):
        return Tsumo(event.actor, None)
    if isinstance(event, StartKyoku):
        return replace(event, tehais=tuple((None,) * len(hand) for hand in event.tehais))
    return event


def _summary(played: Played) -> GameSummaryView:
    game = played.game
    return GameSummaryView(
        game=played.number,
        names=list(game.start.names),
        ruleset=played.ruleset.name,
        began=played.written[0].entry.at,
        hands=len(game.rows),
        over=game.over,
        points=list(game.final or _points(played)),
    )


def _points(played: Played) -> Sequence[int]:
    """The points at the first deal."""
    deals = (one.event for one in played.written if isinstance(one.event, StartKyoku))
    first = next(deals, None)
    return (0, 0, 0, 0) if not isinstance(first, StartKyoku) else first.scores


def _row_view(place: int, row: Row, played: Played) -> HandRowView:
    begin = played.deals[place]
    following = played.written[begin + 1 : begin + 3]
    return HandRowView(
        hand=place,
        bakaze=wind_letter(row.start.bakaze),
        kyoku=row.start.kyoku,
        honba=row.start.honba,
        oya=row.start.oya,
        riichi=list(row.riichi),
        lines=[_line_view(line) for line in lines_of(row)],
        change=list(row.change),
        points=list(row.scores),
        kyotaku=row.kyotaku,
        void=row.void,
        watched=any(isinstance(one.event, Tsumo) for one in following),
    )


def _line_view(line: Line) -> WinLineView:
    kinds: dict[str, Any] = {"ron": "ron", "tsumo": "tsumo", "chombo": "chombo"}
    return WinLineView(
        kind=kinds.get(line.kind, "draw"),
        words=line.text,
        winner=line.winner,
        loser=line.loser,
        han=line.han,
        fu=line.fu,
        points=line.points,
        yaku=list(line.yaku),
        tenpai=None if line.tenpai is None else list(line.tenpai),
    )


def _film(written: Sequence[Written]) -> str:
    """The film that the hand's events name."""
    for one in written:
        film = (one.entry.evidence or {}).get("film")
        if isinstance(film, str):
            return film
    return ""


def _step_view(step: int, state: TableState, event: TableEvent, ruleset: Ruleset) -> StepView:
    return StepView(
        step=step,
        event=shown_event(event),
        bakaze=wind_letter(state.bakaze),
        kyoku=state.kyoku,
        honba=state.honba,
        kyotaku=state.kyotaku,
        oya=state.oya,
        names=list(state.names),
        points=list(state.scores),
        play=play_view(state, ruleset),
    )
