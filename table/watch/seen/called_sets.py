"""Sets that were called or parts of a hand that is being opened: both lie open beyond a wall."""

from collections.abc import Sequence

from table.watch.seen.places import Placed
from table.watch.seen.sets import HAKU, IN_LINE, Row, misread_set, rows_of, sets_in

HANDFUL = 5
"""More open tiles in a row than these are a hand."""
FEW = 1
"""Beside a set left of the middle, more than so many that are of no set are."""
OUT_OF_LINE = 0.45
"""So far behind the open tiles of a hand stand the others of it, at least."""
NEXT = 1.3
"""Widths to the next tile of a row, at most."""
LATER_NS = 3_000_000_000
"""What comes up within so long comes up together; a tile laid on a set comes later."""


def called_in(row: Sequence[Placed]) -> tuple[list[Row], list[Placed]]:
    """The sets of a row that were called or declared, and the other tiles."""
    sets, rest = _no_kans_of_a_hand(*sets_in(row))
    return _older(sets, rest) if sum(tile.up for tile in rest) > HANDFUL else (sets, rest)


def none_of_a_hand(
    fresh: Sequence[Row], others: Sequence[Placed]
) -> tuple[list[Row], list[Placed]]:  # fmt: skip
    """Without called sets that came up with a handful of other open tiles in their line.

    They are parts of a hand that was opened, and one of its tiles is not found yet, or seems
    turned. Sets lie to the right of the middle: left of it, two tiles of no set are enough.
    """
    kept: list[Row] = []
    found: list[Placed] = []
    for one in fresh:
        came_ns, y = complete_ns(one), one.tiles[0].y
        line = [*others, *(tile for other in fresh if other is not one for tile in other.tiles)]
        mates = [
            tile for tile in line
            if abs(tile.y - y) < IN_LINE and abs(tile.first_ns - came_ns) < LATER_NS
        ]  # fmt: skip
        across = min(tile.x for tile in (*mates, *one.tiles)) < 0
        strays = sum(tile in others for tile in mates)
        left = max(tile.x for tile in one.tiles) < 0
        opened = (across and strays and len(mates) > HANDFUL) or (left and strays > FEW)
        if one.reading.shape == "ankan" or not opened:
            kept.append(one)
        else:
            found += one.tiles
    return kept, found


def misread_among(tiles: Sequence[Placed], now_ns: int) -> Row | None:
    """The open tiles of no set as a called set of which one was misread, if they can be one.

    They have lain there for a while, alone and one of them turned: of a hand that is opened more
    comes up, and a tile that is read anew comes to be read as it is.
    """
    if len(tiles) not in {3, 4} or max(one.first_ns for one in tiles) > now_ns - LATER_NS:
        return None
    rows = rows_of(tiles)
    return misread_set(rows[0]) if len(rows) == 1 else None


def in_a_hand(tiles: Sequence[Placed], others: Sequence[Placed]) -> bool:
    """Whether upright open tiles continue the line of a handful of others."""
    if not all(tile.up and not tile.sideways for tile in tiles):
        return False
    line = [one for one in others if one.up and abs(one.y - tiles[0].y) < IN_LINE]
    near = min((abs(one.x - tile.x) for one in line for tile in tiles), default=NEXT)
    return len(line) > HANDFUL and near < NEXT


def complete_ns(row: Row) -> int:
    """When the last tile of a set came up."""
    return max(tile.first_ns for tile in row.tiles)


def _no_kans_of_a_hand(
    sets: Sequence[Row], rest: list[Placed]
) -> tuple[list[Row], list[Placed]]:  # fmt: skip
    """Without closed kans that are part of a hand: some of its tiles are open, others stand yet.

    Or all of it lies on its face, and two backs look blank.
    """
    kans = [
        one for one in sets
        if one.reading.shape == "ankan"
        and (_stands_yet(one.tiles, rest) or _lies_down(one, rest))
    ]  # fmt: skip
    kept = [one for one in sets if one not in kans]
    return kept, [*rest, *(tile for one in kans for tile in one.tiles)]


def _stands_yet(tiles: Sequence[Placed], others: Sequence[Placed]) -> bool:
    """Whether backs beside faces are of standing tiles: out of line, or more faces come up."""
    faces, backs = ([tile.y for tile in tiles if tile.up is up] for up in (True, False))
    off = abs(sum(faces) / len(faces) - sum(backs) / len(backs))
    came_ns = max(tile.first_ns for tile in tiles)
    open_now = [one for one in others if one.up and abs(one.first_ns - came_ns) < LATER_NS]
    return off > OUT_OF_LINE or bool(open_now)


def _lies_down(kan: Row, others: Sequence[Placed]) -> bool:
    """Whether what seems a kan of hakus lies in a line of more backs."""
    if HAKU.kind not in kan.reading.kinds:
        return False
    y = sum(tile.y for tile in kan.tiles) / len(kan.tiles)
    return sum(not one.up and abs(one.y - y) < OUT_OF_LINE for one in others) > 1


def _older(sets: Sequence[Row], rest: list[Placed]) -> tuple[list[Row], list[Placed]]:
    """The sets that lay there before a hand was shown beside them; others are parts of it."""
    shown_ns = min(tile.first_ns for tile in rest)
    before = [one for one in sets if complete_ns(one) < shown_ns]
    return before, [*rest, *(tile for one in sets if one not in before for tile in one.tiles)]
