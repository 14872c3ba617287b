"""Which discard each set called: one that lay in its source's pond, and went as the set came."""

from collections.abc import Iterable, Sequence
from typing import Final

from table.watch.faces import alike
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.ponds import Pond

MATCHING: Final = 0.02
"""A called tile and the discard it was agree at least so far."""
LAST: Final = 2
"""One of so many discards was called, besides those that were laid hardly before the set."""
LIKER: Final = 0.4
"""An earlier discard is the called one where it is so much more alike than the last."""
SLACK_NS: Final = 1_200_000_000
OUT_OF_SIGHT_NS: Final = 1_000_000_000
"""What was last in sight when a set was laid, and not since, may lie in it."""
LINKED_WITHIN_NS: Final = 8_000_000_000


def link(groups: Iterable[Group], ponds: Sequence[Pond], now_ns: int) -> None:
    """Find the discard that each set called; a set that came to be read as another, called another.

    ``ponds``: of the four seats.
    """
    for group in groups:
        parted = _part(group, ponds)
        late = now_ns - group.first_ns > LINKED_WITHIN_NS and not parted
        if group.link is not None or group.called is None or group.source is None or late:
            continue
        piece = _called(group, group.pieces[group.called], ponds[group.source].pieces, now_ns)
        if piece is not None:
            group.link, piece.caller = piece, group
            if piece.gone_ns is None:
                piece.gone_ns = now_ns


def _called(group: Group, called: Piece, discards: Sequence[Piece], now_ns: int) -> Piece | None:
    """The last discard before a set, if it has gone and may be the called tile.

    Or one before it that is far liker that tile, whether or not the last one has gone.
    """
    found, least, older = None, MATCHING, 0
    for piece in reversed(discards):
        if piece.first_ns > group.first_ns + SLACK_NS:
            continue
        if piece.caller is None and piece.chances and called.chances:
            likeness = alike(piece.chances, called.chances)
            if likeness > least and _has_gone(piece, group, now_ns):
                found = piece
            least = max(least, likeness + LIKER)
        older += piece.first_ns < group.first_ns - SLACK_NS
        if older == LAST:
            break
    return found


def _part(group: Group, ponds: Sequence[Pond]) -> bool:
    """Part a set that was called from somebody else, as a chi that comes to be read as a pon."""
    known, source = group.link, group.source
    if known is None or source is None or any(one is known for one in ponds[source].pieces):
        return False
    known.caller = group.link = None
    return True


def _has_gone(piece: Piece, group: Group, now_ns: int) -> bool:
    if piece.gone_ns is not None:
        return piece.gone_ns >= group.first_ns - 4 * SLACK_NS
    last = min(now_ns - OUT_OF_SIGHT_NS, group.first_ns + SLACK_NS)
    return piece.seen_ns < now_ns or piece.sight_ns < last
