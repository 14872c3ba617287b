"""What an entry said is found again where corrections have written it anew."""

from dataclasses import replace

import pytest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.corrections import Insert, Replace, Reseat
from table.core.events import Correction, Dahai, Hora, Tsumo, Undo
from table.core.history import Commit
from table.core.successors import as_it_stands, successor, successors

EAST, SOUTH = Seat(0), Seat(1)
ONE, SEVEN = Tile.parse("1p"), Tile.parse("7p")
TURN = (Tsumo(EAST), Dahai(EAST, ONE), Tsumo(SOUTH), Dahai(SOUTH, ONE))
BEGUN = Commit(1, TURN)
FIXED = Commit(5, (Correction("seen"), Tsumo(EAST), Dahai(EAST, SEVEN), *TURN[2:]), 1)
GONE = Commit(10, (Correction("seen"), *TURN[2:]), 5)
BACK = Commit(13, (Undo(),), 10)


@pytest.mark.parametrize(
    ("commits", "entry", "now"),
    [
        ((BEGUN,), 4, 4),
        ((BEGUN, FIXED), 4, 9),
        ((BEGUN, FIXED), 2, None),
        ((BEGUN, FIXED, GONE), 4, 12),
        ((BEGUN, FIXED, GONE), 1, None),
        ((BEGUN, FIXED, GONE, BACK), 4, 9),
        ((BEGUN, FIXED, GONE, BACK), 1, 6),
        ((BEGUN, FIXED, replace(BACK, number=10, supersedes=5)), 2, 2),
    ],
)
def test_where_an_entry_stands(commits, entry, now):
    assert successor(commits, entry) == now


def test_a_win_that_is_paid_otherwise_is_the_same_win():
    won = Hora(SOUTH, EAST, (-1000, 1000, 0, 0))
    paid = replace(won, deltas=(-2000, 2000, 0, 0))
    assert successors([*TURN, won], [*TURN, paid]) == {at: at for at in range(5)}
    assert 4 not in successors([*TURN, won], [*TURN, replace(paid, actor=Seat(2))])


def test_an_edit_names_the_entries_that_stand():
    ten = {4: 14, 6: 16}.__getitem__
    assert as_it_stands(Replace(4), ten) == Replace(14)
    assert as_it_stands(Insert(4, TURN), ten) == Insert(14, TURN)
    assert as_it_stands(Insert(0, TURN), ten) == Insert(0, TURN)  # at the end
    mixed = (SOUTH, EAST, Seat(2), Seat(3))
    assert as_it_stands(Reseat(mixed, 4, 6), ten) == Reseat(mixed, 14, 16)
