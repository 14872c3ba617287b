"""Standings equal a recomputation from the journals, for random tournaments under each ruleset.

The recomputation shares nothing with the hall but the journals: it reads their files, folds each
game, and does the arithmetic of uma, oka, rounding and ties by itself.
"""

from collections import defaultdict
from datetime import UTC, datetime
from random import Random

import pytest

from table.config import ruleset_ids
from table.hall.event import book as books
from table.hall.event import players, rounds, settings
from table.hall.event.orders import orders_for
from table.hall.event.settings import EventSettings, Stage
from table.hall.web import views

NAMES = [f"P{number}" for number in range(8)]


@pytest.mark.parametrize("rules", ruleset_ids())
def test_standings_equal_a_recomputation_from_the_journals(
    rules, tables, recomputing, database, intake, tmp_path
):
    dice = Random(f"tournament {rules}")
    now = datetime.now(UTC)
    with database.write() as connection:
        event = EventSettings(rules=rules, stages=(Stage(name="Main", rounds=4),))
        settings.write(connection, event, ())
        players.add(connection, [(name, "") for name in NAMES])
        rounds.draw(connection, books.load(connection), 7, ("A1", "A2"), now)
    virtual = {name: tables.VirtualTable(tmp_path / name, name) for name in ("A1", "A2")}
    for number in range(1, 5):
        with database.write() as connection:
            rounds.start(connection, books.load(connection), number, now)
        for name, table in virtual.items():
            with database.read() as connection:
                book = books.load(connection)
            order = orders_for(book, name, intake.kept(name), now)[1]
            tenths = [200 if dice.random() < 0.1 else 0 for _ in range(4)]
            first = table.journal.seq + 1
            made = recomputing.short_game(
                order.facts["names"], rules, dice.choice(recomputing.endings(rules)), tenths
            )
            table.play(list(made), client_id=order.id, together=50)
            assert not tables.take(intake, name, table.report(first)).refused
        with database.write() as connection:
            rounds.end(connection, books.load(connection), number, now)
    with database.read() as connection:
        book = books.load(connection)
        ranks = book.standings()
    expected = defaultdict(float)
    found = recomputing.from_journals([table.path for table in virtual.values()], rules)
    for (_, name), total in found.items():
        expected[name] += total
    assert {book.name(one.player): one.total for one in ranks} == pytest.approx(
        expected, abs=4
    )  # a rest that cannot be shared is less than a thousandth of a point each time
    assert [one.total for one in ranks] == sorted((one.total for one in ranks), reverse=True)
    for table in virtual.values():
        table.close()


@pytest.mark.parametrize("sign", "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH COMMERCIAL AT}")
def test_a_name_is_no_formula_in_a_table_of_standings(sign):
    rows = [[1, f"{sign}1", -12.5]]
    assert views.csv(("place", "name", "total"), rows).splitlines()[1] == f"1,'{sign}1,-12.5"
