"""A pond followed from look to look: its rows, in the order in which tiles were discarded."""

from collections.abc import Callable, Container, Iterable, Sequence
from statistics import median

from table.watch.faces import alike
from table.watch.seen.exchanged import Lifted
from table.watch.seen.pieces import NOT_OVER_NS, PLAIN, SAME_PLACE, VAGUE, Piece
from table.watch.seen.places import HEIGHT, Placed
from table.watch.seen.pond_order import A_TILE, NEW_ROW, ROW, ROW_BEGINS, place_of
from table.watch.seen.shoved import shoved
from vision.observation import REST

STRAYED = 1.05
"""So far a tile may have been pushed while nobody looked."""
ALIKE = 0.25
OTHER_TILE = 0.02
"""Two sure readings that agree no more than this are of two tiles, whatever track they have."""
SURE = 0.85
TOLD = 1 << 19
"""So many looks nobody has: somebody said how the tile lies."""
SIDEWAYS_ROOM = 0.95
"""Nearer than this, in widths, nothing lies beside a tile that lies sideways."""
LAY_THERE_NS = 300_000_000
"""A tile that came to rest so long before another seemed to go lay there beside it, or is it."""
SWAPPED_NS = 3_000_000_000
SWAPPED = 2.6
"""No further from each other, in widths, are two tiles that a finger has changed about."""
PUT_RIGHT = 1.7
"""No further a tile is moved by who laid it carelessly, or looked at it."""
PUSHED_NS = 6_000_000_000
"""A tile that came up no longer ago beside one that goes, and looks like it, is that one."""
SAME_FACE = 0.9
TOGETHER_NS = 2_000_000_000
"""Tiles that seem to go in so short a time lie under something, or the film has jumped."""
A_ROW = 6


class Pond:
    """One seat's discards."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        """In the order of discard, those that are gone too."""
        self.open_ns = 0
        """When last nothing was over it."""
        self._lifted = Lifted()

    def look(
        self, placed: list[Placed], now_ns: int, make: Callable[[Placed], Piece], *, moved: bool,
        whole: bool = False, beside: Iterable["Pond"] = (), over_ns: int = NOT_OVER_NS,
    ) -> tuple[int, list[Piece]]:  # fmt: skip
        """Take in what lies there now; `moved`: all of it may lie a little elsewhere.

        `whole`: the hand has ended, and no discard before the last one is missing. `beside`: the
        ponds of all seats. From ``over_ns`` on tiles may be swept: those name nothing.

        Returns from which place on the order is another than before, and the pieces that changed.
        """
        alive = [piece for piece in self.pieces if piece.gone_ns is None]
        changed: list[Piece] = []
        pushed = shoved(alive, placed)
        if pushed is not None:
            self._push(*pushed)
        reaches = (SAME_PLACE, STRAYED) if moved else (SAME_PLACE,)
        others = [piece for pond in beside if pond is not self for piece in pond.pieces]
        found, fresh = _matched(alive, self.pieces, others, placed, reaches)
        found += self._lifted.laid_back(self._missing(found), fresh, now_ns)
        fresh = [one for one in fresh if one not in [seen for _, seen in found]]
        swapped, fresh = self._swapped(found, fresh, now_ns)
        moved_alone = self._put_right(found + swapped, fresh, now_ns)
        fresh = [one for one in fresh if one not in [seen for _, seen in moved_alone]]
        found += swapped + moved_alone
        left = [(piece, piece.x, piece.y) for piece, _ in swapped + moved_alone]
        put_right = [one for one, _ in moved_alone if one is self._latest and one.votes < TOLD]
        for piece in put_right:
            piece.votes = piece.lately = 0
        if moved:
            self._shift(found)
        for piece, one in found:
            if piece.gone_ns is not None:
                piece.gone_ns = None
                changed.append(piece)
            if piece.follow(_as_laid(piece, one, now_ns, over_ns), now_ns):
                changed.append(piece)
        kept = {piece.id for piece, _ in found}
        for piece in alive:
            if piece.id not in kept:
                if not self._lies_beside(piece, now_ns):
                    piece.gone_ns = now_ns
                changed.append(piece)
        first = min(map(self._sort_in, put_right), default=len(self.pieces))
        came = _laid(fresh, others + self.pieces, over_ns)
        first = min(first, self._insert(came, make, left, whole=whole))
        changed += self._set_upright(alive)
        return first, changed

    def _insert(
        self, came: Sequence[Placed], make: Callable[[Placed], Piece],
        left: list[tuple[Piece, float, float]], *, whole: bool,
    ) -> int:  # fmt: skip
        """Take up what came; returns from which place on the order differs."""
        first = len(self.pieces)
        for one in came:
            piece = make(one)
            piece.absent_ns = self.open_ns
            place = place_of(piece, self.pieces, alone=len(came) == 1)
            place = max(place, self._behind(one, left))
            if place < len(self.pieces) and (whole or self._is_hole(one)):
                continue
            self.pieces.insert(place, piece)
            first = min(first, place)
        return first

    def _sort_in(self, piece: Piece) -> int:
        """Sort in anew a tile that was put right; returns from which place on the order differs."""
        before = self.pieces.index(piece)
        if before == len(self.pieces) - 1:
            return len(self.pieces)
        self.pieces.remove(piece)
        place = place_of(piece, self.pieces, alone=True)
        self.pieces.insert(place, piece)
        return min(before, place)

    def _is_hole(self, one: Placed) -> bool:
        """Whether it is doubtful, and lies where a called tile lay: the cloth between tiles."""
        doubtful = not one.chances or max(one.chances[:REST]) < SURE
        called = (piece for piece in self.pieces if piece.caller is not None)
        return doubtful and any(piece.away(one) < SAME_PLACE for piece in called)

    def _behind(self, one: Placed, left: list[tuple[Piece, float, float]]) -> int:
        """Where in the order a tile belongs that lies where others lay, who were pushed aside."""
        return max(
            (self.pieces.index(other) + 1 for other, x, y in left
             if max(abs(one.x - x), abs(one.y - y)) < SAME_PLACE),
            default=0,
        )  # fmt: skip

    def _missing(self, found: Sequence[tuple[Piece, Placed]]) -> list[Piece]:
        """Tiles that nobody has called, and that are not seen."""
        kept = {piece.id for piece, _ in found}
        return [one for one in self.pieces if one.id not in kept and one.caller is None]

    def _swapped(
        self, found: list[tuple[Piece, Placed]], fresh: list[Placed], now_ns: int
    ) -> tuple[list[tuple[Piece, Placed]], list[Placed]]:
        """Tiles that have changed places with each other are the same tiles still."""
        missing = [
            piece for piece in self._missing(found)
            if piece.gone_ns is None or now_ns - piece.gone_ns < SWAPPED_NS
        ]  # fmt: skip
        pairs: list[tuple[Piece, Placed]] = []
        rest = []
        for one in fresh:
            instead = any(piece.away(one) < SAME_PLACE for piece in missing)
            moved = [
                piece for piece in missing
                if SAME_PLACE <= piece.away(one) < SWAPPED
                and alike(piece.chances, one.chances) > SAME_FACE
                and piece not in [other for other, _ in pairs]
            ]  # fmt: skip
            there = [*(seen for _, seen in found), *(other for other in fresh if other is not one)]
            if moved and (instead or any(moved[0].away(seen) < SAME_PLACE for seen in there)):
                pairs.append((moved[0], one))
            else:
                rest.append(one)
        return pairs, rest

    def _put_right(
        self, found: Sequence[tuple[Piece, Placed]], fresh: Sequence[Placed], now_ns: int
    ) -> list[tuple[Piece, Placed]]:
        """Tiles that lay there a moment ago and were only laid a little elsewhere.

        It is too soon for another of their kind to be discarded, if they had been called.
        """
        kept = {piece.id for piece, _ in found}
        pairs: list[tuple[Piece, Placed]] = []
        for one in fresh:
            near = [
                piece for piece in self.pieces
                if piece.id not in kept and piece.caller is None
                and piece.away(one) < PUT_RIGHT and now_ns - piece.sight_ns < SWAPPED_NS
                and alike(piece.chances, one.chances) > SAME_FACE
            ]  # fmt: skip
            if near:
                pairs.append((min(near, key=lambda piece: piece.away(one)), one))
                kept.add(pairs[-1][0].id)
        return pairs

    def _lies_beside(self, piece: Piece, now_ns: int) -> bool:
        """Whether a tile that seems to go came up anew beside its place a moment ago.

        It was pushed there, and was still thought to lie in both. Then it lies there only.
        """
        for twin in self.pieces:
            new = twin is not piece and twin.gone_ns is None and twin.caller is None
            if not new or now_ns - twin.first_ns > PUSHED_NS or piece.caller is not None:
                continue
            away = max(abs(twin.x - piece.x), abs(twin.y - piece.y))
            if away < PUT_RIGHT and alike(twin.chances, piece.chances) > SAME_FACE:
                piece.x, piece.y, piece.track = twin.x, twin.y, twin.track
                piece.tracks += twin.tracks
                piece.seen_ns = piece.sight_ns = now_ns
                self.pieces.remove(twin)
                return True
        return False

    @property
    def _latest(self) -> Piece | None:
        """What came up last."""
        return max(self.pieces, key=lambda piece: piece.first_ns, default=None)

    def _shift(self, found: list[tuple[Piece, Placed]]) -> None:
        """All lies elsewhere now: so do the places of the tiles that have gone."""
        if not found:
            return
        x = median(one.x - piece.x for piece, one in found)
        y = median(one.y - piece.y for piece, one in found)
        kept = {piece.id for piece, _ in found}
        self._push(x, y, kept)

    def _push(self, x: float, y: float, kept: Container[int] = ()) -> None:
        """The places of all tiles but those lie so many widths elsewhere."""
        for piece in self.pieces:
            if piece.id not in kept:
                piece.x, piece.y = piece.x + x, piece.y + y

    def _set_upright(self, pieces: Iterable[Piece]) -> list[Piece]:
        """Those that seemed to lie sideways, and cannot."""
        crowded = [
            one for one in pieces
            if one.sideways and one.votes < TOLD and self._crowded(one)
        ]  # fmt: skip
        for piece in crowded:
            piece.sideways, piece.votes = False, -1
        return crowded

    def _crowded(self, piece: Piece) -> bool:
        """Whether its neighbours in the row leave no room for it to lie sideways."""
        return any(
            other.gone_ns is None
            and other is not piece
            and abs(other.y - piece.y) < ROW
            and abs(other.x - piece.x) < SIDEWAYS_ROOM
            for other in self.pieces
        )

    @property
    def deepest(self) -> float:
        """How far out the next discard may lie; a tile that was called began a row too."""
        if not self.pieces:
            return -NEW_ROW * 3
        last = min(piece.y for piece in self.pieces)
        in_last = sum(piece.y < last + ROW for piece in self.pieces)
        full = len(self.pieces) % A_ROW == 0 or in_last >= self._row_holds
        return last - (NEW_ROW if full else 0.0)

    @property
    def _row_holds(self) -> int:
        """How many tiles this seat lays in a row, as its first row shows once it is full."""
        first = max(piece.y for piece in self.pieces)
        in_first = sum(piece.y > first - ROW for piece in self.pieces)
        return in_first if in_first < len(self.pieces) else A_ROW

    def gap_before(self, place: int) -> bool:
        """Whether a tile's room before this one is empty, and nobody has seen one there."""
        if place >= len(self.pieces):
            return False
        piece = self.pieces[place]
        other = self.pieces[place - 1] if place else None
        if other is None or abs(other.y - piece.y) > ROW:
            return piece.x - _half(piece) > ROW_BEGINS + A_TILE
        return piece.x - other.x - _half(piece) - _half(other) > A_TILE


def _half(piece: Piece) -> float:
    """Half of what a tile takes of its row, in widths."""
    return HEIGHT / 2 if piece.sideways else 0.5


def _matched(
    alive: list[Piece], known: list[Piece], others: list[Piece], placed: list[Placed],
    reaches: tuple[float, ...],
) -> tuple[list[tuple[Piece, Placed]], list[Placed]]:  # fmt: skip
    """Pair pieces and looks: by track, then by place; and the looks that are left."""
    by_track = {piece.track: piece for piece in known if not piece.void}
    found: list[tuple[Piece, Placed]] = []
    left: list[Placed] = []
    used: set[int] = set()
    for one in placed:
        piece = by_track.get(one.track)
        if piece is None or replaced(piece, one) or _elsewhere(piece, one):
            left.append(one)
        else:
            found.append((piece, one))
            used.add(piece.id)
    for reach in reaches:
        rest = []
        for one in left:
            near = [piece for piece in alive if piece.id not in used and _fits(piece, one, reach)]
            if near:
                piece = min(near, key=lambda near: near.away(one))
                found.append((piece, one))
                used.add(piece.id)
            else:
                rest.append(one)
        left = rest
    rest = []
    for one in left:
        back = [
            piece for piece in known
            if piece.id not in used and _came_back(piece, one, known, others)
        ]  # fmt: skip
        if back:
            found.append((back[-1], one))
            used.add(back[-1].id)
        else:
            rest.append(one)
    return found, rest


def _came_back(piece: Piece, one: Placed, known: list[Piece], others: list[Piece]) -> bool:
    """Whether a tile that seemed to have gone was only not seen: it lay there all the time."""
    if piece.gone_ns is None or piece.caller is not None or piece.void:
        return False
    if not _fits(piece, one, SAME_PLACE):
        return False
    if one.first_ns <= piece.gone_ns - LAY_THERE_NS:
        return True
    return alike(piece.chances, one.chances) > SAME_FACE and _not_called(piece, known, others)


def _not_called(piece: Piece, known: list[Piece], others: list[Piece]) -> bool:
    """Whether nobody can have taken a tile that has gone: only the last one is called, alone."""
    gone_ns = piece.gone_ns or 0
    after = known[known.index(piece) + 1 :]
    went = [*known, *(one for one in others if one.caller is None and not one.void)]
    return any(one.first_ns < gone_ns - LAY_THERE_NS for one in after) or any(
        one is not piece and one.gone_ns is not None and abs(one.gone_ns - gone_ns) < TOGETHER_NS
        for one in went
    )


def _laid(fresh: Iterable[Placed], pieces: Iterable[Piece], over_ns: int) -> list[Placed]:
    """What came up, in its order; none where discards are being swept away since the end.

    Then more are gone than the one that may have been won on.
    """
    gone = [one.gone_ns for one in pieces if one.gone_ns is not None and one.caller is None]
    if sum(gone_ns > over_ns for gone_ns in gone) > 1:
        return []
    return sorted(fresh, key=lambda one: (-one.y, one.x))


def _as_laid(piece: Piece, one: Placed, now_ns: int, over_ns: int) -> Placed:
    """A look; one after the end has no name where others were swept there, or it shows no face.

    Nor has one another name than what was plainly read, once hands have come over it.
    """
    if now_ns <= over_ns or not (one.chances and piece.chances):
        return one
    before, after = max(piece.chances), max(one.chances)
    covered = after < before and piece.chances.index(before) == one.chances.index(after)
    other = one.first_ns > over_ns and one.track not in piece.tracks
    strange = max(one.chances[:REST]) < VAGUE
    swept = before > PLAIN and any(at_ns > over_ns for at_ns, *_ in piece.reached)
    known = covered or other or strange or swept
    return one._replace(chances=piece.chances) if known else one


def _fits(piece: Piece, one: Placed, reach: float) -> bool:
    if piece.away(one) > reach or piece.sideways != one.sideways:
        return False
    return piece.told or alike(piece.chances, one.chances) > ALIKE


def replaced(piece: Piece, one: Placed) -> bool:
    """Whether another tile lies there now, under the same track."""
    if piece.told or piece.chances == one.chances or not piece.up or not one.up:
        return False
    sure = max(piece.chances[:REST]) > SURE and max(one.chances[:REST]) > SURE
    return sure and alike(piece.chances, one.chances) < OTHER_TILE


def _elsewhere(piece: Piece, one: Placed) -> bool:
    """A gone tile's track that comes up at another place is another tile's."""
    return piece.gone_ns is not None and piece.away(one) > HEIGHT
