"""What looks like faces beside the table is no hand that is shown."""

from dataclasses import replace

from table.watch.faces import FACES, certain
from table.watch.scorecard import compare
from table.watch.watcher import Watcher
from vision.observation import Sighting

SPOTS = ((-16.5, 12.1), (-15.5, 11.0), (-14.4, 10.9), (-14.4, 9.8))
"""Of a score sheet, in widths: four faces, no more than two of them in line."""


def with_a_sheet(look):
    """The look, with a score sheet that is read as faces."""
    width, at = look.tile_width_mm, look.captured_ns
    strange = tuple(
        Sighting(900 + number, x * width, y * width, 40.0 * number, True, chances, 1.0, 0, at)
        for number, ((x, y), chances) in enumerate(zip(SPOTS, certain(FACES[:4]), strict=True))
    )
    return replace(look, sightings=(*look.sightings, *strange))


def test_a_score_sheet_beside_the_table_ends_no_hand(first_hand, ruleset_of):
    game, looks = first_hand
    watcher = Watcher(ruleset_of("mleague"))
    for _, look in looks:
        watcher.see(with_a_sheet(look))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert (card.rounds, card.right, card.silent) == (1, 1, 0), card.wrong
    assert watcher.events[1].dora_marker == game[1].dora_marker
