"""An added kan whose tile lies on the turned one: from above it looks like the pon that it was.

It is told by the indicator that is turned for it, and mostly by a turned tile that was found anew;
else by whose turn it was, and by a turned tile that lies a little elsewhere since.
"""

from collections.abc import Sequence

from scoring.seats import Seat
from table.watch.seen.indicators import Indicators, plain, side_by_side
from table.watch.seen.pieces import STIRRED, Group, Piece
from table.watch.seen.places import Placed
from table.watch.seen.row_calls import Gone

WALLS_END = 7.2
"""A wall of seventeen stacks ends with a tile so far from its middle, in widths."""
CLEARLY = 3.0
"""The turned tile on which another is laid moves so many times farther than any nobody touched."""
WITHIN_NS = 12_000_000_000
"""The tile is laid no longer than this before its indicator is seen, or after."""


def stacked(
    faces: Indicators,
    groups: Sequence[Group],
    singles: Sequence[Piece],
    discards: Sequence[tuple[int, Seat]],
    gone: Sequence[Gone] = (),
    shown: tuple[int, Seat] | None = None,
) -> tuple[Group, Placed, bool] | None:
    """The pon to which a tile was added, as the new indicator beside the last says; the tile.

    And whether that is doubtful: neither was a turned tile found anew, nor does one lie elsewhere
    since whose owner alone had the turn. Another kan may be what nobody saw.

    `discards`: when each was first seen, and whose it is. After the last of them a face may be an
    ura indicator: a hand is about to be shown. It is none where the hand came up later, and is the
    pon's owner's, who is not in riichi: `shown`, when and whose. `gone`: what left hands, where
    cameras see them.
    """
    extra = next((piece for piece in faces.stray if is_next(piece, faces.shown)), None)
    if extra is None:
        return None
    pons = [
        group for group in groups
        if group.laid_ns < extra.first_ns and _may_be_four(group, groups, singles)
    ]  # fmt: skip
    whose = _whose_turn(extra, discards)
    if max(discards, default=(0, 0))[0] <= extra.first_ns:
        since_ns, seat = shown or (0, None)
        pons = [group for group in pons if group.seat == seat and extra.first_ns < since_ns]
        whose |= {group.seat for group in pons}
    by_turn = [group for group in pons if group.seat in whose]
    found = [group for group in pons if _in_time(group, extra)]
    found = found or [group for group in pons if any(_left(group, extra, one) for one in gone)]
    if not found and len(pons) > 1:
        pons = _stirred(by_turn, extra) if len(by_turn) > 1 else by_turn
    pon = found[0] if len(found) == 1 else pons[0] if len(pons) == 1 and not found else None
    if pon is None or pon.called is None:
        return None
    turned = pon.pieces[pon.called]
    unseen = Placed(
        turned.track, turned.x, turned.y, True, True, turned.chances, extra.first_ns - 1,
        turned.seen_ns, 1.0,
    )  # fmt: skip
    if pon.over is None:
        return pon, unseen, by_turn != [pon] or _moved(pon, extra) <= STIRRED
    return pon, pon.over._replace(first_ns=min(pon.over.first_ns, unseen.first_ns)), False


def is_next(piece: Piece, shown: Sequence[Piece]) -> bool:
    """Whether a face lies right beside the last indicator."""
    if not shown or not plain(piece):
        return False
    last = shown[-1]
    if piece.seat != last.seat:  # the dead wall runs to the right, round the corner
        return piece.seat == (last.seat + 1) % 4 and last.x > WALLS_END and piece.x < -WALLS_END
    return side_by_side(piece, last)


def _whose_turn(extra: Piece, discards: Sequence[tuple[int, Seat]]) -> set[Seat]:
    """Who may have had the turn as an indicator came up: who discards next, or did just before.

    Some rules turn it at once, some only when the tile drawn for the kan is discarded.
    """
    before = [one for one in discards if one[0] <= extra.first_ns]
    after = [one for one in discards if one[0] > extra.first_ns]
    return {one[1] for one in (*sorted(before)[-1:], *sorted(after)[:1])}


def _in_time(group: Group, extra: Piece) -> bool:
    return group.over is not None and abs(group.over.first_ns - extra.first_ns) < WITHIN_NS


def _stirred(pons: Sequence[Group], extra: Piece) -> list[Group]:
    """The pon whose turned tile alone lies a little elsewhere since a hand was over it, if one.

    What lies on it is nearer to the camera, and is seen farther out.
    """
    ranked = sorted(pons, key=lambda one: _moved(one, extra), reverse=True)
    most, next_most = (_moved(one, extra) for one in ranked[:2])
    return ranked[:1] if most > STIRRED and most > CLEARLY * next_most else []


def _moved(group: Group, extra: Piece) -> float:
    """How many widths the turned tile of a pon went, its others taken for lying still."""
    ways = [_way(piece, extra) for piece in group.pieces]
    turned = ways.pop(group.called or 0)
    return max(abs(turned[axis] - sum(way[axis] for way in ways) / len(ways)) for axis in (0, 1))


def _way(piece: Piece, extra: Piece) -> tuple[float, float]:
    """How far a tile went since a hand came over it, shortly before the indicator came up."""
    for at_ns, x, y in piece.reached:
        if 0 <= extra.first_ns - at_ns < WITHIN_NS:
            return piece.x - x, piece.y - y
    return 0.0, 0.0


def _left(group: Group, extra: Piece, gone: Gone) -> bool:
    """Whether the fourth of a pon left the hand of who has it, as the indicator came up."""
    near = abs(gone.at_ns - extra.first_ns) < WITHIN_NS
    kinds = [tile.kind for tile in gone.tiles]
    return near and gone.seat == group.seat and kinds == [group.names[0].kind]


def _may_be_four(group: Group, groups: Sequence[Group], singles: Sequence[Piece]) -> bool:
    """Whether a pon's fourth tile lies nowhere else."""
    if group.shape != "pon" or group.added is not None or group.stays_three or not group.names:
        return False
    kind = group.names[0].kind
    others = [*singles, *(piece for one in groups if one is not group for piece in one.pieces)]
    return not any(piece.name is not None and piece.name.kind == kind for piece in others)
