"""The flow of a game: rotation, counters, sticks, draws, liability, the end (flow cases FC-xx)."""

from dataclasses import replace

import pytest

from scoring.hand import Hand
from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset
from table.core.decisions import begin_game, confirm_draw, confirm_win, lay_riichi
from table.core.declaration import Declaration, judge
from table.core.endings import spoiled
from table.core.events import EndKyoku, Hora, Reach, Ryukyoku, StartGame, StartKyoku, Undo
from table.core.fouls import Foul
from table.core.rotation import next_hand
from table.core.standings import leftover_to_leader, standings
from table.core.state import EMPTY, Phase, apply, fold
from table.errors import IllegalActionError

A, B, C, D = Seat
NAMES = ("Aki", "Ben", "Chie", "Dai")
PINFU = "123m456p789s22z345s"
DRAW = Ryukyoku((0, 0, 0, 0), (False,) * 4)
DAISANGEN = "123m44p pon:555z@E pon:666z@W pon:777z@{}"


class Game:
    """A game played by commands, for tests that read like the table."""

    def __init__(self, ruleset, **state):
        self.ruleset = ruleset
        self.state = replace(fold(begin_game(NAMES, ruleset)), **state)

    def do(self, events):
        self.state = fold(events, self.state)
        return self

    def riichi(self, seat):
        return self.do(lay_riichi(self.state, seat))

    def draw(self, *tenpai):
        return self.do(confirm_draw(self.state, tenpai, self.ruleset))

    def judge(self, winner, discarder, hand, win_tile, *circumstances):
        said = Declaration(
            winner, discarder, Hand.parse(hand), Tile.parse(win_tile), frozenset(circumstances)
        )
        return judge(self.state, said, self.ruleset)

    def win(self, *said):
        return self.do(confirm_win(self.state, self.judge(*said), self.ruleset))

    def paid(self, winner, discarder, deltas):
        """A win by its payments alone."""
        hora = Hora(winner, winner if discarder is None else discarder, deltas)
        self.do([hora, EndKyoku()])
        return self.do([next_hand(self.state, self.ruleset)])

    @property
    def line(self):
        state = self.state
        names = zip("ABCD", state.scores, strict=True)
        points = " ".join(f"{name} {points}" for name, points in names)
        return f"{points} pot {state.kyotaku}, ctr {state.honba}, dealer {'ABCD'[state.oya]}"

    @property
    def hand(self):
        return f"{self.state.bakaze}{self.state.kyoku}"


@pytest.fixture
def game(ruleset):
    return Game(ruleset)


def test_fc01_a_nondealer_wins_by_ron_and_the_deal_passes(game):
    game.paid(C, B, (0, -3900, 3900, 0))
    assert game.line == "A 30000 B 26100 C 33900 D 30000 pot 0, ctr 0, dealer B"
    assert game.hand == "E2"


def test_fc02_the_dealer_wins_by_tsumo_and_stays(game):
    game.paid(A, None, (3900, -1300, -1300, -1300))
    assert game.line == "A 33900 B 28700 C 28700 D 28700 pot 0, ctr 1, dealer A"
    assert game.hand == "E1"


def test_fc04_the_pot_waits_through_a_draw_for_the_next_winner(game):
    game.riichi(A).riichi(C).draw(A, C)
    assert game.line == "A 30500 B 28500 C 30500 D 28500 pot 2, ctr 1, dealer A"
    game.win(D, B, "234m456p678s22p345s", "5s")
    assert game.line == "A 30500 B 26200 C 30500 D 32800 pot 0, ctr 0, dealer B"
    assert game.hand == "E2"


def test_fc05_a_riichi_whose_discard_is_won_on_lays_no_stick(game):
    game.do([Reach(B)]).paid(D, B, (0, -3900, 0, 3900))
    assert game.line == "A 30000 B 26100 C 30000 D 33900 pot 0, ctr 0, dealer B"


def test_fc07_the_round_turns_when_the_first_dealer_deals_again(game):
    hands = []
    for dealer in (A, B, C, D, A):
        hands.append(game.hand)
        assert game.state.oya == dealer
        game.draw()
    assert hands == ["E1", "E2", "E3", "E4", "S1"]
    assert game.state.honba == 5


def test_fc08_the_leading_dealer_plays_on_in_s4_and_a_noten_dealer_ends_the_game(ruleset):
    last = Game(ruleset, bakaze=Wind.SOUTH, kyoku=4, oya=D, scores=(20000, 20000, 20000, 60000))
    last.paid(D, None, (-1000, -1000, -1000, 3000))
    assert (last.hand, last.state.honba, last.state.phase) == ("S4", 1, Phase.HAND)
    last.draw(A)
    assert last.state.phase is Phase.ENDED


@pytest.mark.parametrize(
    ("tenpai", "after"),
    [
        ((A, B, C), "A 31000 B 31000 C 31000 D 27000 pot 0, ctr 1, dealer A"),
        ((A, B), "A 31500 B 31500 C 28500 D 28500 pot 0, ctr 1, dealer A"),
        ((A,), "A 33000 B 29000 C 29000 D 29000 pot 0, ctr 1, dealer A"),
        ((B,), "A 29000 B 33000 C 29000 D 29000 pot 0, ctr 1, dealer B"),
        ((), "A 30000 B 30000 C 30000 D 30000 pot 0, ctr 1, dealer B"),
        ((A, B, C, D), "A 30000 B 30000 C 30000 D 30000 pot 0, ctr 1, dealer A"),
    ],
)
def test_fc14_noten_payments(game, tenpai, after):
    assert game.draw(*tenpai).line == after


def test_fc54_riichi_without_points_leaves_a_negative_score(ruleset):
    poor = Game(ruleset, scores=(30000, 500, 30000, 59500)).riichi(B)
    assert poor.state.scores[B] == -500


@pytest.mark.parametrize(
    ("discarder", "honba", "after"),
    [
        (None, 2, "A 30000 B 62600 C -2600 D 30000 pot 0, ctr 0, dealer B"),
        (D, 1, "A 30000 B 62300 C 14000 D 13700 pot 0, ctr 0, dealer B"),
    ],
)
def test_fc60_and_fc61_who_fed_the_third_dragon_is_liable(ruleset, discarder, honba, after):
    game = Game(ruleset, honba=honba)
    game.win(B, discarder, DAISANGEN.format(game.state.seat_wind(C)), "1m")
    assert game.line == after


def test_riichi_is_laid_with_the_win_when_no_stick_was(game):
    judgement = game.judge(C, B, PINFU, "5s", "riichi")
    assert judgement.lays_stick
    assert judgement.deltas == (0, -2000, 2000, 0)
    events = confirm_win(game.state, judgement, game.ruleset)
    assert [type(event).__name__ for event in events[:3]] == ["Reach", "ReachAccepted", "Hora"]
    assert events[2].deltas == (0, -2000, 3000, 0)
    game.do(events)
    assert game.line == "A 30000 B 28000 C 32000 D 30000 pot 0, ctr 0, dealer B"


def test_a_stick_that_lies_is_not_laid_again(game):
    game.riichi(C)
    judgement = game.judge(C, B, PINFU, "5s", "riichi")
    assert not judgement.lays_stick
    assert judgement.deltas == (0, -2000, 3000, 0)


def test_a_declared_riichi_is_accepted_by_its_win(game):
    game.do([Reach(C)]).win(C, B, PINFU, "5s", "riichi")
    assert game.line == "A 30000 B 28000 C 32000 D 30000 pot 0, ctr 0, dealer B"


def test_winds_and_counters_come_from_the_table(ruleset):
    game = Game(ruleset, bakaze=Wind.SOUTH, kyoku=3, oya=C, honba=2)
    win = game.judge(B, None, PINFU, "5s", "riichi").win
    assert (win.seat_wind, win.round_wind, win.honba) == (Wind.NORTH, Wind.SOUTH, 2)


@pytest.mark.parametrize(("between", "yakuman"), [("", True), ("chombo", True), ("draw", False)])
def test_the_eighth_win_of_a_dealer_in_a_row_is_a_yakuman_where_that_is_played(between, yakuman):
    ruleset = load_ruleset("jpml-b", {"parenchan": True})
    game = Game(ruleset)
    for _ in range(7):
        game.win(A, B, PINFU.replace("22z", "22p"), "5s")
    if between == "chombo":
        game.do(spoiled(game.state, [Foul("unplayable", C)], ruleset))
    if between == "draw":
        game.draw(A)
    assert game.state.oya == A
    eighth = game.judge(A, B, PINFU.replace("22z", "22p"), "5s").answer
    assert (eighth.limit == "yakuman") == yakuman
    if yakuman:
        assert [yaku.name for yaku in eighth.yaku] == ["parenchan"]


@pytest.mark.parametrize(
    ("act", "complaint"),
    [
        (lambda game: game.win(C, B, PINFU, "4s"), "no_yaku"),
        (lambda game: game.judge(C, C, PINFU, "5s"), "discarder 2"),
        (lambda game: game.riichi(C).judge(C, B, PINFU, "5s"), "without riichi"),
        (lambda game: game.riichi(C).riichi(C), "lies on the table already"),
        (lambda game: game.riichi(C).draw(A), "seat 2 noten"),
        (lambda game: game.do([EndKyoku()]), "EndKyoku: the table is in a hand"),
        (lambda game: game.do([Reach(A), Reach(A)]), "riichi of seat 0 is declared, not none"),
        (lambda game: game.do([DRAW, Hora(A, B, (0,) * 4)]), "the hand is drawn already"),
        (lambda game: game.do([Undo()]), "belongs to the journal"),
        (lambda game: game.do([Hora(A, B, (1, 2, 3, 4))]), "add up to 10"),
        (lambda game: game.do([Hora(A, B, (2000, -1000, 0, 0))]), "of the 0 on the table"),
        (lambda game: game.do([Ryukyoku((1, 0, 0, 0), (True,) * 4)]), "sum of the deltas 1"),
        (lambda game: game.do(begin_game(NAMES, game.ruleset)[1:]), "the table is in a hand"),
    ],
)
def test_what_cannot_be_is_refused_in_words(game, act, complaint):
    before = game.state
    with pytest.raises(IllegalActionError) as refused:
        act(game)
    assert complaint in str(refused.value)
    assert game.state.total == before.total


def test_nothing_can_be_won_or_drawn_when_the_game_has_ended(ruleset):
    game = Game(ruleset, bakaze=Wind.SOUTH, kyoku=4, oya=D).draw()
    for act in (
        lambda: game.judge(C, B, PINFU, "5s"),
        game.draw,
        lambda: game.riichi(A),
    ):
        with pytest.raises(IllegalActionError, match="at the end of a game"):
            act()


def test_a_hand_follows_only_with_the_points_of_the_last(game):
    hora = Hora(A, B, (1000, -1000, 0, 0))
    settled = fold([hora, EndKyoku()], game.state)
    with pytest.raises(IllegalActionError, match="scores"):
        apply(settled, StartKyoku(Wind.EAST, 1, 1, 0, A, (30000,) * 4))
    with pytest.raises(IllegalActionError, match="kyotaku"):
        apply(settled, StartKyoku(Wind.EAST, 1, 1, 3, A, settled.scores))


def test_a_new_game_may_begin_at_any_time(game):
    game.riichi(A).do([StartGame(NAMES, "wrr2015")])
    assert game.state == replace(EMPTY, phase=Phase.SEATED, names=NAMES, rules="wrr2015")


@pytest.mark.parametrize(
    ("deltas", "dealer"), [((1500, 1500, -1500, -1500), A), ((-1500, 1500, 1500, -1500), B)]
)
def test_a_payment_tells_who_was_tenpai_where_a_record_does_not(game, deltas, dealer):
    game.do([Ryukyoku(deltas), EndKyoku()])
    assert next_hand(game.state, game.ruleset).oya == dealer


def test_agari_yame_and_bankruptcy_are_fields_of_the_ruleset(ruleset):
    def played(**fields):
        rules = replace(ruleset, game=ruleset.game._replace(**fields))
        last = Game(rules, bakaze=Wind.SOUTH, kyoku=4, oya=D, scores=(500, 500, 500, 118_500))
        return last.paid(D, None, (-1000, -1000, -1000, 3000)).state.phase

    assert played() is Phase.HAND
    assert played(agari_yame=True) is Phase.ENDED
    assert played(bankruptcy=True) is Phase.ENDED


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((42300, 31000, 28200, 18500), (27300, 6000, -6800, -26500)),
        ((35000, 35000, 30000, 20000), (15000, 15000, -5000, -25000)),
        ((45000, 25000, 25000, 25000), (30000, -10000, -10000, -10000)),
        ((40000, 30000, 30000, 20000), (25000, 0, 0, -25000)),
        ((30000, 30000, 30000, 30000), (0, 0, 0, 0)),
        # One stick is left on the table: it is nobody's.
        ((20000, 30000, 29000, 40000), (-25000, 5000, -6000, 25000)),
    ],
)
def test_fc65_and_fc66_session_scores_with_uma_and_ties(ruleset, points, scores):
    rows = standings(points, ruleset.game)
    assert {row.seat: row.score for row in rows} == dict(zip(Seat, scores, strict=True))
    assert [row.place for row in rows] == sorted(row.place for row in rows)


@pytest.mark.parametrize("rules", ["mleague", "jpml-b"])
@pytest.mark.parametrize("pot", [1, 2, 7])
def test_three_tied_leaders_stay_tied_when_they_share_the_sticks_left(rules, pot):
    """A thousand points are not three equal parts: one of them gets a point more, and no more."""
    game = load_ruleset(rules).game
    last = 4 * game.starting_points - 3 * 31_000 - 1000 * pot

    rows = standings(leftover_to_leader((31_000, 31_000, last, 31_000), pot, 1000, game), game)

    assert [row.place for row in rows] == [1, 1, 1, 4]
    assert rows[-1].seat == C
    places = 1000 * sum(game.uma[:3])
    assert all(abs(row.uma - places / 3) < 1 for row in rows[:3])
    assert all(abs(row.oka - game.oka / 3) < 1 for row in rows[:3])
