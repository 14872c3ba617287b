"""How an old hand ended, said otherwise: as it was before, and all after it decided again."""

import pytest

from scoring.seats import Seat
from table.config import load_ruleset
from table.core.corrections import propose
from table.core.endings import HandEnd, end_hand
from table.core.events import Correction, EndKyoku, Hora, Reach, Ryukyoku, StartKyoku
from table.core.history import Commit, replay
from table.core.reending import ended_hand
from table.core.state import Phase
from table.errors import IllegalActionError
from table.simulator.game import simulate

NAMES = ("Aki", "Ben", "Chie", "Dai")
A, B, C, D = Seat


def simulated_until_after(kind, rules="tenhou"):
    """A game as one commit up to the deal after the first hand that ended so; the end's entry."""
    for seed in range(20):
        events = simulate(load_ruleset(rules), seed, NAMES)
        for place, event in enumerate(events):
            deal = events[place + 2] if place + 2 < len(events) else None
            if isinstance(event, kind) and isinstance(deal, StartKyoku):
                return [Commit(1, events[: place + 3], None)], place + 1, event
    pytest.fail(f"no simulated hand ends with {kind.__name__}")


def test_a_hand_that_was_won_is_said_to_have_been_drawn_instead():
    commits, entry, won = simulated_until_after(Hora)
    before = replay(commits).state
    ended = ended_hand(commits, entry)
    assert ended.before.phase is Phase.HAND
    assert ended_hand(commits, entry - 5).before == ended.before  # any entry of it names the hand
    drawn = end_hand(
        ended.before, HandEnd(draw="exhaustive_draw", tenpai=frozenset({B})), load_ruleset("tenhou")
    )
    after = propose(commits, ended.edits(drawn), load_ruleset).after
    assert after.total == before.total
    assert after.hands[-1].wins == ()
    assert after.hands[-1].draw is not None
    assert after.honba == before.hands[-1].honba + 1
    found = propose(commits, ended.edits(drawn), load_ruleset)
    commits += [Commit(len(commits[0].events) + 1, (Correction("seen"), *found.events), 1)]
    corrected = next(
        number
        for number, event in enumerate(commits[-1].events, commits[-1].number)
        if isinstance(event, Ryukyoku) and number > entry
    )
    undrawn = ended_hand(commits, corrected)
    assert undrawn.before == ended.before
    back = propose(commits, undrawn.edits((won, EndKyoku())), load_ruleset).after
    assert back.scores == before.scores


def test_an_old_draw_is_said_to_have_been_won_and_back_again():
    commits, entry, draw = simulated_until_after(Ryukyoku)
    rules = load_ruleset("tenhou")
    ended = ended_hand(commits, entry)
    again = HandEnd(
        draw="exhaustive_draw", tenpai=frozenset(seat for seat in Seat if draw.tenpai(seat))
    )
    same = propose(commits, ended.edits(end_hand(ended.before, again, rules)), load_ruleset)
    assert same.hands == ()
    assert same.after.scores == replay(commits).state.scores
    nobody = HandEnd(draw="exhaustive_draw")
    changed = propose(commits, ended.edits(end_hand(ended.before, nobody, rules)), load_ruleset)
    assert changed.after.hands[-1].draw.tenpais == (False,) * 4


def test_a_hand_in_progress_has_no_end_to_correct():
    commits, entry, _ = simulated_until_after(Hora)
    with pytest.raises(IllegalActionError, match="its hand is not over"):
        ended_hand(commits, len(commits[0].events))
    with pytest.raises(IllegalActionError, match="expected one that stands"):
        ended_hand(commits, 9999)
    ended = ended_hand(commits, entry)
    with pytest.raises(IllegalActionError, match="expected what ended it"):
        ended.edits((Reach(B),))
