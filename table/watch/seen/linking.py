"""Which discard each set called: one that lay in its source's pond, and went as the set came."""

from collections.abc import Iterable, Sequence
from typing import Final

from table.watch.faces import alike
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.ponds import Pond

MATCHING: Final = 0.02
"""A called tile and the discard it was agree at least so far."""
LAST: Final = 2
"""Of so many discards one was called, and of more only where they were laid since."""
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
        _part(group, ponds)
        late = now_ns - group.first_ns > LINKED_WITHIN_NS
        if group.link is not None or group.called is None or group.source is None or late:
            continue
        piece = _called(group, group.pieces[group.called], ponds[group.source].pieces, now_ns)
        if piece is not None:
            group.link, piece.caller = piece, group
            if piece.gone_ns is None:
                piece.gone_ns = now_ns


def _called(group: Group, called: Piece, discards: Sequence[Piece], now_ns: int) -> Piece | None:
    """The last discard that has gone and may be the called tile, or one that is far liker it."""
    found, likeness = None, MATCHING
    for back, piece in enumerate(reversed(discards), 1):
        if back > LAST and piece.first_ns < group.first_ns - SLACK_NS:
            break
        alike_by = alike(piece.chances, called.chances)
        if alike_by > likeness and piece.caller is None and _has_gone(piece, group, now_ns):
            found, likeness = piece, alike_by + LIKER
    return found


def _part(group: Group, ponds: Sequence[Pond]) -> None:
    """A chi that comes to be read as a pon was perhaps called from somebody else."""
    known, source = group.link, group.source
    if known is None or source is None or any(one is known for one in ponds[source].pieces):
        return
    known.caller = group.link = None


def _has_gone(piece: Piece, group: Group, now_ns: int) -> bool:
    if piece.gone_ns is not None:
        return piece.gone_ns >= group.first_ns - 4 * SLACK_NS
    last = min(now_ns - OUT_OF_SIGHT_NS, group.first_ns + SLACK_NS)
    return piece.seen_ns < now_ns or piece.sight_ns < last
