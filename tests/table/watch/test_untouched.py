"""What seemed to be dealt while the walls were built, and is gone untouched, was no hand."""

from dataclasses import replace

from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import StartKyoku
from table.watch.faces import certain
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

HAND_MM = -345.0
SECOND = 1_000_000_000


def test_pale_backs_that_were_taken_for_an_indicator_and_a_shown_hand_are_no_hand(first_hand):
    game, looks = first_hand
    walls = next(look.sightings for scene, look in looks if scene.passage == "build")
    (haku,) = certain((Tile.parse("5z"),))
    turned = next(one for _, look in looks for one in look.sightings if one.face_up)
    row = [
        replace(turned, track=20_000 + at, x_mm=26.0 * (at - 6), y_mm=HAND_MM, angle_deg=90.0,
                probabilities=haku)
        for at in range(12)
    ]  # fmt: skip
    false = [replace(turned, track=30_000, probabilities=haku), *row]
    watcher = Watcher(load_ruleset("mleague"))
    first_ns = looks[0][1].captured_ns - 10 * SECOND
    for number in range(6):
        seen = (walls, (*walls, false[0]), (*walls, *false))[min(number, 2)]
        watcher.see(replace(looks[0][1], captured_ns=first_ns + number * SECOND, sightings=seen))
    assert any(isinstance(one, StartKyoku) for one in watcher.events)
    for _, look in looks:
        watcher.see(look)
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds, card.wrong
    assert not watcher.questions
