"""Which of the faces in the walls are dora indicators: one, and one more for each kan.

A wall's end that is taken for a face goes again, or stands alone once the wall is drawn; where
neither tells it from the indicator, it is asked about.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from scoring.tiles import Tile
from table.core.units import SEATS
from table.watch.faces import INDEX, Chances, alike
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Layout, Placed
from vision.observation import REST

NEAR = 0.7
"""A face within so many widths of where another lay is the same, if it reads alike."""
ALIKE, SURE = 0.2, 0.9
"""Else, and less than so alike to a sure reading, it is another tile."""
MOST = 5
GONE_NS = 3_000_000_000
"""A face that nobody has seen for so long, though others are seen, is none."""
A_BACK_NS, IN_ITS_PLACE = 700_000_000, 0.3
"""One that was seen at few looks is none if a back lies there, so near, after so long."""
LASTING_NS = 3_000_000_000
"""One that was seen for so long is to be reckoned with."""
DEAL_NS = 10_000_000_000
"""What is seen so long after the first indicator was not turned with it."""
A_PITCH, IN_LINE = (0.75, 1.35), 0.5
"""The next indicator lies so many widths beside the last."""
LOOKS, PLAIN = 4, 0.9
"""So often, and so surely, a face is seen that is one."""
BESIDE = (0.5, 1.7)
IN_WALL = 0.9
"""A back lies beside a face at so many widths, and no further before or behind it."""
READ = 0.3
"""A face that is so much likelier none of the tiles stands back."""
HAKU = INDEX[Tile.parse("5z")]
BLANK = 0.5
"""So does what is likely blank and came up after a printed face: backs burnt white look so."""


class _Rank(NamedTuple):
    """A tile in the middle of a wall comes before one at its end, and the older before the new.

    Before any kan is known one that is turned beside a plain face, long after it, is the next.
    """

    strange: bool
    burnt: bool
    later: bool
    inward: int
    first_ns: int
    number: int


class Indicators:
    """The faces in the walls of one hand."""

    def __init__(self) -> None:
        self.shown: list[Piece] = []
        """Those taken for indicators, in the order in which they were turned."""
        self.stray: list[Piece] = []
        """Those that are none yet: ura, or a tile turned by mishap."""
        self.rivals: list[Piece] = []
        """Faces that may be indicators as well as those taken for them."""
        self._faces: list[Piece] = []
        self._came_ns: dict[int, int] = {}
        """When each was first seen to be a face; it may have been taken for a back before."""
        self._surely: dict[int, Chances] = {}
        """How each face was last read surely."""

    def look(
        self, layout: Layout, fresh: Iterable[tuple[int, list[Placed]]], kans: int, now_ns: int,
        make: Callable[[Placed], Piece], *, over: bool,
    ) -> bool:  # fmt: skip
        """Follow the faces, `fresh` by seat; `over`: the hand has ended, new ones are ura.

        Of two seen at once the left one was turned first: the dead wall runs to the right.
        Returns whether anything is new.
        """
        more = False
        known = {piece.track: piece for piece in (*self._faces, *self.stray)}
        for seat, placed in fresh:
            for one in sorted(placed, key=lambda one: one.x):
                piece = known.get(one.track)
                if piece is None or (over and self._is_other(piece, one)):
                    piece = self._near(one, seat)
                if piece is not None:
                    more |= piece.follow(one, now_ns)
                else:
                    piece = make(one)
                    piece.seat = seat
                    if now_ns - piece.first_ns > LASTING_NS:
                        piece.first_ns = now_ns  # until now its tile lay there on its face
                    self._came_ns[piece.id] = now_ns
                    (self.stray if over else self._faces).append(piece)
                    more = True
                if max(one.chances, default=0.0) > SURE:
                    self._surely[piece.id] = one.chances
        room = min(1 + kans, MOST)
        if not over or len(self.shown) < room:
            more |= self._choose(layout, room, now_ns)
        return more

    def leave(self, piece: Piece) -> Callable[[], None]:
        """One taken for an indicator is none, as people say; how to take it for one again."""
        at = next(at for at, one in enumerate(self.shown) if one is piece)

        def again() -> None:
            self.shown.insert(at, piece)
            self._faces.append(piece)

        del self.shown[at]
        self._faces = [one for one in self._faces if one is not piece]
        return again

    @property
    def early(self) -> list[Piece]:
        """Faces that are no indicators and came up before any hand was shown: no ura."""
        found = {piece.id for piece in self._faces}
        return [piece for piece in self.stray if piece.id in found]

    @property
    def late(self) -> list[Piece]:
        """Faces that came up when a hand was being shown: ura, or an indicator laid aside."""
        found = {piece.id for piece in self._faces}
        return [piece for piece in self.stray if piece.id not in found]

    def _choose(self, layout: Layout, room: int, now_ns: int) -> bool:
        """Take the likeliest faces for the indicators; whether they are others than before."""
        ura = self.late
        seen = [
            piece for piece in self._faces
            if (now_ns - piece.seen_ns < GONE_NS or layout.covered[SEATS[piece.seat]])
            and not _is_a_back(piece, layout, now_ns)
        ]  # fmt: skip
        if any(now_ns - piece.seen_ns < GONE_NS for piece in seen):
            self._faces = seen  # a hand brings none back that had gone before
        there = seen or self.shown
        ranks = self._ranks(there, layout, alone=room == 1)
        ranked = sorted(there, key=lambda piece: ranks[piece.id])
        taken = {piece.id for piece in ranked[:room]}
        before = [piece.id for piece in (*self.shown, *self.stray, *self.rivals)]
        self.shown = [piece for piece in there if piece.id in taken]
        self.stray = [*(piece for piece in there if piece.id not in taken), *ura]
        last = ranks[ranked[room - 1].id] if len(ranked) > room else None
        self.rivals = [
            piece for piece in there
            if piece.id not in taken and last is not None
            and (ranks[piece.id].strange, ranks[piece.id].later, ranks[piece.id].inward)
            <= (last.strange, last.later, last.inward)
            and now_ns - piece.first_ns > LASTING_NS
        ]  # fmt: skip
        return before != [piece.id for piece in (*self.shown, *self.stray, *self.rivals)]

    def _ranks(
        self, there: Sequence[Piece], layout: Layout, *, alone: bool
    ) -> dict[int, _Rank]:  # fmt: skip
        """By its number, how each face stands among them; `alone`: none is due but the first."""
        blank = {piece.id for piece in there if piece.chances[HAKU] > BLANK}
        came = {piece.id: self._came_ns.get(piece.id, piece.first_ns) for piece in there}
        printed = min((came[one] for one in came if one not in blank), default=1 << 63)
        return {
            piece.id: _Rank(
                piece.chances[REST] > READ, piece.id in blank and came[piece.id] > printed,
                alone and any(
                    plain(other) and side_by_side(other, piece)
                    and came[piece.id] - came[other.id] > DEAL_NS
                    for other in there
                ),
                -sides(piece, layout.hidden[piece.seat], layout.wall[piece.seat]),
                piece.first_ns, piece.id,
            )
            for piece in there
        }  # fmt: skip

    def _is_other(self, piece: Piece, one: Placed) -> bool:
        """Whether another tile lies in an indicator's place now: what lay under it.

        Then the indicator is what it was when it was last read surely, before it was lifted.
        """
        surely = self._surely.get(piece.id)
        if surely is None or alike(surely, one.chances) >= ALIKE:
            return False
        piece.chances = surely
        return True

    def _near(self, one: Placed, seat: int) -> Piece | None:
        for piece in (*self.shown, *self.stray, *self._faces):
            if piece.seat != seat:
                continue
            away = max(abs(piece.x - one.x), abs(piece.y - one.y))
            if away < NEAR and alike(piece.chances, one.chances) > ALIKE:
                return piece
        return None


def _is_a_back(piece: Piece, layout: Layout, now_ns: int) -> bool:
    """Whether a back is seen where something seemed a face at a few looks."""
    gone = now_ns - piece.seen_ns >= A_BACK_NS
    return gone and piece.looks < LOOKS and any(
        max(abs(x - piece.x), abs(y - piece.y)) < IN_ITS_PLACE
        for x, y in layout.hidden[piece.seat]
    )  # fmt: skip


def late_face(piece: Piece, faces: Indicators) -> bool:
    """Whether a face came up long after the first indicator: not with the deal."""
    return bool(faces.shown) and piece.first_ns > faces.shown[0].first_ns + DEAL_NS


def plain(piece: Piece) -> bool:
    """Whether it is a face surely: no back that is read as one for a moment."""
    return piece.looks >= LOOKS and max(piece.chances, default=0.0) >= PLAIN


def side_by_side(one: Piece, other: Piece) -> bool:
    """Whether two faces of one wall lie right beside each other."""
    low, high = A_PITCH
    level = one.seat == other.seat and abs(one.y - other.y) < IN_LINE
    return level and low < abs(one.x - other.x) < high


def sides(
    piece: Piece | Placed, backs: Sequence[tuple[float, float]], faces: Sequence[Placed]
) -> int:
    """On how many sides of a face in a wall another tile lies."""
    places = [*backs, *((one.x, one.y) for one in faces)]
    level = [x - piece.x for x, y in places if abs(y - piece.y) < IN_WALL]
    low, high = BESIDE
    return any(low < x < high for x in level) + any(-high < x < -low for x in level)
