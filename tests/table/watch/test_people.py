"""What is not seen but told: the middle of a game, a tile's name, the record as people have it."""

from dataclasses import replace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Dahai, EndKyoku, Hora, Reach, Ryukyoku, StartKyoku, Tsumo
from table.watch.decisions import Asked, Proposed, Written
from table.watch.notes import Dealer, Said, StickLaid, TableSet
from table.watch.scorecard import compare
from table.watch.watcher import Watcher
from vision.observation import FACE_NAMES, REST

RULES = load_ruleset("mleague")


def discards(events):
    return [(event.actor, event.pai) for event in events if isinstance(event, Dahai)]


def followed(watcher, looks, most=None):
    out = []
    for _, look in looks[:most]:
        out += watcher.see(look)
    return out


def in_play(looks):
    """How many looks there are before hands are shown."""
    return next(at for at, (scene, _) in enumerate(looks) if scene.passage == "show")


def test_a_hand_joined_in_its_middle_is_told_from_its_deal(first_hand):
    game, looks = first_hand
    start = replace(game[1], dora_marker=None, tehais=((None,) * 13,) * 4)
    watcher = Watcher(RULES, start)
    followed(watcher, looks[in_play(looks) // 2 :])
    watcher.finish()
    assert discards(watcher.events) == discards(game)


def test_looks_turned_by_a_quarter_are_the_same_game_by_other_sides(first_hand):
    game, looks = first_hand
    watcher = Watcher(RULES, sides=(1, 2, 3, 0))
    for _, look in looks:
        turned = tuple(
            replace(one, x_mm=-one.y_mm, y_mm=one.x_mm, angle_deg=(one.angle_deg + 90) % 360)
            for one in look.sightings
        )
        watcher.see(replace(look, sightings=turned, sticks=()))
    watcher.finish()
    assert compare(game, watcher.events).right == 1


def test_what_is_written_is_the_record(first_hand):
    _, looks = first_hand
    watcher = Watcher(RULES)
    record = list(watcher.events)
    for decision in (*followed(watcher, looks), *watcher.finish()):
        if isinstance(decision, Written):
            record[decision.at :] = [entry.event for entry in decision.entries]
    assert tuple(record) == watcher.events


def test_a_person_names_a_tile(first_hand):
    _, looks = first_hand
    half = in_play(looks) // 2
    watcher = Watcher(RULES)
    doubtful = [0.0] * (REST + 1)
    doubtful[FACE_NAMES.index("1m")], doubtful[FACE_NAMES.index("9m")] = 0.6, 0.4
    track = None
    asked = []
    for scene, look in looks[: half + 20]:
        if track is None and scene.event and scene.event["type"] == "dahai":
            track = max(one.track for one in look.sightings if one.face_up)
        seen = tuple(
            replace(one, probabilities=tuple(doubtful)) if one.track == track else one
            for one in look.sightings
        )
        asked += [one for one in watcher.see(replace(look, sightings=seen)) if type(one) is Asked]
    question = watcher.questions[0]
    assert asked[0].question.id == question.id
    assert question.kind == "tile"
    assert str(watcher.events[question.event].pai) == question.chosen
    (other,) = {"1m", "9m"} - {question.chosen}
    watcher.answer(question.id, other)
    assert watcher.events[question.event].pai == Tile.parse(other)
    assert question.id not in {one.id for one in watcher.questions}


def test_people_correct_the_record_and_it_goes_on(first_hand):
    game, looks = first_hand
    half = in_play(looks) // 2
    watcher = Watcher(RULES)
    followed(watcher, looks, half)
    events = list(watcher.events)
    place = next(at for at, event in enumerate(events) if isinstance(event, Dahai))
    seen = str([event for event in game[2:] if getattr(event, "pai", None)])
    other = next(tile for tile in map(Tile.of, range(27, 34)) if seen.count(repr(tile)) < 3)
    events[place] = replace(events[place], pai=other)
    watcher.taken_over(tuple(events))
    followed(watcher, looks[half:])
    assert watcher.events[place].pai == other
    assert discards(watcher.events)[1:] == discards(game)[1:]


def test_a_turn_that_people_take_out_of_the_middle_stays_out(first_hand):
    _, looks = first_hand
    half = in_play(looks) // 2
    watcher = Watcher(RULES)
    followed(watcher, looks, half)
    events = list(watcher.events)
    place = [at for at, event in enumerate(events) if isinstance(event, Dahai)][2]
    assert isinstance(events[place - 1], Tsumo)
    del events[place - 1 : place + 1]
    watcher.taken_over(events)
    _, still = looks[half - 1]
    for later in range(1, 9):
        watcher.see(replace(still, captured_ns=still.captured_ns + later * 1_000_000_000))
    assert watcher.events == tuple(events)


def test_attended_a_win_waits_for_people(first_hand):
    _, looks = first_hand
    watcher = Watcher(RULES, attended=True)
    shown = [at for at, (scene, _) in enumerate(looks) if scene.passage == "show"]
    out = followed(watcher, looks, shown[-1] + 1)
    proposed = [one for one in out if isinstance(one, Proposed)]
    assert proposed
    assert not any(isinstance(event, Hora | Ryukyoku) for event in watcher.events)
    assert isinstance(proposed[-1].entries[-1].event, EndKyoku)


def test_the_set_button_ends_a_hand_whatever_is_seen(first_hand):
    _, looks = first_hand
    watcher = Watcher(RULES)
    followed(watcher, looks, in_play(looks) // 2)
    out = watcher.hear(TableSet())
    assert isinstance(watcher.events[-1], EndKyoku)
    assert any(isinstance(one, Asked) and one.question.kind == "end" for one in out)


def test_a_stick_that_is_laid_makes_the_last_discard_a_riichi(first_hand):
    _, looks = first_hand
    watcher = Watcher(RULES)
    followed(watcher, looks, 20)
    actor = next(event.actor for event in reversed(watcher.events) if isinstance(event, Dahai))
    watcher.hear(StickLaid(actor))
    followed(watcher, looks[20:], 4)
    assert any(isinstance(event, Reach) and event.actor == actor for event in watcher.events)


def test_another_dealer_by_the_button_is_asked_about_until_the_button_says_otherwise(first_hand):
    _, looks = first_hand
    watcher = Watcher(RULES)
    followed(watcher, looks, 10)
    (asked,) = watcher.hear(Dealer(Seat(2)))
    assert asked.question.kind == "dealer"
    followed(watcher, looks[10 : in_play(looks)])
    assert watcher.questions == (asked.question,), "no look can answer it"
    watcher.hear(Dealer(watcher.events[1].oya))
    assert watcher.questions == ()


@pytest.mark.parametrize("way", ["seen", "back"])
def test_taking_it_up_again_keeps_the_record(first_hand, way):
    game, looks = first_hand
    half = in_play(looks) // 2
    watcher = Watcher(RULES)
    followed(watcher, looks, half)
    watcher.declare(Said(Seat(0), "chi"))
    watcher.resync(way)
    followed(watcher, looks[half:])
    watcher.finish()
    assert discards(watcher.events) == discards(game)
    assert isinstance(watcher.events[1], StartKyoku)
