"""A declared win, judged: what a person says, what the table knows, what it is worth."""

from dataclasses import dataclass, field, replace

from scoring.engine import score as score_hand
from scoring.hand import Hand
from scoring.ruleset import Ruleset
from scoring.score import Refusal, Score
from scoring.seats import Seat
from scoring.tiles import Tile
from scoring.win import Context, Win
from table.core.events import Points
from table.core.settlement import win_deltas
from table.core.state import Phase, Riichi, TableState
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
    """On every seat, the winner's late stick included; zeros for a refusal."""


def judge(state: TableState, declaration: Declaration, ruleset: Ruleset) -> Judgement:
    """Score a declaration as it stands at this table.

    Raises IllegalActionError when no hand is in progress or the state contradicts the declaration,
    and scoring's errors for a hand or circumstances that cannot be.
    """
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
    win = _win(state, declaration, lays_stick)
    answer = score_hand(declaration.hand, win, ruleset)
    deltas: Points = (0, 0, 0, 0)
    if isinstance(answer, Score):
        bet = state.riichi_bet if lays_stick else 0
        won = win_deltas(answer, state.oya, discarder)
        first, second, third, fourth = (
            points - bet * (seat == winner) for seat, points in enumerate(won)
        )
        deltas = first, second, third, fourth
    return Judgement(declaration, win, answer, lays_stick, deltas)


def _win(state: TableState, declaration: Declaration, lays_stick: bool) -> Win:
    discarder = declaration.discarder
    return Win(
        win_tile=declaration.win_tile,
        tsumo=discarder is None,
        seat_wind=state.seat_wind(declaration.winner),
        round_wind=state.bakaze,
        dora_indicators=declaration.dora_indicators,
        ura_indicators=declaration.ura_indicators,
        honba=state.honba,
        riichi_sticks=state.kyotaku + lays_stick,
        context=replace(
            declaration.context,
            discarder_seat=None if discarder is None else state.seat_wind(discarder),
            dealer_consecutive_wins=_consecutive_dealer_wins(state),
        ),
        **{name: name in declaration.circumstances for name in CIRCUMSTANCES},
    )


def _consecutive_dealer_wins(state: TableState) -> int:
    """How many hands in a row the present dealer has just won."""
    count = 0
    for result in reversed(state.hands):
        if result.oya != state.oya or not any(win.actor == state.oya for win in result.wins):
            break
        count += 1
    return count
