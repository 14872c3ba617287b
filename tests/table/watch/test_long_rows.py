"""A seat's rows are as long as it lays them, also where they reach before the next seat."""

from dataclasses import replace

import pytest

from table.watch.seen.long_rows import with_long_rows
from table.watch.seen.places import Layout, Placed

WIDTH = 20.9


def tile(track, x, y, *, sideways=False):
    return Placed(track, x, y, sideways, True, (), 0, 0, 1.0)


def layout(*ponds):
    nothing = ([], [], [], [])
    return Layout(ponds, nothing, nothing, 0, (False,) * 4, frozenset(), (False,) * 4)


ROW = [tile(at, at - 2.5, -4.4) for at in range(7)]


@pytest.mark.parametrize(
    ("last", "whose"),
    [
        (tile(9, -4.4, -4.5, sideways=True), 0),  # upright, behind the seventh of seat 0
        (tile(9, -4.4, -4.7), 0),  # the same turned for a riichi
        (tile(9, -2.3, -4.4, sideways=True), 1),  # the first of its own row, turned
        (tile(9, -4.4, -7.0, sideways=True), 1),  # too far from the seventh
    ],
)
def test_what_continues_a_row_is_of_that_row(last, whose):
    found = with_long_rows(layout(ROW, [last], [], []), (0, 1, 2, 3))
    assert [len(pond) for pond in found.ponds] == [7 + (whose == 0), int(whose == 1), 0, 0]
    own = next(one for one in found.ponds[whose] if one.track == 9)
    if whose == 0:
        assert (own.x, own.y) == (-last.y, last.x)
        assert own.sideways != last.sideways


def test_the_eighth_is_of_the_row_also_where_the_seventh_was_called():
    last = tile(9, -4.4, -4.5, sideways=True)
    found = with_long_rows(layout(ROW[:6], [last], [], []), (0, 1, 2, 3))
    assert [len(pond) for pond in found.ponds] == [7, 0, 0, 0]


def test_a_tile_with_a_row_of_its_own_stays_in_it():
    own = [tile(9, -4.4, -4.5), tile(10, -3.4, -4.5)]
    found = with_long_rows(layout(ROW, own, [], []), (0, 1, 2, 3))
    assert [len(pond) for pond in found.ponds] == [7, 2, 0, 0]


def by_rows_of(count, tile, seen):
    """Where a tile of a pond lies if so many are laid in a row."""
    if tile.zone != "river":
        return seen
    old, new = min(tile.place // 6, 2), min(tile.place // count, 2)
    x = (tile.place - count * new - tile.place + 6 * old) * WIDTH
    y = -(new - old) * 1.37 * WIDTH
    for _ in range(tile.seat):
        x, y = -y, x
    return replace(seen, x_mm=seen.x_mm + x, y_mm=seen.y_mm + y)


@pytest.mark.parametrize("count", [5, 8])
def test_hands_are_followed_however_many_tiles_lie_in_a_row(follow, played_of, ruleset_of, count):
    ruleset = ruleset_of("tenhou")
    game = played_of(ruleset, 7, 2)
    card, watcher = follow(game, ruleset, 7, lambda tile, one: by_rows_of(count, tile, one))
    assert card.right == card.rounds == 2
    assert not watcher.questions
