"""A tile laid to a pon lies a row nearer to the centre: at a small table as near as the walls.

What lies in a wall faces its player or turns away from him: a face that lies turned, right before
the turned tile of a pon, was laid to that pon, however near to the walls.
"""

from collections.abc import Sequence

from table.core.units import SEATS
from table.watch.seen.corners import Corner
from table.watch.seen.long_rows import seen_from_before
from table.watch.seen.places import Layout, Placed
from table.watch.seen.sets import added_on


def with_laid_to_sets(layout: Layout, corners: Sequence[Corner]) -> Layout:
    """The layout with what lies among the walls' faces, and was laid to a pon, beside that pon."""
    outer, walls = [*layout.outer], [*layout.wall]
    for corner in corners:
        seat, after = corner.seat, SEATS[(corner.seat + 1) % len(SEATS)]
        for beside, view in ((seat, _as_it_is), (after, seen_from_before)):
            found = [tile for tile in walls[beside] if _is_laid(view(tile), corner)]
            if found:
                outer[seat] = [*outer[seat], *map(view, found)]
                walls[beside] = [tile for tile in walls[beside] if tile not in found]
    return layout._replace(outer=tuple(outer), wall=tuple(walls))


def _is_laid(tile: Placed, corner: Corner) -> bool:
    for group in corner.groups:
        if group.shape == "pon" and group.called is not None:
            turned = group.pieces[group.called]
            if turned.track != tile.track and added_on(tile, turned.x, turned.y):
                return True
    return False


def _as_it_is(tile: Placed) -> Placed:
    return tile
