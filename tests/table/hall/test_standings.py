"""Standings equal a recomputation from the journals, for random tournaments under each ruleset.

The recomputation shares nothing with the hall but the journals: it reads their files, folds each
game, and does the arithmetic of uma, oka, rounding and ties by itself.
"""

import json
import sqlite3
from collections import defaultdict
from datetime import UTC, datetime
from functools import cache
from random import Random

import pytest

from scoring.seats import Seat
from table.config import load_ruleset, ruleset_ids
from table.core.incidents import Penalty
from table.hall.event import book as books
from table.hall.event import players, rounds, settings
from table.hall.event.orders import orders_for
from table.hall.event.settings import EventSettings, Stage

NAMES = [f"P{number}" for number in range(8)]


@cache
def endings(rules):
    """Final scores that sum up as a game's do, some of them tied; made, not played."""
    dice = Random(rules)
    start = load_ruleset(rules).game.starting_points
    found = []
    for _ in range(24):
        moved = [100 * dice.randint(-150, 250) for _ in range(3)]
        scores = [start + one for one in moved]
        scores.append(4 * start - sum(scores))
        if dice.random() < 0.4:
            half = (scores[0] + scores[1]) // 200 * 100
            scores[0], scores[1] = half, scores[0] + scores[1] - half
        dice.shuffle(scores)
        found.append(tuple(scores))
    return found


def short_game(names, rules, scores, tenths):
    """A game of one hand that ends with these points."""
    from table.core.events import EndGame, EndKyoku, Ryukyoku
    from table.core.opening import open_game

    ruleset = load_ruleset(rules)
    start = ruleset.game.starting_points
    yield from open_game(tuple(names), ruleset)
    for seat, one in enumerate(tenths):
        if one:
            yield Penalty(Seat(seat), "obstruction", one)
    yield Ryukyoku(tuple(score - start for score in scores), (True,) * 4)
    yield EndKyoku()
    yield EndGame(tuple(scores))


def overall(scores, rules):
    """Overall thousandths by seat, from the ruleset's numbers alone."""
    game = load_ruleset(rules).game
    order = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    bonus = [1000 * one for one in game.uma]
    bonus[0] += game.oka
    total = {}
    for place, seat in enumerate(order):
        worth = [
            bonus[at]
            for at, other in enumerate(order)
            if (scores[other] == scores[seat] if game.ties == "share" else at == place)
        ]
        total[seat] = sum(worth) / len(worth)
    rounded = {}
    for seat in range(4):
        points, off = scores[seat], 0
        if game.final_rounding == "half_up":
            off = (points + 500) % 1000 - 500
        elif game.final_rounding == "half_down":
            off = points - -((500 - points) // 1000 * 1000)
        rounded[seat] = points - off
    left = sum(scores) - sum(rounded.values())
    for seat in range(4):
        total[seat] += rounded[seat] - game.return_points
    total[order[0]] += left
    return [total[seat] for seat in range(4)]


def from_journals(paths, rules):
    """Totals by name, from the files alone."""
    totals = defaultdict(float)
    for path in paths:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        names, tenths = [], [0, 0, 0, 0]
        for (body,) in connection.execute("SELECT body FROM entry ORDER BY seq"):
            event = json.loads(body)["event"]
            if event["type"] == "start_game":
                names, tenths = event["names"], [0, 0, 0, 0]
            elif event["type"] == "penalty":
                tenths[event["actor"]] += event["tenths"]
            elif event["type"] == "end_game":
                for seat, one in enumerate(overall(event["scores"], rules)):
                    totals[names[seat]] += one - 100 * tenths[seat]
        connection.close()
    return totals


@pytest.mark.parametrize("rules", ruleset_ids())
def test_standings_equal_a_recomputation_from_the_journals(
    rules, tables, database, intake, tmp_path
):
    dice = Random(f"tournament {rules}")
    now = datetime.now(UTC)
    with database.write() as connection:
        event = EventSettings(rules=rules, stages=(Stage(name="Main", rounds=4),))
        settings.write(connection, event, 0)
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
            made = short_game(order.facts["names"], rules, dice.choice(endings(rules)), tenths)
            table.play(list(made), client_id=order.id, together=50)
            assert not tables.take(intake, name, table.report(first)).refused
        with database.write() as connection:
            rounds.end(connection, books.load(connection), number, now)
    with database.read() as connection:
        book = books.load(connection)
        ranks = book.standings()
    expected = from_journals([table.path for table in virtual.values()], rules)
    assert {book.name(one.player): one.total for one in ranks} == pytest.approx(
        expected, abs=4
    )  # a rest that cannot be shared is less than a thousandth of a point each time
    assert [one.total for one in ranks] == sorted((one.total for one in ranks), reverse=True)
    for table in virtual.values():
        table.close()
