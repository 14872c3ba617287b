"""What can come next, and by whom: `expected(state, ruleset)`, quick enough for many hypotheses.

It lists what the rules allow and the tiles seen so far leave possible; incidents and illegal acts
can always come and are not in it. `table.core.legal.judge` does not refuse what is listed here.
"""

from collections.abc import Callable, Iterator

from scoring.melds import MeldKind
from scoring.ruleset import Ruleset
from table.core.draws import draws_now, nagashi
from table.core.events import EndGame
from table.core.expectation import Expected
from table.core.expected_claims import claims, sets, wins
from table.core.expected_turn import turn
from table.core.legal_turn import turned_at_once
from table.core.play import Play, Stage
from table.core.rotation import next_hand
from table.core.seat import NEVER
from table.core.settlement import TRIPLE
from table.core.state import Phase, Riichi, TableState
from table.core.units import SEATS

__all__ = ["Expected", "expected"]


def expected(state: TableState, ruleset: Ruleset) -> tuple[Expected, ...]:
    """Everything that the rules allow next. Empty when the observer has lost the thread."""
    play = state.play
    if play is None or state.phase is not Phase.HAND:
        return tuple(_outside(state, ruleset))
    if play.lost:
        return ()
    found: list[Expected] = []
    _STAGES[play.stage](state, play, ruleset, found)
    return tuple(found)


def _draw(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """The last discard may be claimed; otherwise the next player draws, or the hand ends."""
    _accepted(state, play, ruleset, found)
    if play.owed:
        found.append(Expected("dora"))
    if play.live > 0:
        found.append(Expected("tsumo", play.turn))
    else:
        found.extend(Expected("tenpai", seat) for seat in SEATS)
    offer = play.last
    if offer is not None:
        claims(state, play, offer, ruleset, found)
    if play.live <= 0 or ruleset.draws.abortive:
        ways = draws_now(state, ruleset)
        found.extend(Expected("ryukyoku", way.actor, sure=way.certain) for way in ways)
    if play.live <= 0 and ruleset.draws.nagashi == "win":
        for seat in SEATS:
            answer = nagashi(play, seat, ruleset)
            if answer is not False:
                found.append(Expected("hora", seat, seat, sure=answer is True))


def _turn(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """The player on turn acts; a claim of the discard before may still come late."""
    turn(state, play, ruleset, found)
    _accepted(state, play, ruleset, found)
    before, calls = play.earlier, ruleset.calls
    if play.uncalled is not None:
        _beaten(state, play, ruleset, found)
    elif before is None or before.last is None:
        return
    elif before.last.kan is not None:
        if calls.rob_window_s:
            wins(state, before, before.last, ruleset, found, late=True)
    else:
        seat = play.seats[play.turn]
        declared = seat.riichi_turn == len(seat.river)
        if not (declared and calls.ron_until == "discard_or_declaration"):
            wins(state, before, before.last, ruleset, found, late=True)
        if calls.window_s:
            sets(before, before.last, ruleset, found, late=True)


def _beaten(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """A tile that another has called may still be won on; that beats the call."""
    before, called = play.uncalled, play.called
    if before is None or before.last is None:
        return
    run = called is not None and called.kind is MeldKind.CHI
    if not (run and ruleset.calls.chi_declared_shuts_ron):
        wins(state, before, before.last, ruleset, found, late=True)


def _replace(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """A kan waits for its replacement tile, or is robbed."""
    if play.owed and turned_at_once(play, ruleset):
        found.append(Expected("dora"))
    _accepted(state, play, ruleset, found)
    _beaten(state, play, ruleset, found)
    if play.kans > ruleset.calls.maximum_kans:
        ways = draws_now(state, ruleset)
        found.extend(Expected("ryukyoku", sure=way.certain) for way in ways)
    found.append(Expected("tsumo", play.turn))
    offer, before = play.last, play.earlier
    if offer is not None:
        wins(state, play, offer, ruleset, found)
    late = before.last if before is not None and offer is not None else None
    if before is None or late is None or late.kan is not None:
        return
    if ruleset.calls.ron_until != "discard_or_declaration":
        wins(state, before, late, ruleset, found, late=True)
    if ruleset.calls.window_s:
        sets(before, late, ruleset, found, late=True)


def _accepted(state: TableState, play: Play, ruleset: Ruleset, found: list[Expected]) -> None:
    """The stick of a riichi whose tile lies there, or before it where the rules have it so."""
    if Riichi.DECLARED not in state.riichi:
        return
    before = ruleset.riichi.order != "stick_after_discard"
    for actor in SEATS:
        seat = play.seats[actor]
        lies = NEVER < seat.riichi_turn < len(seat.river)
        if state.riichi[actor] is Riichi.DECLARED and (lies or before):
            found.append(Expected("reach_accepted", actor))


def _outside(state: TableState, ruleset: Ruleset) -> Iterator[Expected]:
    """What comes between hands and games."""
    if state.phase is Phase.SETTLED:
        yield from _settled(state, ruleset)
    elif state.phase is Phase.BETWEEN and state.hands:
        over = isinstance(next_hand(state, ruleset), EndGame)
        yield Expected("end_game") if over else Expected("start_kyoku")
    elif state.phase in {Phase.SEATED, Phase.BETWEEN}:
        yield Expected("start_kyoku")
    else:
        yield Expected("start_game")


def _settled(state: TableState, ruleset: Ruleset) -> Iterator[Expected]:
    wins_so_far = state.hands[-1].wins
    if (
        wins_so_far
        and not any(win.tsumo for win in wins_so_far)
        and ruleset.game.several_winners == "all"
        and not (len(wins_so_far) == TRIPLE - 1 and "triple_ron" in ruleset.draws.abortive)
    ):
        target = wins_so_far[0].target
        winners = {win.actor for win in wins_so_far} | {target}
        for seat in SEATS:
            if seat not in winners:
                yield Expected("hora", seat, target, wins_so_far[0].pai, sure=False)
    yield Expected("end_kyoku")


_STAGES: dict[Stage, Callable[[TableState, Play, Ruleset, list[Expected]], None]] = {
    Stage.DRAW: _draw,
    Stage.DISCARD: _turn,
    Stage.REPLACE: _replace,
}
