"""A declared win, judged: what a person says, what the table knows, what it is worth."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from scoring.engine import score as score_hand
from scoring.hand import Hand
from scoring.ruleset import Ruleset
from scoring.score import Refusal, Score
from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.core.incidents import DeadHand, ReachVoid
from table.core.settlement import Share, ron_winners, shares, win_deltas
from table.core.state import Phase, Riichi, TableState
from table.core.units import SEATS, Points
from table.errors import IllegalActionError

RIICHI = frozenset({"riichi", "double_riichi"})
CIRCUMSTANCES = RIICHI | {
    "ippatsu",
    "haitei",
    "houtei",
    "rinshan",
    "chankan",
    "tenhou",
    "chiihou",
    "renhou",
}
"""The circumstances of a win that are said and not seen; the names are those of `Win`."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a person says about a win. Winds, counters and sticks are the table's to know."""

    winner: Seat
    discarder: Seat | None
    """None for a self-draw."""
    hand: Hand
    """With the winning tile among the concealed ones."""
    win_tile: Tile
    circumstances: frozenset[str] = frozenset()
    """Some of CIRCUMSTANCES."""
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer to a declaration, and what confirming it would do."""

    declaration: Declaration
    win: Win
    """What was scored: the declaration with the state's winds, counters and sticks."""
    answer: Score | Refusal
    lays_stick: bool
    """Riichi was said and no stick of the winner's is on the table: confirming lays it first."""
    deltas: Points
    """On every seat, the winner's late stick included, and the discarder's that goes back with the
    first of several wins; zeros for a refusal."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of the wins that were declared on one tile."""

    winners: tuple[Judgement, ...] = ()
    """Those that are paid, first in turn first."""
    bumped: tuple[Judgement, ...] = ()
    """Valid, but another goes before."""
    refused: tuple[Judgement, ...] = ()
    triple_ron: bool = False
    """Three at once are an abortive draw; they are among the bumped."""


def judge_all(state: TableState, declarations: Sequence[Declaration], ruleset: Ruleset) -> Verdict:
    """Judge the wins declared on one tile: who wins, and who takes which counters and sticks.

    Raises what `judge` raises, and IllegalActionError for wins that cannot come together.
    """
    alone = tuple(judge(state, one, ruleset) for one in declarations)
    refused = tuple(one for one in alone if not isinstance(one.answer, Score))
    valid = {one.declaration.winner: one for one in alone if isinstance(one.answer, Score)}
    if len({one.winner for one in declarations}) < len(declarations):
        raise IllegalActionError("wins: one seat declares twice, expected each seat once")
    discarders = {one.discarder for one in declarations}
    if len(discarders) != 1 or (len(declarations) > 1 and None in discarders):
        said = ", ".join(str(one.discarder) for one in declarations)
        raise IllegalActionError(f"wins from {said}: expected one discarder for all of them")
    (discarder,) = discarders
    if discarder is None:
        return Verdict(tuple(valid.values()), (), refused)
    order = ron_winners(tuple(valid), discarder, ruleset)
    laid = [seat for seat in SEATS if state.riichi[seat] is Riichi.ACCEPTED]
    laying = [seat for seat in order if valid[seat].lays_stick]
    kyotaku = sticks_on_table(state, declarations[0], ruleset) + len(laying)
    parts = shares(order, state.honba, kyotaku, laid + laying, ruleset)
    winners = tuple(
        judge(state, valid[seat].declaration, ruleset, share)
        for seat, share in zip(order, parts, strict=True)
    )
    if winners and riichi_undone(state, discarder, ruleset):
        paid = stick_moved(winners[0].deltas, discarder, state.riichi_bet)
        winners = (replace(winners[0], deltas=paid), *winners[1:])
    bumped = tuple(one for seat, one in valid.items() if seat not in order)
    return Verdict(winners, bumped, refused, triple_ron=bool(bumped) and not winners)


def sticks_on_table(state: TableState, declaration: Declaration, ruleset: Ruleset) -> int:
    """The sticks when this win is scored, the winner's own late one apart.

    A riichi whose tile is won on lays no stick unless the ruleset has it stand (WRR-6.5.1-RIIVOID).
    """
    owed = pays_for_riichi(state, declaration.discarder, ruleset)
    return state.kyotaku + owed - riichi_undone(state, declaration.discarder, ruleset)


def pays_for_riichi(state: TableState, discarder: Seat | None, ruleset: Ruleset) -> bool:
    """Whether the discarder of the winning tile must lay the stick of the riichi said with it."""
    if discarder is None or ruleset.riichi.void_when_ronned:
        return False
    return state.riichi[discarder] is Riichi.DECLARED


def riichi_undone(state: TableState, discarder: Seat | None, ruleset: Ruleset) -> bool:
    """Whether the winning tile is a riichi's whose stick lies already: that goes back.

    So where the stick is laid before the discard (JPB-RII-STEPS, JPB-RII-RONNED), or too soon.
    """
    if discarder is None or state.play is None or not ruleset.riichi.void_when_ronned:
        return False
    seat = state.play.seats[discarder]
    last = state.play.watched and len(seat.river) == seat.riichi_turn + 1
    return last and state.riichi[discarder] is Riichi.ACCEPTED


def stick_moved(deltas: Points, seat: Seat, bet: int) -> Points:
    """The change on each seat where this one takes its stick back, or lays one (less than 0)."""
    first, second, third, fourth = (
        points + bet * (other == seat) for other, points in enumerate(deltas)
    )
    return first, second, third, fourth


def judge(
    state: TableState, declaration: Declaration, ruleset: Ruleset, share: Share | None = None
) -> Judgement:
    """Score a declaration as it stands at this table, with all counters and sticks or a share.

    Raises IllegalActionError when no hand is in progress or the state contradicts the declaration,
    and scoring's errors for a hand or circumstances that cannot be.
    """
    if riichi_is_void(state, declaration.winner):
        said_else = declaration.circumstances - RIICHI - {"ippatsu"}
        declaration = replace(declaration, circumstances=said_else)
    winner, discarder = declaration.winner, declaration.discarder
    if state.phase is not Phase.HAND:
        raise IllegalActionError(f"win of seat {winner}: the table is {state.phase}, not in a hand")
    if winner == discarder:
        raise IllegalActionError(
            f"discarder {discarder}: it is the winner's seat, expected another, or none for tsumo"
        )
    said = bool(declaration.circumstances & RIICHI)
    riichi = state.riichi[winner]
    if riichi is not Riichi.NONE and not said:
        raise IllegalActionError(
            f"win of seat {winner} without riichi: it is in riichi in this hand, expected a riichi"
            " win (or the riichi taken back first)"
        )
    lays_stick = said and riichi is not Riichi.ACCEPTED
    undone = share is None and riichi_undone(state, discarder, ruleset)
    if share is None:
        sticks = sticks_on_table(state, declaration, ruleset) + lays_stick
        share = Share(state.honba, sticks)
    win = _win(state, declaration, share)
    answer = score_hand(declaration.hand, win, ruleset)
    deltas: Points = (0, 0, 0, 0)
    if isinstance(answer, Score):
        bet = state.riichi_bet if lays_stick else 0
        deltas = stick_moved(win_deltas(answer, state.oya, discarder), winner, -bet)
        if undone and discarder is not None:
            deltas = stick_moved(deltas, discarder, state.riichi_bet)
    return Judgement(declaration, win, answer, lays_stick, deltas)


def riichi_is_void(state: TableState, seat: Seat) -> bool:
    """Whether a ruling of this hand has made this seat's riichi void, and it declared no other."""
    return state.riichi[seat] is Riichi.NONE and any(
        made.event.actor == seat
        and made.hand == len(state.hands)
        and not (made.cancelled or made.void)
        for made in state.rulings
        if isinstance(made.event, ReachVoid)
        or (isinstance(made.event, DeadHand) and made.event.riichi_void)
    )


def _win(state: TableState, declaration: Declaration, share: Share) -> Win:
    discarder = declaration.discarder
    return Win(
        win_tile=declaration.win_tile,
        tsumo=discarder is None,
        seat_wind=state.seat_wind(declaration.winner),
        round_wind=state.bakaze,
        dora_indicators=declaration.dora_indicators,
        ura_indicators=declaration.ura_indicators,
        honba=share.honba,
        riichi_sticks=share.sticks,
        context=replace(
            declaration.context,
            dead_hand=declaration.context.dead_hand or state.dead[declaration.winner],
            discarder_seat=None if discarder is None else state.seat_wind(discarder),
            dealer_consecutive_wins=consecutive_dealer_wins(state)
            + (declaration.winner == state.oya),
        ),
        **{name: name in declaration.circumstances for name in CIRCUMSTANCES},
    )


def consecutive_dealer_wins(state: TableState) -> int:
    """How many hands in a row the present dealer has just won."""
    count = 0
    for result in reversed(state.hands):
        if any(chombo.ends_hand for chombo in result.chombos):
            continue
        if result.oya != state.oya or not any(win.actor == state.oya for win in result.wins):
            break
        count += 1
    return count
