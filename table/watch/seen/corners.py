"""Beyond a seat's wall: its declared sets, and its hand once it is shown."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.seats import Seat
from table.watch.faces import alike
from table.watch.seen.pieces import NOT_OVER_NS, Group, Piece
from table.watch.seen.places import HEIGHT, Placed
from table.watch.seen.sets import HAKU, IN_LINE, Reading, Row, added_on, rows_of, sets_in
from table.watch.seen.shoved import shoved

SAME_PLACE = 0.6
STRAYED = 1.6
"""A set is pushed as a whole, to make room or in passing."""
PUSHED, LOOSELY = 9.0, 0.5
"""As far as this where all of it is found anew, its tiles beside each other about as before."""
ONE_PLACE = 0.6
"""No two tiles of a row lie so near to each other, in widths: one was found twice."""
ALIKE = 0.2
SOME = 3
"""More open tiles in a row than these are a part of a hand at least;"""
HANDFUL = 5
"""more than these are one."""
FEW = 1
"""Beside a set left of the middle, more than so many are."""
SHOVED = 0.3
"""What lies on a tile is seen so many widths beside it."""
NEXT = 1.3
"""Widths to the next tile of a row, at most."""
APART = 1.18
"""What lies so many widths from the next tile of a row lies apart."""
FARTHER, WELL_APART = 0.1, 0.25
"""So much farther than others do; than those of one part do, where a hand lies in parts."""
OUT_OF_LINE = 0.45
"""So far behind the open tiles of a hand stand the others of it, at least."""
FAR = 5.0
"""What lies so many widths off all tiles of a hand is none of it: a card on the rim."""
LATER_NS = 3_000_000_000
"""A tile laid on a set comes no sooner than so long after it."""


class Shown(NamedTuple):
    """A hand that lies open, from left to right."""

    tiles: tuple[Placed, ...]
    apart: int | None
    """Which of them lies apart from the others."""


class Corner:
    """One seat's sets and hand."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.groups: list[Group] = []
        self.shown: tuple[Placed, ...] = ()
        """Open tiles that belong to no set."""
        self.lying = 0
        """How many tiles of its sets were seen at the last look."""

    def look(
        self, placed: list[Placed], now_ns: int, make: Callable[[Placed], Piece], number: int,
        over_ns: int = NOT_OVER_NS,
    ) -> tuple[int, list[Group]]:  # fmt: skip
        """Take in what lies there; returns from which set on all is new, and what changed.

        What came up after ``over_ns`` was not called: tiles that are swept away lie so.
        """
        changed: list[Group] = []
        left = self._follow(placed, now_ns, changed)
        self.lying = len(placed) - len(left)
        left = self._added(left, make, changed)
        left += self._taken_for_sets(left, placed)
        changed = [group for group in changed if group in self.groups]
        first = len(self.groups)
        open_tiles: list[Placed] = []
        fresh: list[Row] = []
        for row in rows_of(_none_twice(left)):
            if not any(tile.up for tile in row):
                continue
            sets, rest = _no_kans_of_a_hand(*sets_in(row))
            if sum(tile.up for tile in rest) > HANDFUL:
                sets, rest = _older(sets, rest)
            fresh += sets
            open_tiles += [tile for tile in rest if tile.up]
        fresh, opened = _none_of_a_hand(fresh, open_tiles)
        open_tiles += opened
        for row_found in sorted(fresh, key=_complete_ns):
            if len(self.groups) < 4 and _complete_ns(row_found) <= over_ns:
                group = self._group(row_found, make, number + len(self.groups))
                self.groups.append(group)
        self.shown = tuple(sorted(open_tiles, key=lambda tile: tile.x))
        return first, changed

    def _follow(self, placed: list[Placed], now_ns: int, changed: list[Group]) -> list[Placed]:
        """The sets that are known already, and the tiles that are left."""
        by_track = {tile.track: tile for tile in placed}
        used: set[int] = set()
        known = {piece.track for group in self.groups for piece in group.pieces}
        fresh = [tile for tile in placed if tile.track not in known]
        for group in self.groups:
            pieces = group.pieces + ([group.added] if group.added else [])
            alone = _moved_alone(group, by_track)
            pushed = _pushed(group, fresh, by_track)
            for piece in pieces:
                tile = by_track.get(piece.track)
                if tile is None or tile.track in used:
                    near = (one for one in placed if one.track not in used and _same(piece, one))
                    tile = next(near, None)
                if tile is not None:
                    used.add(tile.track)
                    if not pushed and (piece is alone or _laid_over(group, piece, tile)):
                        group.over = (
                            tile if tile.track != piece.track else tile._replace(first_ns=now_ns)
                        )
                        changed.append(group)
                    if piece.follow(tile, now_ns) and group not in changed:
                        changed.append(group)
        return [tile for tile in placed if tile.track not in used]

    def _taken_for_sets(self, left: Sequence[Placed], placed: Sequence[Placed]) -> list[Placed]:
        """Tiles of sets that are part of the hand beside them.

        What seemed turned lies upright, or was none of them and is gone.
        """
        by_track = {tile.track: tile for tile in placed}
        found: list[Placed] = []
        for group in list(self.groups):
            tiles = [by_track[piece.track] for piece in group.pieces if piece.track in by_track]
            gone = [at for at, one in enumerate(group.pieces) if one.track not in by_track]
            whole = gone in ([], [group.called]) and group.added is None
            if group.called is None or not whole or not _in_a_hand(tiles, left):
                continue
            if abs(group.first_ns - min(tile.first_ns for tile in left if tile.up)) < LATER_NS:
                self.groups.remove(group)
                found += tiles
        return found

    def _added(
        self, left: list[Placed], make: Callable[[Placed], Piece], changed: list[Group]
    ) -> list[Placed]:
        """Tiles laid to a pon for a kan."""
        rest = []
        for tile in left:
            for group in self.groups:
                if group.shape != "pon" or group.added is not None or group.called is None:
                    continue
                turned = group.pieces[group.called]
                if added_on(tile, turned.x, turned.y):
                    group.added = make(tile)
                    changed.append(group)
                    break
            else:
                rest.append(tile)
        return rest

    def complete(
        self, tiles: Sequence[Placed], reading: Reading, make: Callable[[Placed], Piece],
        number: int,
    ) -> None:  # fmt: skip
        """Take these tiles for a set, though one of them was never found."""
        self.groups.append(self._group(Row(tuple(tiles), reading), make, number))
        tracks = {tile.track for tile in tiles}
        self.shown = tuple(tile for tile in self.shown if tile.track not in tracks)

    def _group(self, row: Row, make: Callable[[Placed], Piece], number: int) -> Group:
        reading = row.reading
        pieces = [make(tile) for tile in row.tiles]
        first_ns = max(piece.first_ns for piece in pieces)
        frame = max(piece.frame for piece in pieces)
        return Group(number, self.seat, pieces, reading.shape, reading.called, first_ns, frame)

    def hand(self) -> Shown:
        """The open tiles as a hand, one of them apart if it lies apart."""
        return shown(_close_by(_each_once(self._longest())))

    def _longest(self) -> tuple[Placed, ...]:
        """The line in which most of the open tiles lie."""
        lines = (
            tuple(other for other in self.shown if abs(other.y - tile.y) < IN_LINE)
            for tile in self.shown
        )
        return max(lines, key=len, default=())


def shown(tiles: tuple[Placed, ...]) -> Shown:
    """A hand of these tiles, from left to right, the tile at one of its ends apart if it lies so.

    Others may lie in parts: of sets, of which none is a single tile.
    """
    gaps = [later.x - tile.x for tile, later in pairwise(tiles)]
    last = len(tiles) - 1
    apart = last if _is_apart(gaps[::-1]) else 0 if _is_apart(gaps) else None
    return Shown(tiles, apart)


def _is_apart(gaps: Sequence[float]) -> bool:
    """Whether the first of a row of tiles lies apart from the others, as far as the next lie."""
    if not gaps or gaps[0] <= APART:
        return False
    ends = [at for at, gap in enumerate(gaps) if gap > APART]
    alone = 1 in (end - start for start, end in pairwise([*ends, len(gaps)]))
    farthest = gaps[0] > max(gaps[1:], default=1.0) + FARTHER
    within = max((gap for gap in gaps if gap <= APART), default=1.0)
    return farthest or (not alone and gaps[0] > within + WELL_APART)


def shown_hand(corners: Sequence[Corner], begun_ns: int) -> tuple[int, Seat] | None:
    """When the first tile came up of the longest hand that is being shown, and whose it is.

    What lay open before the hand began is none: a card, or a score sheet beside the table.
    """
    hands = (
        ([tile.first_ns for tile in one.hand().tiles if tile.first_ns >= begun_ns], one.seat)
        for one in corners
    )
    came, seat = max(hands, key=lambda hand: len(hand[0]))
    return (min(came), seat) if len(came) > SOME else None


def _complete_ns(row: Row) -> int:
    """When the last tile of a set came up."""
    return max(tile.first_ns for tile in row.tiles)


def _each_once(tiles: Sequence[Placed]) -> tuple[Placed, ...]:
    """The tiles of a line, without the less sure one where two lie in one place."""
    found: list[Placed] = []
    for tile in tiles:
        if found and tile.x - found[-1].x < ONE_PLACE:
            found[-1] = max(found[-1], tile, key=lambda one: max(one.chances))
        else:
            found.append(tile)
    return tuple(found)


def _close_by(tiles: tuple[Placed, ...]) -> tuple[Placed, ...]:
    """The most tiles of a line, left to right, of which none lies far from the next."""
    ends = [at for at, (one, later) in enumerate(pairwise(tiles), 1) if later.x - one.x > FAR]
    parts = (tiles[start:end] for start, end in pairwise([0, *ends, len(tiles)]))
    return max(parts, key=len)


def _in_a_hand(tiles: Sequence[Placed], others: Sequence[Placed]) -> bool:
    """Whether upright open tiles continue the line of a handful of others."""
    if not all(tile.up and not tile.sideways for tile in tiles):
        return False
    line = [one for one in others if one.up and abs(one.y - tiles[0].y) < IN_LINE]
    near = min((abs(one.x - tile.x) for one in line for tile in tiles), default=NEXT)
    return len(line) > HANDFUL and near < NEXT


def _laid_over(group: Group, piece: Piece, tile: Placed) -> bool:
    """Whether the turned tile of a pon was found anew, as if another had been laid on it."""
    if group.shape != "pon" or group.called is None or group.pieces[group.called] is not piece:
        return False
    return tile.track != piece.track and tile.first_ns > group.first_ns + LATER_NS


def _pushed(group: Group, fresh: Sequence[Placed], by_track: Mapping[int, Placed]) -> bool:
    """Whether a set has been pushed elsewhere as a whole: its tiles are sought there then."""
    if any(piece.track in by_track for piece in group.pieces):
        return False
    way = shoved(group.pieces, fresh, farthest=PUSHED, within=LOOSELY)
    if way is None:
        return False
    for piece in group.pieces + ([group.added] if group.added else []):
        piece.x, piece.y = piece.x + way[0], piece.y + way[1]
    return True


def _moved_alone(group: Group, by_track: Mapping[int, Placed]) -> Piece | None:
    """The turned tile of a pon that seems to have moved alone: another may lie on it."""
    if group.shape != "pon" or group.called is None:
        return None
    if any(piece.track not in by_track for piece in group.pieces):
        return None
    away = [
        max(abs(piece.x - by_track[piece.track].x), abs(piece.y - by_track[piece.track].y))
        for piece in group.pieces
    ]
    turned = away.pop(group.called)
    return group.pieces[group.called] if turned > SHOVED > 3 * max(away) else None


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
    before = [one for one in sets if max(tile.first_ns for tile in one.tiles) < shown_ns]
    return before, [*rest, *(tile for one in sets if one not in before for tile in one.tiles)]


def _none_of_a_hand(
    fresh: Sequence[Row], others: Sequence[Placed]
) -> tuple[list[Row], list[Placed]]:  # fmt: skip
    """Without called sets that came up with a handful of other open tiles in their line.

    They are parts of a hand that was opened, and one of its tiles is not found yet, or seems
    turned. Sets lie to the right of the middle: left of it, a few other tiles are enough.
    """
    kept: list[Row] = []
    found: list[Placed] = []
    for one in fresh:
        came_ns, y = _complete_ns(one), one.tiles[0].y
        line = [*others, *(tile for other in fresh if other is not one for tile in other.tiles)]
        mates = [
            tile for tile in line
            if abs(tile.y - y) < IN_LINE and abs(tile.first_ns - came_ns) < LATER_NS
        ]  # fmt: skip
        across = min(tile.x for tile in (*mates, *one.tiles)) < 0
        usual = HANDFUL if max(tile.x for tile in one.tiles) > 0 else FEW
        opened = across and len(mates) > usual and any(tile in others for tile in mates)
        if one.reading.shape == "ankan" or not opened:
            kept.append(one)
        else:
            found += one.tiles
    return kept, found


def _none_twice(tiles: Sequence[Placed]) -> list[Placed]:
    """Without the less sure of two faces that lie in one place, or the one that is only in mind."""
    found: list[Placed] = []
    for tile in sorted(tiles, key=lambda one: (-round(one.visible), -max(one.chances, default=1))):
        if not any(_in_one_place(one, tile) for one in found):
            found.append(tile)
    return found


def _in_one_place(one: Placed, other: Placed) -> bool:
    """Whether two tiles lie so near to each other that they are the same; turned ones are wider."""
    near = ONE_PLACE * (HEIGHT if one.sideways and other.sideways else 1.0)
    return abs(one.x - other.x) < near and abs(one.y - other.y) < ONE_PLACE


def _same(piece: Piece, one: Placed) -> bool:
    if piece.up != one.up or piece.sideways != one.sideways:
        return False
    away = piece.away(one)
    if away < SAME_PLACE:
        return not piece.up or alike(piece.chances, one.chances) > ALIKE
    return away < STRAYED and piece.up and alike(piece.chances, one.chances) > 0.6
