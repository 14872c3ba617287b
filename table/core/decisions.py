"""Decide first, act after: what a command does to the table, as the events it would add."""

from collections.abc import Collection

from scoring.ruleset import Ruleset
from scoring.score import Score
from scoring.seats import Seat
from table.core.declaration import Judgement
from table.core.events import (
    SEATS,
    EndKyoku,
    Hora,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    TableEvent,
)
from table.core.rotation import first_hand, next_hand
from table.core.settlement import draw_deltas, win_deltas
from table.core.state import Phase, Riichi, TableState, fold
from table.errors import IllegalActionError

Events = tuple[TableEvent, ...]


def begin_game(names: tuple[str, str, str, str], ruleset: Ruleset) -> Events:
    """Seat the players and deal the first hand; a game in progress is left as it is."""
    game = ruleset.game
    start = StartGame(
        names,
        ruleset.id,
        kyoku_first=0 if game.rounds > 1 else 4,
        aka_flag=ruleset.win.red_fives,
        riichi_bet=ruleset.riichi.bet,
    )
    return start, first_hand(game)


def lay_riichi(state: TableState, seat: Seat) -> Events:
    """A riichi whose discard has passed."""
    if state.phase is not Phase.HAND:
        raise IllegalActionError(
            f"riichi of seat {seat}: the table is {state.phase}, not in a hand"
        )
    if state.riichi[seat] is Riichi.ACCEPTED:
        raise IllegalActionError(f"riichi of seat {seat}: its stick lies on the table already")
    accepted = ReachAccepted(seat)
    return (accepted,) if state.riichi[seat] is Riichi.DECLARED else (Reach(seat), accepted)


def confirm_win(state: TableState, judgement: Judgement, ruleset: Ruleset) -> Events:
    """Pay a judged win and deal the next hand. Raises IllegalActionError for a refused one."""
    score, said = judgement.answer, judgement.declaration
    if not isinstance(score, Score):
        raise IllegalActionError(
            f"win of seat {said.winner}: {score}, expected a valid win to confirm"
        )
    riichi = lay_riichi(state, said.winner) if judgement.lays_stick else ()
    hora = Hora(
        actor=said.winner,
        target=said.winner if said.discarder is None else said.discarder,
        deltas=win_deltas(score, state.oya, said.discarder),
        ura_markers=said.ura_indicators,
        pai=said.win_tile,
        yakus=tuple((yaku.name, yaku.han) for yaku in score.yaku),
        fan=score.han,
        fu=score.fu,
        hora_points=score.total,
    )
    return _and_next(state, (*riichi, hora), ruleset)


def confirm_draw(state: TableState, tenpai: Collection[Seat], ruleset: Ruleset) -> Events:
    """An exhaustive draw: noten payments, and the next hand."""
    if state.phase is not Phase.HAND:
        raise IllegalActionError(f"draw: the table is {state.phase}, not in a hand")
    for seat in SEATS:
        if state.riichi[seat] is not Riichi.NONE and seat not in tenpai:
            raise IllegalActionError(
                f"draw with seat {seat} noten: it is in riichi, expected it among the tenpai"
                " (or its riichi taken back first)"
            )
    first, second, third, fourth = (seat in tenpai for seat in SEATS)
    draw = Ryukyoku(draw_deltas(tenpai, ruleset.draws), (first, second, third, fourth))
    return _and_next(state, (draw,), ruleset)


def _and_next(state: TableState, events: Events, ruleset: Ruleset) -> Events:
    """The events, the end of their hand, and what follows it."""
    ended = (*events, EndKyoku())
    return (*ended, next_hand(fold(ended, state), ruleset))
