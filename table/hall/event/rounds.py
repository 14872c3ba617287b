"""Drawing rounds, substitutes in them, and their clock."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from sqlalchemy import Connection, delete, update

from table.errors import EventError, UnknownEventError
from table.hall.data import schema
from table.hall.event import draw as drawing
from table.hall.event import ranking
from table.hall.event.book import Book, RoundBook, round_of
from table.hall.event.clock import Clock, ClockState
from table.hall.event.draw import Drawn, Past
from table.hall.event.ranking import Rank

MOST_EXTRA_S = 3600


def draw(
    connection: Connection, book: Book, seed: int, tables: Sequence[str], at: datetime
) -> list[int]:
    """Draw the next rounds: all of a balanced stage, one of a ranked stage; their numbers.

    `tables` are their names in order; where there are too few, numbers go on. Raises EventError.
    """
    event = book.settings
    first = len(book.rounds) + 1
    stage = event.stage_of(first)
    ahead = event.stages[stage]
    opens = first == event.first_round(stage)
    if (stage and opens) or ahead.seating == "ranked":
        _need_whole(book, first)
    players = _who_plays(book, stage, first, opens=opens)
    past = _past(book)
    random = Random(f"{seed}:{first}")
    if ahead.seating == "ranked":
        made = drawing.ranked(players, random, past)
    else:
        left = event.first_round(stage) + ahead.rounds - first
        teams = {one: book.players[one].team for one in players}
        made = drawing.draw(players, left, random, teams=teams, past=past)
    names = _table_names(tables, len(players) // 4)
    numbers = [first + place for place in range(len(made.rounds))]
    for number, fours in zip(numbers, made.rounds, strict=True):
        _write(connection, number, stage, seed, made, at)
        rows = [
            {"round": number, "table_name": name, "seat": seat, "player": player}
            for name, four in zip(names, fours, strict=True)
            for seat, player in enumerate(four)
        ]
        connection.execute(schema.seat.insert(), rows)
    return numbers


def undraw(connection: Connection, book: Book) -> list[int]:
    """Take back every round that has not started. Raises EventError where there is none."""
    open_ = [one.number for one in book.rounds if one.clock.state is ClockState.WAITING]
    if not open_:
        raise EventError("no round is drawn that has not started: expected one")
    for table in (schema.seat, schema.extra_time, schema.result):
        connection.execute(delete(table).where(table.c.round.in_(open_)))
    connection.execute(delete(schema.round_).where(schema.round_.c.number.in_(open_)))
    return open_


def substitute(
    connection: Connection, book: Book, player: int, other: int | None, first_round: int
) -> list[int]:
    """Let somebody else play for a player from a round on, or (None) no more; the rounds.

    Raises EventError for a substitute who sits elsewhere in these rounds, or is no substitute.
    """
    if player not in book.players:
        raise UnknownEventError(f"player {player}: expected one who is entered")
    if other is not None:
        known = book.players.get(other)
        if known is None or not known.substitute:
            who = other if known is None else repr(known.name)
            raise EventError(
                f"substitute {who}: expected somebody who is entered as a substitute, for who is"
                " ranked cannot play for another"
            )
    changed = []
    for one in book.rounds:
        if one.number < first_round or one.clock.state is ClockState.ENDED:
            continue
        where = next(
            (
                (name, at)
                for name, four in one.seats.items()
                for at, seat in enumerate(four)
                if seat.player == player
            ),
            None,
        )
        if where is None:
            continue
        if other is not None:
            _need_free(book, one, other)
        connection.execute(
            update(schema.seat)
            .where(
                schema.seat.c.round == one.number,
                schema.seat.c.table_name == where[0],
                schema.seat.c.seat == where[1],
            )
            .values(substitute=other)
        )
        changed.append(one.number)
    if not changed:
        raise EventError(
            f"player {book.name(player)!r}: sits in no round from {first_round} on that is not over"
        )
    return changed


def attention(book: Book) -> list[str]:
    """What somebody has to decide before play goes on, in words."""
    found = []
    for player, ruling in book.disqualified().items():
        sits = _sits(book, player, 1)
        if sits:
            found.append(
                f"player {book.name(player)!r}: disqualified ({ruling}), sits in {sits}; let a"
                " substitute take the seat"
            )
    for one in book.players.values():
        sits = _sits(book, one.id, one.withdrawn) if one.withdrawn is not None else ""
        if sits:
            found.append(
                f"player {one.name!r}: withdrawn from round {one.withdrawn}, sits in {sits}; let a"
                " substitute take the seat"
            )
    return found


def _sits(book: Book, player: int, first: int) -> str:
    """Where a player is to play himself from a round on, in rounds that are not over."""
    return ", ".join(
        f"round {one.number} table {name}"
        for one in book.rounds
        if one.number >= first and one.clock.state is not ClockState.ENDED
        for name, four in one.seats.items()
        for seat in four
        if seat.player == player and seat.substitute is None
    )


def start(connection: Connection, book: Book, number: int, at: datetime) -> None:
    """The start signal. Raises EventError where another round is still played."""
    one = round_of(book, number)
    if one.clock.state is not ClockState.WAITING:
        raise EventError(f"round {number}: {one.clock.state.value}, expected one that waits")
    for other in book.rounds:
        if other.number < number and other.clock.state is not ClockState.ENDED:
            raise EventError(
                f"round {number}: round {other.number} is {other.clock.state.value}, expected it"
                " to be ended first"
            )
    _set(connection, number, started_at=at.isoformat())


def pause(connection: Connection, book: Book, number: int, at: datetime) -> None:
    """Stop the clock for everybody. Raises EventError."""
    one = round_of(book, number)
    if one.clock.state is not ClockState.RUNNING:
        raise EventError(f"round {number}: {one.clock.state.value}, expected a running one")
    _set(connection, number, paused_at=at.isoformat())


def resume(connection: Connection, book: Book, number: int, at: datetime) -> None:
    """Let the clock go on. Raises EventError."""
    clock = round_of(book, number).clock
    if clock.state is not ClockState.PAUSED or clock.paused_at is None:
        raise EventError(f"round {number}: {clock.state.value}, expected a paused one")
    _set(connection, number, paused_at=None, paused_s=_stood(clock, at))


def end(
    connection: Connection, book: Book, number: int, at: datetime, *, anyway: bool = False
) -> None:
    """Close a round. Raises EventError naming the tables without a result, unless `anyway`."""
    one = round_of(book, number)
    if one.clock.state in {ClockState.WAITING, ClockState.ENDED}:
        raise EventError(f"round {number}: {one.clock.state.value}, expected a started one")
    missing = unfinished(book, one)
    if missing and not anyway:
        raise EventError(
            f"round {number}: no final result of {', '.join(missing)}; let them finish, enter their"
            " results by hand, or end the round anyway"
        )
    stood = _stood(one.clock, at)
    _set(connection, number, ended_at=at.isoformat(), paused_at=None, paused_s=stood)


def give_time(connection: Connection, book: Book, number: int, table: str, seconds: int) -> int:
    """Move one table's gong; its extra seconds in all. Raises EventError."""
    one = round_of(book, number)
    if table not in one.seats:
        raise UnknownEventError(f"table {table!r}: does not play in round {number}")
    total = one.extra.get(table, 0) + seconds
    if not 0 <= total <= MOST_EXTRA_S:
        raise EventError(f"extra time {total} s: expected 0 to {MOST_EXTRA_S}")
    at = (schema.extra_time.c.round == number, schema.extra_time.c.table_name == table)
    connection.execute(delete(schema.extra_time).where(*at))
    row = {"round": number, "table_name": table, "seconds": total}
    connection.execute(schema.extra_time.insert().values(row))
    return total


def clock_set(connection: Connection, book: Book, seconds: int) -> bool:
    """Keep what rounds have played though the time of day jumps; whether one is played."""
    found = False
    for one in book.rounds:
        clock = one.clock
        if clock.state not in {ClockState.RUNNING, ClockState.PAUSED}:
            continue
        stopped = clock.paused_at and (clock.paused_at + timedelta(seconds=seconds)).isoformat()
        _set(connection, one.number, paused_s=clock.paused_s + seconds, paused_at=stopped)
        found = True
    return found


def unfinished(book: Book, one: RoundBook) -> list[str]:
    """The tables of a round without a final result."""
    found = [book.table_of(one, table) for table in one.seats]
    return sorted(made.table for made in found if made.game is None or not made.game.over)


def _stood(clock: Clock, at: datetime) -> int:
    """Seconds of all pauses until now, a running one included."""
    if clock.paused_at is None:
        return clock.paused_s
    return clock.paused_s + max(0, round((at - clock.paused_at).total_seconds()))


def _set(connection: Connection, number: int, **values: object) -> None:
    connection.execute(
        update(schema.round_).where(schema.round_.c.number == number).values(**values)
    )


def _write(
    connection: Connection, number: int, stage: int, seed: int, made: Drawn, at: datetime
) -> None:
    facts = {"words": made.words(), "repeats": made.repeats, "winds": list(made.winds)}
    row = {
        "number": number,
        "stage": stage,
        "drawn_at": at.isoformat(),
        "seed": seed,
        "draw": facts,
        "paused_s": 0,
    }
    connection.execute(schema.round_.insert().values(row))


def _need_whole(book: Book, first: int) -> None:
    """Who goes on, or sits where, is only known when the rounds before are over."""
    open_ = [one.number for one in book.rounds if one.clock.state is not ClockState.ENDED]
    if open_:
        raise EventError(
            f"round {first}: seated by standings, expected round {open_[0]} to be over"
        )


def _who_plays(book: Book, stage: int, first: int, *, opens: bool) -> list[int]:
    """The players of a stage in the order of the standings, or as they were entered."""
    out = book.disqualified()
    there = {
        one.id
        for one in book.players.values()
        if (one.withdrawn is None or one.withdrawn > first) and one.id not in out
    }
    if not stage and book.settings.stages[0].seating == "balanced":
        reached = list(book.field().players)
    else:
        ranks = [one for one in book.standings() if not one.disqualified]
        if stage and opens:
            ranks = _go_on(book, [one for one in ranks if one.stage == stage - 1], stage)
        elif stage:
            ranks = [one for one in ranks if one.stage == stage]
        reached = [one.player for one in ranks]
    order = [one for one in reached if one in there]
    substitutes = [one for one in book.players if one in there and book.players[one].substitute]
    return order + substitutes[: -len(order) % 4]


def _go_on(book: Book, before: list[Rank], stage: int) -> list[Rank]:
    """Who goes on to a stage. Raises EventError where the standings do not say it."""
    limit = book.settings.stages[stage].cut
    if limit is None:
        return before
    best = ranking.qualified(before, limit)
    if len(best) < limit:
        raise EventError(f"cut {limit}: only {len(best)} can go on, expected {limit}")
    if len(best) > limit:
        tied = [book.name(one.player) for one in best if one.place == best[-1].place]
        raise EventError(
            f"cut {limit}: {', '.join(tied)} share place {best[-1].place}, expected who goes on to"
            " be sure; agree on a further tie-break, or withdraw who does not"
        )
    return best


def _past(book: Book) -> Past:
    """Who has met whom, and sat where, by the seatings."""
    rounds = [
        [[seat.player for seat in four] for four in one.seats.values()] for one in book.rounds
    ]
    seats: dict[tuple[int, int], int] = {}
    for one in rounds:
        for four in one:
            for at, player in enumerate(four):
                seats[player, at] = seats.get((player, at), 0) + 1
    return Past(drawing.meetings(rounds), seats)


def _need_free(book: Book, one: RoundBook, other: int) -> None:
    for name, four in one.seats.items():
        if any(other in {seat.player, seat.substitute} for seat in four):
            raise EventError(
                f"substitute {book.name(other)!r}: sits at table {name} in round {one.number},"
                " expected a free one"
            )


def _table_names(tables: Sequence[str], count: int) -> list[str]:
    names = list(tables[:count])
    number = 1
    while len(names) < count:
        if str(number) not in names:
            names.append(str(number))
        number += 1
    return names
