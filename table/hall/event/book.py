"""The whole event as it stands in the database, as plain values, and what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, select

from table.core.penalties import DISQUALIFIED
from table.errors import UnknownEventError
from table.hall.data import schema
from table.hall.event import ranking, settings
from table.hall.event.clock import Clock, ClockState
from table.hall.event.ranking import Entry, Field, Fine, Rank, Seated
from table.hall.event.settings import EventSettings
from table.hall.games import Game

ORDER = "hall:round:"
"""How the id of an order begins that seats a round."""
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays."""

    id: int
    name: str
    team: str
    substitute: bool
    withdrawn: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A place in a round."""

    player: int
    substitute: int | None


@dataclass(frozen=True, slots=True)
class RoundBook:
    """One round."""

    number: int
    stage: int
    clock: Clock
    words: str
    """What the draw reached."""
    seats: Mapping[str, tuple[Seat, ...]]
    """By table, each the four seats."""
    extra: Mapping[str, int]
    """Extra seconds by table."""


@dataclass(frozen=True, slots=True)
class Book:
    """The event."""

    settings: EventSettings
    players: Mapping[int, Player]
    rounds: Sequence[RoundBook]
    games: Mapping[str, Sequence[Game]]
    """By table, in their order."""
    by_hand: Mapping[tuple[int, str], Mapping[str, Any]]
    fines: Sequence[Fine]
    struck: Mapping[int, str]
    """Who was disqualified by the hall, and by which clause."""

    @property
    def current(self) -> RoundBook | None:
        """The round that was started last, or else the first that is drawn."""
        started = [one for one in self.rounds if one.clock.started_at is not None]
        return started[-1] if started else next(iter(self.rounds), None)

    @property
    def ahead(self) -> RoundBook | None:
        """The round that is played, or else the next that is drawn."""
        open_ = (one for one in self.rounds if one.clock.state is not ClockState.ENDED)
        return next(open_, None)

    def round(self, number: int) -> RoundBook | None:
        """A round by its number."""
        return next((one for one in self.rounds if one.number == number), None)

    def seated(self) -> list[Seated]:
        """Every table of every round, each with its game."""
        return [
            self.table_of(one, table)
            for one in self.rounds
            for table in sorted(one.seats, key=natural)
        ]

    def table_of(self, one: RoundBook, table: str) -> Seated:
        """A table of a round with its game, the seats in the game's order."""
        given = self.by_hand.get((one.number, table))
        if given is None:
            return self._played(one, table)
        seats = one.seats[table]
        written = hand_written(given, self.settings.rules, self._names(seats))
        return self._seated(one, table, seats, written, by_hand=True)

    def stray(self, one: RoundBook, table: str) -> Game | None:
        """The game of a table in this round with other names than the seating's."""
        if (one.number, table) in self.by_hand or self._game(one, table) is not None:
            return None
        games = self.games.get(table, ())
        found = [game for game in self._of_round(one, games) if game.hands]
        if self.current is one:
            found += [game for game in reversed(games) if not game.over and game.hands]
        return found[0] if found else None

    def matched(self, one: RoundBook, table: str, game: Game) -> tuple[Seat, ...] | None:
        """The seats in the order of the game's names; None where somebody else plays.

        In a game that the hall ordered, a substitute has the seat that the others leave: he was
        named for it, and somebody else since.
        """
        seats = one.seats[table]
        found = [next((s for s in seats if name in self._known(s)), None) for name in game.names]
        left = [seat for seat in seats if seat not in found]
        others = [at for at, seat in enumerate(found) if seat is None]
        if len(left) != len(others):
            return None
        entered = {player.name for player in self.players.values() if player.substitute}
        for at in others:
            seat = left[0] if len(others) == 1 else seats[at]
            if not _sent(one, game) or game.names[at] not in entered or seat not in left:
                return None
            found[at] = seat
        return tuple(seat for seat in found if seat is not None)

    def results(self) -> list[Entry]:
        """What every game brought everybody."""
        rules = self.settings.ruleset.game
        return [entry for one in self.seated() for entry in ranking.entries(one, rules)]

    def disqualified(self) -> dict[int, str]:
        """Who is ranked no more, and by which ruling: of the hall, or at a table."""
        found: dict[int, str] = {}
        for one in self.rounds:
            for table in sorted(one.seats, key=natural):
                found |= self._ruled_out(self._played(one, table))
        return {**found, **self.struck}

    def field(self) -> Field:
        """Who can be ranked."""
        ranked = [one for one in self.players.values() if not one.substitute]
        over = [one.stage for one in self.rounds if one.clock.state is ClockState.ENDED]
        return Field(
            players=tuple(one.id for one in ranked),
            withdrawn=frozenset(one.id for one in ranked if one.withdrawn is not None),
            teams={one.id: one.team for one in ranked if one.team},
            disqualified=self.disqualified(),
            seated=self._by_stage(),
            reached=max(over, default=0),
        )

    def standings(self) -> list[Rank]:
        """The standings now."""
        return ranking.rank(self.field(), self.results(), self.fines, self.settings)

    def teams(self) -> list[tuple[int, str, int]]:
        """Place, team and total of each team."""
        return ranking.team_totals(self.field(), self.results(), self.fines)

    def name(self, player: int) -> str:
        """A player's name."""
        return self.players[player].name

    def _played(self, one: RoundBook, table: str) -> Seated:
        """A table by its journal, whatever was entered by hand."""
        found = self._game(one, table)
        game, seats = found if found is not None else (None, one.seats[table])
        return self._seated(one, table, seats, game)

    def _seated(
        self,
        one: RoundBook,
        table: str,
        seats: Sequence[Seat],
        game: Game | None,
        *,
        by_hand: bool = False,
    ) -> Seated:
        four = (seats[0].player, seats[1].player, seats[2].player, seats[3].player)
        out = frozenset(
            at
            for at, seat in enumerate(seats)
            if seat.substitute is not None
            or self.players[seat.player].substitute
            or (game is not None and game.names[at] != self.name(seat.player))
        )
        return Seated(one.number, table, four, out, game, by_hand=by_hand)

    def _by_stage(self) -> dict[int, frozenset[int]]:
        found: dict[int, set[int]] = {}
        for one in self.rounds:
            here = found.setdefault(one.stage, set())
            here |= {seat.player for four in one.seats.values() for seat in four}
        return {stage: frozenset(here) for stage, here in found.items()}

    def _ruled_out(self, one: Seated) -> dict[int, str]:
        """Who is disqualified by a ruling in this game."""
        if one.game is None:
            return {}
        found = {}
        known = one.game.struck  # an earlier program knew no names, and one before it no clauses
        clauses = (*one.game.clauses, *[""] * len(one.players))
        for place, (at, clause) in enumerate(zip(one.game.unranked, clauses, strict=False)):
            player = one.players[at]
            if known[place] == self.name(player) if known else at not in one.substituted:
                found[player] = (
                    f"{clause}, ruling at table {one.table}, round {one.round}"
                    if clause
                    else f"ruling at table {one.table}, round {one.round}"
                )
        return found

    def _game(self, one: RoundBook, table: str) -> tuple[Game, tuple[Seat, ...]] | None:
        """The game of a round at a table, with the seats in the game's order."""
        for game in self._of_round(one, self.games.get(table, ())):
            seats = self.matched(one, table, game)
            if seats is not None:
                return game, seats
        return None

    def _of_round(self, one: RoundBook, games: Sequence[Game]) -> list[Game]:
        """A table's games that may be this round's: first those ordered for it, newest first."""
        sent = [game for game in games if _sent(one, game)]
        free = [game for game in games if not game.order_id.startswith(ORDER)]
        return [*reversed(sent), *self._of_time(one, free)]

    def _of_time(self, one: RoundBook, games: Sequence[Game]) -> list[Game]:
        """Games that nobody ordered, those begun in this round's time first, the newest first."""
        start = one.clock.started_at
        later = self.round(one.number + 1)
        end = later.clock.started_at if later is not None else None
        if start is None:
            return []
        return [
            game
            for game in reversed(games)
            if game.began is not None and start <= game.began and (end is None or game.began < end)
        ]

    def _known(self, seat: Seat) -> set[str]:
        names = {self.name(seat.player)}
        return names | ({self.name(seat.substitute)} if seat.substitute is not None else set())

    def _names(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        return tuple(self.name(seat.substitute or seat.player) for seat in seats)


def load(connection: Connection) -> Book:
    """Read everything."""
    event = settings.read(connection)
    minutes = event.minutes if event.minutes is not None else event.ruleset.timing.minutes
    standing = schema.ruling.c.cancelled_at.is_(None)
    rulings = connection.execute(select(schema.ruling).where(standing)).all()
    return Book(
        settings=event,
        players=_players(connection),
        rounds=_rounds(connection, minutes),
        games=_games(connection),
        by_hand={
            (row.round, row.table_name): row.facts
            for row in connection.execute(select(schema.result))
        },
        fines=[Fine(row.round or 1, row.player, row.tenths) for row in rulings],
        struck={row.player: row.clause for row in rulings if DISQUALIFIED in row.cost.split("+")},
    )


def hand_written(facts: Mapping[str, Any], rules: str, names: tuple[str, ...]) -> Game:
    """A result that a person entered, as a game that is over."""
    return Game(
        start_seq=0,
        order_id="",
        at="",
        names=names,
        rules=rules,
        scores=tuple(facts["scores"]),
        kyotaku=0,
        riichi_bet=1000,
        tenths=tuple(facts["tenths"]),
        unranked=(),
        hands=1,
        over=True,
    )


def _players(connection: Connection) -> dict[int, Player]:
    rows = connection.execute(select(schema.player).order_by(schema.player.c.id))
    return {row.id: Player(**row._mapping) for row in rows}  # noqa: SLF001 - its public name


def _rounds(connection: Connection, minutes: int) -> list[RoundBook]:
    seats: dict[int, dict[str, list[Seat]]] = {}
    seat = schema.seat
    for row in connection.execute(select(seat).order_by(seat.c.round, seat.c.seat)):
        tables = seats.setdefault(row.round, {})
        tables.setdefault(row.table_name, []).append(Seat(row.player, row.substitute))
    extra: dict[int, dict[str, int]] = {}
    for row in connection.execute(select(schema.extra_time)):
        extra.setdefault(row.round, {})[row.table_name] = row.seconds
    return [
        RoundBook(
            number=row.number,
            stage=row.stage,
            clock=Clock(
                minutes if row.minutes is None else row.minutes,
                _time(row.started_at),
                _time(row.paused_at),
                row.paused_s,
                _time(row.ended_at),
            ),
            words=row.draw["words"],
            seats={name: tuple(four) for name, four in seats.get(row.number, {}).items()},
            extra=extra.get(row.number, {}),
        )
        for row in connection.execute(select(schema.round_).order_by(schema.round_.c.number))
    ]


def _games(connection: Connection) -> dict[str, list[Game]]:
    games: dict[str, list[Game]] = {}
    rows = connection.execute(select(schema.game.c.table_name, schema.game.c.facts))
    for table, facts in rows:
        games.setdefault(table, []).append(Game.from_facts(facts))
    for one in games.values():
        one.sort(key=lambda game: (game.began or _NEVER, game.start_seq))
    return games


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _sent(one: RoundBook, game: Game) -> bool:
    """Whether the hall ordered the game for this round."""
    return game.order_id.startswith(f"{ORDER}{one.number}:")


def natural(name: str) -> tuple[int, str]:
    """Sorts tables as people do: A2 before A10."""
    digits = "".join(letter for letter in name if letter.isdecimal())
    return int(digits or 0), name


def round_of(book: Book, number: int) -> RoundBook:
    """A round that is drawn. Raises UnknownEventError."""
    one = book.round(number)
    if one is None:
        raise UnknownEventError(f"round {number}: expected one that is drawn")
    return one
