"""Who fed the last visible set of a great yakuman, and so pays for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.errors import InvalidRulesetError
from scoring.melds import MeldKind

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.melds import Meld
    from scoring.ruleset import Ruleset
    from scoring.win import Context

_SETS: Final = {
    "daisangen": frozenset({31, 32, 33}),
    "daisuushii": frozenset({27, 28, 29, 30}),
}
"""Yakuman -> the kinds of which all must lie visible."""
_FOUR_KANS: Final = "suukantsu"


def check_liability(ruleset: Ruleset) -> None:
    """Raise InvalidRulesetError if the ruleset makes feeders liable for what nobody can feed."""
    known = (*_SETS, _FOUR_KANS)
    for name in ruleset.win.liable_yaku:
        if name not in known:
            raise InvalidRulesetError(
                f"ruleset entry win.liable_yaku has {name!r}: expected one of {', '.join(known)}"
            )


def completing_meld(hand: Hand, context: Context, yaku: str, ruleset: Ruleset) -> Meld | None:
    """Return the called meld that made the last visible set of this yakuman, if one did.

    Melds are in the order of their making; a kakan counts at the place of its pon, and that it was
    the last kan only the context tells. The fourth kan is fed only as a kan on another's discard.
    """
    if yaku not in ruleset.win.liable_yaku:
        return None
    if yaku == _FOUR_KANS:
        last = hand.melds[-1]
        return last if last.kind is MeldKind.DAIMINKAN and not context.kakan_last else None
    visible = [
        meld
        for meld in hand.melds
        if meld.tiles[0].kind in _SETS[yaku]
        and (meld.is_open or ruleset.win.liability_counts_ankan)
    ]
    if len(visible) < len(_SETS[yaku]) or not visible[-1].is_open:
        return None
    return visible[-1]
