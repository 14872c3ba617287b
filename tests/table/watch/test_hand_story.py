"""A hand is followed by all of its rows at once: what one of them misreads others settle."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring.tiles import Tile
from table.watch.faces import INDEX
from table.watch.hand_cameras.hand_story import followed
from table.watch.hand_cameras.held import Act
from table.watch.seen.hand_rows import SeenRow, not_told_apart
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


def test_a_drawn_tile_is_told_however_often_the_deal_was_seen():
    """Of two 3z the first goes when 4z has come; the second that goes was drawn."""
    after = taken(DEAL, "3z") + " 4z"
    rows = [*(row(at, DEAL) for at in (1, 2, 3)), row(7, after), row(9, after)]
    found = followed(rows, [discard(5, "3z"), discard(12, "3z")])
    assert [str(step.drawn) for step in found.steps] == ["4z", "3z"]


@pytest.mark.parametrize("hidden", [None, 12, 7])
def test_a_drawn_tile_that_no_row_shows_before_more_is_done_stands_in_a_later_one(hidden):
    """Between them an arm may have hidden all but so many tiles."""
    after = taken(DEAL, "8m", "8m", "8s") + " 4z"
    pon = Act(None, 2, (Tile.parse("8m"), Tile.parse("8m")), 8 * SECOND)
    part = [] if hidden is None else [row(6, " ".join(DEAL.split()[:hidden]))]
    found = followed([row(1, DEAL), *part, row(9, after)], [discard(5, "8s"), pon])
    assert str(found.steps[0].drawn) == "4z"
    assert found.tiles == counted(after)


def test_what_stands_in_a_later_row_was_rather_drawn_later():
    after = f"{DEAL} 4z"
    found = followed([row(1, DEAL), row(9, after)], [discard(5, "3z"), discard(10, "4z")])
    assert [str(step.drawn) for step in found.steps] == ["3z", "4z"]


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


def test_a_tile_misread_as_long_as_it_stood_is_what_is_called_with_in_the_end():
    """Read rightly once, as it was drawn; then as another, look by look, until a chi shows it."""
    after = taken(DEAL, "3z")
    rows = [row(1, DEAL), row(3, f"{DEAL} 4m", apart=13)]
    rows += [row(at, f"{after} 5m") for at in range(5, 30)]
    call = Act(None, 3, (Tile.parse("4m"), Tile.parse("5m")), 30 * SECOND)
    rows.append(row(32, taken(after, "5m")))
    found = followed(rows, [discard(4, "3z"), call])
    assert str(found.steps[0].drawn) == "4m"
    assert names(found.steps[1].laid) == "4m 5m"
    assert found.tiles == counted(taken(after, "5m"))


def test_a_tile_misread_from_the_deal_on_is_what_is_called_with():
    misread = DEAL.replace("2m", "3m/2m")
    call = Act(None, 1, (Tile.parse("2m"), Tile.parse("3m")), 9 * SECOND)
    rows = [row(at, misread) for at in range(1, 8)]
    rows.append(row(11, taken(DEAL, "2m", "3m")))
    found = followed(rows, [call])
    assert found.deal == counted(DEAL)
    assert found.tiles == counted(taken(DEAL, "2m", "3m"))


READY = "1m 2m 3m 5m 6m 7m 2p 3p 4p 8p 9p 3z 3z"
NEARLY = READY.replace("9p", "9s")


@pytest.mark.parametrize("declares", [True, False], ids=["riichi", "no riichi"])
def test_a_hand_that_declares_riichi_waits_though_a_drawn_tile_was_misread_since(declares):
    before = taken(NEARLY, "9s") + " 4z"
    rows = [row(1, before), row(3, f"{before} 9p", apart=13)]
    rows += [row(at, taken(before, "4z") + " 1s") for at in range(5, 12)]
    rows.append(row(13, taken(before, "4z") + " 1s 1z", apart=13))
    rows += [row(at, taken(before, "4z") + " 1s") for at in range(15, 40)]
    riichi = Act(0, 1, (Tile.parse("1z"),), 14 * SECOND, True, 8, riichi=declares)
    found = followed(rows, [discard(4, "4z"), riichi])
    assert str(found.steps[0].drawn) == ("9p" if declares else "1s")
    assert found.tiles == counted(READY if declares else READY.replace("9p", "1s"))


def test_a_tile_that_looks_like_the_one_let_go_is_not_taken_for_it_again_and_again():
    """A 3m that was drawn is read as the 2m in whose place it stands: the table saw the 2m go."""
    before = taken(DEAL, "3m") + " 4z"
    rows = [row(1, before), row(3, f"{before} 3m", apart=13)]
    rows += [row(at, before) for at in range(5, 16)]
    rows.append(row(17, taken(before, "2m", "4z") + " 3m 4z 1p", apart=13))
    found = followed(rows, [discard(4, "2m"), discard(18, "1p")])
    assert names(found.steps[0].laid) == "2m"
    assert str(found.steps[0].drawn) == "3m"


ALIKE = frozenset({frozenset({INDEX[Tile.parse("8m")], INDEX[Tile.parse("9m")]})})


@pytest.mark.parametrize(("alike", "told"), [(ALIKE, "9m"), (frozenset(), "8m")])
def test_rows_say_little_of_faces_that_look_alike_to_the_camera(alike, told):
    """Read as 8m from the deal on; the table's camera sees that it is a 9m."""
    deal = DEAL.replace("8m 8m", "8m 1p")
    rows = [row(at, deal) for at in range(1, 4)]
    rows += [row(5, f"{deal} 4z", apart=13)]
    rows += [row(at, taken(deal, "8m") + " 4z") for at in range(7, 12)]
    discarded = replace(discard(6, "9m"), chances=((Tile.parse("8m"), 0.05),))
    found = followed(rows, [discarded], alike)
    assert names(found.steps[0].laid) == told


def test_faces_that_a_look_may_both_be_are_not_told_apart():
    assert not_told_apart(belief("8m/9m")) == ALIKE
    assert not_told_apart(belief("8m")) == frozenset()


def test_what_a_tile_was_taken_for_is_forgotten_when_it_has_gone():
    """The 9m that looked like an 8m is let go; then a true 8m comes and goes, unread."""
    deal = DEAL.replace("8m 8m", "8m 1p")
    after = taken(deal, "8m") + " 4z"
    rows = [row(at, deal) for at in range(1, 4)]
    rows += [row(5, f"{deal} 4z", apart=13), *(row(at, after) for at in range(7, 12))]
    rows += [row(13, f"{after} 8m", apart=13), *(row(at, after) for at in range(15, 19))]
    discarded = replace(discard(6, "9m"), chances=((Tile.parse("8m"), 0.05),))
    found = followed(rows, [discarded, discard(14, None)], ALIKE)
    assert [names(step.laid) for step in found.steps] == ["9m", "8m"]
    assert not found.steps[0].sure


def test_rows_that_an_arm_hides_a_part_of_say_nothing_of_how_often_a_tile_was_seen():
    part = taken(DEAL, "3z")
    rows = [row(at, part) for at in range(1, 7)]
    rows += [row(7, DEAL.replace("7p", "6p")), *(row(at, DEAL) for at in range(8, 11))]
    rows += [row(12, f"{DEAL} 4z", apart=13), row(14, taken(DEAL, "7p") + " 4z")]
    found = followed(rows, [discard(13, "7p")])
    assert found.deal == counted(DEAL)
    assert found.steps[0].sure
