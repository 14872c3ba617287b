"""Where an automatic table and the record differ, as questions; only what lasts is asked."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.seats import Seat
from table.core.incidents import StickCount, WallBreak
from table.core.state import Phase, Riichi, TableState
from table.core.units import SEATS
from table.ingest.proposal import Question
from table.ingest.senses import Four, Senses, Stick, hand_of

LASTING_S = 30.0
"""Sticks are on their way for so long; a difference beyond it is a question."""
SOON_S = 5.0
"""People confirm a hand's end on the page while the table goes on already."""
OF_POINTS = frozenset({"points", "starting_points"})
_SLOW = OF_POINTS | {"no_riichi", "honba"}
_PLAYING = frozenset({Phase.HAND, Phase.SETTLED, Phase.BETWEEN, Phase.ENDED})


def watched(senses: Senses, state: TableState, at_s: float) -> Senses:
    """The senses with every difference of this moment, the lasting ones with their beginning."""
    began = {question.id: since for question, since in senses.doubts}
    doubts = tuple((one, began.get(one.id, at_s)) for one in differences(senses, state))
    return replace(senses, doubts=doubts)


def lasting(senses: Senses, at_s: float, lasting_s: float = LASTING_S) -> tuple[Question, ...]:
    """The questions to people."""
    asked = (
        question
        for question, since in senses.doubts
        if at_s - since >= (lasting_s if question.kind in _SLOW else min(SOON_S, lasting_s))
    )
    return *senses.refused, *asked


def differing(senses: Senses) -> tuple[Question, ...]:
    """The questions to people and those that may become some."""
    return *senses.refused, *(question for question, _ in senses.doubts)


def differences(senses: Senses, state: TableState) -> Iterator[Question]:
    """Every difference between the table and the record, lasting or not."""
    if state.phase not in _PLAYING:
        return
    if not senses.ended:  # the payments are made, and the record does not have them yet
        yield from _points(senses, state)
    if state.phase is Phase.HAND:
        yield from _riichi(senses, state)
        yield from _hand(senses, state)


def stick_differences(senses: Senses, state: TableState) -> Four[int | None]:
    """Points in the trays beyond the record's, riichi sticks allowed for; None where unknown."""
    used = any(tray is not None and tray.points for tray in senses.trays)
    first, second, third, fourth = (
        _difference(senses, state, seat) if used else None for seat in SEATS
    )
    return first, second, third, fourth


def count_of(senses: Senses) -> StickCount:
    """What the trays hold, where the table itself believes its counts."""
    first, second, third, fourth = (
        tray.points if tray is not None and tray.good else None for tray in senses.trays
    )
    return StickCount((first, second, third, fourth))


def in_transit(senses: Senses, state: TableState) -> int | None:
    """Points that lie in no tray and on no riichi place; None where not all is counted."""
    found = stick_differences(senses, state)
    known = [one for one in found if one is not None]
    return -sum(known) if len(known) == len(found) else None


def _difference(senses: Senses, state: TableState, seat: Seat) -> int | None:
    tray, stick = senses.trays[seat], senses.sticks[seat]
    if tray is None or not tray.good or state.scores[seat] < 0:
        return None  # below zero sticks are borrowed, and nobody says how many
    difference = tray.points - state.scores[seat]
    if state.phase is Phase.HAND and stick is not None:
        accepted = state.riichi[seat] is Riichi.ACCEPTED
        difference += state.riichi_bet * (_lies(stick, state) - accepted)
    return difference


def _lies(stick: Stick, state: TableState) -> bool:
    """Whether the stick was laid in this hand; that of an earlier one is somebody's already."""
    return stick.laid and stick.hand == hand_of(state)


def _points(senses: Senses, state: TableState) -> Iterator[Question]:
    found = stick_differences(senses, state)
    alike = found[0] if len(set(found)) == 1 else None
    if alike and not state.hands:
        yield Question(
            f"starting_points:{hand_of(state)}:{alike:+}",
            None,
            "starting_points",
            f"every tray holds {_more(alike)} than the game began with",
            alike,
        )
        return
    for seat, difference in zip(SEATS, found, strict=True):
        tray = senses.trays[seat]
        if difference and tray is not None:
            yield Question(
                f"points:{hand_of(state)}:{seat}:{difference:+}",
                seat,
                "points",
                f"seat {seat} ({state.names[seat]}) has {_more(difference)} in its tray"
                f" ({tray.points}) than the record says ({state.scores[seat]})",
                difference,
            )


def _riichi(senses: Senses, state: TableState) -> Iterator[Question]:
    for seat in SEATS:
        stick, riichi = senses.sticks[seat], state.riichi[seat]
        who = f"seat {seat} ({state.names[seat]})"
        if stick is None:
            continue
        if _lies(stick, state) and riichi is Riichi.NONE and not _asked(senses, seat):
            words = f"{who} has laid a riichi stick, the record has no riichi"
            yield _of_stick("riichi", seat, words, state)
        if not stick.laid and riichi is Riichi.ACCEPTED:
            words = f"{who} has no riichi stick on the table, the record has its riichi"
            yield _of_stick("no_riichi", seat, words, state)


def _asked(senses: Senses, seat: Seat) -> bool:
    return any(one.seat == seat and one.kind == "reach" for one in senses.refused)


def _of_stick(kind: str, seat: Seat, words: str, state: TableState) -> Question:
    more = state.riichi_bet if kind == "no_riichi" else -state.riichi_bet
    return Question(f"{kind}:{hand_of(state)}:{seat}", seat, kind, words, more)


def _hand(senses: Senses, state: TableState) -> Iterator[Question]:
    hand = hand_of(state)
    broken = any(isinstance(event, WallBreak) for event in state.setup)
    thrown = any(throw.hand == hand for throw in senses.throws) and broken
    if senses.ended or thrown:
        what = "the table has been set anew" if senses.ended else "the dice were thrown again"
        words = f"{what}: how did {state.bakaze}{state.kyoku}, honba {state.honba}, end?"
        yield Question(f"hand_end:{hand}", None, "hand_end", words)
    elif senses.dealer is not None and senses.dealer != state.oya:
        pressed, deals = (f"{seat} ({state.names[seat]})" for seat in (senses.dealer, state.oya))
        words = f"seat {pressed} deals by the table's button, seat {deals} by the record"
        yield Question(f"dealer:{hand}:{senses.dealer}", senses.dealer, "dealer", words)
    if senses.counters not in {None, state.honba} and broken and not senses.ended:
        words = f"the table shows {senses.counters} counters, the record {state.honba}"
        more = (senses.counters or 0) - state.honba
        yield Question(f"honba:{hand}:{more:+}", None, "honba", words, more)


def _more(difference: int) -> str:
    return f"{abs(difference)} points {'more' if difference > 0 else 'less'}"
