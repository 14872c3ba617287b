"""A stick that comes with a turned tile tells which of those that seem turned declared a riichi."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.events import Dahai, Reach
from table.core.state import Riichi
from table.watch.faces import certain
from table.watch.seen.laid_sticks import LaidSticks
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from table.watch.watcher import Watcher
from vision.observation import StickSighting

POND_MM = 200
SECOND = 1_000_000_000


def in_front_of(seat):
    x, y = [(0, -55), (55, 0), (0, 55), (-55, 0)][seat]
    return StickSighting(x, y, 90.0 * (seat % 2), None)


def lying(looks, seat, name):
    """The track of a tile in a seat's pond."""
    last = looks[-1].sightings
    away = [(0, -1), (1, 0), (0, 1), (-1, 0)][seat]
    (track,) = [
        one.track for one in last
        if one.best == name
        and max(abs(one.x_mm), abs(one.y_mm)) < POND_MM
        and 2 * (one.x_mm * away[0] + one.y_mm * away[1]) > abs(one.x_mm) + abs(one.y_mm)
    ]  # fmt: skip
    return track


def turned(look, track):
    sightings = tuple(
        replace(one, angle_deg=(one.angle_deg + 90) % 360) if one.track == track else one
        for one in look.sightings
    )
    return replace(look, sightings=sightings)


def delayed(look, since, delay):
    """A look, and what came up since then, so much later."""
    sightings = tuple(
        replace(one, first_ns=one.first_ns + delay, last_ns=one.last_ns + delay)
        if one.first_ns >= since else one
        for one in look.sightings
    )  # fmt: skip
    return replace(look, captured_ns=look.captured_ns + delay, sightings=sightings)


@pytest.fixture
def riichi(first_hand):
    """The looks at a hand, who declares a riichi in it, and the events until it was declared."""
    game, looks = first_hand
    shown = next(at for at, (scene, _) in enumerate(looks) if scene.passage == "show")
    (at,) = [at for at, event in enumerate(game) if isinstance(event, Reach)]
    return [look for _, look in looks[:shown]], game[at].actor, game[: at + 2]


def first_discard(events, seat):
    return next(one for one in events if isinstance(one, Dahai) and one.actor == seat)


def test_the_tile_with_which_the_stick_came_declared_the_riichi(riichi):
    looks, seat, before = riichi
    wrong = lying(looks, seat, str(first_discard(before, seat).pai))
    right = lying(looks, seat, str(before[-1].pai))
    since = next(one.first_ns for one in looks[-1].sightings if one.track == right)
    watcher = Watcher(load_ruleset("mleague"))
    for number, look in enumerate(looks):
        others = (in_front_of((seat + 1) % 4),) if number < 3 else ()
        there = since <= look.captured_ns < since + 8_000_000_000
        sticks = (in_front_of(seat),) if there else others
        watcher.see(replace(turned(look, wrong), sticks=sticks))
    declared = [at for at, event in enumerate(watcher.events) if isinstance(event, Reach)]
    assert declared == [len(before) - 2]
    assert not [one for one in watcher.questions if one.kind == "reach"], "the stick was seen"


def test_a_stick_laid_in_its_players_turn_is_for_the_discard_that_follows(riichi):
    """That tile does not even lie turned."""
    looks, seat, before = riichi
    right = lying(looks, seat, str(before[-1].pai))
    since = next(one.first_ns for one in looks[-1].sightings if one.track == right)
    watcher = Watcher(load_ruleset("mleague"))
    early = [look for look in looks if look.captured_ns < since]
    for look in early:
        watcher.see(look)
    watcher.see(replace(early[-1], captured_ns=since, sticks=(in_front_of(seat),)))
    for look in looks[len(early) :]:
        late = delayed(turned(look, right), since, 2_000_000_000)
        watcher.see(replace(late, sticks=(in_front_of(seat),)))
    declared = [at for at, event in enumerate(watcher.events) if isinstance(event, Reach)]
    assert declared == [len(before) - 2]


def test_a_stick_that_comes_elsewhere_is_another(riichi):
    """What was taken for the riichi's stick before was a line on the table."""
    looks, seat, before = riichi
    right = lying(looks, seat, str(before[-1].pai))
    since = next(one.first_ns for one in looks[-1].sightings if one.track == right)
    line = in_front_of(seat)
    line = replace(line, x_mm=line.x_mm * 1.4, y_mm=line.y_mm * 1.4)
    watcher = Watcher(load_ruleset("mleague"))
    early = []
    for look in looks:
        begun = sum(one.face_up for one in look.sightings) > 4
        stick = in_front_of(seat) if look.captured_ns >= since else line
        watcher.see(replace(look, sticks=(stick,) if begun else ()))
        if look.captured_ns < since:
            early = [event.actor for event in watcher.events if isinstance(event, Reach)]
    assert early == [seat]
    declared = [at for at, event in enumerate(watcher.events) if isinstance(event, Reach)]
    assert declared == [len(before) - 2]
    assert not [one for one in watcher.questions if one.kind == "reach"]


@pytest.mark.parametrize("times", [0, 1, 2])
def test_what_came_again_and_again_before_the_first_discard_is_no_stick(riichi, times):
    """A stick of the hand before lies there once."""
    looks, seat, _ = riichi
    other = (seat + 3) % 4
    watcher = Watcher(load_ruleset("mleague"))
    last_ns, early = looks[-1].captured_ns, 0
    for look in looks:
        begun = any(
            one.face_up and abs(one.x_mm) + abs(one.y_mm) < POND_MM for one in look.sightings
        )
        if begun:
            watcher.see(
                replace(look, sticks=(in_front_of(other),) * (look.captured_ns > last_ns / 2))
            )
            continue
        for there in (True, False):
            watcher.see(replace(look, sticks=(in_front_of(other),) * (there and early < times)))
        early += 1
    asked = [one for one in watcher.questions if f"a stick lay before seat {other}" in one.text]
    declared = [event.actor for event in watcher.events if isinstance(event, Reach)]
    assert bool(asked or other in declared) == (times < 2)


def test_where_the_table_itself_shows_sticks_none_tells_of_a_riichi(riichi):
    """The rim of a console; what is seen of it wanders."""
    looks, _, before = riichi
    watcher = Watcher(load_ruleset("mleague"))
    last_ns = looks[-1].captured_ns
    for look in looks:
        rim = [in_front_of(other) for other in range(4)]
        if look.captured_ns > last_ns / 3:
            rim = [replace(one, x_mm=one.x_mm * 1.4, y_mm=one.y_mm * 1.4) for one in rim]
        watcher.see(replace(look, sticks=tuple(rim)))
    declared = [at for at, event in enumerate(watcher.events) if isinstance(event, Reach)]
    assert declared == [len(before) - 2]
    assert not [one for one in watcher.questions if one.kind == "reach"]


def discard(number, first_s, *, sideways=False, gone_s=None):
    tile = Tile.parse(f"{number}s")
    first_ns = first_s * SECOND
    (chances,) = certain((tile,))
    placed = Placed(number, number - 3.0, -4.3, sideways, True, chances, first_ns, 0, 1.0)
    piece = Piece.of(number, placed, 0, first_ns)
    piece.name, piece.gone_ns = tile, gone_s and round(gone_s * SECOND)
    return piece


@pytest.mark.parametrize(
    ("between", "still_turned"), [(1, False), (0, True)], ids=["an upright one", "none"]
)
def test_a_tile_that_was_called_declared_no_riichi_if_one_after_an_upright_one_came_with_the_stick(
    between, still_turned
):
    """The next one after it would lie turned in its place."""
    sheet = Sheet(load_ruleset("mleague"))
    called = discard(1, 10, sideways=True, gone_s=11)
    upright = [discard(2 + at, 20 + at) for at in range(between)]
    sheet.ponds[0].pieces = [called, *upright, discard(8, 30, sideways=True)]
    sheet.sticks, sheet.stick_spots = (True, False, False, False), ((0.0, -2.0), None, None, None)
    riichi = (Riichi.ACCEPTED, Riichi.NONE, Riichi.NONE, Riichi.NONE)
    seats = (SimpleNamespace(closed=True),) * 4
    state = SimpleNamespace(play=SimpleNamespace(seats=seats), riichi=riichi, kyotaku=0)
    sticks = LaidSticks()
    for second in (31, 32.2):
        sheet.now_ns = round(second * SECOND)
        sticks.look(state, sheet, known=True)
    assert called.sideways == still_turned
