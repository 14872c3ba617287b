"""Simulated games as scenes: nothing is lost, nothing overlaps, everything lies where rules say."""

import itertools
import math
from collections import Counter
from dataclasses import replace

import pytest

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core import events
from table.core.state import EMPTY, apply
from table.errors import UnfilmableRecordError
from table.film.field import Field
from table.film.following import Following
from table.film.habits import Habits
from table.film.story import scenes
from table.simulator.game import simulate
from vision.synthetic.film_scene import TileSize

SEEDS = (1, 3)


@pytest.fixture(scope="module")
def games():
    return {seed: simulate(load_ruleset("mleague"), seed) for seed in SEEDS}


@pytest.fixture(scope="module")
def films(games):
    return {seed: tuple(scenes(game, seed=seed)) for seed, game in games.items()}


def habit(wanted, seat=0):
    """A seed whose player at this seat does so."""
    return next(seed for seed in range(1000) if wanted(Habits.of(seed, seat)))


def of_zone(scene, zone, seat=None):
    return [t for t in scene.tiles if t.zone == zone and seat in {None, t.seat}]


def test_a_whole_set_lies_there_all_the_time(films):
    for scene in itertools.chain(*films.values()):
        ids = [tile.id for tile in scene.tiles]
        assert sorted(ids) == (list(range(136)) if ids else [])
        if scene.passage == "clear":
            assert not ids


def test_scenes_are_numbered_and_name_their_events_in_order(films, games):
    for seed, film in films.items():
        assert [scene.number for scene in film] == list(range(len(film)))
        told = [scene.event_number for scene in film if scene.event_number is not None]
        assert told == sorted(set(told))
        unseen = {type(games[seed][n]) for n in range(len(games[seed])) if n not in set(told)}
        assert unseen == {events.Reach, events.EndGame}


def test_ponds_hold_what_the_table_says_was_discarded_and_not_called(films, games):
    for seed, film in films.items():
        state = EMPTY
        after = {}
        for number, event in enumerate(games[seed]):
            state = apply(state, event)
            after[number] = state
        for scene in film:
            play = None if scene.event_number is None else after[scene.event_number].play
            if play is None or not scene.tiles or scene.passage == "show":
                continue
            for seat in range(4):
                lying = [tile.tile for tile in of_zone(scene, "river", seat)]
                river = play.seats[seat].river
                assert lying == [str(one.tile) for one in river if one.caller is None]
                turned = [tile.sideways for tile in of_zone(scene, "river", seat)]
                assert turned == [one.turned for one in river if one.caller is None]


def test_everything_else_is_where_the_table_has_it(films, games):
    for seed, film in films.items():
        state, at = EMPTY, 0
        for scene in film:
            if scene.event_number is None or not scene.tiles or scene.passage == "show":
                continue
            while at <= scene.event_number:
                state, at = apply(state, games[seed][at]), at + 1
            walls = of_zone(scene, "wall")
            shown = of_zone(scene, "dora")
            assert len(walls) + len(shown) == state.play.live + 14
            assert [t.tile for t in shown] == [str(tile) for tile in state.play.markers]
            assert all(t.face_up and t.level == 1 for t in shown)
            for seat in range(4):
                known = state.play.seats[seat]
                hand = Counter(t.tile for t in of_zone(scene, "hand", seat))
                assert hand == Counter(str(tile) for tile in known.concealed)
                melds = Counter(t.tile for t in of_zone(scene, "meld", seat))
                assert melds == Counter(str(t) for meld in known.melds for t in meld.tiles)


def test_no_two_tiles_lie_in_one_place(films):
    size = TileSize()
    for scene in itertools.chain(*films.values()):
        if scene.number % 19 and scene.passage != "show":
            continue
        lying = [tile for tile in scene.tiles if not tile.standing and tile.level == 0]
        for one, two in itertools.combinations(lying, 2):
            apart = math.hypot(one.x_mm - two.x_mm, one.y_mm - two.y_mm)
            assert apart > 0.85 * size.width_mm, (scene.event, one, two)


def test_nothing_leaves_the_field_and_ponds_face_their_players(films):
    field = Field.of(TileSize())
    for scene in itertools.chain(*films.values()):
        for tile in scene.tiles:
            assert max(abs(tile.x_mm), abs(tile.y_mm)) < field.edge
            upright = (tile.angle_deg - 90 - 90 * tile.seat + 180) % 360 - 180
            off = abs(abs(upright) - 90) if tile.sideways else abs(upright)
            assert off < 20


def test_a_tile_stays_put_while_others_come_and_go(films):
    for film in films.values():
        for before, after in itertools.pairwise(film):
            if after.passage != "play":
                continue
            lay = {t.id: t for t in before.tiles if t.zone in {"river", "meld", "wall"}}
            moved = [t for t in after.tiles if t.id in lay and t != lay[t.id]]
            assert len(moved) <= 1, (after.event, moved)


def test_the_same_seed_tells_the_same_scenes_and_another_seed_others(games):
    game = games[1][:60]
    assert tuple(scenes(game, seed=5)) == tuple(scenes(game, seed=5))
    assert tuple(scenes(game, seed=5)) != tuple(scenes(game, seed=6))


def hand(text):
    return tuple(Tile.parse(text[at : at + 2]) for at in range(0, len(text), 2))


def opening(first="1m2m3m4m5m6m7m8m9m1p2p3p5z", third="5z5z1s2s3s4s5s6s7s8s9s9p9p"):
    """A game dealt, seat 0 with 5z to discard."""
    unseen = (None,) * 13
    return (
        events.StartGame(("", "", "", ""), "", aka_flag=True),
        events.StartKyoku(
            bakaze=Wind.EAST, kyoku=1,
            honba=2, kyotaku=1, oya=Seat(0), scores=(25000,) * 4, dora_marker=Tile.parse("1z"),
            tehais=(hand(first), unseen, hand(third), unseen),
        ),
        events.Tsumo(Seat(0), Tile.parse("9p")),
    )  # fmt: skip


def pon(seed):
    """After seat 0's first discard was called by seat 2, and seat 0 discarded again."""
    white = Tile.parse("5z")
    game = (
        *opening(),
        events.Dahai(Seat(0), white, tsumogiri=False),
        events.Pon(Seat(2), Seat(0), white, (white, white)),
        events.Dahai(Seat(2), Tile.parse("1s"), tsumogiri=False),
        events.Tsumo(Seat(3)), events.Dahai(Seat(3), Tile.parse("2z"), tsumogiri=True),
        events.Tsumo(Seat(0), Tile.parse("9p")),
        events.Dahai(Seat(0), Tile.parse("9p"), tsumogiri=True),
        events.Tsumo(Seat(1)), events.Dahai(Seat(1), Tile.parse("3z"), tsumogiri=True),
    )  # fmt: skip
    return [scene for scene in scenes(game, seed=seed) if scene.passage != "mend"]


def test_a_called_tiles_gap_stays_or_is_filled_by_habit():
    width = TileSize().width_mm
    for leaves, place in ((True, 1), (False, 0)):
        film = pon(habit(lambda one, leaves=leaves: one.leaves_gap is leaves))
        (tile,) = of_zone(film[-1], "river", 0)
        assert tile.place == place
        assert abs(tile.x_mm - (-2.5 + place) * width) < 4


def test_the_turned_tile_of_a_set_says_whom_it_came_from():
    film = pon(seed=1)
    melded = of_zone(film[-1], "meld", 2)
    assert [(tile.tile, tile.sideways) for tile in melded] == [
        ("5z", False), ("5z", True), ("5z", False),
    ]  # fmt: skip
    left_to_right = [-tile.x_mm for tile in melded]
    assert left_to_right == sorted(left_to_right)
    assert min(left_to_right) > 150
    assert min(tile.y_mm for tile in melded) > 200


def test_sticks_of_earlier_hands_and_counters_lie_by_the_dealer():
    film = pon(seed=1)
    assert Counter(stick.value for stick in film[-1].sticks) == {1000: 1, 100: 2}


def test_a_concealed_kan_hides_two_and_a_fourth_joins_a_pon():
    four = "5z5z5z5z1s2s3s4s5s6s7s8s9s"
    kan = hand("5z5z5z5z")
    start = opening(third=four, first="1m2m3m4m5m6m7m8m9m1p2p3p9p")
    away = (events.Dahai(Seat(0), Tile.parse("9p"), tsumogiri=True), events.Tsumo(Seat(1)))
    turn = (
        *start,
        *away,
        events.Dahai(Seat(1), Tile.parse("2z"), tsumogiri=True),
        events.Tsumo(Seat(2)),
    )
    for ends, shown in ((True, [False, True, True, False]), (False, [True, False, False, True])):
        seed = habit(lambda one, ends=ends: one.ends_down is ends, seat=2)
        *_, last = scenes((*turn, events.Ankan(Seat(2), kan)), seed=seed)
        assert [tile.face_up for tile in of_zone(last, "meld", 2)] == shown
    own = (events.Tsumo(Seat(2), Tile.parse("5z")),)
    before = tuple(event for event in _pon_then_turn() if not isinstance(event, events.Dora))
    for stacked in (True, False):
        seed = habit(lambda one, stacked=stacked: one.stacks_added is stacked, seat=2)
        game = (*before, *own, events.Kakan(Seat(2), Tile.parse("5z"), hand("5z5z5z")))
        *_, last = scenes(game, seed=seed)
        turned, added = (tile for tile in of_zone(last, "meld", 2) if tile.sideways)
        assert added.level == stacked
        assert (math.hypot(turned.x_mm - added.x_mm, turned.y_mm - added.y_mm) < 5) is stacked


def _pon_then_turn():
    white = Tile.parse("5z")
    yield from opening()
    yield events.Dahai(Seat(0), white, tsumogiri=False)
    yield events.Pon(Seat(2), Seat(0), white, (white, white))
    yield events.Dahai(Seat(2), Tile.parse("1s"), tsumogiri=False)
    for seat in (3, 0, 1):
        drawn = Tile.parse("9p") if seat == 0 else None
        yield events.Tsumo(Seat(seat), drawn)
        yield events.Dahai(Seat(seat), Tile.parse(("9p", "2z", "0", "3z")[seat]), tsumogiri=True)


def test_a_win_shows_the_hand_and_its_tile_apart_or_where_it_was_discarded(films):
    wins = [scene for scene in itertools.chain(*films.values())
            if scene.event is not None and scene.event["type"] == "hora"]  # fmt: skip
    assert len(wins) > 5
    kinds = set()
    for scene in wins:
        seat, target = scene.event["actor"], scene.event["target"]
        shown = of_zone(scene, "hand", seat)
        melds = len({tile.place // 8 for tile in of_zone(scene, "meld", seat)})
        assert all(tile.face_up for tile in shown)
        fetched = len(shown) == 14 - 3 * melds
        assert fetched or (len(shown) == 13 - 3 * melds and seat != target)
        if fetched:
            assert shown[-1].tile == Tile.from_mjai(scene.event["pai"]).__str__()
        kinds.add((seat == target, fetched))
    assert kinds == {(True, True), (False, True), (False, False)}


def test_at_a_draw_waiting_hands_are_shown_and_the_others_laid_down(films):
    told = [scene for scene in itertools.chain(*films.values()) if scene.event is not None]
    draws = [scene for scene in told if scene.event.get("reason") == "exhaustive_draw"]
    assert draws
    for scene in draws:
        for seat, tenpai in enumerate(scene.event["tenpais"]):
            hand = of_zone(scene, "hand", seat)
            assert {(tile.face_up, tile.standing) for tile in hand} == {(tenpai, False)}


def test_at_a_draw_of_a_record_without_tenpai_the_paid_hands_are_shown(games):
    quiet = next(game for game in games.values() if any(map(paid_draw, game)))
    untold = [replace(one, tenpais=None) if paid_draw(one) else one for one in quiet]
    shown = [scene.tiles for scene in scenes(quiet, seed=3) if drew(scene)]
    again = [scene.tiles for scene in scenes(untold, seed=3) if drew(scene)]
    assert again == shown


@pytest.mark.parametrize("waits", [True, False])
def test_at_a_draw_without_tenpai_or_payment_the_hands_themselves_tell(waits):
    held = "1m2m3m4m5m6m7m8m9m1s1s2p3p" if waits else "1m3m5m7m9m1s3s5s7s9s1p3p5p"
    tiles = tuple(Tile.parse(held[at : at + 2]) for at in range(0, len(held), 2))
    deal = events.StartKyoku(
        Wind.EAST, 1, 0, 0, Seat(0), (25000,) * 4, Tile.parse("9p"), (tiles,) * 4
    )
    draw = events.Ryukyoku((0,) * 4, None, "exhaustive_draw")
    following = Following(1, [Habits.of(1, seat) for seat in range(4)])
    following.start(deal)
    following.ryukyoku(draw, EMPTY)
    assert {things.pose for things in following.seats} == {"up" if waits else "down"}


def test_nine_kinds_are_shown_by_who_has_the_turn_also_where_the_record_does_not_say_who():
    game = simulate(load_ruleset("tenhou"), 585)
    drawn = next(at for at, one in enumerate(game) if isinstance(one, events.Ryukyoku))
    said = game[drawn]
    assert said.reason == "nine_kinds"
    unsaid = (*game[:drawn], replace(said, actor=None), *game[drawn + 1 :])
    shown = next(scene for scene in scenes(unsaid, seed=585) if scene.passage == "show")
    opened = {tile.seat for tile in of_zone(shown, "hand") if tile.face_up}
    assert opened == {int(said.actor)}


def paid_draw(event):
    """Whether it is an exhaustive draw at which somebody is paid."""
    drawn = isinstance(event, events.Ryukyoku) and event.reason == "exhaustive_draw"
    return drawn and any(event.deltas)


def drew(scene):
    """Whether somebody is paid at an exhaustive draw."""
    event = scene.event or {}
    return event.get("reason") == "exhaustive_draw" and any(event["deltas"])


def test_careless_discards_are_straightened(games):
    seed = habit(lambda one: one.sloppy == 0.1)
    film = tuple(scenes(games[3], seed=seed))
    mends = [(a, b) for a, b in itertools.pairwise(film) if b.passage == "mend"]
    assert mends
    for before, after in mends:
        was = {tile.id: tile for tile in before.tiles}
        (mended,) = [tile for tile in after.tiles if tile != was[tile.id]]
        assert mended.zone == "river"
        assert mended.seat == after.actor
        assert abs(was[mended.id].angle_deg - mended.angle_deg) > 2


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ((events.Dahai(Seat(0), Tile.parse("7z")),), "line 4: Dahai: 7z is not in"),
        ((events.Dahai(Seat(1), Tile.parse("7z")),) * 2 + (events.EndGame(),), "EndGame"),
        (
            (events.Dahai(Seat(0), Tile.parse("5z"), tsumogiri=False), events.Tsumo(Seat(1)),
             events.Dahai(Seat(1), None)),
            "line 6: dahai of seat 1: the tile is unknown",
        ),
        (
            (events.Dahai(Seat(0), Tile.parse("5z"), tsumogiri=False), events.Tsumo(Seat(1)),
             events.Hora(Seat(1), Seat(1), (0, 0, 0, 0))),
            "line 6: hora of seat 1: its hand is not known",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_named_with_its_place(more, why):
    game = (*opening(), *more)
    places = [f"line {number}" for number in range(1, len(game) + 1)]
    with pytest.raises(UnfilmableRecordError, match=why):
        tuple(scenes(game, places=places))
