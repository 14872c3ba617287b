"""Why a hand was drawn, where a record does not say but its events show."""

from collections.abc import Sequence
from dataclasses import replace

from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Kakan,
    Pon,
    Reach,
    Ryukyoku,
    TableEvent,
    Tsumo,
)

LIVE_DRAWS = 70
"""Draws of a hand until the wall is exhausted; a kan's draw takes one from the end."""
_MOST_NOTEN_POINTS = 3000


def name_draw(draw: Ryukyoku, hand: Sequence[TableEvent]) -> Ryukyoku:
    """The draw with its reason; the hand's events are those before it, all of them seen."""
    return replace(draw, reason=_reason(draw, hand))


def _reason(draw: Ryukyoku, hand: Sequence[TableEvent]) -> str:
    if any(abs(change) > _MOST_NOTEN_POINTS for change in draw.deltas):
        return "nagashi_mangan"
    if any(draw.deltas):
        return "exhaustive_draw"
    if isinstance(hand[-1] if hand else None, Tsumo):
        return "nine_kinds"
    if sum(isinstance(event, Tsumo) for event in hand) >= LIVE_DRAWS:
        return "exhaustive_draw"
    if sum(isinstance(event, Ankan | Daiminkan | Kakan) for event in hand) == 4:
        return "four_kans"
    if sum(isinstance(event, Reach) for event in hand) == 4:
        return "four_riichi"
    if _four_winds(hand):
        return "four_winds"
    return "triple_ron" if isinstance(hand[-1] if hand else None, Dahai) else ""


def _four_winds(hand: Sequence[TableEvent]) -> bool:
    discards = [event.pai for event in hand if isinstance(event, Dahai)]
    calls = any(isinstance(event, Chi | Pon | Daiminkan | Ankan) for event in hand)
    if len(discards) != 4 or len(set(discards)) > 1 or calls or discards[0] is None:
        return False
    return 27 <= discards[0].kind <= 30
