"""What the rules decided, decided again over a record whose past has changed.

What a camera or a person saw is kept; who deals, which counters lie, what the draws and wins pay
follows from the rules once more. A win whose hand is known is scored again; of one whose hand
nobody showed, the han and fu as written are paid again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from scoring.errors import ScoringError
from scoring.limits import LimitTable
from scoring.payments import payments
from scoring.ruleset import Ruleset
from scoring.score import Payments, Score
from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.core.circumstances import declared
from table.core.declaration import judge, pays_for_riichi, riichi_undone, stick_moved
from table.core.endings import OWN_WIN
from table.core.endings import hora as hora_of
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
)
from table.core.incidents import Chombo
from table.core.rotation import end_of_game, next_hand
from table.core.settlement import Share, draw_deltas, shares
from table.core.state import Phase, Riichi, TableState, apply
from table.core.units import NO_POINTS, SEATS, Points
from table.errors import IllegalActionError

_ANY_TILE = Tile.parse("1m")
Entries = Sequence[tuple[int, TableEvent]]


def redecide(
    state: TableState, written: Entries, load_ruleset: Callable[[str], Ruleset]
) -> tuple[tuple[TableEvent, ...], TableState, tuple[str, ...]]:
    """The events with their decisions made again, the state after them, and what was left alone.

    `written` are the events with the numbers of their journal entries. Raises IllegalActionError
    naming the first entry that can no longer follow.
    """
    decided: list[TableEvent] = []
    notes: list[str] = []
    for place, (entry, event) in enumerate(written):
        try:
            rules = event.rules if isinstance(event, StartGame) else state.rules
            new, note = _redecided(state, event, written[place + 1 :], load_ruleset(rules))
            state = apply(state, new)
        except IllegalActionError as fault:
            raise IllegalActionError(f"entry {entry} can no longer follow: {fault}") from None
        decided.append(new)
        if note:
            notes.append(f"entry {entry}: {note}")
    return tuple(decided), state, tuple(notes)


def _redecided(
    state: TableState, event: TableEvent, later: Entries, ruleset: Ruleset
) -> tuple[TableEvent, str]:
    """One event as it now is, and a note where it was left as written."""
    match event:
        case EndGame() if state.gong is not None and state.hands:
            return end_of_game(state, ruleset), ""
        case StartKyoku() | EndGame() if state.phase is Phase.BETWEEN and state.hands:
            return _next(state, event, later, ruleset), ""
        case Hora():
            return _rewon(state, event, later, ruleset)
        case Ryukyoku(reason="exhaustive_draw", tenpais=(_, _, _, _)):
            ready = [seat for seat in SEATS if event.tenpai(seat)]
            deltas = NO_POINTS if _spoilt(later, ruleset) else draw_deltas(ready, ruleset.draws)
            return replace(event, deltas=deltas), ""
        case _:
            return event, ""


def _spoilt(later: Entries, ruleset: Ruleset) -> bool:
    """Whether a chombo ends the hand of which these are the next events, so that nobody pays."""
    hand = takewhile(lambda one: not isinstance(one[1], EndKyoku), later)
    fouls = [event for _, event in hand if isinstance(event, Chombo)]
    besides = ruleset.draws.noten_riichi_payments and all(one.reason in OWN_WIN for one in fouls)
    return any(one.ends_hand for one in fouls) and not besides


def _next(
    state: TableState, event: StartKyoku | EndGame, later: Entries, ruleset: Ruleset
) -> StartKyoku | EndGame:
    """What follows the last hand; the tiles dealt stay those that were seen."""
    follows = next_hand(state, ruleset)
    if isinstance(follows, StartKyoku) and isinstance(event, StartKyoku):
        return replace(follows, dora_marker=event.dora_marker, tehais=event.tehais)
    if isinstance(follows, EndGame) and isinstance(event, StartKyoku) and later:
        raise IllegalActionError(
            f"the game would end after {len(state.hands)} hands, and another was played"
        )
    return follows


def _rewon(state: TableState, event: Hora, later: Entries, ruleset: Ruleset) -> tuple[Hora, str]:
    """A win as the table now is; a stick that goes back to the discarder does so with the first."""
    again, note = _repaid(state, event, later, ruleset)
    discarder = None if event.tsumo else event.target
    first = state.phase is Phase.HAND and not note
    if first and discarder is not None and riichi_undone(state, discarder, ruleset):
        again = replace(again, deltas=stick_moved(again.deltas, discarder, state.riichi_bet))
    return again, note


def _repaid(state: TableState, event: Hora, later: Entries, ruleset: Ruleset) -> tuple[Hora, str]:
    """A win with its worth and its share of counters and sticks as the table now is."""
    share = _share(state, event, later, ruleset)
    again = _scored(state, event, share, ruleset)
    if again is not None:
        return again, ""
    base = _base(event, ruleset)
    if base is None:
        return event, "paid as written, for its han and fu are not known"
    liable = None if event.pao is None else event.pao.wind(state.oya)
    win = Win(
        event.pai or _ANY_TILE,
        event.tsumo,
        event.actor.wind(state.oya),
        state.bakaze,
        honba=share.honba,
        riichi_sticks=share.sticks,
        context=Context(discarder_seat=None if event.tsumo else event.target.wind(state.oya)),
    )
    paid = payments(base, win, ruleset, liable)
    total = paid.total + state.riichi_bet * share.sticks
    deltas = _deltas(paid, event, total, state.oya)
    return replace(event, deltas=deltas, hora_points=total), ""


def _deltas(paid: Payments, event: Hora, total: int, oya: Seat) -> Points:
    """The change on each seat."""

    def change(seat: Seat) -> int:
        if seat == event.actor:
            return total
        owed = (paid.discarder or 0) * (seat == event.target)
        owed += (paid.liable or 0) * (seat == event.pao)
        share = paid.dealer if seat == oya else paid.nondealer
        return -(owed + (paid.each or share or 0))

    first, second, third, fourth = map(change, SEATS)
    return first, second, third, fourth


def _share(state: TableState, event: Hora, later: Entries, ruleset: Ruleset) -> Share:
    """The counters and sticks of this win among all that win on the same tile."""
    paid = list(state.hands[-1].wins) if state.phase is Phase.SETTLED else []
    group = [*paid, event]
    hand = takewhile(lambda one: not isinstance(one[1], EndKyoku), later)
    group += [other for _, other in hand if isinstance(other, Hora)]
    if event.tsumo:
        first = not paid
        return Share(state.honba if first else 0, state.kyotaku if first else 0)
    laid = [seat for seat in SEATS if state.riichi[seat] is Riichi.ACCEPTED]
    taken = sum(sum(one.deltas) for one in paid) // (state.riichi_bet or 1)
    kyotaku = state.kyotaku + taken + pays_for_riichi(state, event.target, ruleset)
    kyotaku -= riichi_undone(state, event.target, ruleset)
    winners = [one.actor for one in group]
    return shares(winners, state.honba, kyotaku, laid, ruleset)[len(paid)]


def _scored(state: TableState, event: Hora, share: Share, ruleset: Ruleset) -> Hora | None:
    """The win scored again; None where its hand is not known or no longer wins."""
    if state.phase is not Phase.HAND or state.play is None or event.pai is None:
        return None
    try:
        said = declared(state, event.actor, event.target, event.pai, ruleset, ura=event.ura_markers)
        if said is None:
            return None
        judged = judge(state, said, ruleset, share)
    except ScoringError:
        return None
    return hora_of(state, judged) if isinstance(judged.answer, Score) else None


def _base(event: Hora, ruleset: Ruleset) -> int | None:
    """The base value of a win as written; None where it does not say."""
    table = LimitTable(ruleset)
    if event.fan is not None and event.fu is not None:
        return table.of_han(event.fan, event.fu).base
    rules = [ruleset.yaku.get(name) for name, _ in event.yakus]
    yakuman = sum(rule.closed for rule in rules if rule is not None and rule.yakuman)
    return table.of_yakuman(yakuman).base if yakuman else None
