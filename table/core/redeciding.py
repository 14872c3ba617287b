"""What the rules decided, decided again over a record whose past has changed.

What a camera or a person saw is kept; who deals, which counters lie, what the draws and wins pay
follows from the rules once more. A win whose hand is known is scored again; of one whose hand
nobody showed, the han and fu as written are paid again.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from scoring.errors import ScoringError
from scoring.limits import BASES, LimitTable
from scoring.payments import payments
from scoring.ruleset import Ruleset
from scoring.score import Payments, Refusal, Score
from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.core.circumstances import declared
from table.core.declaration import judge, pays_for_riichi, riichi_undone, stick_moved
from table.core.endings import NAGASHI, OWN_WIN, nagashi_win
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
from table.core.fouls import TENTHS_A_POINT
from table.core.incidents import Chombo
from table.core.penalties import bets_of_hand
from table.core.rotation import end_of_game, next_hand
from table.core.settlement import (
    Share,
    added,
    bets_back,
    chombo_deltas,
    draw_deltas,
    nagashi_deltas,
    shares,
)
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
        case Ryukyoku(reason="nagashi_mangan"):
            flowing = [seat for seat in SEATS if event.deltas[seat] > 0] or SEATS
            paid = (nagashi_deltas(seat, state.oya, 0, ruleset) for seat in flowing)
            return replace(event, deltas=added(*paid)), ""
        case Chombo():
            return _charged(state, event, ruleset), ""
        case _:
            return event, ""


def _spoilt(later: Entries, ruleset: Ruleset) -> bool:
    """Whether a chombo ends the hand of which these are the next events, so that nobody pays."""
    hand = takewhile(lambda one: not isinstance(one[1], EndKyoku), later)
    fouls = [event for _, event in hand if isinstance(event, Chombo)]
    besides = ruleset.draws.noten_riichi_payments and all(one.reason in OWN_WIN for one in fouls)
    return any(one.ends_hand for one in fouls) and not besides


def _charged(state: TableState, event: Chombo, ruleset: Ruleset) -> Chombo:
    """A chombo at the present dealer's price; the bets of the hand go back with the first.

    One that took nothing from its player was nobody's fault.
    """
    rules = ruleset.fouls
    earlier = state.hands[-1].chombos if state.phase is Phase.SETTLED else ()
    first = event.ends_hand and not any(one.ends_hand for one in earlier)
    back = bets_back(bets_of_hand(state, ruleset) if first else (), state.riichi_bet)
    if not event.tenths and min(event.deltas) >= 0:
        return replace(event, deltas=back)
    tenths = TENTHS_A_POINT * rules.chombo_points if rules.chombo == "points" else 0
    paid = chombo_deltas(event.actor, state.oya, ruleset)
    return replace(event, deltas=added(paid, back), tenths=tenths)


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
    share = _share(state, event, later, ruleset)
    if event.tsumo and event.yakus == (NAGASHI,):
        return nagashi_win(state, event.actor, share.honba, share.sticks, ruleset), ""
    answer = _scored(state, event, share, ruleset)
    if isinstance(answer, Hora):
        again, note = answer, ""
    else:
        again, note = _paid_again(state, event, share, ruleset)
        if again is event:
            return event, note
        if answer is not None:
            note = f"paid as written, though the rules refuse this win now: {answer}"
    discarder = None if event.tsumo else event.target
    first = state.phase is Phase.HAND
    if first and discarder is not None and riichi_undone(state, discarder, ruleset):
        again = replace(again, deltas=stick_moved(again.deltas, discarder, state.riichi_bet))
    return again, note


def _paid_again(state: TableState, event: Hora, share: Share, ruleset: Ruleset) -> tuple[Hora, str]:
    """A win of what it was worth as written, with its share of counters and sticks as they are."""
    base = _base(event, ruleset)
    if base is None:
        return event, "paid as written, for its han and fu are not known"
    liable, answered = None, None
    if event.pao is not None:
        liable = event.pao.wind(state.oya)
        titles = [name for name, _ in event.yakus if name in ruleset.win.liable_yaku]
        if ruleset.win.liability_scope == "yakuman" and titles:
            if len(titles) > 1:
                return event, "paid as written, for who is liable for which yakuman is not known"
            answered = LimitTable(ruleset).of_yakuman(ruleset.yaku[titles[0]].closed).base
    win = Win(
        event.pai or _ANY_TILE,
        event.tsumo,
        event.actor.wind(state.oya),
        state.bakaze,
        honba=share.honba,
        riichi_sticks=share.sticks,
        context=Context(discarder_seat=None if event.tsumo else event.target.wind(state.oya)),
    )
    paid = payments(base, win, ruleset, liable, answered)
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


def _scored(
    state: TableState, event: Hora, share: Share, ruleset: Ruleset
) -> Hora | Refusal | None:
    """The win scored again, or why the rules refuse it now; None where its hand is not known."""
    if state.play is None or event.pai is None:
        return None
    if state.phase is Phase.SETTLED:  # beside another on the same tile
        state = replace(state, phase=Phase.HAND, hands=state.hands[:-1])
    try:
        said = declared(state, event.actor, event.target, event.pai, ruleset, ura=event.ura_markers)
        if said is None:
            return None
        judged = judge(state, said, ruleset, share)
    except ScoringError:
        return None
    return hora_of(state, judged) if isinstance(judged.answer, Score) else judged.answer


def _base(event: Hora, ruleset: Ruleset) -> int | None:
    """The base value of a win as written; None where it does not say."""
    table = LimitTable(ruleset)
    if event.fan is not None and event.fu is not None:
        return table.of_han(event.fan, event.fu).base
    rules = [rule for name, _ in event.yakus if (rule := ruleset.yaku.get(name)) is not None]
    yakuman = sum(rule.closed for rule in rules if rule.yakuman)
    limits = [BASES[rule.limit] for rule in rules if rule.limit]
    return table.of_yakuman(yakuman).base if yakuman else max(limits, default=None)
