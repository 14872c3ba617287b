"""What cannot be known is asked about: unseen ends, false faces, five of a kind, order."""

from dataclasses import replace
from random import Random

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.events import (
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    Ryukyoku,
)  # fmt: skip
from table.watch.asked.asking import Asking
from table.watch.decisions import Asked, Entry, Evidence, OutOfStep, Settled
from table.watch.faces import FACES, INDEX, capacities
from table.watch.scorecard import compare
from table.watch.seen.laid_sticks import Rims
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Layout, Placed
from table.watch.story.hypotheses import Remains
from table.watch.story.rivals import Doubt, left_out
from table.watch.watcher import Watcher
from vision.observation import REST, StickSighting


def without(filmed, monkeypatch, hides):
    """Leaves tiles out of every look."""
    seen = filmed.Eyes.sight
    monkeypatch.setattr(
        filmed.Eyes, "sight", lambda self, tile: None if hides(tile) else seen(self, tile)
    )


def in_pond(tile, seat, place):
    return tile.zone == "river" and tile.seat == seat and tile.place == place


def test_a_draw_at_which_nobody_shows_or_lays_down_a_hand_is_asked_about(
    watched, filmed, monkeypatch
):
    card, watcher = watched(6, hands=1)
    assert any(isinstance(event, Ryukyoku) for event in watcher.events)
    assert (card.points, watcher.questions) == (1, ())
    without(filmed, monkeypatch, lambda tile: tile.zone == "hand")
    card, watcher = watched(6, hands=1)
    assert [question.kind for question in watcher.questions] == ["end"]
    assert not card.silent_points


def test_a_false_face_in_the_walls_goes_again(watched):
    card, watcher = watched(300, hands=3, ghost=1.0)
    assert card.right == card.rounds == 3, card.wrong
    assert watcher.questions == ()


def test_a_false_face_that_stays_is_asked_about(watched, filmed, monkeypatch):
    stays = filmed.Eyes.ghosts

    def ghosts(self, scene, sightings):
        found = stays(self, scene, sightings)
        if self.ghost is not None:
            self.ghost[0] += 1
        return found

    monkeypatch.setattr(filmed.Eyes, "ghosts", ghosts)
    card, watcher = watched(300, hands=2, ghost=1.0)
    assert not any(isinstance(event, Dora) for event in watcher.events)
    assert card.f1 == 1.0, card.wrong
    assert not card.silent_points


def test_a_tile_that_lies_askew_for_a_while_declares_nothing(watched):
    card, _ = watched(301, hands=3, askew=0.05)
    assert card.right == card.rounds, card.wrong


def belief(face, sure, other="9m"):
    chances = [1e-6] * (REST + 1)
    names = [str(one) for one in FACES]
    chances[names.index(face)] = sure
    chances[names.index(other)] += 1 - sure
    return tuple(chances)


def test_of_five_copies_the_least_sure_is_another_and_is_doubted(ruleset_of):
    pieces = [
        Piece.of(
            at, Placed(at, at, -4, False, True, belief("6p", sure), 0, 1, 1.0), 0, 0
        )
        for at, sure in enumerate((0.9999, 0.97, 0.9999, 0.9999, 0.9999))
    ]  # fmt: skip
    name_pieces([], pieces, capacities(ruleset_of("mleague")))
    assert [str(piece.name) for piece in pieces] == ["6p", "9m", "6p", "6p", "6p"]
    assert pieces[1].sure > 0.9
    for piece in pieces:
        piece.chances = belief("6p", 0.998)
    name_pieces([], pieces, capacities(ruleset_of("mleague")))
    changed = [piece for piece in pieces if str(piece.name) != "6p"]
    assert len(changed) == 1
    assert changed[0].sure < 0.5


@pytest.mark.parametrize(("strange", "asked"), [(0.4, False), (0.8, True)])
def test_a_strange_face_where_a_discard_is_due_is_believed_unless_it_is_hardly_one(
    watched, filmed, monkeypatch, strange, asked
):
    seen = filmed.Eyes.sight
    names = []

    def sight(self, tile):
        sighting = seen(self, tile)
        if sighting is None or not in_pond(tile, 1, 2):
            return sighting
        names.append(tile.tile)
        likely = tuple(chance * (1 - strange) for chance in sighting.probabilities[:REST])
        return replace(sighting, probabilities=(*likely, 1 - sum(likely)))

    monkeypatch.setattr(filmed.Eyes, "sight", sight)
    card, watcher = watched(6, hands=1)
    discards = [e for e in watcher.events if isinstance(e, Dahai) and e.actor == 1]
    assert (card.missed, card.invented) == (0, 0), card.wrong
    assert str(discards[2].pai) == names[0]
    assert [question.kind for question in watcher.questions] == ["tile"] * asked


def test_another_order_is_asked_about_and_taken_back():
    asking = Asking()
    events = [Dahai(seat, FACES[INDEX[FACES[0]]]) for seat in range(3)]
    entries = [Entry(event, 1.0, Evidence(captured_ns=1)) for event in events]
    doubt = Doubt(1, "it may have been otherwise", ("a", "b"), (events[1],), (events[2],))
    (asked,) = asking.review(1, 10, entries, None, [doubt])
    assert isinstance(asked, Asked)
    assert (asked.question.event, asked.question.alternatives) == (11, ("a", "b"))
    (settled,) = asking.review(1, 10, entries, None)
    assert isinstance(settled, Settled)


def test_an_added_kan_laid_on_the_turned_tile_is_told_by_its_indicator(watched):
    card, watcher = watched(408, hands=2)
    assert any(isinstance(event, Kakan) for event in watcher.events)
    assert card.right == 2, card.wrong
    assert watcher.questions == ()


def test_an_added_kan_that_nobody_saw_is_told_by_its_indicator_and_the_turn(
    watched, filmed, monkeypatch
):
    seen = filmed.Eyes.sight

    def sight(self, tile):
        self.under = set()
        return None if tile.zone == "meld" and tile.level else seen(self, tile)

    monkeypatch.setattr(filmed.Eyes, "sight", sight)
    card, watcher = watched(408, hands=2)
    assert any(isinstance(event, Kakan) for event in watcher.events)  # one of two pons
    assert card.right == 2, card.wrong


def test_tiles_mixed_in_the_middle_of_a_hand_end_it_and_are_asked_about(first_hand):
    _, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    half = len(looks) // 2
    for _, look in looks[:half]:
        watcher.see(look)
    dice, now_ns = Random(5), looks[half - 1][1].captured_ns
    tiles = looks[half - 1][1].sightings
    for left in (1.0, 0.8, 0.5, 0.2, 0.05, 0.0):
        now_ns += 1_000_000_000
        stirred = tuple(
            replace(one, x_mm=dice.uniform(-300, 300), y_mm=dice.uniform(-300, 300))
            for one in tiles[: round(left * len(tiles))]
        )
        watcher.see(replace(looks[0][1], captured_ns=now_ns, sightings=stirred))
    watcher.finish()
    (question,) = [one for one in watcher.questions if one.kind == "end"]
    assert "mixed before the hand had ended" in question.text
    assert sum(isinstance(event, EndKyoku) for event in watcher.events) == 1


def test_another_game_is_named(first_hand):
    _, looks = first_hand
    tiles = [one for one in looks[-8][1].sightings if one.face_up]
    dice, watcher, out = Random(6), Watcher(load_ruleset("mleague")), []
    cards = [
        replace(one, x_mm=dice.uniform(-160, 160), y_mm=dice.uniform(-160, 160))
        for one in tiles
    ]  # fmt: skip
    for number in range(24):
        moment = (number + 1) * 1_500_000_000
        lying = tuple(replace(one, first_ns=moment, last_ns=moment) for one in cards[: 4 * number])
        out += watcher.see(replace(looks[0][1], captured_ns=moment, frame=number, sightings=lying))
    assert any(isinstance(one, OutOfStep) and "no hand of riichi" in one.reason for one in out)


def test_a_set_with_five_of_a_kind_is_named(watched, filmed, monkeypatch):
    reading = filmed.Eyes.reading

    def sight(self, name):
        return reading(self, "1z" if name == "2z" else name)

    monkeypatch.setattr(filmed.Eyes, "reading", sight)
    card, watcher = watched(6, hands=1)
    (asked,) = [one for one in watcher.questions if one.kind == "set"]
    assert "1z lie on the table" in asked.text
    assert len(asked.also) >= 4, "any of them may be the wrong one"
    assert not card.silent, card.wrong


def before_hands_are_shown(looks):
    shown = next(at for at, (scene, _) in enumerate(looks) if scene.passage == "show")
    return [look for _, look in looks[:shown]]


def in_front_of(seat):
    x, y = [(0, -55), (55, 0), (0, 55), (-55, 0)][seat]
    return StickSighting(x, y, 90.0 * (seat % 2), None)


def declared(watcher):
    return [event.actor for event in watcher.events if isinstance(event, Reach)]


def test_a_stick_of_an_earlier_hand_declares_nothing(first_hand):
    looks = before_hands_are_shown(first_hand[1])
    watcher = Watcher(load_ruleset("mleague"))
    for look in looks:
        watcher.see(replace(look, sticks=(in_front_of(1),)))
    assert 1 not in declared(watcher)


def test_a_turned_tile_without_a_stick_is_asked_about_where_sticks_are_seen(first_hand):
    game, looks = first_hand
    (seat,) = [event.actor for event in game if isinstance(event, Reach)]
    for seen, kinds in ((in_front_of((seat + 1) % 4), ["reach"]), (None, [])):
        watcher = Watcher(load_ruleset("mleague"))
        for number, look in enumerate(before_hands_are_shown(looks)):
            sticks = (seen,) if seen is not None and number < 3 else ()
            watcher.see(replace(look, sticks=sticks))
        assert declared(watcher) == [seat]
        asked = [question for question in watcher.questions if question.kind == "reach"]
        assert [question.kind for question in asked] == kinds
        assert all(watcher.events[question.event].actor == seat for question in asked)


def with_stick_from(looks, seat, start, end):
    """What is told and asked where a stick seems to lie before a seat from one look to another."""
    watcher = Watcher(load_ruleset("mleague"))
    for number, look in enumerate(looks):
        sticks = (in_front_of(seat),) if start <= number < end else ()
        watcher.see(replace(look, sticks=sticks))
    return watcher, [question for question in watcher.questions if "a stick lay" in question.text]


def test_a_stick_beside_tiles_that_lie_upright_is_asked_about(first_hand):
    game, looks = first_hand
    looks = before_hands_are_shown(looks)
    callers = {event.actor for event in game if isinstance(event, Chi | Pon | Daiminkan)}
    riichi = {event.actor for event in game if isinstance(event, Reach)}
    seat = next(iter({0, 1, 2, 3} - callers - riichi))
    watcher, asked = with_stick_from(looks, seat, len(looks) // 2, len(looks))
    assert seat in declared(watcher)
    assert [question.alternatives for question in asked] == [("riichi", "no riichi")]
    watcher, asked = with_stick_from(looks, seat, len(looks) // 2, len(looks) // 2 + 8)
    assert seat not in declared(watcher)
    assert asked == [], "no stick goes from a riichi, and none of its tiles lies upright"


def test_what_nothing_explains_is_asked_about_when_the_hand_is_over(first_hand):
    looks = before_hands_are_shown(first_hand[1])
    half = len(looks) // 2
    lying = looks[half].sightings
    pons = [
        (x, angle, face)
        for left, face in ((290.0, "1z"), (206.0, "6z"))
        for x, angle in ((left, 180.0), (left + 31, 90.0), (left + 57, 90.0))
    ]
    strange = [
        replace(lying[0], track=10_000 + at, x_mm=x, y_mm=-332.0, angle_deg=angle, face_up=True,
                probabilities=belief(face, 0.999), visible=1.0)
        for at, (x, angle, face) in enumerate(pons)
    ]  # fmt: skip
    watcher = Watcher(load_ruleset("mleague"))
    for number, look in enumerate(looks):
        more = strange if number >= half else []
        watcher.see(replace(look, sightings=(*look.sightings, *more)))
    watcher.finish()
    assert any("explains what lies" in question.text for question in watcher.questions)


def test_a_tile_that_lay_upright_for_long_declares_nothing_later():
    def placed(sideways):
        return Placed(1, 0.0, -4.2, sideways, True, belief("1p", 0.99), 0, 0, 1.0)

    piece = Piece.of(1, placed(sideways=False), 0, 0)
    for second in range(1, 12):
        piece.follow(placed(sideways=False), second * 10**9)
    for second in range(12, 90):
        piece.follow(placed(sideways=True), second * 10**9)
    assert not piece.sideways


def test_a_row_that_showed_its_faces_before_the_deal_is_not_cleared_away_by_it(first_hand):
    """The fronts of standing hands that were taken for blank faces as they came up."""
    game, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    built = next(look for scene, look in looks if scene.passage == "build" and look.sightings)
    row = [
        replace(built.sightings[0], track=20_000 + at, x_mm=26.0 * (at - 6), y_mm=-310.0,
                angle_deg=90.0, face_up=True, probabilities=belief("5z", 0.999), visible=1.0)
        for at in range(13)
    ]  # fmt: skip
    for scene, look in looks:
        tiles = (*look.sightings, *row) if scene.passage == "build" else look.sightings
        watcher.see(replace(look, sightings=tiles))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    assert card.right == card.rounds, card.wrong


@pytest.mark.parametrize("hides", [False, True], ids=["beside-the-ura", "instead-of-the-ura"])
def test_an_indicator_that_is_seen_twice_is_no_ura(first_hand, hides):
    game, looks = first_hand
    watcher = Watcher(load_ruleset("mleague"))
    (ura,) = next(event.ura_markers for event in game if isinstance(event, Hora))
    for scene, look in looks:
        tiles = look.sightings
        if scene.passage == "show":
            tiles = seen_twice(tiles, str(ura) if hides else "")
        watcher.see(replace(look, sightings=tiles))
    watcher.finish()
    card = compare(game, watcher.events, watcher.questions)
    asked = [question for question in watcher.questions if question.kind == "end"]
    assert len(asked) == hides
    assert card.points or asked, card.wrong
    told = next(event.ura_markers for event in watcher.events if isinstance(event, Hora))
    assert told == (() if hides else (ura,))


def seen_twice(tiles, hidden):
    """The indicator also a little farther out; `hidden`: no such face lies in the walls."""
    walls = [one for one in tiles if one.face_up and 180 < max(abs(one.x_mm), abs(one.y_mm)) < 238]
    indicator = min(walls, key=lambda one: one.first_ns)
    across = abs(indicator.x_mm) > abs(indicator.y_mm)
    off = (12.0, 0.0) if across else (0.0, 12.0)
    twice = replace(
        indicator, track=99_999, x_mm=indicator.x_mm + off[0], y_mm=indicator.y_mm + off[1]
    )
    rest = [one for one in tiles if not (hidden and one in walls and one.best == hidden)]
    return (*rest, twice)


def laid(spots):
    """A layout in which sticks lie at these places of the seats."""
    nothing = ([], [], [], [])
    first, second, third, fourth = (spot is not None for spot in spots)
    return Layout(
        nothing, nothing, nothing, 0, (first, second, third, fourth), frozenset(), (False,) * 4,
        nothing, spots,
    )  # fmt: skip


def test_a_line_that_was_no_stick_is_none_in_the_next_hand():
    rims = Rims()
    rims.learn([(Seat(2), (-1.46, -3.3))])
    layout = laid((None, None, (-1.5, -3.31), (0.1, -3.0)))
    found = rims.without(layout)
    assert found.sticks == (False, False, False, True)
    other = laid((None, None, (0.2, -3.0), None))
    assert rims.without(other) is other


def test_what_the_story_tells_itself_is_not_said_to_be_unexplained():
    told = Entry(Dahai(Seat(3), FACES[2], tsumogiri=False), 1.0, Evidence((97,), 5, 10, (), "seen"))
    there = Remains(5, "3z in the pond of seat 3", (90, 97))
    assert left_out([told], [there], 20) == []
    assert [doubt.kind for doubt in left_out([told], [there._replace(tracks=(98,))], 20)] == [
        "left"
    ]
