"""What was seen late pays for it once; what was seen early can hardly have come later."""

from types import SimpleNamespace

import pytest

from table.core.state import EMPTY
from table.watch.story.hypotheses import ALL_LATE, LATE, LATEST, Hypothesis, lateness
from table.watch.story.search import before_the_rest

SECOND = 1_000_000_000
NONE = (0, 0, 0, 0)


def told(*seconds):
    """A story whose acts were seen at these times, and what all of them cost for that."""
    one = Hypothesis(EMPTY, 0.0, NONE, NONE, frozenset(), 0, 0, None, ())
    cost = 0.0
    for at in seconds:
        at_ns = round(at * SECOND)
        cost += lateness(one, at_ns)
        latest = max(one.latest_ns, at_ns)
        one = Hypothesis(EMPTY, cost, NONE, NONE, frozenset(), 0, at_ns, one, (), latest_ns=latest)
    return cost


def test_acts_in_the_order_in_which_they_were_seen_cost_nothing():
    assert told(1, 2, 3, 3, 3.1, 3.0, 4) == 0


@pytest.mark.parametrize("story", [(1, 9, 2, 3, 4, 5), (1, 9, 5, 2, 9)])
def test_one_that_was_seen_late_pays_once(story):
    assert LATE < told(*story) <= 2 * LATEST


def test_an_act_told_after_many_that_were_seen_later_is_dearer_than_one_that_was_seen_late():
    late = told(1, 2, 9, 3, 4, 5, 6, 7)
    early = told(2, 3, 4, 9, 1, 5, 6, 7)
    assert late <= LATEST
    assert early >= late + LATEST
    assert told(*range(2, 40), 1) == ALL_LATE


def test_a_story_is_drawn_up_anew_from_when_what_it_leaves_out_was_seen():
    nothing = SimpleNamespace(pieces=[], groups=[])
    early = SimpleNamespace(first_ns=3 * SECOND)
    one = Hypothesis(EMPTY, 0.0, NONE, NONE, frozenset(), 0, 0, None, ())
    for at in (1, 2, 4, 5):
        one = Hypothesis(
            EMPTY, 0.0, NONE, NONE, frozenset(), 0, at * SECOND, one, (), latest_ns=at * SECOND
        )  # fmt: skip
    ponds = [SimpleNamespace(pieces=[early]), nothing, nothing, nothing]
    sheet = SimpleNamespace(ponds=ponds, corners=[nothing] * 4, indicators=[])
    assert before_the_rest(one, sheet).at_ns == 2 * SECOND
    early.first_ns = 9 * SECOND
    assert before_the_rest(one, sheet) is None
    early.first_ns = 3 * SECOND
    sheet.ponds[0] = nothing
    assert before_the_rest(one, sheet) is None
