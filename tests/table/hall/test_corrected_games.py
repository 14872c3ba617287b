"""A game that is put right while later ones are played: the hall has it, and each of the others."""

import pytest
from sqlalchemy import select

from scoring.seats import Seat
from table.core.events import Correction, Undo
from table.core.incidents import Gong, Penalty
from table.hall.data import schema
from table.hall.games import Game
from table.hall.intake import Intake
from table.journal.store import Draft

FINE = Penalty(Seat(0), "late", 50, "WRR-7.2-LATE", "Rui", "")


@pytest.fixture
def games(database):
    """The games as the database has them, by their time."""

    def games():
        with database.read() as connection:
            rows = [Game.from_facts(one) for one in connection.scalars(select(schema.game.c.facts))]
        return sorted(rows, key=lambda one: one.at)

    return games


@pytest.fixture
def three(table, tables, intake):
    """Three games of three orders, the last still played."""
    for number, end in ((1, None), (2, None), (3, 100)):
        events = tables.game(number, names=tuple(f"{name}{number}" for name in "ABCD"))[:end]
        table.play(events, client_id=f"hall:round:{number}:0", together=50)
    send(tables, intake, table, 1)


def send(tables, hall, table, first):
    for start in range(first, table.journal.seq + 1, 200):
        assert not tables.take(hall, "A1", table.report(start, 200)).refused


def replaced(table, number):
    """Write the commit again with a fine before its last event."""
    (old,) = [commit for commit in table.journal.commits if commit.number == number]
    events = [*old.events[:-1], FINE, old.events[-1]]
    return table.journal.append([Draft(one) for one in events], source="person", supersedes=number)


def last_commit(table, game):
    """The number of the commit with the end of a game, counted from 0."""
    ends = [one for one in table.journal.commits if type(one.events[-1]).__name__ == "EndGame"]
    return ends[game].number


def carried(table, number):
    """Write a correction of a game's last commit, which carries all that follows it."""
    after = [commit for commit in table.journal.commits if commit.number >= number]
    events = [event for commit in after for event in commit.events]
    end = after[0].events[-1]
    at = events.index(end)
    events[at:at] = [FINE]
    drafts = [Draft(one) for one in (Correction("forgotten", "Rui"), *events)]
    return table.journal.append(drafts, source="person", client_id="page", supersedes=number)


def test_an_earlier_game_that_is_put_right_is_written(
    three, table, tables, intake, games, database
):
    before = games()
    first = table.journal.seq + 1
    replaced(table, last_commit(table, 0))
    send(tables, intake, table, first)
    assert [one.tenths for one in games()] == [(50, 0, 0, 0), (0,) * 4, (0,) * 4]
    assert games()[1:] == before[1:]
    assert list(intake.seen("A1").games) == games()
    assert list(Intake(database, "0.1.0").seen("A1").games) == games()


@pytest.mark.parametrize("restarted", [False, True])
def test_a_correction_that_carries_later_games_leaves_each_its_round(
    three, table, tables, intake, games, database, restarted
):
    before = games()
    first = table.journal.seq + 1
    commit = carried(table, last_commit(table, 0))
    send(tables, intake, table, first)
    kept = [(one.order_id, one.at, one.names, one.scores, one.hands, one.over) for one in before]
    assert [
        (one.order_id, one.at, one.names, one.scores, one.hands, one.over) for one in games()
    ] == kept
    assert [one.tenths[0] for one in games()] == [50, 0, 0]
    hall = Intake(database, "0.1.0") if restarted else intake
    assert list(hall.seen("A1").games) == games()
    first = table.journal.seq + 1
    table.play([Gong()])
    send(tables, hall, table, first)
    assert hall.kept("A1").follower.state.gong is not None
    assert len(games()) == 3
    first = table.journal.seq + 1
    table.journal.append([Draft(Undo())], source="person", supersedes=commit.number)
    send(tables, hall, table, first)
    assert games()[:2] == before[:2]


def test_games_that_were_known_stay_where_the_entries_make_none(
    three, table, tables, intake, games
):
    before = games()
    first = table.journal.seq + 1
    wrong = [Draft(Correction("forgotten", "Rui")), Draft(tables.game()[-1])]
    table.journal.append(wrong, source="person", supersedes=1)
    send(tables, intake, table, first)
    tables.take(intake, "A1", table.report(table.journal.seq + 1))
    assert "do not make a game" in intake.notices.open("A1")[0]["words"]
    assert games() == before
