"""What follows a settled hand: who deals, which counters lie, whether the game is over."""

from scoring.ruleset import GameRules
from scoring.seats import Seat, Wind
from table.core.events import EndGame, StartKyoku
from table.core.state import HandResult, TableState

HANDS_IN_A_ROUND = 4


def first_hand(game: GameRules) -> StartKyoku:
    """The first hand of a game."""
    points = game.starting_points
    scores = (points, points, points, points)
    return StartKyoku(Wind.EAST, 1, 0, 0, Seat.FIRST, scores)


def next_hand(state: TableState, game: GameRules) -> StartKyoku | EndGame:
    """The hand after the last one of `state.hands`, or the end of the game."""
    result = state.hands[-1]
    stays = dealer_stays(result, game)
    last = result.bakaze.value == game.rounds - 1 and result.kyoku == HANDS_IN_A_ROUND
    leads = state.scores[result.oya] == max(state.scores)
    if last and (not stays or (game.agari_yame and leads)):
        return EndGame(state.scores)
    if game.bankruptcy and min(state.scores) < 0:
        return EndGame(state.scores)
    honba = result.honba + 1 if stays or result.draw is not None else 0
    if stays:
        bakaze, kyoku, oya = result.bakaze, result.kyoku, result.oya
    else:
        turn = result.kyoku == HANDS_IN_A_ROUND
        bakaze = result.bakaze.after() if turn else result.bakaze
        kyoku, oya = 1 if turn else result.kyoku + 1, result.oya.after()
    return StartKyoku(bakaze, kyoku, honba, state.kyotaku, oya, state.scores)


def dealer_stays(result: HandResult, game: GameRules) -> bool:
    """Whether the same player deals again."""
    if result.draw is not None:
        return game.dealer_stays_tenpai and result.draw.tenpai(result.oya)
    return any(win.actor == result.oya for win in result.wins)
