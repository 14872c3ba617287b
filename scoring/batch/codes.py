"""The numbers that stand for sets, circumstances, reasons and limits in the arrays."""

from __future__ import annotations

from typing import Final

from scoring.melds import MeldKind
from scoring.tiles import KINDS
from scoring.win import CIRCUMSTANCES
from scoring.yaku import YAKU

CHI: Final = 0
PON: Final = 2 * KINDS
ANKAN: Final = 3 * KINDS
OPEN_KAN: Final = 4 * KINDS
KAKAN: Final = 5 * KINDS
MELD_CODES: Final = 6 * KINDS
"""A meld is kind + CHI (its lowest tile), + PON, + ANKAN, + OPEN_KAN (daiminkan) or + KAKAN."""
CODE_OF_MELD: Final = {
    MeldKind.CHI: CHI,
    MeldKind.PON: PON,
    MeldKind.DAIMINKAN: OPEN_KAN,
    MeldKind.KAKAN: KAKAN,
    MeldKind.ANKAN: ANKAN,
}
NO_TILE: Final = 255
"""Where an array of tiles has room for more than there are."""

WIN_FLAGS: Final = CIRCUMSTANCES[: CIRCUMSTANCES.index("tsumo")]
"""The circumstances of a win but for the self-draw, which is a column of its own."""
FLAGS: Final = (*WIN_FLAGS, "robs_ankan", "not_kept_apart", "dead_hand", "furiten", "kakan_last")
"""Circumstances in the order of their bits, the first is bit 0; double riichi has riichi's too.

`robs_ankan` goes with chankan: the winning tile is of a concealed kan. `not_kept_apart`: the drawn
tile was mixed with the others. `dead_hand` and `furiten` are for the caller to judge. `kakan_last`:
the last kan was made of a pon.
"""
FLAG: Final = {name: 1 << place for place, name in enumerate(FLAGS)}
"""The bit of each circumstance."""

REASONS: Final = (
    "",
    "dead_hand",
    "winning_tile_missing",
    "not_complete",
    "ankan_not_robbable",
    "furiten",
    "no_yaku",
    "two_han_minimum",
)
"""Why a win is refused, as `scoring.engine` names it; number 0 is a valid win."""
LIMITS: Final = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""The limits by number; 5 + n is a yakuman n times more."""
YAKU_NAMES: Final = tuple(yaku.name for yaku in YAKU)
"""The yaku in the order of their bits."""
YAKU_BIT: Final = {name: 1 << place for place, name in enumerate(YAKU_NAMES)}
"""The bit of each yaku."""


def limit_name(number: int) -> str:
    """Return the limit as the engine writes it: "" for none, "mangan" ... "double yakuman"."""
    if number < len(LIMITS):
        return LIMITS[number]
    multiple = number - len(LIMITS) + 2
    words = {2: "double", 3: "triple"}
    return f"{words.get(multiple, f'{multiple}-fold')} yakuman"


def yaku_names(mask: int) -> tuple[str, ...]:
    """Return the names, as a score shows them, of the yaku whose bits are set."""
    return tuple(
        yaku.scored_as or yaku.name for place, yaku in enumerate(YAKU) if mask >> place & 1
    )
