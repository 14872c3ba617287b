"""A face that was in sight for a moment only is no discard, however long an arm lay over it."""

from collections import Counter
from dataclasses import replace

from table.config import load_ruleset
from table.core.events import Dahai
from table.watch.faces import certain
from table.watch.scorecard import compare
from table.watch.watcher import Watcher

HIDDEN_NS = 4_500_000_000


def test_a_hand_that_looked_like_a_face_for_a_moment_is_no_discard(first_hand):
    """Twice, so that with the three that are discarded five of that face would lie there."""
    game, looks = first_hand
    often = Counter(event.pai for event in game if isinstance(event, Dahai))
    (face, copies), *_ = often.most_common(1)
    assert copies == 3
    plays = [look for scene, look in looks if scene.passage == "play"]
    moments = [plays[len(plays) * part // 3].captured_ns for part in (1, 2)]
    faces = next(look for look in plays if any(one.face_up for one in look.sightings))
    like = replace(
        next(one for one in faces.sightings if one.face_up), x_mm=-7.0 * faces.tile_width_mm,
        y_mm=1.6 * faces.tile_width_mm, angle_deg=180.0, probabilities=certain((face,))[0],
    )  # fmt: skip
    watcher = Watcher(load_ruleset("mleague"))
    for _, look in looks:
        phantoms = tuple(
            replace(like, track=40_000 + at, first_ns=began, last_ns=began,
                    visible=1.0 if look.captured_ns == began else 0.0)
            for at, began in enumerate(moments)
            if began <= look.captured_ns < began + HIDDEN_NS
        )  # fmt: skip
        watcher.see(replace(look, sightings=look.sightings + phantoms))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds, card.wrong
    assert not watcher.questions
