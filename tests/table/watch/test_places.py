"""Where a tile lies says whose it is; what lies on the console is nobody's."""

from dataclasses import replace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.watch.faces import INDEX, unused
from table.watch.notes import HandSeen
from table.watch.seen.places import FarWalls, lay_out
from vision.observation import REST, Observation, Sighting

WIDTH = 26.0


def seen_at(x, y, angle=90.0):
    chances = (1.0, *(0.0,) * REST)
    tile = Sighting(1, x * WIDTH, y * WIDTH, angle, True, chances, 1.0, 0, 0)
    return Observation(5_000_000_000, 50, WIDTH, (tile,), (), (), False)


@pytest.mark.parametrize(
    ("x", "y", "angle", "seat"),
    [
        (0.3, -1.9, 90, None),
        (-0.9, 1.4, 270, None),
        (-2.6, -0.2, 0, None),
        (0.0, -2.8, 90, 0),
        (2.9, 0.5, 180, 1),
    ],
)
def test_what_is_read_on_the_console_is_no_discard(x, y, angle, seat):
    layout = lay_out(seen_at(x, y, angle), (0, 1, 2, 3))
    assert [place for place, pond in enumerate(layout.ponds) if pond] == (
        [] if seat is None else [seat]
    )


def with_walls(at, sides, tiles, face):
    """Walls of backs so far out, and a face in the first."""
    back = seen_at(0, 0).sightings[0]
    rows = [(place - 6.5, -at) for place in range(tiles)]
    turned = [*rows, *((-y, x) for x, y in rows), *((-x, -y) for x, y in rows)]
    backs = [
        replace(back, track=10 + number, x_mm=x * WIDTH, y_mm=y * WIDTH, face_up=False,
                probabilities=())
        for number, (x, y) in enumerate(turned[: sides * tiles])
    ]  # fmt: skip
    up = replace(back, x_mm=7.5 * WIDTH, y_mm=face * WIDTH)
    return replace(seen_at(0, 0), sightings=(up, *backs))


@pytest.mark.parametrize(("at", "walled"), [(9.4, 0), (11.7, 1), (12.9, 1)])
def test_an_indicator_in_walls_that_stand_far_out_is_one(at, walled):
    far = FarWalls()
    for sides in (3, 1):
        seen = with_walls(at, sides, 13, -12.1 if at < 12.5 else -13.1)
        layout = lay_out(seen, (0, 1, 2, 3), far.learn(seen))
        assert sum(map(len, layout.wall)) == walled
        assert sum(map(len, layout.outer)) == 1 - walled


@pytest.mark.parametrize("tiles", [3, 5, 7])
@pytest.mark.parametrize("side", range(4))
def test_a_wall_that_a_shifted_table_brings_nearer_keeps_its_indicator(side, tiles):
    """Half a tile off: the long wall stands at 10.2, that with the indicator at 9.1."""
    long, short = (with_walls(at, 1, many, -at) for at, many in ((10.2, 13), (9.1, tiles)))
    backs = [
        *((one.x_mm, one.y_mm) for one in short.sightings[1:]),
        *((-one.x_mm, -one.y_mm) for one in long.sightings[1:]),
    ]
    for _ in range(side):
        backs = [(-y, x) for x, y in backs]
    x, y = (0.0, -9.1 * WIDTH)
    for _ in range(side):
        x, y = -y, x
    up = replace(short.sightings[0], x_mm=x, y_mm=y)
    rows = [
        replace(short.sightings[1], track=20 + number, x_mm=x, y_mm=y)
        for number, (x, y) in enumerate(backs)
    ]
    layout = lay_out(replace(short, sightings=(up, *rows)), (0, 1, 2, 3))
    assert [len(wall) for wall in layout.wall] == [seat == side for seat in range(4)]
    assert not any(layout.ponds)


@pytest.mark.parametrize("walls", [0, 1], ids=["walls far out", "hands behind walls"])
def test_hands_that_were_dealt_and_lie_on_their_faces_are_no_far_walls(walls):
    """Four seats' tiles so far out; a hand is shown there later."""
    rows = with_walls(13.0, 3, 13, -13.1).sightings
    inner = tuple(
        replace(one, track=one.track + 100) for one in with_walls(10.2, 1, 9, 0).sightings[1:]
    )
    seen = replace(seen_at(0, 0), sightings=rows + inner * walls)
    layout = lay_out(seen, (0, 1, 2, 3), FarWalls().learn(seen))
    assert sum(map(len, layout.wall)) == 1 - walls
    assert sum(map(len, layout.outer)) >= walls


def test_a_red_five_that_the_rules_do_not_know_is_a_plain_one(ruleset_of):
    red, plain = INDEX[Tile.parse("0p")], INDEX[Tile.parse("5p")]
    chances = tuple({red: 0.9, plain: 0.08}.get(at, 0.02 / 36) for at in range(REST + 1))
    tile = replace(seen_at(0, -3).sightings[0], probabilities=chances)
    seen = replace(seen_at(0, -3), sightings=(tile,))
    for rules, sure in (("wrr2015", plain), ("mleague", red)):
        layout = lay_out(seen, (0, 1, 2, 3), 0.0, unused(ruleset_of(rules)))
        (placed,) = layout.ponds[0]
        assert placed.chances.index(max(placed.chances)) == sure
        row = HandSeen(Seat(0), 5, (chances,)).as_played(unused(ruleset_of(rules)))
        assert row.tiles == (placed.chances,)
