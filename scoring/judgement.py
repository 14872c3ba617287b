"""Why a declared win may be refused although the tiles are there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.melds import MeldKind
from scoring.reading import Form
from scoring.score import Finding
from scoring.shapes import UNIT, is_complete
from scoring.tiles import format_tiles

if TYPE_CHECKING:
    from scoring.hand import Hand
    from scoring.reading import Reading
    from scoring.ruleset import Ruleset
    from scoring.win import PassedTile, Win


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
    if win.tsumo:
        return []
    found = []
    waiting = hand.key - UNIT[win.win_tile.kind]
    for discard in win.context.own_discards:
        if is_complete(waiting + UNIT[discard.kind], len(hand.melds)):
            detail = f"the own discard {discard} completes the hand as well"
            found.append(finding(ruleset, "furiten", "cited.furiten_discard", detail))
            break
    for passed in win.context.passed_winning_tiles:
        if win.riichi and passed.after_riichi:
            detail = f"{passed.tile} was let go after riichi"
            found.append(finding(ruleset, "furiten", "cited.furiten_riichi", detail))
        elif _is_temporary(passed, ruleset):
            detail = f"{passed.tile} was let go since the last draw"
            found.append(finding(ruleset, "furiten", "win.temporary_furiten_ends", detail))
    return found


def _is_temporary(passed: PassedTile, ruleset: Ruleset) -> bool:
    """Whether a tile let go still bars a ron."""
    lifted = passed.own_call_since and ruleset.win.temporary_furiten_ends == "tile"
    return passed.after_own_last_draw and not lifted
