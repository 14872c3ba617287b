"""How sure a story's events are follows what later looks say of their tiles."""

from dataclasses import replace

import pytest

from table.core.events import Dahai, StartKyoku
from table.watch.watcher import Watcher
from vision.observation import FACE_NAMES, REST

DOUBT = 0.75


def unsure(sighting, sure):
    """The same sighting, with another face as the only alternative."""
    face = max(range(REST), key=sighting.probabilities.__getitem__)
    other = (face + 1) % REST
    rest = (1 - sure) * 0.01
    chances = [rest / REST] * (REST + 1)
    chances[face], chances[other] = sure, (1 - sure) * 0.99
    chances[REST] += 1 - sum(chances)
    return replace(sighting, probabilities=tuple(chances)), FACE_NAMES[face]


def watched_until(looks, tells, sure_of):
    """Watches the looks; `sure_of` says by number and sighting how sure each tile is."""
    watcher = Watcher(**tells)
    for number, (_, look) in enumerate(looks):
        sightings = tuple(
            one if (sure := sure_of(number, one)) is None else unsure(one, sure)[0]
            for one in look.sightings
        )
        watcher.see(replace(look, sightings=sightings))
        yield watcher


@pytest.mark.parametrize("event", [StartKyoku, Dahai])
@pytest.mark.parametrize("settles", [True, False])
def test_a_doubtful_tile_is_asked_about_until_a_later_look_settles_it(
    first_hand, ruleset_of, event, settles
):
    _, looks = first_hand
    tells = {"ruleset": ruleset_of("mleague")}
    plain = [*watched_until(looks, tells, lambda *_: None)][-1]
    entries = plain._told.entries
    place = next(at for at, one in enumerate(entries) if isinstance(one.event, event))
    track = entries[place].evidence.tracks[0]
    first = next(
        number for number, (_, look) in enumerate(looks)
        if any(one.track == track for one in look.sightings)
    )  # fmt: skip
    later = first + (len(looks) - first) // 2

    def sure_of(number, one):
        if one.track != track:
            return None
        return DOUBT if number < later or not settles else 0.999

    asked = []
    for number, watcher in enumerate(watched_until(looks, tells, sure_of)):
        if any(track in question.tracks for question in watcher.questions):
            asked.append(number)
    assert asked
    assert asked[0] < later
    still = any(track in question.tracks for question in watcher.questions)
    assert still == (not settles)
    assert [one.event for one in watcher._told.entries] == [one.event for one in entries]
