"""Fingers that rest over a part of a known tile do not make another of it."""

import numpy as np
import pytest
from loading import load

from vision.observation import FACE_NAMES, REST
from vision.tracks.fuse import Look, Track
from vision.tracks.instead import Instead
from vision.tracks.table import TableTracks

toy_table = load("tests/vision/toy_table.py")

ARM = [(-170.0, -400.0), (-69.0, -400.0), (-69.0, -88.0), (-150.0, -88.0)]
"""Over the left third of the first tile of a pond."""

WALL = {f"wall{place}": ("back", -176 + 26.4 * place, -200.0, 90.0) for place in range(8)}
S = 1_000_000_000
AS_A_BIRD = {"1m": {"1s": 0.97, "9p": 0.01}}


class Table:
    """A toy table, watched; each frame's faces by track."""

    def __init__(self, tiles):
        self.toy = toy_table.Toy(dict(tiles))
        self.reader = toy_table.ToyReader(self.toy)
        self.tracks = TableTracks(self.reader, toy_table.plane(), self.toy.frame())
        self.told = []

    def play(self, frames):
        for _ in range(frames):
            seen = self.tracks.see(self.toy.frame())
            if seen is not None:
                self.told.append({s.track: s.best for s in seen.sightings if s.face_up})
        return self.told[-1]

    def rests(self, frames):
        """A hand lies over a part of 1m, and what shows of it looks like 1s."""
        self.toy.arms, self.reader.strange = [ARM], AS_A_BIRD
        self.play(frames)

    def leaves(self):
        self.toy.arms, self.reader.strange = [], {}
        return self.play(8)


@pytest.fixture(params=[{}, WALL], ids=["alone", "across a wall"])
def table(request):
    table = Table({**toy_table.river(("1m", "9s", "5z")), **request.param})
    table.play(20)
    return table


@pytest.mark.parametrize("frames", [4, 30])
def test_a_known_tile_half_under_a_resting_hand_stays(table, frames):
    before = table.play(1)
    table.told.clear()
    table.rests(frames)
    assert table.leaves() == before
    assert all(told == before for told in table.told)


def test_a_tile_exchanged_under_a_hand_is_another_once_the_hand_has_gone(table):
    before = table.play(1)
    table.rests(4)
    label, *place = table.toy.tiles["river0"]
    table.toy.tiles["river0"] = ("7m", *place)
    after = table.leaves()
    assert sorted(after.values()) == ["5z", "7m", "9s"]
    (number,) = [number for number, face in before.items() if face == label]
    assert number not in after


def test_another_tile_where_a_known_one_lay_is_told_within_a_second(table):
    before = table.play(1)
    _, *place = table.toy.tiles["river0"]
    table.toy.tiles["river0"] = ("7m", *place)
    after = table.play(9)
    assert sorted(after.values()) == ["5z", "7m", "9s"]
    assert len(set(after) - set(before)) == 1


def test_a_hand_that_never_leaves_does_not_hide_another_tile_for_good(table):
    table.rests(70)
    assert sorted(table.told[-1].values()) == ["1s", "5z", "9s"]


def test_a_tile_first_read_beside_the_hand_that_lays_it_is_the_same_when_it_is_read_right(table):
    del table.toy.tiles["river0"]
    before = table.play(8)
    assert sorted(before.values()) == ["5z", "9s"]
    table.toy.tiles.update(toy_table.river(("1m",)))
    table.rests(4)
    under = table.told[-1]
    assert sorted(under.values()) == ["1s", "5z", "9s"]
    after = table.leaves()
    assert sorted(after.values()) == ["1m", "5z", "9s"]
    assert set(after) == set(under)


def test_what_lies_where_a_known_tile_was_laid_aside_is_told_though_a_hand_rests_there(table):
    """As an ura, once the indicator was lifted off it."""
    before = table.play(1)
    label, x, y, angle = table.toy.tiles["river0"]
    table.toy.arms = [ARM]
    table.play(4)
    table.toy.tiles["river0"] = ("7m", x, y, angle)
    table.toy.tiles["aside"] = (label, x, y + 38.0, angle)
    assert sorted(table.play(9).values()) == ["1m", "5z", "7m", "9s"]
    assert len(before) == 3


@pytest.fixture
def judged():
    """What judges, a known 3m, and the same tile where it was laid aside at 99 s."""
    quad = np.array([[0.0, 0.0], [24.0, 0.0], [24.0, 32.0], [0.0, 32.0]])
    known = Track(1, quad, quad.mean(axis=0), 270.0, True, first_ns=0, last_ns=0)
    known.chances = read_as("3m", 0.99)
    aside = Track(
        2, quad - (0, 36), quad.mean(axis=0), 270.0, True, first_ns=99 * S, last_ns=99 * S
    )
    aside.chances = read_as("3m", 0.98)
    return Instead(lambda _quad: True), known, aside


def read_as(name, sure):
    chances = np.full(REST + 1, (1 - sure) / REST)
    chances[FACE_NAMES.index(name)] = sure
    return chances


@pytest.mark.parametrize(("now_s", "believed"), [(100, True), (110, False)])
def test_another_face_is_believed_where_the_known_tile_was_laid_aside_a_moment_ago(
    judged, now_s, believed
):
    instead, known, aside = judged
    assert instead.believed(known, now_s * S, [], [known, aside]) == believed
    assert not instead.believed(known, now_s * S, [], [known])


def test_a_twin_that_lay_there_when_the_tile_was_last_read_is_another_tile(judged):
    instead, known, twin = judged
    look = Look(known.quad, known.spot, 270.0, read_as("3m", 0.97), True, 0.93)
    instead.agrees(known, look, 99 * S + 1)
    assert not instead.believed(known, 100 * S, [], [known, twin])


def test_where_another_was_read_an_unsure_look_is_asked_again_for_a_while(judged):
    instead, known, _ = judged
    assert not instead.believed(known, 100 * S)
    for now_s, due in ((101, 1), (103, 1), (106, 0)):
        look = Look(known.quad, known.spot, 270.0, read_as("5p", 0.54), True, 0.93)
        instead.agrees(known, look, now_s * S)
        assert len(instead.due([known], (now_s + 1) * S)) == due
    assert not instead.believed(known, 100 * S)
    sure = Look(known.quad, known.spot, 270.0, read_as("3m", 0.97), True, 0.93)
    instead.agrees(known, sure, 101 * S)
    assert not instead.due([known], 102 * S)


@pytest.mark.parametrize(
    ("read", "other"), [({"5m": 0.86, "0m": 0.13}, True), ({"5m": 0.8, "3m": 0.15}, False)]
)
def test_who_is_sure_of_a_five_need_not_know_whether_it_is_red(judged, read, other):
    _, known, _ = judged
    chances = np.full(REST + 1, (1 - sum(read.values())) / (REST - 1))
    for name, chance in read.items():
        chances[FACE_NAMES.index(name)] = chance
    assert known.disagrees(Look(known.quad, known.spot, 270.0, chances, True, 0.97)) == other
