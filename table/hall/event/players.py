"""Entering players, with their teams; withdrawing them; substitutes who fill a table."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, func, or_, select, update

from table.core.naming import alike, person_name
from table.errors import EventError, UnknownEventError
from table.hall.data import schema
from table.hall.event.book import Player

MOST_PLAYERS = 4000


def add(
    connection: Connection, names: Sequence[tuple[str, str]], *, substitute: bool = False
) -> list[Player]:
    """Enter players by name and team. Raises EventError naming who is entered twice."""
    player = schema.player
    known = {alike(name): name for (name,) in connection.execute(select(player.c.name)).all()}
    if len(known) + len(names) > MOST_PLAYERS:
        raise EventError(f"{len(known) + len(names)} players: expected at most {MOST_PLAYERS}")
    added = []
    for given, team in names:
        name = _named(given)
        twice = known.get(alike(name))
        if twice is not None:
            raise EventError(
                f"player {name!r}: entered already as {twice!r}; if they are two people, add what"
                " tells them apart, as a city or a number"
            )
        known[alike(name)] = name
        row: dict[str, Any] = {
            "name": name,
            "team": _team(team),
            "substitute": substitute,
            "withdrawn": None,
            "reason": "",
        }
        done = connection.execute(player.insert().values(row))
        key = done.inserted_primary_key
        added.append(Player(id=0 if key is None else int(key[0]), **row))
    return added


def get(connection: Connection, number: int) -> Player:
    """A player by id. Raises UnknownEventError."""
    row = connection.execute(select(schema.player).where(schema.player.c.id == number)).first()
    if row is None:
        raise UnknownEventError(f"player {number}: expected one who is entered")
    return Player(**row._mapping)  # noqa: SLF001 - its public name


def change(connection: Connection, number: int, name: str, team: str) -> Player:
    """Put a name or a team right. Raises EventError once the player's games are played."""
    before = get(connection, number)
    name = _named(name)
    if name != before.name:
        sits = or_(schema.seat.c.player == number, schema.seat.c.substitute == number)
        used = connection.execute(
            select(func.count()).select_from(schema.seat).where(sits)
        ).scalar_one()
        if used:
            raise EventError(
                f"player {before.name!r}: is drawn into rounds; the tables know the old name,"
                " expected none to change now"
            )
        others = connection.execute(
            select(schema.player.c.name).where(schema.player.c.id != number)
        )
        if alike(name) in {alike(one) for (one,) in others}:
            raise EventError(f"player {name!r}: entered already, expected another name")
    connection.execute(
        update(schema.player)
        .where(schema.player.c.id == number)
        .values(name=name, team=_team(team))
    )
    return get(connection, number)


def remove(connection: Connection, number: int) -> None:
    """Take out somebody who was entered by mistake. Raises EventError once drawn."""
    player = get(connection, number)
    for column in (schema.seat.c.player, schema.seat.c.substitute, schema.ruling.c.player):
        used = connection.execute(
            select(func.count()).select_from(column.table).where(column == number)
        ).scalar_one()
        if used:
            raise EventError(
                f"player {player.name!r}: is drawn into rounds or ruled on; expected to withdraw"
            )
    connection.execute(schema.player.delete().where(schema.player.c.id == number))


def withdraw(connection: Connection, number: int, first_round: int, reason: str) -> Player:
    """The player plays no more from this round on. What was played stays.

    Raises EventError for a player who still sits in a drawn round from then on: a substitute has to
    take the seat first.
    """
    player = get(connection, number)
    if player.withdrawn is not None:
        raise EventError(f"player {player.name!r}: withdrawn already from round {player.withdrawn}")
    sitting = connection.execute(
        select(schema.seat.c.round, schema.seat.c.table_name)
        .where(
            schema.seat.c.player == number,
            schema.seat.c.substitute.is_(None),
            schema.seat.c.round >= first_round,
        )
        .order_by(schema.seat.c.round)
    ).all()
    if sitting:
        where = ", ".join(f"round {row.round} table {row.table_name}" for row in sitting[:6])
        raise EventError(
            f"player {player.name!r}: sits in {where}; name a substitute for them,"
            " so that nobody plays at three"
        )
    connection.execute(
        update(schema.player)
        .where(schema.player.c.id == number)
        .values(withdrawn=first_round, reason=reason[:200])
    )
    return get(connection, number)


def fill(connection: Connection, out: Collection[int]) -> list[Player]:
    """Enter the substitutes who lack to make the players a multiple of four.

    `out` are disqualified; substitutes who stand by are counted first.
    """
    player = schema.player.c
    rows = connection.execute(
        select(player.id, player.substitute).where(player.withdrawn.is_(None))
    )
    there = [row.substitute for row in rows if row.id not in out]
    lacking = max(0, -there.count(False) % 4 - there.count(True))
    taken = {alike(name) for (name,) in connection.execute(select(player.name))}
    names: list[tuple[str, str]] = []
    number = 1
    while len(names) < lacking:
        name = f"Substitute {number}"
        number += 1
        if alike(name) not in taken:
            names.append((name, ""))
    return add(connection, names, substitute=True)


def _named(given: str) -> str:
    """A name as it is kept. Raises EventError for one that nobody could read."""
    try:
        return person_name(given)
    except ValueError as fault:
        raise EventError(str(fault)) from None


def _team(given: str) -> str:
    """A team's name as it is kept, by the same rule; none is "". Raises EventError."""
    return _named(given) if given.split() else ""
