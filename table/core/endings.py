"""How a hand ends: wins, draws and fouls as people say them, decided into events.

Each decision returns the events of the ending, `EndKyoku` and what follows it; or, where the fouls
do not end the hand, only what a ruling adds. Nothing is changed before the events are applied.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from scoring.ruleset import Ruleset
from scoring.score import Refusal, Score
from scoring.seats import Seat
from table.core.declaration import (
    Declaration,
    Judgement,
    judge_all,
    pays_for_riichi,
    stick_moved,
)
from table.core.events import EndKyoku, Hora, Reach, ReachAccepted, Ryukyoku, TableEvent
from table.core.fouls import Foul, price
from table.core.incidents import Chombo
from table.core.penalties import chombos, consequence, ruled
from table.core.rotation import next_hand
from table.core.settlement import added, draw_deltas, in_turn, nagashi_deltas
from table.core.state import Phase, Riichi, TableState, fold
from table.core.units import NO_POINTS, SEATS
from table.errors import IllegalActionError

Events = tuple[TableEvent, ...]
EXHAUSTIVE = "exhaustive_draw"
NAGASHI = ("nagashi mangan", 5)
OWN_WIN = frozenset({"illegal_ankan", "noten_riichi"})
"""Fouls of a riichi: they spoil their player's own win and are judged at the end of the wall."""


@dataclass(frozen=True, slots=True)
class HandEnd:
    """What ended a hand, as the table says it; `wins` or `draw` or `fouls`, and fouls with each."""

    wins: tuple[Declaration, ...] = ()
    """All that were declared on one tile."""
    hidden: frozenset[Seat] = frozenset()
    """Who declared a win and did not show the hand."""
    draw: str = ""
    """"exhaustive_draw", or an abortive draw by its name in [draws]."""
    tenpai: frozenset[Seat] = frozenset()
    """Who showed a waiting hand at the draw."""
    nagashi: tuple[Seat, ...] = ()
    """Whose discards were all terminals and honours, none called where that counts."""
    last_discarder: Seat | None = None
    """Of the last discard of the wall: the order of several nagashi begins after him."""
    actor: Seat | None = None
    """Who declared the draw, where one player did."""
    fouls: tuple[Foul, ...] = ()
    """What comes to light with the ending."""


def end_hand(state: TableState, end: HandEnd, ruleset: Ruleset) -> Events:
    """Decide an ending.

    Raises IllegalActionError when no hand is in progress or for a draw that the rules do not
    know, and what `judge` raises.
    """
    if state.phase is not Phase.HAND:
        raise IllegalActionError(f"end of the hand: the table is {state.phase}, not in a hand")
    if bool(end.wins) + bool(end.draw) > 1:
        raise IllegalActionError("end of the hand: both won and drawn, expected one of them")
    if not (end.wins or end.draw or end.fouls):
        raise IllegalActionError("end of the hand: expected a win, a draw or a foul")
    if not (end.wins or end.draw):
        return spoiled(state, end.fouls, ruleset)
    before, grave = ruled(state, end.fouls, ruleset)  # a hand that dies now is noten
    state, end = fold(before, state), replace(end, fouls=tuple(one.foul for one in grave))
    if end.wins:
        laid = _accepted(state, but=end.wins[0].discarder)
        return (*before, *laid, *_won(fold(laid, state), end, ruleset))
    decide = _exhausted if end.draw == EXHAUSTIVE else _aborted
    return (*before, *decide(state, end, ruleset))


def spoiled(state: TableState, fouls: Sequence[Foul], ruleset: Ruleset) -> Events:
    """Fouls alone: their rulings, and the hand dealt again where one of them ends it."""
    if len(fouls) == 1:
        judged = consequence(state, fouls[0], ruleset)
        return and_next(state, judged.events, ruleset) if judged.ends_hand else judged.events
    due = [foul for foul in fouls if foul.kind not in OWN_WIN]
    later = [foul for foul in fouls if foul.kind in OWN_WIN]
    events = chombos(state, due, ruleset)
    noted = (event for foul in later for event in consequence(state, foul, ruleset).events)
    return _unless_played_on(state, (*noted, *events), ruleset)


def and_next(state: TableState, events: Iterable[TableEvent], ruleset: Ruleset) -> Events:
    """The events, the end of their hand, and what follows it."""
    ended = (*events, EndKyoku())
    return (*ended, next_hand(fold(ended, state), ruleset))


def hora(state: TableState, judgement: Judgement) -> Hora:
    """A judged win as its event. Raises IllegalActionError for a refused one."""
    score, said = judgement.answer, judgement.declaration
    if not isinstance(score, Score):
        raise IllegalActionError(
            f"win of seat {said.winner}: {score}, expected a valid win to confirm"
        )
    liable = score.liable_seat
    bet = state.riichi_bet if judgement.lays_stick else 0
    return Hora(
        actor=said.winner,
        target=said.winner if said.discarder is None else said.discarder,
        deltas=stick_moved(judgement.deltas, said.winner, bet),  # that stick is an event of its own
        ura_markers=said.ura_indicators,
        pai=said.win_tile,
        yakus=tuple((yaku.name, yaku.han) for yaku in score.yaku),
        fan=score.han,
        fu=score.fu,
        hora_points=score.total,
        pao=None if liable is None else Seat.of_wind(liable, state.oya),
    )


def wins_paid(state: TableState, winners: Sequence[Judgement], ruleset: Ruleset) -> Events:
    """The wins and the sticks that are laid with them."""
    discarder = winners[0].declaration.discarder
    owed = pays_for_riichi(state, discarder, ruleset)
    accepted = (ReachAccepted(discarder),) if owed and discarder is not None else ()
    laid: list[TableEvent] = [*accepted]
    for judgement in winners:
        if judgement.lays_stick:
            laid += riichi_events(state, judgement.declaration.winner)
    return (*laid, *(hora(state, judgement) for judgement in winners))


def riichi_events(state: TableState, seat: Seat) -> Events:
    """The stick of a riichi that was declared, or not even that yet."""
    accepted = ReachAccepted(seat)
    return (accepted,) if state.riichi[seat] is Riichi.DECLARED else (Reach(seat), accepted)


def _won(state: TableState, end: HandEnd, ruleset: Ruleset) -> Events:
    verdict = judge_all(state, end.wins, ruleset)
    end = replace(end, fouls=_come_to_light(end))
    spoilers = {foul.actor for foul in end.fouls if _costs_chombo(foul, ruleset, OWN_WIN)}
    fouls = (*end.fouls, *(_false_win(one, end.hidden) for one in verdict.refused))
    if spoilers:
        kept = tuple(one for one in end.wins if one.winner not in spoilers)
        verdict = judge_all(state, kept, ruleset) if kept else replace(verdict, winners=())
    if any(_costs_chombo(foul, ruleset, {"disturbed_win"}) for foul in end.fouls):
        return _unless_played_on(state, chombos(state, fouls, ruleset), ruleset)
    if verdict.triple_ron:
        return _aborted(state, HandEnd(draw="triple_ron", fouls=fouls), ruleset)
    if not verdict.winners:
        return _unless_played_on(state, chombos(state, fouls, ruleset), ruleset)
    paid = wins_paid(state, verdict.winners, ruleset)
    beside = chombos(state, fouls, ruleset, beside_a_win=True)
    lesser = (event for event in beside if not isinstance(event, Chombo))
    grave = (event for event in beside if isinstance(event, Chombo))
    return and_next(state, (*lesser, *paid, *grave), ruleset)


def _come_to_light(end: HandEnd) -> tuple[Foul, ...]:
    """The fouls without those that only the own win shows, where somebody else declared one.

    (WRR-7.2-NOTENRIICHI, WRR-7.2-BADKAN)
    """
    declared = {one.winner for one in end.wins}
    return tuple(foul for foul in end.fouls if foul.kind not in OWN_WIN or foul.actor in declared)


def _costs_chombo(foul: Foul, ruleset: Ruleset, kinds: Collection[str]) -> bool:
    return foul.kind in kinds and price(foul, ruleset).cost == "chombo"


def _false_win(refused: Judgement, hidden: Collection[Seat]) -> Foul:
    answer, winner = refused.answer, refused.declaration.winner
    reason = answer.reason if isinstance(answer, Refusal) else ""
    return Foul("false_win", winner, shown=winner not in hidden, refusal=reason)


def _exhausted(state: TableState, end: HandEnd, ruleset: Ruleset) -> Events:
    draws = ruleset.draws
    laid = _accepted(state)
    settled = fold(laid, state)
    end = replace(end, nagashi=tuple(seat for seat in end.nagashi if not state.dead[seat]))
    if end.nagashi and draws.nagashi == "win":
        beside = chombos(settled, end.fouls, ruleset, beside_a_win=True)
        return and_next(state, (*laid, *_nagashi_wins(settled, end, ruleset), *beside), ruleset)
    ready = {seat for seat in end.tenpai if not state.dead[seat]}
    fouls = (*_noten_riichi(settled, ready), *end.fouls)
    spoilt = chombos(settled, fouls, ruleset)
    void = any(getattr(event, "ends_hand", False) for event in spoilt)
    besides = draws.noten_riichi_payments and all(foul.kind in OWN_WIN for foul in fouls)
    first, second, third, fourth = (seat in ready for seat in SEATS)
    tenpais = (first, second, third, fourth)
    if void and not besides:
        draw = Ryukyoku(NO_POINTS, tenpais)
    elif end.nagashi and draws.nagashi == "draw":
        paid = (nagashi_deltas(seat, state.oya, 0, ruleset) for seat in end.nagashi)
        draw = Ryukyoku(added(*paid), tenpais, "nagashi_mangan")
    else:
        draw = Ryukyoku(draw_deltas(ready, draws), tenpais)
    return and_next(state, (*laid, draw, *spoilt), ruleset)


def nagashi_win(state: TableState, seat: Seat, honba: int, sticks: int, ruleset: Ruleset) -> Hora:
    """A nagashi as a self-drawn mangan with so many counters and sticks (JPB-NAG-PAY)."""
    paid = nagashi_deltas(seat, state.oya, honba, ruleset)
    deltas = stick_moved(paid, seat, state.riichi_bet * sticks)
    return Hora(seat, seat, deltas, yakus=(NAGASHI,), hora_points=deltas[seat])


def _nagashi_wins(state: TableState, end: HandEnd, ruleset: Ruleset) -> Iterable[Hora]:
    """Each is a self-drawn mangan; pot and counters go to the first after the last discarder."""
    after = _last_discarder(state) if end.last_discarder is None else end.last_discarder
    for place, seat in enumerate(in_turn(end.nagashi, after)):
        honba, sticks = (state.honba, state.kyotaku) if place == 0 else (0, 0)
        yield nagashi_win(state, seat, honba, sticks, ruleset)


def _last_discarder(state: TableState) -> Seat:
    """Whose discard was the last that was seen; the seat before the dealer where none was."""
    offered = state.play.offered if state.play is not None else ()
    return offered[-1].seat if offered else state.oya.after(3)


def _noten_riichi(state: TableState, ready: Collection[Seat]) -> tuple[Foul, ...]:
    """Those in riichi who do not show a waiting hand; a dead hand excuses (WRR-7.2-DEADRIICHI)."""
    return tuple(
        Foul("noten_riichi", seat)
        for seat in SEATS
        if state.riichi[seat] is Riichi.ACCEPTED and seat not in ready and not state.dead[seat]
    )


def _aborted(state: TableState, end: HandEnd, ruleset: Ruleset) -> Events:
    known = ruleset.draws.abortive
    if end.draw not in known:
        expected = " ".join((EXHAUSTIVE, *known))
        raise IllegalActionError(f"draw {end.draw!r}: expected one of {expected} ({ruleset.id})")
    laid = () if end.draw == "triple_ron" else _accepted(state)
    settled = fold(laid, state)
    shown = end.tenpai if end.draw == "four_riichi" else frozenset(SEATS)
    fouls = (*_noten_riichi(settled, shown), *end.fouls)
    first, second, third, fourth = (seat in end.tenpai for seat in SEATS)
    draw = Ryukyoku(NO_POINTS, (first, second, third, fourth), end.draw, end.actor)
    return and_next(state, (*laid, draw, *chombos(settled, fouls, ruleset)), ruleset)


def _accepted(state: TableState, but: Seat | None = None) -> Events:
    """The sticks of riichi whose discard has passed without an event for it."""
    return tuple(
        ReachAccepted(seat)
        for seat in SEATS
        if state.riichi[seat] is Riichi.DECLARED and seat != but
    )


def _unless_played_on(state: TableState, events: Events, ruleset: Ruleset) -> Events:
    """The end of the hand where a chombo spoils it; else the hand goes on after these events."""
    void = any(getattr(event, "ends_hand", False) for event in events)
    return and_next(state, events, ruleset) if void else events
