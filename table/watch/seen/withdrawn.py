"""What people took back, and what lies there still: it is nobody's act until it is moved.

Until then its tiles are on no pond and in no set, and no look at them is anything new. A tile that
comes up where one has gone is another, or the same laid again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from table.watch.faces import alike
from table.watch.seen.corners import Corner
from table.watch.seen.indicators import Indicators
from table.watch.seen.pieces import SAME_PLACE, Group, Piece
from table.watch.seen.places import HEIGHT, Layout, Placed
from table.watch.seen.ponds import ALIKE, Pond, replaced
from table.watch.seen.retracted import lies_again

Thing = Piece | Group
"""A discard, an indicator or a set's fourth tile; or a set."""
POND, OUTER, WALL = "ponds", "outer", "wall"
_One = TypeVar("_One", Piece, Group)


@dataclass(frozen=True, slots=True, eq=False)
class _Kept:
    """Something taken back."""

    thing: Thing
    tiles: list[Piece]
    """Those of its tiles that somebody has seen,"""
    zone: str
    """among which tiles of a layout they lie,"""
    seat: int
    """and of which seat."""
    put_back: Callable[[], None]


class Withdrawn:
    """What was taken back in one hand."""

    def __init__(self, ponds: Sequence[Pond], corners: Sequence[Corner], faces: Indicators) -> None:
        self._ponds, self._corners, self._faces = ponds, corners, faces
        self._kept: list[_Kept] = []
        self._gone_ns: dict[int, int] = {}
        """By its number, since when a tile has not been seen."""

    def put_back(self) -> list[Thing]:
        """All of it stands again as it was, until some is taken back; what that is."""
        kept, self._kept = self._kept, []
        for one in reversed(kept):
            one.put_back()
        return [one.thing for one in kept]

    def take(self, things: Iterable[Thing]) -> None:
        """People have taken these back, and nothing else."""
        fourths_first = sorted(things, key=lambda thing: isinstance(thing, Group))
        self._kept = [kept for one in fourths_first if (kept := self._taken(one)) is not None]
        known = {piece.id for kept in self._kept for piece in kept.tiles}
        self._gone_ns = {one: gone_ns for one, gone_ns in self._gone_ns.items() if one in known}

    def has_gone(self, thing: Thing) -> bool:
        """Whether something that was taken back does not lie there any more."""
        tiles = [thing] if isinstance(thing, Piece) else thing.pieces
        return all(piece.never_seen or piece.id in self._gone_ns for piece in tiles)

    def without(self, layout: Layout, now_ns: int) -> Layout:
        """The layout without what was taken back and lies there still."""
        if not self._kept:
            return layout
        zones = {POND: [*layout.ponds], OUTER: [*layout.outer], WALL: [*layout.wall]}
        for kept in self._kept:
            placed = zones[kept.zone]
            for piece in kept.tiles:
                one = self._seen(piece, placed[kept.seat])
                if one is not None:
                    piece.follow(one, now_ns)
                    placed[kept.seat] = [other for other in placed[kept.seat] if other is not one]
                elif not layout.covered[kept.seat]:
                    self._gone_ns.setdefault(piece.id, now_ns)
        ponds, outer, walls = (tuple(zones[zone]) for zone in (POND, OUTER, WALL))
        return layout._replace(ponds=ponds, outer=outer, wall=walls)

    def lie_again(self) -> bool:
        """Discards that sets had called lie in their ponds again as those went; whether one does.

        They are no new discards.
        """
        found = False
        for kept in self._kept:
            group = kept.thing
            if not isinstance(group, Group) or group.called is None or group.source is None:
                continue
            called = group.pieces[group.called]
            if called.id in self._gone_ns and lies_again(
                group, self._ponds[group.source], called.seen_ns
            ):
                found = True
        return found

    def _taken(self, thing: Thing) -> _Kept | None:
        if isinstance(thing, Group):
            back = _out_of(self._corners[thing.seat].groups, thing)
            seen = [piece for piece in thing.pieces if not piece.never_seen]
            return _Kept(thing, seen, OUTER, thing.seat, back)
        for seat, pond in enumerate(self._ponds):
            if any(one is thing for one in pond.pieces):
                return _Kept(thing, [thing], POND, seat, _out_of(pond.pieces, thing))
        if any(one is thing for one in self._faces.shown):
            return _Kept(thing, [thing], WALL, thing.seat, self._faces.leave(thing))
        for corner in self._corners:
            for group in corner.groups:
                if group.added is thing:
                    unseen = any(piece.track == thing.track for piece in group.pieces)
                    seen = [] if unseen else [thing]
                    return _Kept(thing, seen, OUTER, corner.seat, _unadded(group, thing))
        return None

    def _seen(self, piece: Piece, placed: Sequence[Placed]) -> Placed | None:
        """The tile where it lies; after it had gone only what lay there all the time."""
        gone_ns = self._gone_ns.get(piece.id)
        there = [one for one in placed if gone_ns is None or one.first_ns < gone_ns]
        same = (one for one in there if one.track == piece.track and _is_it(piece, one, HEIGHT))
        near = (one for one in there if _is_it(piece, one, SAME_PLACE) and _reads_as(piece, one))
        return next(same, None) or min(near, key=piece.away, default=None)


def _is_it(piece: Piece, one: Placed, reach: float) -> bool:
    return piece.up == one.up and piece.away(one) < reach and not replaced(piece, one)


def _reads_as(piece: Piece, one: Placed) -> bool:
    return piece.told or not piece.up or alike(piece.chances, one.chances) > ALIKE


def _out_of(line: list[_One], one: _One) -> Callable[[], None]:
    """Take one out of its line; how to put it back where it was."""
    at = next(at for at, other in enumerate(line) if other is one)
    del line[at]
    return lambda: line.insert(at, one)


def _unadded(group: Group, added: Piece) -> Callable[[], None]:
    """Take the fourth tile from a set; how to put it back."""

    def again() -> None:
        group.added, group.stays_three = added, False

    group.added, group.stays_three = None, True
    return again
