"""What looks like faces beside the table is no hand that is shown."""

from dataclasses import replace

import pytest

from table.watch.faces import FACES, certain
from table.watch.scorecard import compare
from table.watch.watcher import Watcher
from vision.observation import Sighting

ASTRAY = ((-16.5, 12.1), (-15.5, 11.0), (-14.4, 10.9), (-14.4, 9.8))
"""Of a score sheet, in widths: four faces, no more than two of them in line."""

IN_LINE = ((-17.0, 2.6), (-17.3, 1.7), (-17.5, 0.8), (-16.9, -1.3))
"""Of another one: all four in line, as those of a hand."""


def with_a_sheet(look, spots):
    """The look, with a score sheet that is read as faces."""
    width, at = look.tile_width_mm, look.captured_ns
    strange = tuple(
        Sighting(900 + number, x * width, y * width, 40.0 * number, True, chances, 1.0, 0, at)
        for number, ((x, y), chances) in enumerate(zip(spots, certain(FACES[:32:8]), strict=True))
    )
    return replace(look, sightings=(*look.sightings, *strange))


@pytest.mark.parametrize("spots", [ASTRAY, IN_LINE])
def test_a_score_sheet_beside_the_table_ends_no_hand(first_hand, ruleset_of, spots):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    for _, look in looks:
        watcher.see(with_a_sheet(look, spots))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert (card.rounds, card.right, card.silent) == (1, 1, 0), card.wrong
    assert watcher.events[1].dora_marker == game[1].dora_marker
