"""Rows: blank faces between others are found, what cannot lie so is put right; gaps stay gaps."""

from dataclasses import replace

import numpy as np
import pytest
from loading import load

from vision.tracks.again import Missing, look_again
from vision.tracks.bare import BARE
from vision.tracks.fuse import Track, look_of
from vision.tracks.looks import Looking
from vision.tracks.region import outline
from vision.tracks.rows import Rows
from vision.tracks.table import TableTracks

toy_table = load("tests/vision/toy_table.py")

STAY = np.eye(3)
ACROSS, ALONG = np.array([1.0, 0.0]), np.array([0.0, 1.0])
ROW = ("1m", "3m", "4s", "6s", "9s")


def always(_quad):
    return True


def never(_quad):
    return False


def track_at(number, label, x, way=ACROSS):
    """A tile of the bottom seat's first row as it was found at x."""
    plane = toy_table.plane()
    quad = plane.to_px(outline(np.array([x, -109.0]), way, toy_table.TILE))
    chances = np.full(40, 1e-3, np.float32)
    chances[toy_table.CLASS_OF[label]] = 0.95
    return Track.begin(number, look_of(quad, plane.to_mm(quad), chances, 0.9), 0, 0)


def mends(toy, tracks, covered=1.0, in_sight=always, rows=None, now=10**9):
    looking = Looking(
        toy_table.ToyReader(toy), toy_table.plane(), lambda quads: np.full(len(quads), covered)
    )
    rows = rows or Rows(toy_table.TILE[0])
    return rows.mends(looking, tracks, in_sight, toy.frame().rgb, STAY, now)


def row_of(labels):
    toy = toy_table.Toy(dict(toy_table.river(labels)))
    return toy, [track_at(at, label, -65.0 + 26.6 * at) for at, label in enumerate(labels)]


def test_a_row_that_was_found_well_is_not_looked_at_again():
    toy, tracks = row_of(ROW)
    assert mends(toy, tracks) == []


def test_a_blank_face_that_nobody_finds_is_found_between_others():
    laid, toy = toy_table.river(("1m", "3m", "5z", "6s")), toy_table.Toy()
    reader = toy_table.ToyReader(toy, hidden={"5z"}, sure=0.99)
    tracks = TableTracks(reader, toy_table.plane(), toy.frame())
    for _ in range(4):
        tracks.see(toy.frame())
    toy.tiles |= laid
    seen = [one for one in (tracks.see(toy.frame()) for _ in range(12)) if one is not None]
    assert sorted(s.best for s in seen[-1].sightings) == ["1m", "3m", "5z", "6s"]


@pytest.mark.parametrize("missing", [(2,), (1, 2)])
def test_what_was_not_found_is_found_in_its_place(missing):
    toy, tracks = row_of(ROW)
    left = [track for at, track in enumerate(tracks) if at not in missing]
    found = mends(toy, left)
    assert [one.track for one in found] == [None] * len(missing)
    spots = np.array([one.look.spot[0] for one in found])
    assert spots == pytest.approx([-65.0 + 26.6 * at for at in missing], abs=1)


@pytest.mark.parametrize("missing", [0, 5])
def test_what_was_not_found_at_a_long_rows_end_is_found(missing):
    toy, tracks = row_of((*ROW, "2p"))
    (mend,) = mends(toy, tracks[:missing] + tracks[missing + 1 :])
    assert mend.track is None
    assert mend.look.spot[0] == pytest.approx(-65.0 + 26.6 * missing, abs=1)


def test_beyond_a_short_row_nothing_is_sought():
    toy, tracks = row_of(ROW)
    assert mends(toy, tracks[:-1]) == []


def test_a_tile_that_lies_a_little_apart_from_a_long_row_is_no_second_one():
    toy, tracks = row_of(ROW)
    toy.tiles["apart"] = ("2p", -65.0 + 26.6 * 5.5, -109.0, 90.0)
    assert mends(toy, [*tracks, track_at(5, "2p", -65.0 + 26.6 * 5.5)]) == []


def test_what_seems_to_lie_crosswise_in_a_row_is_put_right():
    toy, tracks = row_of(ROW)
    tracks[2] = track_at(2, "4s", -65.0 + 26.6 * 2 - 2, ALONG)
    (mend,) = mends(toy, tracks)
    assert mend.track is tracks[2]
    assert mend.look.angle_deg % 180 == pytest.approx(90, abs=2)
    mend.track.lies(mend.look, 5)
    assert mends(toy, tracks) == []


def test_a_find_across_two_tiles_is_put_right():
    toy, tracks = row_of(ROW)
    tracks[2] = track_at(2, "8s", -65.0 + 26.6 * 2 + 4)
    (mend,) = mends(toy, tracks)
    assert mend.track is tracks[2]
    mend.track.lies(mend.look, 5)
    assert mend.track.chances.argmax() == toy_table.CLASS_OF["4s"]


def test_one_find_across_two_tiles_of_one_face_is_two():
    labels = [*ROW[:2], "6s", "6s", *ROW[4:]]
    toy, tracks = row_of(labels)
    astride = track_at(2, "6s", -65.0 + 26.6 * 2.45)
    found = mends(toy, [*tracks[:2], astride, *tracks[4:]])
    assert [mend.track for mend in found] == [astride, None]
    middles = [float(mend.look.spot[0]) for mend in found]
    assert middles == pytest.approx([-65.0 + 26.6 * 2, -65.0 + 26.6 * 3], abs=2)


def test_the_gap_of_a_called_tile_stays_one():
    toy, tracks = row_of(ROW)
    del toy.tiles["river2"]
    left = [track for track in tracks if track.number != 2]
    assert mends(toy, left) == []
    assert mends(toy, left, covered=0.1) == []


@pytest.mark.parametrize("pitch", [28.3, 30.0, 31.2])
def test_a_tile_that_lies_turned_in_its_row_stays_so(pitch):
    toy, tracks = row_of(ROW[:2])
    tracks += [track_at(2, "4s", -65.0 + 26.6 + pitch, ALONG)]
    tracks += [track_at(3, "6s", -65.0 + 26.6 + 2 * pitch)]
    toy.tiles |= {
        "river2": ("4s", tracks[2].spot[0], -109.0, 180.0),
        "river3": ("6s", tracks[3].spot[0], -109.0, 90.0),
    }
    assert mends(toy, tracks) == []


def test_what_a_hand_hides_waits():
    toy, tracks = row_of(ROW)
    assert mends(toy, [tracks[0], *tracks[2:]], in_sight=never) == []


def absent(covered, toy, track, seconds, in_sight=always, others=(), mistaken=never):
    """Whether a tile that was not found is given up within so many seconds."""
    looking = Looking(
        toy_table.ToyReader(toy), toy_table.plane(), lambda quads: np.full(len(quads), covered)
    )
    missing, image = Missing(), toy.frame().rgb
    gone = [
        missing.gone(looking, [track, *others], in_sight, mistaken, image, STAY, tenth * 10**8)
        for tenth in range(5, 10 * seconds)
    ]
    return any(gone)


def test_a_tile_that_was_not_found_is_gone_when_its_place_shows_the_table():
    toy, (track, *_) = row_of(ROW)
    track.missing = True
    assert not absent(0.2, toy, track, 1, never)
    assert absent(0.2, toy, track, 1)


def test_a_tile_that_was_not_found_and_lies_there_is_there():
    toy, (track, *_) = row_of(ROW)
    track.missing = True
    assert not absent(0.7, toy, track, 5)
    assert not track.missing


def test_a_place_that_shows_no_tile_for_long_is_empty_unless_something_covers_it():
    toy, (track, *_) = row_of(ROW)
    toy.tiles.clear()
    track.missing = True
    assert not absent(1.0, toy, track, 8)
    assert not absent(0.7, toy, track, 2)
    assert absent(0.7, toy, track, 5)
    assert not absent(1.0, toy, track, 2, mistaken=always)
    assert absent(1.0, toy, track, 5, mistaken=always)


def denied(chances):
    """A face that one look found, and the three after it do not: its place shows no tile."""
    toy, (there, *_) = row_of(ROW)
    toy.tiles.clear()
    corners = toy_table.plane().to_mm(there.quad)
    look = replace(look_of(there.quad, corners, np.zeros(40, np.float32) + 0.01, 0.96),
                   chances=chances, face_up=True)  # fmt: skip
    track = Track.begin(7, look, 0, 0)
    reader = toy_table.ToyReader(toy)
    looking = Looking(reader, toy_table.plane(), lambda quads: np.ones(len(quads)))
    for _ in range(3):
        assert not track.missing
        look_again(looking, [track], toy.frame().rgb, STAY, 1)
    return toy, track


def test_what_one_look_found_and_none_after_it_was_no_tile_whatever_lies_there():
    toy, track = denied(np.where(np.arange(38) == toy_table.CLASS_OF["4s"], 0.96, 0.04 / 37))
    assert track.missing
    assert not absent(1.0, toy, track, 2)
    assert not absent(1.0, toy, track, 5, in_sight=never)
    assert absent(1.0, toy, track, 5)


def test_a_blank_face_need_not_look_like_a_tile():
    toy, track = denied(BARE)
    assert not track.missing
    track.missing = True
    assert not absent(1.0, toy, track, 8)


@pytest.mark.parametrize(
    ("covered", "told"), [([1.0] * 2, False), ([1.0] * 9, True), ([1.0, 1.0, 0.1] * 6, False)]
)
def test_what_shows_nothing_in_a_place_of_a_pond_is_a_haku_only_if_it_stays(
    monkeypatch, covered, told
):
    toy, tracks = row_of(ROW)
    del toy.tiles[next(key for key, tile in toy.tiles.items() if tile[0] == "4s")]
    left = [track for at, track in enumerate(tracks) if at != 2]
    monkeypatch.setattr(
        "vision.tracks.rows.bare_places", lambda _image, _tracks, quads, _step: [True] * len(quads)
    )
    rows = Rows(toy_table.TILE[0])
    found = [mends(toy, left, one, rows=rows, now=at * 10**9) for at, one in enumerate(covered, 1)]
    assert any(found) == told


def test_where_many_places_show_no_tile_for_long_the_tiles_are_gone_whatever_is_seen_there():
    toy, (track, *others) = row_of(("1m", "3m", "4s", "6s", "9s") * 3)
    toy.tiles.clear()
    for one in (track, *others):
        one.missing = True
    assert not absent(1.0, toy, track, 8, others=others[:8])
    assert not absent(1.0, toy, track, 4, others=others)
    assert absent(1.0, toy, track, 8, others=others)
