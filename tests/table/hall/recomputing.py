"""Overall scores made again from journals' files, by arithmetic that the hall does not share."""

import json
import sqlite3
from functools import cache
from random import Random

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import EndGame, EndKyoku, Ryukyoku
from table.core.incidents import Penalty
from table.core.opening import open_game


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
    """What each player's game of each round came to, from the files alone: (round, name) by total.

    The round is in the id of the order that began the game.
    """
    found = {}
    for path in paths:
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        names, tenths, number = [], [0, 0, 0, 0], 0
        for (body,) in connection.execute("SELECT body FROM entry ORDER BY seq"):
            entry = json.loads(body)
            event = entry["event"]
            if event["type"] == "start_game":
                names, tenths = event["names"], [0, 0, 0, 0]
                number = int(entry["client_id"].split(":")[2])
            elif event["type"] == "penalty":
                tenths[event["actor"]] += event["tenths"]
            elif event["type"] == "end_game":
                for seat, one in enumerate(overall(event["scores"], rules)):
                    found[number, names[seat]] = one - 100 * tenths[seat]
        connection.close()
    return found
