"""Who was in time, and whose call counts: claims on one tile by the ruleset's clock and order."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from scoring.ruling import Reason, Ruling
from scoring.seats import Seat

TOGETHER_MS = 300
"""Calls that lie less apart are simultaneous to the ear."""
SETS = frozenset({"pon", "kan"})
WIN = "ron"


@dataclass(frozen=True, slots=True)
class Claim:
    """One call of the tile last offered."""

    actor: Seat
    word: str
    """chi, pon, kan or ron."""
    after_ms: int
    """Since the tile was offered."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What has happened since the tile was offered, where something has."""

    drawn_by: Seat | None = None
    """The next player has drawn, or touched the wall."""
    drawn_ms: int | None = None
    declared: str = ""
    """What that player has declared since: tsumo, riichi, ankan or kakan."""
    declared_ms: int | None = None
    discarded_ms: int | None = None


NOTHING = Moment()


def in_time(claim: Claim, since: Moment, ruleset: Ruleset) -> Ruling:
    """Whether a call comes in time, by itself."""
    if claim.actor == since.drawn_by and ruleset.calls.touching_wall_ends_right:
        return _ruled(
            ruleset,
            "touched_wall",
            "calls.touching_wall_ends_right",
            f"seat {claim.actor} has touched the wall",
            claim.after_ms < _or_never(since.drawn_ms),
        )
    return _ron_in_time(claim, since, ruleset) if claim.word == WIN else _set(claim, since, ruleset)


def counted(
    claims: Sequence[Claim], ruleset: Ruleset, since: Moment = NOTHING
) -> tuple[Claim, ...]:
    """Those claims that count: one chi, pon or kan, or every ron in time.

    Which of several rons wins is `table.core.settlement.ron_winners`' to say.
    """
    live = [claim for claim in claims if in_time(claim, since, ruleset).allowed is True]
    live.sort(key=lambda claim: claim.after_ms)
    if ruleset.calls.chi_declared_shuts_ron and live and live[0].word == "chi":
        live = [one for one in live if one.after_ms - live[0].after_ms < TOGETHER_MS]
    wins = tuple(claim for claim in live if claim.word == WIN)
    if wins or not live:
        return wins
    if ruleset.calls.precedence == "first_caller":
        live = [one for one in live if one.after_ms - live[0].after_ms < TOGETHER_MS]
    return (next((claim for claim in live if claim.word in SETS), live[0]),)


def untaken(
    ruleset: Ruleset, *, discards_of_others: int, drew: bool = False, discarded: bool = False
) -> Ruling:
    """Whether the tile of a call may still be taken; if not, the hand is dead.

    `discards_of_others` were made since the call; `drew` and `discarded` are the caller's own acts.
    """
    rule = ruleset.calls.take_before
    late = {
        "two_discards": discards_of_others >= 2,
        "own_draw": drew,
        "own_discard": discarded,
    }[rule]
    said = rule.replace("_", " ")
    return _ruled(ruleset, "untaken_tile", "calls.take_before", f"to take before {said}", not late)


def _ron_in_time(claim: Claim, since: Moment, ruleset: Ruleset) -> Ruling:
    calls = ruleset.calls
    at, entry = claim.after_ms, "calls.ron_until"
    if since.declared == "tsumo" and at >= _or_never(since.declared_ms):
        if calls.tsumo_against_ron == "tsumo":
            detail = "the next player has declared tsumo"
            return _ruled(ruleset, "tsumo_declared", "calls.tsumo_against_ron", detail, False)
        if calls.tsumo_against_ron == "referee":
            clause = ruleset.clauses["calls.tsumo_against_ron"]
            return Ruling(None, (Reason("referee", "the referee decides on tsumo or ron", clause),))
    if calls.ron_until == "window":
        return _within(claim, ruleset, entry)
    if at >= _or_never(since.discarded_ms):
        return _ruled(ruleset, "late", entry, "the next player has discarded", False)
    declared = since.declared in {"riichi", "ankan", "kakan"}
    if calls.ron_until == "discard_or_declaration" and declared:
        detail = f"the next player has declared {since.declared}"
        return _ruled(ruleset, "late", entry, detail, at < _or_never(since.declared_ms))
    return _ruled(ruleset, "late", entry, "before the next discard", True)


def _set(claim: Claim, since: Moment, ruleset: Ruleset) -> Ruling:
    if ruleset.calls.window_s:
        return _within(claim, ruleset, "calls.window_s")
    before = claim.after_ms < _or_never(since.drawn_ms)
    return _ruled(ruleset, "late", "calls.window_s", "before the next player draws", before)


def _within(claim: Claim, ruleset: Ruleset, entry: str) -> Ruling:
    window_ms = 1000 * ruleset.calls.window_s
    detail = f"{claim.after_ms} ms after the tile, {window_ms} allowed"
    return _ruled(ruleset, "late", entry, detail, claim.after_ms <= window_ms)


def _ruled(ruleset: Ruleset, word: str, entry: str, detail: str, allowed: bool) -> Ruling:
    reason = Reason("allowed" if allowed else word, detail, ruleset.clauses[entry])
    return Ruling(allowed, (reason,))


def _or_never(at_ms: int | None) -> float:
    return float("inf") if at_ms is None else at_ms
