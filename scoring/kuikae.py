"""Swap-calling: which tiles may not be discarded in the turn of an own chi or pon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.melds import MeldKind
from scoring.ruling import Reason, Ruling
from scoring.tiles import FIVES, Tile, format_tiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.melds import Meld
    from scoring.ruleset import Ruleset


def forbidden_discards(meld: Meld, ruleset: Ruleset) -> tuple[Tile, ...] | None:
    """Return the faces that may not follow this call, red fives too; None: it cannot be known.

    Of a chi one must know which tile was called. A kan is followed by a draw and forbids nothing.
    """
    rule = ruleset.calls.kuikae
    if rule == "allowed" or meld.kind.is_kan:
        return ()
    if meld.kind is MeldKind.PON:
        return _faces({meld.tiles[0].kind})
    if meld.called is None:
        return None
    called, low, high = meld.called.kind, meld.tiles[0].kind, meld.tiles[2].kind
    kinds = {called}
    if rule == "both":
        if called == low and high % 9 < 8:
            kinds.add(high + 1)
        elif called == high and low % 9 > 0:
            kinds.add(low - 1)
    return _faces(kinds)


def kuikae(meld: Meld, discard: Tile, ruleset: Ruleset) -> Ruling:
    """Say whether this tile may be discarded in the turn in which the set was called."""
    clause = ruleset.clauses["calls.kuikae"]
    forbidden = forbidden_discards(meld, ruleset)
    if forbidden is None:
        if discard.kind < 27 and discard.kind in _near(meld):
            detail = f"which tile of {meld} was called is not known"
            return Ruling(None, (Reason("called_tile_unknown", detail, clause),))
    elif discard in forbidden:
        word = "same_tile" if discard.kind in {tile.kind for tile in meld.tiles} else "other_end"
        detail = f"{discard} after {meld}: that would be swapping"
        return Ruling(False, (Reason(word, detail, clause),))
    return Ruling(True, (Reason("allowed", f"{discard} after {meld} swaps nothing", clause),))


def leaves_discard(rest: Sequence[Tile] | None, meld: Meld, ruleset: Ruleset) -> Ruling:
    """Say whether a call leaves a tile that may be discarded; without one it cannot be made.

    `rest` are the concealed tiles once the set lies on the table, None for a hidden hand.
    """
    clause = ruleset.clauses["calls.kuikae"]
    forbidden = forbidden_discards(meld, ruleset)
    if forbidden == ():
        return Ruling(True, (Reason("allowed", f"{meld} forbids no discard", clause),))
    if rest is None or forbidden is None:
        word = "hidden_hand" if rest is None else "called_tile_unknown"
        return Ruling(None, (Reason(word, f"what may follow {meld} is not known", clause),))
    if all(tile in forbidden for tile in rest):
        detail = f"after {meld} each of {format_tiles(rest)} would be swapping"
        return Ruling(False, (Reason("no_discard_left", detail, clause),))
    return Ruling(True, (Reason("allowed", f"a discard is left after {meld}", clause),))


def _faces(kinds: set[int]) -> tuple[Tile, ...]:
    """Return all tiles of these kinds."""
    plain = [Tile.of(kind) for kind in sorted(kinds)]
    return tuple(plain + [Tile.of(kind, red=True) for kind in sorted(kinds & FIVES)])


def _near(meld: Meld) -> range:
    """Return the kinds that a chi can forbid, its own and both neighbours."""
    low, high = meld.tiles[0].kind, meld.tiles[2].kind
    return range(low - (low % 9 > 0), high + 1 + (high % 9 < 8))
