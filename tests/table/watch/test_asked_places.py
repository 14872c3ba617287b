"""A question names every place in the record that may be what is wrong."""

import re
from pathlib import Path

import pytest

from scoring.seats import Seat
from table.core.events import Dahai, Reach, Tsumo
from table.core.incidents import Irregularity
from table.watch.asked.asking import TILE, Asking
from table.watch.decisions import Entry
from table.watch.faces import FACES
from table.watch.story.rivals import Doubt

PAGE = Path(__file__).parents[3] / "table/web/dashboard/src/lib/logic/format.ts"
ACT = Dahai(Seat(1), FACES[3])


def test_an_irregularity_is_asked_about_with_the_act_that_was_one():
    odd = Irregularity("not_turn", Seat(1), "it is the turn of seat 0", "7.1")
    (asked,) = Asking().review(1, 10, [Entry(ACT), Entry(odd, 0.5), Entry(ACT)], None)
    assert asked.question.places == {11, 12}


def test_a_turn_out_of_turn_is_asked_about_with_all_that_was_done_in_it():
    odd = Irregularity("not_turn", Seat(1), "it is the turn of seat 0", "7.1")
    turn = [Entry(odd, 0.5), Entry(Tsumo(Seat(1))), Entry(Reach(Seat(1))), Entry(ACT)]
    (asked,) = Asking().review(1, 10, [Entry(ACT), *turn, Entry(Tsumo(Seat(2)))], None)
    assert asked.question.places == {11, 12, 13, 14}
    (asked,) = Asking().review(1, 10, [*turn[:2], Entry(Tsumo(Seat(2)))], None)
    assert asked.question.places == {10, 11}, "another's draw is none of it"


def test_another_order_is_asked_about_with_all_that_would_stand_elsewhere():
    doubt = Doubt(0, "it may have been otherwise", ("a", "b"), (ACT,), (), also=(0, 1, 2))
    (asked,) = Asking().review(1, 10, [Entry(ACT)] * 3, None, [doubt])
    assert asked.question.places == {10, 11, 12}


def test_the_page_marks_as_unsure_what_is_asked_about():
    written = re.search(r"export const SURE = ([0-9.]+);", PAGE.read_text(encoding="utf-8"))
    assert written, f"{PAGE}: no number SURE"
    assert float(written[1]) == TILE


@pytest.mark.parametrize(("sure", "asked"), [(0.95, 1), (0.97, 0)])
def test_a_tile_that_is_one_in_twenty_another_is_asked_about(sure, asked):
    assert len(Asking().review(1, 10, [Entry(ACT, sure)], None)) == asked


def test_what_could_not_be_written_is_asked_anew_and_what_was_settled_stays_settled():
    asking, doubted, sure = Asking(), [Entry(ACT, 0.5)], [Entry(ACT)]
    asked = asking.review(1, 10, doubted, None)
    assert asking.review(1, 10, doubted, None) == []
    assert asking.again(asked) == []
    assert asking.review(1, 10, doubted, None) == asked
    settled = asking.review(1, 10, sure, None)
    assert asking.again(settled) == settled
    assert asking.review(1, 10, sure, None) == []
