"""Laws of settling and of what follows, under every ruleset: sums, rotation, walls, seats."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.config import load_ruleset, ruleset_ids
from table.core.decisions import begin_game, lay_riichi
from table.core.declaration import Declaration
from table.core.dice import Roll
from table.core.dues import dues
from table.core.endings import HandEnd, end_hand, spoiled
from table.core.events import EndKyoku, Hora, Ryukyoku
from table.core.fouls import FOULS, Foul
from table.core.penalties import consequence
from table.core.rotation import is_void, next_hand
from table.core.seating import by_four_rolls, by_lots, by_two_rolls
from table.core.settlement import chombo_deltas, draw_deltas, nagashi_deltas, ron_winners, shares
from table.core.standings import leftover_to_leader, standings
from table.core.state import Phase, fold
from table.core.wall import TILES, Break, deal

RULESETS = {one: load_ruleset(one) for one in ruleset_ids()}
HANDS = [
    ("234m456p678s22p345s", "5s", set()),
    ("234m456p678s22p345s", "5s", {"riichi"}),
    ("223344m567p678s55s", "8s", set()),
    ("19m19p19s12345677z", "7z", set()),
    ("123m456p678s99s chi:234s", "1m", set()),
    ("123m44p pon:555z@E pon:666z@W pon:777z@S", "1m", set()),
]
a_ruleset = st.sampled_from(sorted(RULESETS))
a_seat = st.sampled_from(list(Seat))
some_seats = st.sets(a_seat)
a_roll = st.builds(Roll, st.integers(1, 6), st.integers(1, 6))
a_foul = st.builds(
    Foul,
    st.sampled_from(sorted(FOULS)),
    a_seat,
    st.integers(0, 14),
    st.booleans(),
    st.sampled_from(["", "no_yaku", "dead_hand"]),
    st.booleans(),
)


@st.composite
def tables(draw):
    """A ruleset and a table within a hand, some players in riichi."""
    ruleset = RULESETS[draw(a_ruleset)]
    state = fold(begin_game(("", "", "", ""), ruleset))
    total = 4 * ruleset.game.starting_points
    pot, wind = draw(st.integers(0, 3)), draw(st.integers(0, ruleset.game.rounds - 1))
    kyoku = draw(st.integers(1, 4))
    given = [100 * draw(st.integers(0, 300)) for _ in range(3)]
    last = total - ruleset.riichi.bet * pot - sum(given)
    state = replace(
        state,
        scores=(*given, last),
        kyotaku=pot,
        honba=draw(st.integers(0, 9)),
        bakaze=Wind(wind),
        kyoku=kyoku,
        oya=Seat(kyoku - 1),
    )
    for seat in draw(some_seats):
        state = fold(lay_riichi(state, seat), state)
    return ruleset, state


@st.composite
def endings(draw, state, ruleset):
    """Something that ends this hand, or might."""
    found = tuple(draw(st.lists(a_foul, max_size=2)))
    found = tuple(foul for foul in found if foul.kind != "late")
    kind = draw(st.sampled_from(["win", "draw", "abort"]))
    if kind == "win":
        discarder = draw(st.none() | a_seat)
        claims = draw(st.sets(a_seat, min_size=1)) - {discarder}
        if discarder is None:
            claims = set(sorted(claims)[:1])
        wins = [
            declared(state, winner, discarder, draw(st.sampled_from(HANDS)))
            for winner in sorted(claims)
        ]
        wins = tuple(one for one in wins if one is not None)
        if wins:
            return HandEnd(wins=wins, hidden=frozenset(draw(some_seats)), fouls=found)
    if kind == "abort" and ruleset.draws.abortive:
        why = draw(st.sampled_from(ruleset.draws.abortive))
        return HandEnd(draw=why, tenpai=frozenset(draw(some_seats)), fouls=found)
    return HandEnd(
        draw="exhaustive_draw",
        tenpai=frozenset(draw(some_seats)),
        nagashi=tuple(draw(some_seats)),
        last_discarder=draw(a_seat),
        fouls=found,
    )


def declared(state, winner, discarder, hand):
    text, tile, said = hand
    if state.riichi[winner].value != "none":
        said = {"riichi"}
    feeders = {"E": 0, "W": 2, "S": 1}
    own = str(state.seat_wind(winner))
    if ("riichi" in said and ":" in text) or ("@" in text and own in feeders):
        return None
    return Declaration(winner, discarder, Hand.parse(text), Tile.parse(tile), frozenset(said))


def net(owed):
    """What payments change on each seat."""
    changes = [0, 0, 0, 0]
    for due in owed:
        changes[due.receiver] += due.points
        if due.payer is not None:
            changes[due.payer] -= due.points
    return changes


@given(st.data(), tables())
@settings(max_examples=400, deadline=None)
def test_however_a_hand_ends_points_and_sticks_stay(data, table):
    ruleset, state = table
    end = data.draw(endings(state, ruleset))
    after = fold(end_hand(state, end, ruleset), state)
    assert after.total == state.total
    assert after.kyotaku >= 0
    assert min(after.penalties) >= 0
    if after.phase is Phase.HAND and len(after.hands) == len(state.hands):
        return  # nothing ended the hand
    result = after.hands[-1]
    owed = dues(result, ruleset)
    assert net(owed) == list(result.deltas)
    assert all(due.clause and due.points > 0 and due.payer != due.receiver for due in owed)
    if is_void(result) and after.phase is Phase.HAND:
        again = (after.bakaze, after.kyoku, after.honba, after.oya)
        assert again == (state.bakaze, state.kyoku, state.honba, state.oya)
        assert after.kyotaku <= state.kyotaku
    elif after.phase is Phase.HAND:
        same = (after.bakaze, after.kyoku) == (state.bakaze, state.kyoku)
        assert after.oya == (state.oya if same else state.oya.after())
        assert after.oya == after.kyoku - 1
        assert after.honba in {0, state.honba, state.honba + 1}
        assert not (result.wins and after.kyotaku)


@given(st.data(), tables())
@settings(max_examples=300, deadline=None)
def test_what_a_foul_would_do_is_what_its_ruling_does(data, table):
    ruleset, state = table
    foul = data.draw(a_foul)
    found = consequence(state, foul, ruleset)
    after = fold(found.events, state)
    moved = [now - was for was, now in zip(state.scores, after.scores, strict=True)]
    assert after.total == state.total
    assert after.penalties[foul.actor] - state.penalties[foul.actor] == found.tenths
    assert (after.phase is Phase.SETTLED) == found.ends_hand
    if found.ends_hand:
        assert moved == list(found.deltas)
    assert len(found.events) == 1


@given(st.lists(a_foul, min_size=2, max_size=4), tables())
@settings(max_examples=300, deadline=None)
def test_fouls_are_ruled_together_in_any_order(found, table):
    ruleset, state = table
    after = fold(spoiled(state, found, ruleset), state)
    assert after.total == state.total
    turned = fold(spoiled(state, found[::-1], ruleset), state)
    assert (after.scores, after.penalties, after.dead) == (
        turned.scores,
        turned.penalties,
        turned.dead,
    )


@given(a_ruleset, st.sets(a_seat, min_size=1), a_seat, st.integers(0, 9), st.data())
def test_the_shares_of_several_winners_are_the_pot(rules, claimants, discarder, honba, data):
    ruleset = RULESETS[rules]
    claimants = claimants - {discarder}
    winners = ron_winners(claimants, discarder, ruleset)
    laid = data.draw(some_seats)
    kyotaku = len(laid) + data.draw(st.integers(0, 3))
    parts = shares(winners, honba, kyotaku, laid, ruleset)
    assert sum(part.sticks for part in parts) == (kyotaku if winners else 0)
    assert all(part.sticks >= 0 for part in parts)
    turns = [(winner - discarder) % 4 for winner in winners]
    assert turns == sorted(turns)
    assert set(winners) <= claimants


@given(a_ruleset, some_seats, a_seat, a_seat, st.integers(0, 9))
def test_what_is_paid_is_received(rules, tenpai, seat, oya, honba):
    ruleset = RULESETS[rules]
    assert sum(draw_deltas(tenpai, ruleset.draws)) == 0
    assert sum(nagashi_deltas(seat, oya, honba, ruleset)) == 0
    assert sum(chombo_deltas(seat, oya, ruleset)) == 0


@given(st.integers(0, 10_000), some_seats)
def test_a_noten_payment_that_cannot_be_shared_evenly_still_sums_to_zero(payment, tenpai):
    draws = RULESETS["wrr2013"].draws._replace(noten_payment=payment)
    deltas = draw_deltas(tenpai, draws)
    assert sum(deltas) == 0
    assert all((deltas[seat] >= 0) == (seat in tenpai or not deltas[seat]) for seat in Seat)


@given(a_ruleset, st.lists(st.integers(-200, 900), min_size=4, max_size=4), st.integers(0, 4))
def test_final_scores_add_up(rules, hundreds, kyotaku):
    ruleset = RULESETS[rules]
    game = ruleset.game
    scores = tuple(100 * points for points in hundreds)
    ended = leftover_to_leader(scores, kyotaku, ruleset.riichi.bet, game)
    taken = sum(ended) - sum(scores)
    assert taken in {0, kyotaku * ruleset.riichi.bet}
    rows = standings(ended, game)
    excess = max(0, sum(ended) - 4 * game.starting_points) if game.excess_from_first else 0
    expected = sum(ended) - excess - 4 * game.return_points + game.oka + 1000 * sum(game.uma)
    assert sum(row.score for row in rows) == expected
    assert sum(row.uma for row in rows) == 1000 * sum(game.uma) == 0
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert sorted(row.seat for row in rows) == list(Seat)
    by_points = [ended[row.seat] for row in rows]
    assert by_points == sorted(by_points, reverse=True)


@pytest.mark.parametrize("rounds", [1, 2, 4])
@pytest.mark.clause("JPB-LEN", "WRR-2.3-HANCHAN", "RCR-2.1", "WRR-4.2-TWICE")
def test_a_game_without_wins_goes_round_once_for_every_wind(rounds):
    for ruleset in RULESETS.values():
        game = ruleset.game._replace(extension_target=0, rounds=rounds)
        rules = replace(ruleset, game=game)
        state = fold(begin_game(("", "", "", ""), rules))
        played = []
        while state.phase is Phase.HAND:
            played.append((state.bakaze.value, state.kyoku, state.oya))
            state = fold(end_hand(state, HandEnd(draw="exhaustive_draw"), rules), state)
        expected = [(wind, seat + 1, seat) for wind in range(game.rounds) for seat in Seat]
        assert played == expected


@pytest.mark.parametrize(
    ("scores", "oya_wins", "over"),
    [
        ((29900, 29900, 29900, 30300), False, True),
        ((29900, 30100, 29900, 30100), True, False),  # the earlier seat is ahead
        ((20000, 20000, 20000, 60000), True, True),
        ((30000, 30000, 30000, 30000), False, True),
        ((29000, 29000, 29000, 29000), False, False),
        ((29000, 29000, 28000, 29900), True, False),  # a leader below the target
    ],
)
def test_the_target_and_the_leading_dealer_end_a_game(scores, oya_wins, over):
    ruleset = RULESETS["wrr2013"]
    game = ruleset.game._replace(
        agari_yame=True, extension_target=30000, ties="seat_order", rounds=2
    )
    rules = replace(ruleset, game=game)
    state = fold(begin_game(("", "", "", ""), rules))
    state = replace(state, bakaze=Wind.SOUTH, kyoku=4, oya=Seat.FOURTH, scores=scores)
    winner, payer = (Seat.FOURTH, Seat.FIRST) if oya_wins else (Seat.FIRST, Seat.FOURTH)
    state = fold([Hora(winner, payer, (0, 0, 0, 0)), EndKyoku()], state)
    follows = next_hand(state, rules)
    assert (type(follows).__name__ == "EndGame") == over
    if not over and not oya_wins:
        assert (follows.bakaze, follows.kyoku) == (Wind.WEST, 1)


@pytest.mark.parametrize(("gain", "over"), [(1000, True), (999, False)])
def test_in_the_further_round_the_target_ends_the_game_though_the_dealer_stays(gain, over):
    ruleset = RULESETS["wrr2013"]
    rules = replace(ruleset, game=ruleset.game._replace(extension_target=30000))
    state = fold(begin_game(("", "", "", ""), rules))
    scores = (29000, 29000, 29000, 28000)
    state = replace(state, bakaze=Wind.WEST, kyoku=1, oya=Seat.FIRST, scores=scores)
    ready = (True, True, False, False)
    state = fold([Ryukyoku((0, gain, -gain, 0), ready), EndKyoku()], state)
    assert (type(next_hand(state, rules)).__name__ == "EndGame") == over


def test_the_further_round_ends_with_its_fourth_hand_at_the_latest():
    ruleset = RULESETS["wrr2013"]
    rules = replace(ruleset, game=ruleset.game._replace(extension_target=99_000))
    state = fold(begin_game(("", "", "", ""), rules))
    hands = 0
    while state.phase is Phase.HAND:
        hands += 1
        state = fold(end_hand(state, HandEnd(draw="exhaustive_draw"), rules), state)
    assert hands == 12


@given(st.sampled_from(list(Wind)), st.integers(2, 24))
def test_every_tile_of_a_broken_wall_has_its_own_place(side, stacks):
    broken = Break(side, stacks)
    places = [broken.place(number) for number in range(TILES)]
    assert len(set(places)) == TILES
    assert all(1 <= place.stack <= 17 for place in places)
    assert str(broken.dead_wall()[2]) == str(broken.indicator())


def test_the_deal_hands_out_every_tile_once():
    dealt = deal(range(TILES))
    dead = set(range(TILES - 14, TILES))
    assert sorted(dealt.live + sum(dealt.hands, ())) == sorted(set(range(TILES)) - dead)
    assert set(dealt.replacements) | set(dealt.indicators) | set(dealt.ura) == dead
    assert [len(hand) for hand in dealt.hands] == [14, 13, 13, 13]


@given(
    st.permutations(["E", "S", "W", "N", "1", "2"]),
    st.integers(0, 3),
    st.lists(a_roll, min_size=4, max_size=4),
)
def test_everybody_gets_a_seat(row, shuffler, thrown):
    winds = [tile for tile in row if tile not in "12"]
    for drawn in (
        by_lots(winds, shuffler),
        by_two_rolls(row, shuffler, thrown[:2]),
        by_four_rolls(row, shuffler, thrown),
    ):
        assert set(drawn.winds) == set(Wind)
        assert sorted(drawn.places) == [0, 1, 2, 3] == sorted(drawn.seats)
        assert drawn.places[drawn.seats[0]] == drawn.dealer
        eastern = drawn.winds.index(Wind.EAST)
        assert drawn.places[eastern] == drawn.temporary_east
