"""Beyond a seat's wall: its declared sets, and its hand once it is shown."""

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from scoring.seats import Seat
from table.watch.faces import alike
from table.watch.seen.called_sets import (
    LATER_NS,
    called_in,
    complete_ns,
    in_a_hand,
    misread_among,
    none_of_a_hand,
)
from table.watch.seen.pieces import NOT_OVER_NS, Group, Piece
from table.watch.seen.places import HEIGHT, Placed
from table.watch.seen.put_right import put_right
from table.watch.seen.sets import Reading, Row, added_on, rows_of
from table.watch.seen.shoved import shoved
from table.watch.seen.shown_hands import ONE_PLACE, Shown, hand_among

SAME_PLACE = 0.6
STRAYED = 1.6
"""A set is pushed as a whole, to make room or in passing."""
PUSHED, LOOSELY = 9.0, 0.5
"""As far as this where all of it is found anew, its tiles beside each other about as before."""
ALIKE = 0.2
SOME = 3
"""More open tiles in a row than these are a part of a hand at least."""
SHOVED = 0.3
"""What lies on a tile is seen so many widths beside it."""


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
        given_back = self._taken_for_sets(left, placed)
        left = self._none_unfound(left)
        self.lying = len(placed) - len(left)
        left = self._added(left, make, changed, over_ns) + given_back
        changed = [group for group in changed if group in self.groups]
        first = len(self.groups)
        open_tiles: list[Placed] = []
        fresh: list[Row] = []
        for row in rows_of(_none_twice(left)):
            if not any(tile.up for tile in row):
                continue
            sets, rest = called_in(row)
            fresh += sets
            open_tiles += [tile for tile in rest if tile.up]
        fresh, opened = none_of_a_hand(fresh, open_tiles)
        open_tiles += opened
        if not fresh and len(self.groups) < 4:
            misread = misread_among(open_tiles, now_ns)
            if misread is not None and complete_ns(misread) <= over_ns:
                fresh, open_tiles = [misread], []
        for row_found in sorted(fresh, key=complete_ns):
            if len(self.groups) < 4 and complete_ns(row_found) <= over_ns:
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
            for piece, instead in put_right(group, fresh, by_track):
                piece.follow(instead, now_ns)
                changed.append(group)
            alone = _moved_alone(group, by_track)
            pushed = _pushed(group, fresh, by_track)
            _move_unfound(group, by_track)
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

    def _none_unfound(self, left: Sequence[Placed]) -> list[Placed]:
        """Without what lies where a set must have a tile that nobody found.

        It is that tile, cut or read wrongly. Where a row told a set, only that it lies there is
        known.
        """
        unfound = [
            piece for group in self.groups for piece in group.pieces
            if piece.never_seen and not piece.told
        ]  # fmt: skip
        return [tile for tile in left if all(one.away(tile) > SAME_PLACE for one in unfound)]

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
            if group.called is None or not whole or not in_a_hand(tiles, left):
                continue
            if abs(group.first_ns - min(tile.first_ns for tile in left if tile.up)) < LATER_NS:
                self.groups.remove(group)
                found += tiles
        return found

    def _added(
        self, left: list[Placed], make: Callable[[Placed], Piece], changed: list[Group],
        over_ns: int,
    ) -> list[Placed]:  # fmt: skip
        """Tiles laid to a pon for a kan."""
        rest = []
        for tile in left:
            for group in self.groups:
                if group.shape != "pon" or group.added is not None or group.called is None:
                    continue
                turned = group.pieces[group.called]
                if tile.first_ns <= over_ns and added_on(tile, turned.x, turned.y):
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
        return hand_among(self.shown)


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


def _move_unfound(group: Group, by_track: Mapping[int, Placed]) -> None:
    """The tile of a set that nobody found goes where the others went."""
    unfound = [piece for piece in group.pieces if piece.never_seen]
    there = [(by_track[one.track], one) for one in group.pieces if one.track in by_track]
    if not unfound or not there:
        return
    x, y = (fmean(getattr(to, axis) - getattr(one, axis) for to, one in there) for axis in "xy")
    for piece in unfound:
        piece.x, piece.y = piece.x + x, piece.y + y


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
