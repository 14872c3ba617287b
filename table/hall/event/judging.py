"""Rulings of the hall by the ruleset's clauses, results entered by hand, the referees' queue."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, update

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.fouls import Foul, Price, price
from table.errors import EventError, UnknownEventError
from table.hall.data import schema
from table.hall.event.book import Book


def rule(
    connection: Connection,
    book: Book,
    *,
    player: int,
    foul: str,
    minutes: int = 0,
    decision: str = "",
    reason: str = "",
    ruled_by: str,
    at: datetime,
) -> dict[str, Any]:
    """What a foul costs by the rules, taken from the overall score; lateness by its minutes.

    Raises EventError for a foul that has to be settled at the table, as chombo in points there.
    """
    if player not in book.players:
        raise UnknownEventError(f"player {player}: expected one who is entered")
    ruleset = book.settings.ruleset
    asked = Foul(foul, Seat.FIRST, count=minutes, ruling=decision, reason=reason, ruled_by=ruled_by)
    cost = price(asked, ruleset)
    tenths = _tenths(foul, cost, ruleset)
    counts = book.ahead or book.current
    row = {
        "at": at.isoformat(),
        "round": counts.number if counts else None,
        "player": player,
        "foul": foul,
        "minutes": minutes,
        "cost": cost.cost,
        "tenths": tenths,
        "clause": cost.clause,
        "reason": reason[:500],
        "ruled_by": ruled_by[:60],
    }
    key = connection.execute(schema.ruling.insert().values(row)).inserted_primary_key
    return {**row, "id": key[0] if key else 0, "substitute": cost.substitute}


def _tenths(foul: str, cost: Price, ruleset: Ruleset) -> int:
    """What the hall takes off. Raises EventError for what only the table can settle."""
    tenths = cost.tenths
    if cost.cost == "chombo":
        if ruleset.fouls.chombo == "table":
            raise EventError(
                f"{foul}: chombo is paid at the table under {ruleset.name} ({cost.clause});"
                " expected the ruling there, so that the record has it"
            )
        tenths = 10 * ruleset.fouls.chombo_points
    elif cost.cost in {"referee", ""}:
        raise EventError(
            f"{foul}: the rules leave it to a referee ({cost.clause}); expected a decision, as"
            " `5 points` or `warning`"
        )
    elif not tenths and cost.cost not in {"none", "warning", "corrected", "disqualified"}:
        raise EventError(
            f"{foul}: costs {cost.cost} ({cost.clause}); expected the ruling at the table"
        )
    return tenths


def cancel(connection: Connection, number: int, reason: str, at: datetime) -> None:
    """Take a ruling back. Raises UnknownEventError where it does not stand."""
    done = connection.execute(
        update(schema.ruling)
        .where(schema.ruling.c.id == number, schema.ruling.c.cancelled_at.is_(None))
        .values(cancelled_at=at.isoformat(), cancelled_why=reason[:500])
    )
    if not done.rowcount:
        raise UnknownEventError(f"ruling {number}: does not stand, expected one that does")


def enter_result(
    connection: Connection,
    book: Book,
    *,
    number: int,
    table: str,
    scores: tuple[int, ...],
    tenths: tuple[int, ...],
    entered_by: str,
    reason: str,
    at: datetime,
) -> None:
    """A result from a score sheet, in the order of the seating. Raises EventError.

    It stands instead of what the table's journal says, which stays.
    """
    one = book.round(number)
    if one is None or table not in one.seats:
        raise UnknownEventError(f"round {number}, table {table!r}: expected one that is drawn")
    rules = book.settings.ruleset.game
    total = 4 * rules.starting_points
    lost = total - sum(scores)
    if rules.leftover_sticks == "leader" and lost:
        raise EventError(f"scores {list(scores)}: {sum(scores)} in all, expected {total}")
    more = lost < 0 and rules.excess_from_first  # what was counted too much goes off the first
    if not more and (lost < 0 or lost % 1000):
        raise EventError(
            f"scores {list(scores)}: {sum(scores)} in all, expected {total} less whole riichi"
            " sticks left on the table"
        )
    if any(score % 100 for score in scores):
        raise EventError(f"scores {list(scores)}: expected whole hundreds")
    connection.execute(
        schema.result.delete().where(
            schema.result.c.round == number, schema.result.c.table_name == table
        )
    )
    row = {
        "round": number,
        "table_name": table,
        "facts": {"scores": list(scores), "tenths": list(tenths)},
        "entered_by": entered_by[:60],
        "reason": reason[:500],
        "at": at.isoformat(),
    }
    connection.execute(schema.result.insert().values(row))


def drop_result(connection: Connection, number: int, table: str) -> None:
    """Believe the table's journal again. Raises UnknownEventError."""
    done = connection.execute(
        schema.result.delete().where(
            schema.result.c.round == number, schema.result.c.table_name == table
        )
    )
    if not done.rowcount:
        raise UnknownEventError(f"round {number}, table {table!r}: no result was entered by hand")


def rulings(connection: Connection) -> list[dict[str, Any]]:
    """All rulings of the hall, the newest first."""
    rows = connection.execute(select(schema.ruling).order_by(schema.ruling.c.id.desc()))
    return [dict(row._mapping) for row in rows]  # noqa: SLF001 - its public name


def call(
    connection: Connection, table: str, seat: int | None, what: str, at: datetime, origin: str
) -> int:
    """Somebody asks for a referee at a table."""
    row = {
        "at": at.isoformat(),
        "table_name": table,
        "seat": seat,
        "what": what[:200] or "a player asks for a referee",
        "origin": origin,
    }
    key = connection.execute(schema.referee_call.insert().values(row)).inserted_primary_key
    return key[0] if key else 0


def take_call(connection: Connection, number: int, referee: str, at: datetime) -> None:
    """A referee goes there. Raises EventError where another one does."""
    row = _call(connection, number)
    if row.closed_at is not None or (row.taken_by and row.taken_by != referee):
        by = row.taken_by or "somebody"
        raise EventError(f"call {number}: {by} has it already, expected an open one")
    _set(connection, number, taken_by=referee[:60], taken_at=at.isoformat())


def close_call(connection: Connection, number: int, outcome: str, at: datetime) -> None:
    """It is settled. Raises UnknownEventError, EventError where it was settled otherwise."""
    row = _call(connection, number)
    if row.closed_at is not None:
        if row.outcome == outcome[:500]:
            return
        raise EventError(
            f"call {number}: it is closed with {row.outcome!r}, expected an open one; what is said"
            " there stays"
        )
    _set(connection, number, closed_at=at.isoformat(), outcome=outcome[:500])


def queue(connection: Connection, *, closed: bool = False) -> list[dict[str, Any]]:
    """The calls that wait, the oldest first; or those that are closed, the newest first."""
    called = schema.referee_call
    asked = select(called).where(
        called.c.closed_at.is_not(None) if closed else called.c.closed_at.is_(None)
    )
    asked = asked.order_by(called.c.id.desc()).limit(100) if closed else asked.order_by(called.c.id)
    return [dict(row._mapping) for row in connection.execute(asked)]  # noqa: SLF001 - public


def _call(connection: Connection, number: int) -> Any:
    row = connection.execute(
        select(schema.referee_call).where(schema.referee_call.c.id == number)
    ).first()
    if row is None:
        raise UnknownEventError(f"call {number}: expected one in the queue")
    return row


def _set(connection: Connection, number: int, **values: object) -> None:
    connection.execute(
        update(schema.referee_call).where(schema.referee_call.c.id == number).values(**values)
    )
