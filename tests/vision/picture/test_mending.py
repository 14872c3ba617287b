"""What sizes and rows say of faces: cut wrongly, missed, turned, or no faces at all."""

import numpy as np
import pytest

from vision import geometry
from vision.labels import BACK, CLASS_OF, LABELS, NONE
from vision.picture import mending
from vision.picture.faces import Faces, sizes_by
from vision.picture.mending import mended

WIDE, HIGH, PITCH = 30, 40, 31
CLOTH, BODY = 90, 230


def tile(x, y, wide=WIDE, high=HIGH):
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


NAMES = ["1m", "2p", "3s", "4z", "5m", "6p", "7s", "1z"]


class Table:
    """Two rows of tiles, and a classifier that knows a tile only where it is cut well."""

    def __init__(self):
        self.image = np.full((300, 500, 3), CLOTH, np.uint8)
        self.tiles = {}
        self.turned = set()
        self.asked = 0
        for y in (60, 180):
            for at, name in enumerate(NAMES):
                self.lay(100 + PITCH * at, y, name)

    def lay(self, x, y, name):
        self.tiles[x, y] = name
        self.image[y : y + HIGH, x : x + WIDE] = BODY
        self.image[y + 10 : y + 30, x + 8 : x + 22] = 20

    def lay_turned(self, x, y, name):
        self.tiles[x, y] = name
        self.turned.add((x, y))
        self.image[y : y + WIDE, x : x + HIGH] = BODY
        self.image[y + 8 : y + 22, x + 10 : x + 30] = 20

    def outline(self, place):
        if place not in self.turned:
            return tile(*place)
        return np.roll(tile(*place, HIGH, WIDE), 1, axis=0)

    def settle(self, quads):
        self.asked += len(quads)
        settled, chances = quads.copy(), np.full((len(quads), 40), 1e-4, np.float32)
        for at, quad in enumerate(quads):
            middle = quad.mean(axis=0)
            near = [
                (np.abs(middle - self.outline(place).mean(axis=0)).max(), place)
                for place in self.tiles
            ]
            off, place = min(near)
            if off < 8:
                turn = min(
                    range(4), key=lambda k: np.abs(np.roll(quad, -k, 0) - self.outline(place)).sum()
                )
                settled[at] = np.roll(self.outline(place), turn, axis=0)
                chances[at, CLASS_OF[self.tiles[place]]] = 1
            else:
                chances[at, NONE] = 1
        return settled, chances / chances.sum(axis=1, keepdims=True)

    def found(self, without=()):
        faces = [(self.outline(place), name, 0.95) for place, name in self.tiles.items()]
        return listed([face for at, face in enumerate(faces) if at not in without])


def listed(faces):
    chances = np.full((len(faces), 40), 1e-4, np.float32)
    for at, (_, name, chance) in enumerate(faces):
        chances[at, CLASS_OF[name]] = chance
        chances[at, NONE] += 1 - chance
    quads = np.array([quad for quad, _, _ in faces], np.float32).reshape(-1, 4, 2)
    chances /= chances.sum(axis=1, keepdims=True)
    return Faces(quads, np.full(len(faces), 0.9, np.float32), chances)


def names_at(faces):
    middles = np.rint(faces.quads.mean(axis=1)).astype(int).tolist()
    best = faces.chances.argmax(axis=1)
    return {tuple(one): LABELS[name] for one, name in zip(middles, best, strict=True)}


def laid(table):
    return {
        tuple(np.rint(table.outline(place).mean(axis=0)).astype(int).tolist()): name
        for place, name in table.tiles.items()
    }


def mend(image, found, *rest):
    return mended(image, found, sizes_by(found), *rest)


def test_well_found_faces_stay_as_they_are_and_cost_no_look():
    table = Table()
    seen = table.found()
    after = mend(table.image, seen, table.settle)
    assert np.array_equal(after.quads, seen.quads)
    assert np.allclose(after.chances, seen.chances)
    assert table.asked == 0


@pytest.mark.parametrize("missing", [(3,), (3, 4), (0,), (7,), (6, 7), (0, 12, 13)])
def test_what_nobody_found_is_found_in_its_row(missing):
    table = Table()
    after = mend(table.image, table.found(without=missing), table.settle)
    assert names_at(after) == laid(table)


@pytest.mark.parametrize("part", [(0, 0, 16, HIGH), (14, 0, 16, HIGH), (0, 18, WIDE, 22)])
def test_a_find_that_was_cut_too_small_is_put_to_a_tiles_size(part):
    table = Table()
    seen = table.found(without=(4,))
    x, y = [*table.tiles][4]
    cut = listed([(tile(x + part[0], y + part[1], part[2], part[3]), "2s", 0.97)])
    after = mend(table.image, seen.and_also(cut), table.settle)
    assert names_at(after) == laid(table)


def test_a_blank_that_was_cut_at_its_frame_need_not_be_surer_than_others():
    table = Table()
    x, y = [*table.tiles][4]
    table.lay(x, y, "5z")

    def doubtful(quads):
        settled, chances = table.settle(quads)
        blank = chances[:, CLASS_OF["5z"]] > 0.5
        chances[blank, CLASS_OF["5z"]], chances[blank, BACK] = 0.9, 0.1
        return settled, chances

    for name, told in (("5z", "5z"), ("back", "back")):
        frame = listed([(tile(x + 3, y + 2, WIDE - 6, HIGH - 4), name, 0.9)])
        after = mend(table.image, table.found(without=(4,)).and_also(frame), doubtful)
        spot = tuple(np.rint(tile(x, y).mean(axis=0)).astype(int).tolist())
        assert names_at(after)[spot] == told


def test_a_find_across_two_tiles_gives_way_to_them():
    table = Table()
    seen = table.found(without=(4, 5))
    across = listed([(tile(100 + 4.5 * PITCH, 60), "9s", 0.97)])
    after = mend(table.image, seen.and_also(across), table.settle)
    assert names_at(after) == laid(table)


def test_a_face_that_is_told_a_quarter_off_is_turned_as_its_neighbours_lie():
    table = Table()
    seen = table.found()
    quads = seen.quads.copy()
    quads[5] = np.roll(quads[5], 1, axis=0)
    after = mend(table.image, seen._replace(quads=quads), table.settle)
    assert np.array_equal(after.quads[5], tile(*[*table.tiles][5]))


def test_what_no_tile_is_as_large_as_loses_credit():
    table = Table()
    plate = listed([(tile(30, 120, 20, 20), "1z", 0.99)])
    after = mend(table.image, table.found().and_also(plate), table.settle)
    assert after.chances[-1, CLASS_OF["1z"]] < 0.35
    assert after.chances.sum(axis=1) == pytest.approx(1, abs=1e-4)


def test_backs_in_a_row_are_faces_down_and_no_free_places():
    table = Table()
    seen = table.found(without=(2, 3))
    backs = listed([(tile(100 + at * PITCH, 60), "back", 0.99) for at in (2, 3)])
    after = mend(table.image, seen.and_also(backs), table.settle)
    assert table.asked == 0
    assert (after.chances.argmax(axis=1) == BACK).sum() == 2


def test_beyond_a_row_only_what_shows_something_is_looked_at():
    table = Table()
    mend(table.image, table.found(), table.settle)
    assert table.asked == 0
    table.lay(100 + PITCH * 8, 60, "9m")
    after = mend(table.image, table.found(without=(16,)), table.settle)
    assert names_at(after) == laid(table)


@pytest.mark.parametrize(("ink", "asked"), [(20, True), (70, False)])
def test_a_darker_place_beyond_a_row_is_looked_at_where_it_shows_more_than_faces_do(ink, asked):
    table = Table()
    table.image[table.image == 20] = 170
    x = 100 + PITCH * 8
    table.lay(x, 60, "9m")
    for left, top in table.tiles:
        table.image[top + 10 : top + 30, left + 8 : left + 16] = BODY
    place = table.image[60 : 60 + HIGH, x : x + WIDE]
    place[place == 20] = ink
    place[place == BODY] = 115
    after = mend(table.image, table.found(without=(16,)), table.settle)
    assert (names_at(after) == laid(table)) == asked


def test_a_turned_tile_beyond_a_rows_end_is_found_if_its_lower_edge_lies_in_line():
    table = Table()
    table.lay_turned(100 + PITCH * 8, 60 + HIGH - WIDE, "9m")
    after = mend(table.image, table.found(without=(16,)), table.settle)
    assert names_at(after) == laid(table)


def test_beside_a_single_tile_of_a_set_another_is_found():
    table = Table()
    x = 100 + PITCH * 8
    table.lay_turned(x, 60 + HIGH - WIDE, "9m")
    table.lay(x + HIGH + 1, 60, "9s")
    table.lay(x + HIGH + 1 + PITCH, 60, "8s")
    after = mend(table.image, table.found(without=(18,)), table.settle)
    assert names_at(after) == laid(table)


def test_a_look_that_ends_on_half_a_tile_is_put_to_a_tiles_size_once_more():
    table = Table()
    x, y = [*table.tiles][4]
    looks = []

    def by_halves(quads):
        settled, chances = table.settle(quads)
        first = not looks
        looks.append(len(quads))
        half = first & (np.abs(settled.mean(axis=1) - tile(x, y).mean(axis=0)).max(axis=1) < 1)
        settled[half] = tile(x, y, WIDE, HIGH * 3 // 4)
        return settled, chances

    after = mend(table.image, table.found(without=(4,)), by_halves)
    assert names_at(after) == laid(table)
    assert len(looks) == 2


@pytest.mark.parametrize("offset", [0, 6])
def test_a_find_over_two_tiles_that_touch_is_both(offset):
    table = Table()
    table.lay(400, 180, "7p")
    table.lay(430, 180, "8p")
    merged = listed([(tile(400 + offset, 180, 56 - offset, HIGH), "9s", 0.97)])
    after = mend(table.image, table.found(without=(16, 17)).and_also(merged), table.settle)
    assert names_at(after) == laid(table)


def test_a_refused_find_over_a_meld_far_from_all_others_is_its_tiles():
    table = Table()
    table.lay(20, 250, "7p")
    table.lay(50, 250, "8p")
    table.lay_turned(80, 250 + HIGH - WIDE, "9p")
    refused = listed([(tile(20, 250, 60 + HIGH, HIGH), "none", 0.6)])
    seen = table.found(without=(16, 17, 18))
    assert len(mend(table.image, seen, table.settle).quads) == 16
    after = mend(table.image, seen, table.settle, refused)
    assert names_at(after) == laid(table)


def test_what_is_surely_no_tile_and_no_larger_is_not_looked_at_again():
    table = Table()
    table.lay(20, 250, "7p")
    refused = listed([(tile(20, 250, WIDE, 25), "none", 0.99)])
    mend(table.image, table.found(without=(16,)), table.settle, refused)
    assert table.asked == 0


def test_half_of_a_tile_that_lies_turned_is_put_to_the_whole_of_it():
    table = Table()
    table.lay_turned(400, 120, "4p")
    half = listed([(np.roll(tile(400, 120, HIGH // 2, WIDE), 1, axis=0), "2p", 1.0)])
    after = mend(table.image, table.found(without=(16,)).and_also(half), table.settle)
    assert names_at(after) == laid(table)


def test_two_tiles_in_four_parts_are_those_that_all_parts_come_from():
    table = Table()
    table.lay(400, 180, "6s")
    table.lay(430, 180, "6s")
    parts = listed([(tile(400 + 15 * at, 180, 15), "4s", 0.98) for at in range(4)])

    def also_across(quads):
        settled, chances = table.settle(quads)
        across = np.abs(quads.mean(axis=1) - tile(415, 180).mean(axis=0)).max(axis=1) < 9
        settled[across] = tile(415, 180)
        chances[across] = np.eye(40, dtype=np.float32)[CLASS_OF["4s"]]
        return settled, chances

    seen = table.found(without=(16, 17)).and_also(parts)
    assert names_at(mend(table.image, seen, also_across)) == laid(table)


def test_a_face_that_is_hardly_sure_is_told_where_two_looks_end_on_it():
    table = Table()
    x, y = [*table.tiles][4]
    part = listed([(tile(x + 6, y, 18), "2s", 0.97)])

    def unsurely(quads):
        settled, chances = table.settle(quads)
        near = np.abs(settled.mean(axis=1) - tile(x, y).mean(axis=0)).max(axis=1) < 1
        chances[near] = 0.8 * chances[near] + 0.2 * np.eye(40, dtype=np.float32)[CLASS_OF["9s"]]
        return settled, chances

    after = mend(table.image, table.found(without=(4,)).and_also(part), unsurely)
    assert names_at(after) == laid(table)


@pytest.mark.parametrize(("name", "told"), [("5m", True), ("2s", False)])
def test_a_face_that_is_hardly_sure_is_told_where_its_half_was_named_the_same(name, told):
    table = Table()
    x, y = [*table.tiles][4]
    half = listed([(tile(x, y, 18), name, 0.97)])

    def unsurely(quads):
        settled, chances = table.settle(quads)
        near = np.abs(settled.mean(axis=1) - tile(x, y).mean(axis=0)).max(axis=1) < 1
        near &= np.cumsum(near) == 1
        settled[np.cumsum(near) > 1] = 0
        chances[near] = 0.65 * chances[near] + 0.35 * np.eye(40, dtype=np.float32)[CLASS_OF["9s"]]
        return settled, chances

    seen = table.found(without=(4,)).and_also(half)
    assert (names_at(mend(table.image, seen, unsurely)) == laid(table)) == told


def test_where_the_frame_of_a_blank_was_taken_for_its_edges_it_lies_around_that():
    table = Table()
    place = (100 + PITCH * 8, 60)
    table.lay(*place, "5z")

    def closely(quads):
        settled, chances = table.settle(quads)
        off = np.abs(quads.mean(axis=1) - tile(*place).mean(axis=0)).max(axis=1)
        chances[(off > 1) & (off < 8)] = np.eye(40, dtype=np.float32)[NONE]
        return settled, chances

    frame = listed([(tile(place[0] + 3, place[1] + 4, WIDE - 6, HIGH - 8), "5z", 0.97)])
    after = mend(table.image, table.found(without=(16,)).and_also(frame), closely)
    assert names_at(after) == laid(table)
    assert np.allclose(after.quads[-1], tile(*place))


def test_the_frame_of_a_cell_far_from_all_tiles_is_no_blank():
    table = Table()
    place = (20, 120)
    table.lay(*place, "5z")
    frame = listed([(tile(23, 124, WIDE - 6, HIGH - 8), "5z", 0.97)])
    after = mend(table.image, table.found(without=(16,)).and_also(frame), table.settle)
    assert not np.allclose(after.quads[-1], tile(*place))


def test_the_first_tile_of_a_ponds_next_row_is_found():
    table = Table()
    table.lay(100, 180 + HIGH + 1, "9m")
    after = mend(table.image, table.found(without=(16,)), table.settle)
    assert names_at(after) == laid(table)


def test_where_one_face_was_mended_and_none_was_found_that_is_all(monkeypatch):
    table = Table()
    x, y = [*table.tiles][4]
    seen = table.found(without=(4,)).and_also(listed([(tile(x, y, 16), "2s", 0.97)]))
    rounds = []
    rows = mending.in_rows
    monkeypatch.setattr(mending, "in_rows", lambda *lies: rounds.append(1) or rows(*lies))
    assert names_at(mend(table.image, seen, table.settle)) == laid(table)
    assert len(rounds) == 1


def test_few_faces_are_left_alone():
    table = Table()
    seen = table.found().at(np.arange(5))
    assert mend(table.image, seen, table.settle) is seen
    empty = table.found().at(np.zeros(16, np.bool_))
    assert len(mend(table.image, empty, table.settle).quads) == 0


def test_none_lies_on_another_afterwards():
    table = Table()
    across = [(tile(100 + (at + 0.5) * PITCH, 60), "9s", 0.6) for at in range(7)]
    after = mend(table.image, table.found().and_also(listed(across)), table.settle)
    kept = geometry.suppressed(after.quads, after.scores, 0.2, 0.3)
    assert len(kept) == len(after.quads) == 16
