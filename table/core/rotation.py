"""What follows a settled hand: who deals, which counters lie, whether the game is over."""

from dataclasses import replace

from scoring.ruleset import GameRules, Ruleset
from scoring.seats import Seat, Wind
from table.core.events import EndGame, Ryukyoku, StartKyoku
from table.core.standings import leads, leftover_to_leader
from table.core.state import HandResult, TableState

HANDS_IN_A_ROUND = 4
EXHAUSTIVE = frozenset({"exhaustive_draw", "nagashi_mangan"})
"""Draws by the end of the wall; all others are abortive."""


def first_hand(game: GameRules) -> StartKyoku:
    """The first hand of a game."""
    points = game.starting_points
    scores = (points, points, points, points)
    return StartKyoku(Wind.EAST, 1, 0, 0, Seat.FIRST, scores)


def next_hand(state: TableState, ruleset: Ruleset) -> StartKyoku | EndGame:
    """The hand after the last one of `state.hands`, or the end of the game."""
    result = state.hands[-1]
    if is_over(state, ruleset):
        return end_of_game(state, ruleset)
    hand = StartKyoku(
        result.bakaze, result.kyoku, result.honba, state.kyotaku, result.oya, state.scores
    )
    if is_void(result):
        return hand
    stays = dealer_stays(result, ruleset)
    hand = replace(hand, honba=counters_after(result, ruleset))
    if stays:
        return hand
    turn = result.kyoku == HANDS_IN_A_ROUND
    return replace(
        hand,
        bakaze=result.bakaze.after() if turn else result.bakaze,
        kyoku=1 if turn else result.kyoku + 1,
        oya=result.oya.after(),
    )


def end_of_game(state: TableState, ruleset: Ruleset) -> EndGame:
    """The end, with leftover sticks where the rules have them go."""
    return EndGame(leftover_to_leader(state.scores, state.kyotaku, state.riichi_bet, ruleset.game))


def is_void(result: HandResult) -> bool:
    """Whether a chombo ended the hand: it is dealt again, as if it had not been."""
    return any(chombo.ends_hand for chombo in result.chombos)


def dealer_stays(result: HandResult, ruleset: Ruleset) -> bool:
    """Whether the same player deals again."""
    if is_void(result):
        return True
    if result.draw is not None:
        draws = ruleset.draws
        if result.draw.reason not in EXHAUSTIVE:
            return draws.abortive_dealer_stays
        return draws.dealer_stays_tenpai and _ready(result.draw, result.oya)
    winners = [win.actor for win in result.wins]
    if not ruleset.game.dealer_stays_several:
        winners = winners[:1]
    return result.oya in winners


def _ready(draw: Ryukyoku, seat: Seat) -> bool:
    """Whether a seat was tenpai; where a record does not say so, its payment may."""
    paid = draw.reason == "exhaustive_draw" and draw.deltas[seat] > 0
    return draw.tenpai(seat) or (draw.tenpais is None and paid)


def counters_after(result: HandResult, ruleset: Ruleset) -> int:
    """The counters of the next hand."""
    if is_void(result):
        return result.honba
    if result.draw is None:
        return result.honba + 1 if dealer_stays(result, ruleset) else 0
    exhaustive = result.draw.reason in EXHAUSTIVE
    draws = ruleset.draws
    return result.honba + (draws.counter if exhaustive else draws.abortive_counter)


def scores_due(hand: StartKyoku, ruleset: Ruleset) -> bool:
    """Whether the scores are announced before this hand, the last by the rounds."""
    last = (ruleset.game.rounds - 1, HANDS_IN_A_ROUND)
    is_last = (hand.bakaze.value, hand.kyoku) == last and hand.honba == 0
    return ruleset.timing.scores_before_last and is_last


def is_over(state: TableState, ruleset: Ruleset) -> bool:
    """Whether the last hand of `state.hands` was the last of the game.

    In a further round it is over as soon as somebody has the target, the dealer staying or not.
    """
    result, game = state.hands[-1], ruleset.game
    if state.gong is not None and len(state.hands) > state.gong:
        return not (is_void(result) and ruleset.timing.chombo_last_hand == "redeal")
    if is_void(result):
        return False
    if game.bankruptcy and min(state.scores) < 0:
        return True
    last = (game.rounds - 1, HANDS_IN_A_ROUND)
    this = (result.bakaze.value, result.kyoku)
    if this < last:
        return False
    target = game.extension_target
    reached = max(state.scores) >= target
    if this > last and reached:
        return True
    if dealer_stays(result, ruleset):
        ahead = leads(result.oya, state.scores, game)
        return _stops(result, game) and ahead and state.scores[result.oya] >= target
    extended = (min(game.rounds, Wind.NORTH.value), HANDS_IN_A_ROUND)
    return reached or this >= extended


def _stops(result: HandResult, game: GameRules) -> bool:
    """Whether a dealer who stays may end the game with this hand, if he leads."""
    if result.draw is None:
        return game.agari_yame
    return game.tenpai_yame and result.draw.reason in EXHAUSTIVE
