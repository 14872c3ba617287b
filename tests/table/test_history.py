"""What stands of a history: undo, redo, and a commit that replaces an earlier one in its place."""

import random

import pytest

from scoring.seats import Seat
from table.core import incidents
from table.core.decisions import begin_game, confirm_draw, lay_riichi
from table.core.events import Correction, EndKyoku, Hora, Tsumo, Undo
from table.core.history import Commit, redo_target, replay, standing, undo_target
from table.core.incidents import Signal
from table.core.state import fold
from table.errors import IllegalActionError

NAMES = ("Aki", "Ben", "Chie", "Dai")
UNDO = (Undo(),)


@pytest.fixture
def begin(ruleset):
    return Commit(1, begin_game(NAMES, ruleset))


@pytest.fixture
def riichi(begin):
    return Commit(3, lay_riichi(fold(begin.events), Seat.SECOND))


def numbers(*commits):
    return [commit.number for commit in standing(commits)]


def test_an_undo_takes_back_and_its_undo_restores(begin, riichi):
    undo, redo = Commit(5, UNDO, 3), Commit(6, UNDO, 5)
    assert numbers(begin, riichi) == [1, 3]
    assert numbers(begin, riichi, undo) == [1]
    assert numbers(begin, riichi, undo, redo) == [1, 3]
    assert numbers(begin, riichi, undo, redo, Commit(7, UNDO, 6)) == [1]


def test_a_replacement_stands_in_the_place_of_what_it_replaces(begin, riichi, ruleset):
    draw = Commit(5, confirm_draw(fold([*begin.events, *riichi.events]), [Seat.SECOND], ruleset))
    other = Commit(8, lay_riichi(fold(begin.events), Seat.SECOND), 3)
    later = Commit(10, other.events, 8)
    assert numbers(begin, riichi, draw, other) == [1, 8, 5]
    assert numbers(begin, riichi, draw, other, later) == [1, 10, 5]
    assert numbers(begin, riichi, draw, other, later, Commit(12, UNDO, 10)) == [1, 8, 5]
    assert replay((begin, riichi, draw, other)).state == replay((begin, riichi, draw)).state
    assert replay((begin, riichi, draw)).hand_commits == (5,)


def test_games_are_counted_as_they_stand(begin, riichi):
    second = Commit(5, begin.events)
    assert replay((begin, riichi)).games == 1
    assert replay((begin, riichi, second)).games == 2
    assert replay((begin, riichi, second, Commit(7, UNDO, 5))).games == 1


def test_a_replacement_that_cannot_be_is_refused(begin, riichi):
    with pytest.raises(IllegalActionError, match="EndKyoku"):
        replay((begin, riichi, Commit(5, (EndKyoku(),), 3)))


def test_the_first_game_cannot_be_undone(begin):
    assert undo_target(()) is None
    assert undo_target((begin,)) is None


def test_something_new_ends_the_redo(begin, riichi):
    undo = Commit(5, UNDO, 3)
    assert redo_target((begin, riichi)) is None
    assert redo_target((begin, riichi, undo)) == undo
    assert redo_target((begin, riichi, undo, Commit(6, riichi.events))) is None
    assert redo_target(()) is None


def test_redo_goes_back_step_by_step(begin, riichi):
    second = Commit(5, lay_riichi(fold([*begin.events, *riichi.events]), Seat.THIRD))
    history = [begin, riichi, second, Commit(7, UNDO, 5), Commit(8, UNDO, 3)]
    assert redo_target(history).number == 8
    history.append(Commit(9, UNDO, 8))
    assert numbers(*history) == [1, 3]
    assert redo_target(history).number == 7
    history.append(Commit(10, UNDO, 7))
    assert numbers(*history) == [1, 3, 5]
    assert redo_target(history) is None


def test_a_second_winner_adds_to_the_same_hand(begin):
    first = Hora(Seat.SECOND, Seat.FIRST, (-1000, 1000, 0, 0))
    second = Hora(Seat.THIRD, Seat.FIRST, (-2000, 0, 2000, 0))
    state = fold([*begin.events, first, second, EndKyoku()])
    assert len(state.hands) == 1
    assert state.hands[0].wins == (first, second)
    assert state.hands[0].deltas == (-3000, 1000, 2000, 0)
    assert state.scores == (27000, 31000, 32000, 30000)


def signal(number, *events):
    return Commit(number, (Signal("button"), *events))


def test_what_an_automatic_table_says_is_nobodys_to_undo(begin, riichi):
    dice = signal(6, incidents.Dice(Seat.FIRST, (3, 4)), incidents.WallBreak(Seat.THIRD, 7))
    assert undo_target((begin, signal(3))) is None
    assert undo_target((begin, riichi, signal(5), dice)) == riichi
    undo = Commit(9, UNDO, riichi.number)
    assert redo_target((begin, riichi, signal(5), dice, undo, signal(10))) == undo
    assert numbers(begin, riichi, signal(5), dice, undo, signal(10)) == [1, 5, 6, 10]


def test_a_riichi_by_the_tables_stick_can_be_undone(begin, riichi):
    by_stick = signal(3, *riichi.events)
    assert undo_target((begin, by_stick, signal(6))) == by_stick


def walk(chance, begin):
    """A history of plain deeds, notes, undos, redos and corrections, as a session would write."""
    commits = [begin]
    for _ in range(chance.randrange(1, 25)):
        number = commits[-1].number + len(commits[-1].events)
        deeds = [one for one in standing(commits) if not one.is_note and one is not begin]
        kind = chance.choice(("deed", "deed", "note", "undo", "redo", "correct"))
        back = undo_target(commits) if kind == "undo" else redo_target(commits)
        if kind in {"undo", "redo"} and back is not None:
            commits.append(Commit(number, UNDO, back.number))
        elif kind == "correct" and deeds:
            head = Correction("seen better later")
            commits.append(Commit(number, (head, Tsumo(Seat(0))), chance.choice(deeds).number))
        elif kind == "note":
            commits.append(Commit(number, (Signal("pressed", Seat(0), ""),)))
        else:
            commits.append(Commit(number, (Tsumo(Seat(0)),)))
    return commits


def test_an_undo_takes_back_the_last_that_stands_whatever_was_written(begin):
    for seed in range(300):
        commits = walk(random.Random(seed), begin)
        stand = [one for one in standing(commits) if not one.is_note]
        last = undo_target(commits)
        assert last == (stand[-1] if len(stand) > 1 else None)
        if last is not None:
            taken = Commit(1000, UNDO, last.number)
            assert last not in standing([*commits, taken])
            assert redo_target([*commits, taken]) == taken
            again = Commit(1001, UNDO, 1000)
            assert standing([*commits, taken, again]) == standing(commits)


def test_nothing_stands_that_a_correction_stands_before(begin):
    for seed in range(300):
        commits = walk(random.Random(seed), begin)
        target = next((one for one in standing(commits) if one is not begin), None)
        if target is None:
            continue
        deed = (Correction("seen better later"), Tsumo(Seat(1)))
        corrected = standing([*commits, Commit(1000, deed, target.number)])
        assert [one.number for one in corrected] == [1, 1000]
