"""A call that was taken back: its set has left the corner, its tile lies in the pond or was called.

As where a pon comes a moment after a chi, and goes before it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from table.watch.faces import alike
from table.watch.seen.corners import Corner
from table.watch.seen.pieces import SAME_PLACE, Group, Piece
from table.watch.seen.ponds import Pond

GONE_NS: Final = 300_000_000
"""So long none of a set's tiles is seen when it has been taken back."""
SOON_NS: Final = 12_000_000_000
"""A call is taken back so soon, and before the caller has discarded."""
AFTER_NS: Final = 1_000_000_000
SAME_FACE: Final = 0.8


def take_back(
    corner: Corner, corners: Iterable[Corner], ponds: Sequence[Pond], now_ns: int
) -> bool:
    """Forget a seat's last set, where it was laid by mistake; whether it was.

    ``corners`` and ``ponds``: of the four seats.
    """
    if not corner.groups:
        return False
    group = corner.groups[-1]
    link, source = group.link, group.source
    if link is None or source is None or now_ns - _seen_ns(group) < GONE_NS:
        return False
    stands = any(one.first_ns > group.first_ns + AFTER_NS for one in ponds[corner.seat].pieces)
    if stands or now_ns - group.first_ns > SOON_NS:
        return False
    pond = ponds[source]
    back = _back(group, link, pond, _seen_ns(group))
    others = (one for other in corners for one in other.groups if one is not group)
    if back is None and not any(_calls(one, link, group) for one in others):
        return False
    corner.groups.remove(group)
    _lay_again(link, back, pond)
    return True


def lies_again(group: Group, pond: Pond, since_ns: int) -> bool:
    """Whether the tile that a set had called lies in its pond again; it is that discard then.

    ``since_ns``: when it was last seen in the set, which counts no more.
    """
    back = None if group.link is None else _back(group, group.link, pond, since_ns)
    if group.link is None or back is None:
        return False
    _lay_again(group.link, back, pond)
    group.link = None
    return True


def _back(group: Group, link: Piece, pond: Pond, since_ns: int) -> Piece | None:
    """What lies in the pond and is the tile that was called."""
    return next((one for one in pond.pieces if _is_back(one, link, group, since_ns)), None)


def _lay_again(link: Piece, back: Piece | None, pond: Pond) -> None:
    """Nobody has called a discard; `back` is where it lies now."""
    link.caller = None
    if back is not None and back is not link:
        pond.pieces.remove(back)
        link.gone_ns = None
        link.x, link.y, link.track = back.x, back.y, back.track
        link.seen_ns, link.sight_ns = back.seen_ns, back.sight_ns
        link.tracks += back.tracks


def _seen_ns(group: Group) -> int:
    """When a tile of a set was last seen."""
    return max(piece.seen_ns for piece in group.pieces)


def _is_back(one: Piece, link: Piece, group: Group, since_ns: int) -> bool:
    """Whether a tile is the one that was called, laid where it had lain."""
    if one.gone_ns is not None or one.void or one.seen_ns <= since_ns:
        return False
    if one is link:
        return True
    if one.caller is not None:
        return False
    near = max(abs(one.x - link.x), abs(one.y - link.y)) < SAME_PLACE
    fresh = one.first_ns > group.first_ns
    return fresh and near and alike(one.chances, link.chances) > SAME_FACE


def _calls(other: Group, link: Piece, group: Group) -> bool:
    """Whether another set has called the tile since."""
    if other.link is not None or other.called is None or other.source != group.source:
        return False
    called = other.pieces[other.called]
    return other.first_ns > group.first_ns and alike(called.chances, link.chances) > SAME_FACE
