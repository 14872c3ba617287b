"""A hand is followed by all of its rows at once: what one of them misreads others settle."""

from collections import Counter

import pytest

from scoring.tiles import Tile
from table.watch.faces import INDEX
from table.watch.hand_cameras.hand_story import Act, followed
from table.watch.seen.hand_rows import SeenRow
from vision.observation import REST

DEAL = "1m 2m 3m 5m 8m 8m 5p 7p 1s 3s 8s 3z 3z"
SECOND = 1_000_000_000


def belief(told):
    """`2m`: surely; `1m/2m`: one as likely as the other, the first a little more."""
    names = told.split("/")
    chances = [1e-4] * (REST + 1)
    for number, name in enumerate(names):
        chances[INDEX[Tile.parse(name)]] = 0.97 / len(names) - 0.01 * number
    total = sum(chances)
    return tuple(one / total for one in chances)


def row(at_s, text, apart=None):
    return SeenRow(at_s * SECOND, [belief(one) for one in text.split()], apart)


def discard(at_s, name, *, drew=True):
    """A discard that the table's camera saw so many seconds after the deal."""
    tile = None if name is None else Tile.parse(name)
    return Act(0 if drew else None, 1, (tile,), at_s * SECOND, True, 7)


def taken(deal, *gone):
    """A row without these tiles."""
    tiles = deal.split()
    for one in gone:
        tiles.remove(one)
    return " ".join(tiles)


def names(tiles):
    return " ".join(str(tile) for tile in tiles)


def counted(text):
    return Counter(Tile.parse(one) for one in text.split())


def test_a_row_may_show_the_hand_after_a_discard_before_the_table_does():
    after = taken(DEAL, "8s") + " 4z"
    found = followed([row(1, DEAL), row(4, after)], [discard(6, "8s")])
    assert found.deal == counted(DEAL)
    assert (str(found.steps[0].drawn), names(found.steps[0].laid)) == ("4z", "8s")
    assert found.tiles == counted(after)


def test_a_tile_that_may_be_two_is_what_is_discarded_later():
    doubtful = DEAL.replace("2m", "1m/2m")
    without = taken(doubtful, "1m/2m") + " 4z"
    rows = [row(1, doubtful), row(3, f"{doubtful} 4z"), row(5, without)]
    found = followed(rows, [discard(5, "2m")])
    assert found.deal == counted(DEAL)
    assert str(found.steps[0].drawn) == "4z"


def test_a_row_that_is_surely_misread_once_is_outvoted():
    wrong = DEAL.replace("7p", "6p")
    rows = [row(1, wrong), row(2, DEAL), row(3, f"{DEAL} 4z"), row(5, DEAL)]
    found = followed(rows, [discard(5, "4z")])
    assert found.deal == counted(DEAL)
    assert str(found.steps[0].drawn) == "4z"


def test_a_discard_that_nobody_could_read_is_what_left_the_row():
    after = taken(DEAL, "7p") + " 4z"
    rows = [row(1, DEAL), row(3, f"{DEAL} 4z"), row(5, after)]
    found = followed(rows, [discard(4, None)])
    assert names(found.steps[0].laid) == "7p"
    assert found.steps[0].sure


def test_after_acts_that_nobody_saw_the_hand_is_followed_on():
    """Three tiles went at once: a call and its discard."""
    rest = taken(DEAL, "8m", "8m", "1m")
    rows = [row(1, DEAL), row(3, f"{DEAL} 4z"), row(5, DEAL), row(9, rest), row(12, f"{rest} 6z")]
    rows.append(row(15, f"{taken(rest, '3s')} 6z"))
    found = followed(rows, [discard(5, "4z"), discard(8, "9p"), discard(14, "3s")])
    assert str(found.steps[0].drawn) == "4z"
    assert found.steps[1] is None
    assert str(found.steps[2].drawn) == "6z"


@pytest.mark.parametrize("name", ["5m", "0m"])
def test_a_five_that_was_called_with_is_of_the_colour_that_the_row_has(name):
    deal = DEAL.replace("5m", name).replace("8m 8m", "6m 8m")
    call = Act(None, 1, (Tile.parse("5m"), Tile.parse("6m")), 4 * SECOND)
    found = followed([row(1, deal), row(5, taken(deal, name, "6m"))], [call])
    assert names(found.steps[0].laid) == f"{name} 6m"


def test_without_a_row_before_the_first_act_nothing_is_told():
    assert followed([row(9, DEAL)], [discard(5, "4z"), discard(7, "1z")]) is None
