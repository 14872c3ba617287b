"""Corrections: one past event changed, and everything after it decided again and shown first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loading import load

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.circumstances import declared
from table.core.corrections import Insert, Replace, Reseat
from table.core.decisions import begin_game, confirm_draw
from table.core.endings import HandEnd, end_hand
from table.core.events import (
    EndGame,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
    Undo,
)
from table.core.fouls import Foul
from table.core.history import Commit, redo_target, standing, undo_target
from table.core.state import Phase, fold
from table.errors import IllegalActionError, StaleStateError
from table.journal.store import Draft, Journal, verify
from table.session import Order, open_session

_RECORDED = load("tests/table/recorded.py")
Record, NAMES = _RECORDED.Record, _RECORDED.NAMES
A, B, C, D = Seat


def test_another_winner_changes_the_points_the_dealer_and_the_counters_after_it():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)  # E1, B deals next
    record.draw(B)  # E2: B tenpai, one counter
    record.ron(D, B, 1, 30, 1000)  # E2-1
    proposal = record.propose(Replace(won, (Hora(A, C, (2900, 0, -2900, 0), fan=2, fu=30),)))
    after = proposal.after
    # A wins as dealer (2900) and stays; the same draw in E1-1 has A noten, so B deals E2 with two
    # counters; D's 1000 from B is now worth 1600.
    assert [(hand.bakaze, hand.kyoku, hand.honba, hand.oya) for hand in after.hands] == [
        (Wind.EAST, 1, 0, A),
        (Wind.EAST, 1, 1, A),
        (Wind.EAST, 2, 2, B),
    ]
    assert after.scores == (30000 + 2900 - 1000, 30000 + 3000 - 1600, 27100 - 1000, 29000 + 1600)
    assert sum(after.scores) == 120000
    assert [change.number for change in proposal.hands] == [0, 1, 2]
    assert proposal.before == record.state
    assert proposal.notes == ()


def test_a_correction_is_one_commit_that_can_be_undone_and_redone():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    record.draw(B)
    before = record.state
    record.correct(Replace(won, (Hora(B, D, (0, 2000, 0, -2000), fan=2, fu=30),)))
    corrected = record.state
    assert corrected.scores != before.scores
    assert len(standing(record.commits)) == 2  # the start, and what took the place of the rest
    undone = record.add(Undo(), supersedes=undo_target(record.commits).number)
    assert record.state == before
    assert redo_target(record.commits).number == undone
    record.add(Undo(), supersedes=undone)
    assert record.state == corrected


def test_a_correction_of_a_correction():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    record.draw(B)
    record.correct(Replace(won, (Hora(B, D, (0, 2000, 0, -2000), fan=2, fu=30),)))
    again = record.commits[-1].number + 1  # its first entry says that it is a correction
    record.correct(Replace(again, (Hora(B, A, (-2000, 2000, 0, 0), fan=2, fu=30),)))
    assert record.state.hands[0].wins[0].target == A
    assert record.state.hands[0].scores == (28000, 32000, 30000, 30000)
    record.add(Undo(), supersedes=undo_target(record.commits).number)
    assert record.state.hands[0].wins[0].target == D
    record.add(Undo(), supersedes=undo_target(record.commits).number)
    assert record.state.hands[0].wins[0].target == C


def test_what_was_undone_before_stays_undone():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    gone = record.draw(B)
    record.add(Undo(), supersedes=gone)
    record.draw(C)
    record.correct(Replace(won, (Hora(B, D, (0, 2000, 0, -2000), fan=2, fu=30),)))
    assert [hand.draw.tenpais for hand in record.state.hands if hand.draw] == [
        (False, False, True, False)
    ]


def test_a_missed_riichi_brings_its_stick_to_the_next_winner():
    record = Record()
    drawn = record.draw(A, B)
    record.ron(D, B, 2, 30, 2000)  # E1-1
    proposal = record.propose(Insert(drawn, (Reach(B), ReachAccepted(B))))
    win = proposal.after.hands[1].wins[0]
    assert win.hora_points == 2000 + 300 + 1000
    assert proposal.after.kyotaku == 0
    assert proposal.after.scores == (31500, 30000 + 1500 - 1000 - 2300, 28500, 28500 + 3300)


def test_a_draw_that_was_a_win():
    record = Record()
    drawn = record.draw()
    record.draw(B)
    proposal = record.propose(Replace(drawn, (Hora(C, C, (0, 0, 0, 0), fan=1, fu=40),)))
    assert proposal.after.hands[0].deltas == (-700, -400, 1500, -400)
    assert proposal.after.hands[1].kyoku == 2
    assert proposal.after.hands[1].honba == 0


def test_a_tile_that_was_read_wrong_is_scored_again(playing):
    start = playing.start("", "123456789m1p567s", marker="9s")
    moves = "A+9p; A-9p!; B+9p; B-9p!; C+?; C-1z!; D+?; D-1z!; A+1p; A-1p!; B ron 1p"
    record = Record()
    record.commits = [Commit(1, start)]
    state = fold(start)
    for move in playing.moves(moves)[:-1]:
        event = playing.event(move, state)
        record.add(event)
        state = fold((event,), state)
    end = HandEnd(wins=(declared(state, B, A, Tile.parse("1p"), record.rules),))
    ended = record.add(*end_hand(state, end, record.rules))
    (yaku,) = record.state.hands[0].wins[0].yakus
    assert yaku == ("ikkitsuukan", 2)
    other = Replace(2, (playing.start("", "123456789m1p999s", marker="8s")[1],))
    win = record.propose(other).after.hands[0].wins[0]
    assert win.fan == 2 + 3  # three dora that were read as other tiles
    assert win.deltas == (-8000, 8000, 0, 0)
    assert win.pai == Tile.parse("1p")
    gone = record.propose(*(Replace(ended + entry) for entry in range(3))).after
    assert (gone.phase, gone.hands) == (Phase.HAND, ())


def test_seats_that_were_mixed_up():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    record.draw(B)
    swapped = Reseat((A, C, B, D), won, won)
    assert record.propose(swapped).after.hands[0].deltas == (0, -2000, 2000, 0)
    whole = Reseat((A, D, C, B), won, record.end)
    after = record.propose(whole).after
    assert after.hands[0].deltas == (0, 0, -2000, 2000)
    assert after.hands[1].draw.tenpais == (False, False, False, True)


def test_a_whole_game_is_decided_again_to_its_end():
    record = Record()
    first = record.ron(B, C, 1, 30, 1000)
    while not isinstance(record.commits[-1].events[-1], EndGame):
        oya = record.state.oya
        record.ron(oya.after(), oya.after(2), 1, 30, 1000)
    assert len(record.state.hands) == 8
    proposal = record.propose(Replace(first, (Hora(B, D, (0, 0, 0, 0), fan=5, fu=30),)))
    assert proposal.after.phase is record.state.phase
    assert proposal.events[-1].scores == proposal.after.scores
    assert proposal.after.scores[D] - record.state.scores[D] == -8000
    stays = Replace(first, (Hora(A, D, (0, 0, 0, 0), fan=1, fu=30),))
    longer = record.propose(stays).after  # A stays: the last hand is now South 3, then comes one
    assert (longer.bakaze, longer.kyoku, len(longer.hands)) == (Wind.SOUTH, 4, 8)


def test_a_game_that_ended_by_rotation_can_be_corrected_in_the_next():
    record = Record()
    first = record.ron(B, C, 1, 30, 1000)
    while not isinstance(record.commits[-1].events[-1], EndGame):
        oya = record.state.oya
        record.ron(oya.after(), oya.after(2), 1, 30, 1000)
    record.add(*begin_game(NAMES, record.rules))
    record.ron(C, D, 2, 30, 2000)
    proposal = record.propose(Replace(first, (Hora(B, D, (0, 0, 0, 0), fan=5, fu=30),)))
    (ended,) = [event for event in proposal.events if isinstance(event, EndGame)]
    assert ended.scores == (30000, 37000, 31000, 22000)  # 8,000 from D where 1,000 from C was
    assert proposal.after == record.state


def test_a_game_that_would_have_been_over_is_named():
    record = Record()
    record.draw(A)
    first = 3
    while not isinstance(record.commits[-1].events[-1], EndGame):
        oya = record.state.oya
        record.ron(oya.after(2), oya.after(3), 1, 30, 1000)
    with pytest.raises(IllegalActionError, match="the game would end after 8 hands"):
        record.propose(
            Replace(first, (Ryukyoku((-1000, 3000, -1000, -1000), (False, True, False, False)),))
        )


@pytest.mark.parametrize(
    ("edits", "complaint"),
    [
        ((), "nothing would change"),
        ((Replace(99),), "entry 99: expected one that stands"),
        ((Insert(99, ()),), "entry 99: expected one that stands"),
        ((Insert(3, ()),), "nothing would change"),
        ((Reseat((A, A, B, C), 1, 3),), "expected each seat once"),
        ((Replace(4),), "entry 5 can no longer follow: StartKyoku: the table is settling"),
        ((Insert(3, (ReachAccepted(B),)),), "entry 3 can no longer follow: ReachAccepted"),
    ],
)
def test_what_cannot_be_corrected_is_said(edits, complaint):
    record = Record()
    record.ron(B, C, 2, 30, 2000)
    with pytest.raises(IllegalActionError, match=complaint):
        record.propose(*edits)


def test_a_win_without_worth_is_left_as_written_and_noted():
    record = Record()
    first = record.draw(A)
    record.ended(Hora(B, C, (0, 5500, -5500, 0)))
    proposal = record.propose(Replace(first, (Ryukyoku((0, 0, 0, 0), (False,) * 4),)))
    assert proposal.after.hands[1].wins[0].deltas == (0, 5500, -5500, 0)
    assert proposal.notes == ("entry 6: paid as written, for its han and fu are not known",)


def test_rulings_stay_where_they_were_made():
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    foul = Foul("false_win", D, shown=True)
    record.add(*end_hand(record.state, HandEnd(fouls=(foul,)), record.rules))
    before = record.state
    after = record.propose(Replace(won, (Hora(B, A, (0, 0, 0, 0), fan=2, fu=30),))).after
    assert after.penalties == before.penalties
    assert after.hands[1].chombos == before.hands[1].chombos


WORTH = {
    1: (1000, 1500),
    2: (2000, 2900),
    3: (3900, 5800),
    4: (8000, 12000),
    5: (8000, 12000),
    6: (12000, 18000),
}
"""Han at 30 fu -> what a ron pays, to others and to the dealer; four han are rounded up."""
ENDS = st.one_of(
    st.tuples(st.just("draw"), st.sets(st.sampled_from(list(Seat)))),
    st.tuples(st.just("ron"), st.permutations(list(Seat)), st.integers(1, 6)),
)


@settings(max_examples=60)
@given(st.lists(ENDS, min_size=1, max_size=7), st.data())
def test_a_correction_makes_the_record_that_would_have_been_written(ends, data):
    """Changing one ending later gives the same game as writing it right at first."""
    place = data.draw(st.integers(0, len(ends) - 1))
    other = data.draw(ENDS)
    wrong, right = Record(), Record()
    entries = [_end(wrong, end) for end in ends]
    for number, end in enumerate(ends):
        _end(right, other if number == place else end)
    commit = next(one for one in wrong.commits if one.number == entries[place])
    ending = _ending(other)
    if commit.events[0] == ending:
        return
    after = wrong.propose(Replace(entries[place], (ending,))).after
    assert after.scores == right.state.scores
    assert (after.kyoku, after.honba, after.oya) == (
        right.state.kyoku,
        right.state.honba,
        right.state.oya,
    )


def _end(record, end):
    if end[0] == "draw":
        return record.draw(*end[1])
    winner, target, *_ = end[1]
    dealer = winner == record.state.oya
    return record.ron(winner, target, end[2], 30, WORTH[end[2]][dealer])


def _ending(end):
    if end[0] == "draw":
        return Ryukyoku((0, 0, 0, 0), tuple(seat in end[1] for seat in Seat))
    winner, target, *_ = end[1]
    return Hora(winner, target, (0, 0, 0, 0), fan=end[2], fu=30)


@pytest.fixture
async def session(tmp_path):
    session = open_session(Journal.open(tmp_path / "journal.db"), load_ruleset, NAMES, "wrr2015")
    await session.change(
        Order("client-1"), lambda state, rules: map(Draft, confirm_draw(state, (B,), rules))
    )
    yield session
    session.close()


async def test_a_session_shows_a_correction_and_then_writes_it(session, tmp_path):
    edit = Replace(3, (Ryukyoku((0, 0, 0, 0), (False, False, True, False)),))
    shown = session.propose((edit,))
    seq = session.snapshot.seq
    assert session.snapshot.state.scores == (29000, 33000, 29000, 29000)
    assert shown.after.scores == (29000, 29000, 33000, 29000)
    outcome = await session.correct(Order("client-2", seq), (edit,), "the wrong seat")
    assert outcome.after.state == shown.after
    with pytest.raises(StaleStateError):
        await session.correct(Order("client-3", seq), (edit,), "again")
    session.close()
    assert verify(tmp_path / "journal.db")[1] is None
    again = open_session(Journal.open(tmp_path / "journal.db"), load_ruleset, NAMES, "wrr2015")
    assert again.snapshot.state == shown.after
    again.close()


async def test_a_correction_that_cannot_be_leaves_the_table_as_it_was(session):
    before = session.snapshot
    with pytest.raises(IllegalActionError, match="entry 77"):
        await session.correct(Order(), (Replace(77),), "no such entry")
    assert session.snapshot == before


def test_corrections_start_with_the_dealing(playing):
    """A record of points alone keeps its unseen hands."""
    record = Record()
    won = record.ron(B, C, 2, 30, 2000)
    events = record.propose(Replace(won, (Hora(A, C, (0, 0, 0, 0), fan=2, fu=30),))).events
    (deal,) = [event for event in events if isinstance(event, StartKyoku)]
    assert deal.tehais == ((None,) * 13,) * 4
