"""Rare ends of a hand behind a correction: decided as if it had been written right at first."""

import pytest
from loading import load

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.circumstances import declared
from table.core.corrections import Insert, Replace
from table.core.endings import HandEnd, end_hand
from table.core.events import Hora, Reach, ReachAccepted, StartKyoku
from table.core.fouls import Foul
from table.core.history import Commit

_RECORDED = load("tests/table/recorded.py")
Record = _RECORDED.Record
A, B, C, D = Seat
DEALER_WINS = Hora(A, C, (0, 0, 0, 0), fan=2, fu=30)


def ended(record, **end):
    return record.add(*end_hand(record.state, HandEnd(**end), record.rules))


def flowed(*seats):
    """The wall runs out, and these had nothing but terminals and honours in their ponds."""
    return lambda record: ended(
        record, draw="exhaustive_draw", nagashi=seats, last_discarder=D, tenpai=frozenset({B})
    )


def riichi(seat, then):
    def play(record):
        record.add(Reach(seat), ReachAccepted(seat))
        return then(record)

    return play


def fouled(*seats):
    fouls = tuple(Foul("false_win", seat, shown=True) for seat in seats)
    return lambda record: ended(record, fouls=fouls)


@pytest.mark.parametrize("rules", ["jpml-b", "tenhou", "majsoul", "mleague", "wrr2015"])
@pytest.mark.parametrize(
    "then",
    [
        flowed(A),
        flowed(D),
        flowed(A, C),
        flowed(A, C, D),
        flowed(*Seat),
        riichi(B, flowed(D)),
        fouled(A),
        fouled(C),
        fouled(A, C),
        riichi(B, fouled(C)),
        riichi(C, fouled(C)),
    ],
)
def test_another_dealer_and_other_counters_change_what_it_pays(rules, then):
    wrong, right = Record(rules), Record(rules)
    won = wrong.ron(B, C, 2, 30, 2000)
    right.ron(A, C, 2, 30, 2900)
    for record in (wrong, right):
        then(record)
    proposal = wrong.propose(Replace(won, (DEALER_WINS,)))
    assert proposal.after.scores == right.state.scores
    assert proposal.after.hands[-1].deltas == right.state.hands[-1].deltas
    assert proposal.notes == ()


@pytest.mark.parametrize("rules", ["jpml-b", "wrr2015"])
def test_the_stick_of_a_missed_riichi_goes_back_at_a_chombo(rules):
    wrong, right = Record(rules), Record(rules)
    entry = fouled(C)(wrong)
    riichi(B, fouled(C))(right)
    after = wrong.propose(Insert(entry, (Reach(B), ReachAccepted(B)))).after
    assert (after.scores, after.kyotaku) == (right.state.scores, 0)


@pytest.mark.parametrize(
    ("rules", "deltas"),
    [
        # 32,000 of daisangen are halved, all of tsuuiisou is the discarder's; so are the 300
        ("mleague", (0, 64300, -48300, -16000)),
        # as before, but the counter is paid by who is liable (CRYOLITE counters at pao)
        ("majsoul", (0, 64300, -48000, -16300)),
        ("tenhou", (0, 64300, -32000, -32300)),
    ],
)
def test_who_is_liable_answers_for_as_much_of_an_unseen_hand_as_the_rules_have_it(rules, deltas):
    record = Record(rules)
    won = record.ron(B, D, 2, 30, 2000)
    yakus = (("daisangen", 1), ("tsuuiisou", 1))
    record.ended(Hora(B, C, (0, 64000, -48000, -16000), yakus=yakus, pao=D))
    after = record.propose(Replace(won, (Hora(A, D, (0, 0, 0, 0), fan=2, fu=30),))).after
    assert after.hands[1].wins[0].deltas == deltas


def test_an_unseen_hand_with_two_yakuman_that_were_fed_stays_as_written():
    record = Record("mleague")
    won = record.ron(B, D, 2, 30, 2000)
    written = (0, 64000, -48000, -16000)
    yakus = (("daisangen", 1), ("suukantsu", 1))
    record.ended(Hora(B, C, written, yakus=yakus, pao=D))
    proposal = record.propose(Replace(won, (DEALER_WINS,)))
    assert proposal.after.hands[1].wins[0].deltas == written
    assert "who is liable for which yakuman is not known" in proposal.notes[0]


def test_a_yaku_that_is_worth_a_limit_is_paid_again():
    record = Record("jpml-b")
    won = record.ron(B, D, 2, 30, 2000)
    record.ended(Hora(C, D, (0, 0, 8000, -8000), yakus=(("renhou", 5),)))
    proposal = record.propose(Replace(won, (DEALER_WINS,)))
    assert proposal.after.hands[1].wins[0].deltas == (0, 0, 8300, -8300)
    assert proposal.notes == ()


TWO = {"B": "234678m23488s46p", "D": "345567m34577s46p"}
MOVES = "A+9m; A-9m!; B+9m; B-9m!; C+?; C-9p!; D+9p; D-9p!; A+1m; A-1m!; B+1m; B-1m!; C+?; C-5p!"


def shared(playing, rules="tenhou"):
    """Two win on one tile; the record, and the number of its deal."""
    record = Record(rules)
    start = playing.start("", TWO["B"], "", TWO["D"], marker="9s")
    record.commits = [Commit(1, (record.commits[0].events[0], start[1]))]
    for move in playing.moves(MOVES):
        record.add(playing.event(move, record.state))
    wins = tuple(declared(record.state, seat, C, Tile.parse("5p"), record.rules) for seat in (B, D))
    ended(record, wins=wins)
    return record


def test_all_who_win_on_one_tile_are_scored_again(playing):
    record = shared(playing)
    deal = record.commits[0].events[1]
    other = StartKyoku(
        deal.bakaze, 1, 0, 0, A, deal.scores, Tile.parse("2m"), deal.tehais
    )  # 3m is dora, one in each hand
    before = record.state.hands[0].wins
    after = record.propose(Replace(2, (other,))).after.hands[0].wins
    assert [win.actor for win in before] == [D, B]
    assert [new.fan - old.fan for old, new in zip(before, after, strict=True)] == [1, 1]


def test_a_win_that_the_rules_refuse_now_is_said(playing):
    record = shared(playing)
    at = next(
        at for at, one in enumerate(record.commits) if one.events == (playing.event("D+9p", None),)
    )
    draw, discard = (record.commits[at + step].number for step in (0, 1))
    proposal = record.propose(
        Replace(draw, (playing.event("D+5p", None),)),
        Replace(discard, (playing.event("D-5p!", None),)),
    )
    before, after = record.state.hands[0], proposal.after.hands[0]
    assert after.deltas == before.deltas
    (note,) = proposal.notes
    assert "though the rules refuse this win now: furiten" in note
