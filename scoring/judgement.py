"""Why a declared win may be refused although the tiles are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scoring.furiten import furiten as proofs_of
from scoring.melds import MeldKind
from scoring.reading import Form
from scoring.score import Finding
from scoring.tally import UNIT
from scoring.tiles import format_tiles
from scoring.waits import shape_waits_of

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.reading import Reading
    from scoring.ruleset import Ruleset
    from scoring.win import Win


def finding(ruleset: Ruleset, reason: str, clause: str, detail: str) -> Finding:
    """Return a finding with the penalty that the ruleset sets on this reason."""
    return Finding(
        reason,
        detail,
        ruleset.clauses[clause],
        ruleset.penalties.get(reason) or None,
        ruleset.clauses.get(f"penalties.{reason}", ""),
    )


def dead_hand(win: Win, ruleset: Ruleset) -> list[Finding]:
    """A dead hand cannot win."""
    if not win.context.dead_hand:
        return []
    return [finding(ruleset, "dead_hand", "cited.dead_hand", "the hand was declared dead")]


def winning_tile(hand: Hand, win: Win, ruleset: Ruleset) -> list[Finding]:
    """The winning tile must be among the concealed ones."""
    tile = win.win_tile
    if hand.key >> 3 * tile.kind & 7:
        return []
    detail = f"{tile} is not among the concealed tiles {format_tiles(hand.concealed)}"
    return [finding(ruleset, "winning_tile_missing", "cited.shapes", detail)]


def robbing(win: Win, found: list[Reading], ruleset: Ruleset) -> list[Finding]:
    """A concealed kan cannot be robbed, or only by thirteen orphans."""
    if not robs_ankan(win):
        return []
    if ruleset.win.kokushi_robs_ankan and any(
        reading.form is Form.THIRTEEN_ORPHANS for reading in found
    ):
        return []
    allowed = (
        "only thirteen orphans rob it" if ruleset.win.kokushi_robs_ankan else "nothing robs it"
    )
    detail = f"{win.win_tile} belongs to a concealed kan: {allowed}"
    return [finding(ruleset, "ankan_not_robbable", "win.kokushi_robs_ankan", detail)]


def robs_ankan(win: Win) -> bool:
    """Whether the winning tile is taken from a concealed kan."""
    return win.chankan and win.context.robbed_kan is MeldKind.ANKAN


def furiten(hand: Hand, win: Win, ruleset: Ruleset) -> list[Finding]:
    """Return every kind of furiten that bars this ron; a self-draw is never barred."""
    context = win.context
    if win.tsumo or not (context.own_discards or context.passed_winning_tiles):
        return []
    proofs = proofs_of(
        shape_waits_of(hand.key - UNIT[win.win_tile.kind]),
        ruleset,
        discards=context.own_discards,
        passed=context.passed_winning_tiles,
        riichi=win.riichi,
    )
    discards = [proof for proof in proofs if proof.kind == "discard"]
    return [
        finding(ruleset, "furiten", _FURITEN[proof.kind], proof.detail)
        for proof in (*discards[:1], *proofs[len(discards) :])
    ]


_FURITEN: Final = {
    "discard": "cited.furiten_discard",
    "riichi": "cited.furiten_riichi",
    "temporary": "win.temporary_furiten_ends",
}
"""Where the clause of each kind stands."""
