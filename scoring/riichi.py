"""Whether riichi may be declared, with which discards, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.errors import IllegalHandError
from scoring.ruling import Reason, Ruling, weighed
from scoring.tally import key_of, melds_key
from scoring.tiles import format_tiles
from scoring.waits import Ready, ready_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.melds import Meld
    from scoring.ruleset import Ruleset
    from scoring.tiles import Tile


@dataclass(frozen=True, slots=True)
class RiichiRuling(Ruling):
    """The answer, and the discards after which the hand is tenpai."""

    discards: tuple[Ready, ...] = ()


def riichi(
    concealed: Sequence[Tile] | None,
    melds: Sequence[Meld],
    ruleset: Ruleset,
    *,
    live_tiles: int | None,
    points: int | None,
    in_riichi: bool = False,
    dead: bool = False,
    discard: Tile | None = None,
    river: Sequence[Tile] = (),
) -> RiichiRuling:
    """Say whether a player who has drawn may declare riichi.

    `concealed` are his tiles with the drawn one, None for a hidden hand; `live_tiles` are left in
    the wall after the draw, None if not counted; `discard` is the tile he means to turn, None for
    any; `river` are his discards, which matter only where a furiten player may not declare.
    Raises IllegalHandError for another number of tiles than 14, a set counting as three.
    """
    against = _own_reasons(melds, ruleset, in_riichi=in_riichi, dead=dead)
    unknown: list[Reason] = []
    ready: tuple[Ready, ...] = ()
    if concealed is None:
        unknown.append(Reason("hidden_hand", "the concealed tiles are not known"))
    else:
        if len(concealed) + 3 * len(melds) != 14:
            raise IllegalHandError(
                f"hand {format_tiles(concealed)} with {len(melds)} melds: {len(concealed)}"
                f" concealed tiles, expected {14 - 3 * len(melds)} after the draw"
            )
        ready, lacking = _ready(concealed, melds, ruleset, river)
        against += lacking
        if discard is not None and not lacking and discard.kind not in _kinds(ready):
            detail = f"without {discard} the hand is not tenpai"
            against.append(Reason("discard", detail, ruleset.clauses["cited.riichi_hand"]))
    _table_allows(ruleset, live_tiles, points, against, unknown)
    granted = Reason(
        "allowed", "a closed hand, tenpai after a discard", ruleset.clauses["cited.riichi_hand"]
    )
    allowed, reasons = weighed(against, unknown, granted)
    return RiichiRuling(allowed, reasons, ready)


def _kinds(ready: tuple[Ready, ...]) -> set[int]:
    """Return the kinds of the discards."""
    return {one.tile.kind for one in ready}


def _own_reasons(
    melds: Sequence[Meld], ruleset: Ruleset, *, in_riichi: bool, dead: bool
) -> list[Reason]:
    """Return what stands against the player whatever his concealed tiles are."""
    against = []
    if dead:
        detail = "the hand was declared dead"
        against.append(Reason("dead_hand", detail, ruleset.clauses["cited.dead_hand"]))
    if in_riichi:
        clause = ruleset.clauses["cited.riichi_lock"]
        against.append(Reason("in_riichi", "riichi was declared before", clause))
    for meld in melds:
        if meld.is_open:
            clause = ruleset.clauses["cited.riichi_hand"]
            against.append(Reason("open_hand", f"{meld} opens the hand", clause))
            break
    return against


def _ready(
    concealed: Sequence[Tile], melds: Sequence[Meld], ruleset: Ruleset, river: Sequence[Tile]
) -> tuple[tuple[Ready, ...], list[Reason]]:
    """Return the discards that leave a tenpai hand, or why there are none."""
    key = key_of(concealed)
    rule = ruleset.draws.own_fifth_tile
    own = melds_key(melds) if rule == "noten" else 0
    ready = ready_of(key, own, fifth=rule == "tenpai")
    if ready and not ruleset.riichi.furiten_allowed:
        free = tuple(one for one in ready if not {*one.waits} & {*_plain(river), one.tile})
        if not free:
            clause = ruleset.clauses["riichi.furiten_allowed"]
            return (), [
                Reason("furiten", "every tenpai has an own discard among its waits", clause)
            ]
        ready = free
    if ready:
        return ready, []
    if ready_of(key, fifth=True):
        detail = "only a fifth copy of an own tile would complete the hand"
        return (), [Reason("own_fifth_tile", detail, ruleset.clauses["draws.own_fifth_tile"])]
    return (), [Reason("not_tenpai", "no discard leaves tenpai", ruleset.clauses["cited.tenpai"])]


def _plain(river: Sequence[Tile]) -> set[Tile]:
    """Return the discards without their colour."""
    return {tile.plain for tile in river}


def _table_allows(
    ruleset: Ruleset,
    live_tiles: int | None,
    points: int | None,
    against: list[Reason],
    unknown: list[Reason],
) -> None:
    """Add what the wall and the score say."""
    needed = ruleset.riichi.live_tiles
    if live_tiles is None:
        if needed:
            unknown.append(Reason("live_tiles_unknown", "the wall has not been counted"))
    elif live_tiles < needed:
        detail = f"{live_tiles} tiles left in the wall, {needed} needed"
        against.append(Reason("live_tiles", detail, ruleset.clauses["riichi.live_tiles"]))
    if ruleset.riichi.needs_points:
        if points is None:
            unknown.append(Reason("points_unknown", "the score is not known"))
        elif points < ruleset.riichi.bet:
            detail = f"{points} points, {ruleset.riichi.bet} needed"
            against.append(Reason("points", detail, ruleset.clauses["riichi.needs_points"]))
