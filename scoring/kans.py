"""Which kans may be declared: on the own turn, on a discard, and after riichi."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.melds import MeldKind
from scoring.ruling import Reason, Ruling, weighed
from scoring.tally import UNIT, counts_of, key_of, kinds_of, melds_key, tiles_of
from scoring.tiles import COPIES, Tile, format_tiles
from scoring.waits import is_sets_and_pair, waits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.melds import Meld
    from scoring.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Kan:
    """A kan that the tiles allow, and what the rules say to it."""

    kind: MeldKind
    tile: Tile
    """Its plain tile."""
    ruling: Ruling


def kans(
    concealed: Sequence[Tile],
    melds: Sequence[Meld],
    drawn: Tile | None,
    ruleset: Ruleset,
    *,
    live_tiles: int | None,
    kans_declared: int,
    in_riichi: bool = False,
) -> tuple[Kan, ...]:
    """Return the concealed and added kans that these tiles allow on the own turn.

    `concealed` includes the drawn tile, which is None in the turn of an own chi or pon;
    `live_tiles` are left in the wall, None if not counted; `kans_declared` counts all players'.
    """
    against, unknown = _turn(ruleset, drawn, live_tiles, kans_declared)
    granted = _granted(ruleset, kans_declared)
    counts = counts_of(key_of(concealed))
    found = []
    for kind, count in enumerate(counts):
        if count == COPIES:
            more = list(against)
            if in_riichi and drawn is not None:
                ruling = kan_after_riichi(concealed, melds, drawn, Tile.of(kind), ruleset)
                more += ruling.reasons if ruling.allowed is False else ()
            found.append(_kan(MeldKind.ANKAN, kind, more, unknown, granted))
    for meld in melds:
        kind = meld.tiles[0].kind
        if meld.kind is MeldKind.PON and counts[kind]:
            lock = [
                Reason("in_riichi", "riichi was declared", ruleset.clauses["cited.riichi_lock"])
            ]
            more = [*against, *(lock if in_riichi else ())]
            found.append(_kan(MeldKind.KAKAN, kind, more, unknown, granted))
    return tuple(found)


def daiminkan(
    concealed: Sequence[Tile] | None,
    discard: Tile,
    ruleset: Ruleset,
    *,
    live_tiles: int | None,
    kans_declared: int,
    in_riichi: bool = False,
) -> Ruling:
    """Say whether another's discard may be called for a kan.

    `concealed` are the tiles before the call, None for a hidden hand.
    """
    against, unknown = _most(ruleset, kans_declared), []
    if in_riichi:
        lock = Reason("in_riichi", "riichi was declared", ruleset.clauses["cited.riichi_lock"])
        against.append(lock)
    if concealed is None:
        unknown.append(Reason("hidden_hand", "the concealed tiles are not known"))
    elif [tile.kind for tile in concealed].count(discard.kind) < COPIES - 1:
        detail = f"{format_tiles(concealed)} has no three {discard.plain}"
        against.append(Reason("no_triplet", detail, ruleset.clauses["cited.kan_turn"]))
    if not ruleset.calls.last_discard_callable:
        if live_tiles is None:
            unknown.append(Reason("live_tiles_unknown", "the wall has not been counted"))
        elif not live_tiles:
            clause = ruleset.clauses["calls.last_discard_callable"]
            against.append(Reason("last_discard", "the last discard is for a ron only", clause))
    return Ruling(*weighed(against, unknown, _granted(ruleset, kans_declared)))


def kan_after_riichi(
    concealed: Sequence[Tile] | None,
    melds: Sequence[Meld],
    drawn: Tile | None,
    kan: Tile,
    ruleset: Ruleset,
) -> Ruling:
    """Say whether a riichi player may declare a concealed kan, by the ruleset's own test.

    `concealed` includes the drawn tile. None for a hidden hand or an unseen draw.
    """
    rule, clause = ruleset.riichi.ankan, ruleset.clauses["riichi.ankan"]
    if rule == "never":
        return _no("never", "no kan after riichi", clause)
    if drawn is not None and drawn.kind != kan.kind:
        return _no("not_drawn", f"{drawn} was drawn, not {kan.plain}", clause)
    if concealed is None or drawn is None:
        return Ruling(None, (Reason("hidden_hand", "the concealed tiles are not known"),))
    key, own = key_of(concealed) - UNIT[kan.kind], melds_key(melds)
    if key >> 3 * kan.kind & 7 != COPIES - 1:
        detail = f"{format_tiles(concealed)} has no four {kan.plain}"
        return _no("no_triplet", detail, clause)
    before = waits_of(key, own)
    after = waits_of(key - 3 * UNIT[kan.kind], own + COPIES * UNIT[kan.kind])
    if not before:
        return _no("not_tenpai", "the hand is not tenpai", ruleset.clauses["cited.tenpai"])
    if before != after:
        return _no("waits_change", _change(before, after), clause)
    if rule != "waits":
        split = _read_otherwise(key, before, kan.kind)
        if split is not None:
            detail = f"with {split} the hand can be read without the three {kan.plain} as a triplet"
            return _no("structure_changes", detail, clause)
    detail = f"the waits stay {format_tiles(tiles_of(before))}"
    return Ruling(True, (Reason("allowed", detail, clause),))


def _read_otherwise(key: int, waits: int, kind: int) -> Tile | None:
    """Return a wait that completes the hand in a reading in which the three are no triplet.

    If there is none, the readings before and after the kan are the same but for the triplet.
    """
    first = max(kind - 2, kind // 9 * 9)
    for wait in kinds_of(waits):
        for low in range(first, min(kind, kind // 9 * 9 + 6) + 1) if kind < 27 else ():
            run = UNIT[low] + UNIT[low + 1] + UNIT[low + 2]
            rest = key + UNIT[wait]
            if all(rest >> 3 * one & 7 for one in range(low, low + 3)) and is_sets_and_pair(
                rest - run
            ):
                return Tile.of(wait)
    return None


def _change(before: int, after: int) -> str:
    """Say how the waits change."""
    left = format_tiles(tiles_of(after)) or "nothing"
    return f"the waits change from {format_tiles(tiles_of(before))} to {left}"


def _turn(
    ruleset: Ruleset, drawn: Tile | None, live_tiles: int | None, kans_declared: int
) -> tuple[list[Reason], list[Reason]]:
    """Return what stands against any kan on this turn, and what is not known."""
    against, unknown = _most(ruleset, kans_declared), []
    if drawn is None and not ruleset.calls.kan_after_call:
        clause = ruleset.clauses["calls.kan_after_call"]
        against.append(Reason("after_call", "a kan needs a turn with a draw", clause))
    if not ruleset.calls.kan_on_last_tile:
        if live_tiles is None:
            unknown.append(Reason("live_tiles_unknown", "the wall has not been counted"))
        elif not live_tiles:
            clause = ruleset.clauses["calls.kan_on_last_tile"]
            against.append(Reason("last_tile", "the last tile was drawn", clause))
    return against, unknown


def _most(ruleset: Ruleset, kans_declared: int) -> list[Reason]:
    """Refuse one kan more than a hand can have, unless it ends the hand."""
    most = ruleset.calls.maximum_kans
    if kans_declared < most or ruleset.calls.fifth_kan == "draw":
        return []
    detail = f"{kans_declared} kans were declared, {most} at most"
    return [Reason("most_kans", detail, ruleset.clauses["calls.maximum_kans"])]


def _granted(ruleset: Ruleset, kans_declared: int) -> Reason:
    """Say that the kan may be declared, and whether it ends the hand."""
    if kans_declared >= ruleset.calls.maximum_kans:
        return Reason("ends_hand", "one kan too many: a draw", ruleset.clauses["calls.fifth_kan"])
    return Reason("allowed", "the tiles are there", ruleset.clauses["cited.kan_turn"])


def _kan(
    word: MeldKind, kind: int, against: list[Reason], unknown: list[Reason], granted: Reason
) -> Kan:
    """Put one possibility together."""
    return Kan(word, Tile.of(kind), Ruling(*weighed(against, unknown, granted)))


def _no(word: str, detail: str, clause: str) -> Ruling:
    """Refuse for one reason."""
    return Ruling(False, (Reason(word, detail, clause),))
