"""Furiten: which own discard, or which tile let go, bars a ron; yaku do not matter.

A self-draw is never barred.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from scoring.melds import MeldKind
from scoring.tally import BIT, ORPHANS, UNIT
from scoring.waits import shape_waits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.ruleset import Ruleset
    from scoring.tiles import Tile
    from scoring.win import PassedTile


@dataclass(frozen=True, slots=True)
class Furiten:
    """One proof of furiten."""

    kind: Literal["discard", "temporary", "riichi"]
    tile: Tile
    """The discard, or the tile let go."""
    place: int
    """Its place among the discards, or among the tiles let go, from 0."""
    detail: str
    clause: str


def furiten(
    waiting: int,
    ruleset: Ruleset,
    *,
    discards: Sequence[Tile] = (),
    passed: Sequence[PassedTile] = (),
    riichi: bool = False,
) -> tuple[Furiten, ...]:
    """Return every proof that a player may not ron; none says that he may.

    `waiting` is the mask of the tiles that complete the shape, `discards` are all of the player's,
    those called by others included, `passed` the tiles that he let go, robbable kan tiles too.
    """
    proofs = [
        Furiten(
            "discard",
            tile,
            place,
            f"the own discard {tile} completes the hand as well",
            ruleset.clauses["cited.furiten_discard"],
        )
        for place, tile in enumerate(discards)
        if BIT[tile.kind] & waiting
    ]
    for place, one in enumerate(passed):
        if riichi and one.after_riichi:
            detail = f"{one.tile} was let go after riichi"
            clause = ruleset.clauses["cited.furiten_riichi"]
            proofs.append(Furiten("riichi", one.tile, place, detail, clause))
        elif is_temporary(one, ruleset):
            detail = f"{one.tile} was let go since the last draw"
            clause = ruleset.clauses["win.temporary_furiten_ends"]
            proofs.append(Furiten("temporary", one.tile, place, detail, clause))
    return tuple(proofs)


def is_temporary(passed: PassedTile, ruleset: Ruleset) -> bool:
    """Whether a tile let go still bars a ron until the player gets a tile."""
    lifted = passed.own_call_since and ruleset.win.temporary_furiten_ends == "tile"
    return passed.after_own_last_draw and not lifted


def robbable(kan: MeldKind, tile: Tile, key: int, ruleset: Ruleset) -> bool:
    """Whether the tile of a kan completes these 13 tiles in a way that may rob it.

    A concealed kan is robbed by thirteen orphans only, where the ruleset has it.
    """
    if kan is MeldKind.DAIMINKAN or not shape_waits_of(key) & BIT[tile.kind]:
        return False
    if kan is MeldKind.KAKAN:
        return True
    orphans = all(key + UNIT[tile.kind] & 7 * UNIT[kind] for kind in ORPHANS)
    return ruleset.win.kokushi_robs_ankan and orphans
