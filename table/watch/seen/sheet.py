"""All that was seen of one hand: ponds in order, sets, indicators, shown hands; and what is new.

Pieces stay on the sheet when they go, so that a hypothesis can be drawn up from the deal at any
time. What is said of `Since` tells from where on an earlier one no longer holds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.units import SEATS
from table.watch.faces import best, capacities
from table.watch.seen.corners import Corner, shown_hand
from table.watch.seen.crowds import Crowds
from table.watch.seen.halves import NEAR_NS, with_third
from table.watch.seen.indicators import HAKU, LOOKS, Indicators, late_face
from table.watch.seen.laid_to_sets import with_laid_to_sets
from table.watch.seen.linking import link
from table.watch.seen.naming import name_pieces
from table.watch.seen.pieces import NOT_OVER_NS, Group, Piece
from table.watch.seen.places import Layout, Placed
from table.watch.seen.pond_order import nearest
from table.watch.seen.ponds import Pond
from table.watch.seen.retracted import take_back
from table.watch.seen.row_calls import Gone, told_by_row
from table.watch.seen.sets import Reading
from table.watch.seen.stacked import stacked
from table.watch.seen.ura import is_laid_by, reads_as, turned_ura
from table.watch.seen.withdrawn import Withdrawn

NEVER = 1 << 30
VOID_AFTER_NS = 4_000_000_000
SHORT_NS = 2_500_000_000
BRIEF_NS = 600_000_000
"""What was in sight no longer than this, before something lay over it, was no tile."""
LIFTED_NS = 2_000_000_000
"""What comes up beside an indicator is a discard if no hand is shown for so long: the indicator may
have been lifted off its ura."""
A_ROW_ON = 0.6
A_HAND = 4
"""So many backs beyond a wall are a hand that was laid down; a concealed kan has fewer."""
VARIED = 5
"""Tiles that are taken for so many faces are no backs of one look."""

_Parts = list[list[object]]


@dataclass(slots=True)
class Since:
    """From which place on each part of the sheet is another than at the last look."""

    pond: list[int] = field(default_factory=lambda: [NEVER] * 4)
    sets: list[int] = field(default_factory=lambda: [NEVER] * 4)
    indicator: int = NEVER
    told: bool = False
    """People or other senses have said something."""
    more: bool = False
    """Something has been added, or a tile has gone."""

    @property
    def anything(self) -> bool:
        """Whether earlier hypotheses have to be looked at again."""
        parts = (*self.pond, *self.sets, self.indicator)
        return self.more or min(parts) != NEVER


class Sheet:
    """The evidence of one hand."""

    def __init__(self, ruleset: Ruleset, old: frozenset[int] = frozenset()) -> None:
        self.ponds = [Pond() for _ in SEATS]
        self.corners = [Corner(seat) for seat in SEATS]
        self.faces = Indicators()
        self.withdrawn = Withdrawn(self.ponds, self.corners, self.faces)
        self.surplus: list[tuple[Tile, int]] = []
        """Faces of which more lie there than the set should have, and how many do."""
        self.sticks: tuple[bool, bool, bool, bool] = (False,) * 4
        self.stick_spots: tuple[tuple[float, float] | None, ...] = (None,) * 4
        self.covered: tuple[bool, bool, bool, bool] = (False,) * 4
        self.now_ns = 0
        self.frame = 0
        self.laid_down: set[Seat] = set()
        """Whose hand was seen to lie on its face: it does not wait."""
        self.whole = False
        """Whether the hand has ended, and its story misses no discard."""
        self.over_ns = NOT_OVER_NS
        """When the hand had ended: what came up later was not laid in it."""
        self.most = 0
        """The most tiles that lay open at a time."""
        self.showed = False
        """Whether a hand of different faces has lain open."""
        self.gone: list[Gone] = []
        """What left hands at once, where their own cameras saw it."""
        self._layout: Layout | None = None
        self._old = old
        self._told = False
        self._numbers = 0
        self._shown_ns = 0
        """When a hand was last seen being shown."""
        self._capacities = capacities(ruleset)
        self._crowds = Crowds(self._capacities)
        self._before: tuple[_Parts, _Parts, list[object]] | None = None

    def look(self, layout: Layout, now_ns: int, frame: int, *, moved: bool) -> Since:
        """Take in what lies on the table now."""
        layout = self.withdrawn.without(with_laid_to_sets(layout, self.corners), now_ns)
        self.now_ns, self.frame, self._layout = now_ns, frame, layout
        self.sticks, self.covered = layout.sticks, layout.covered
        self.stick_spots = layout.stick_spots
        since = Since()
        for seat in SEATS:
            before = len(self.corners[seat].groups)
            _, sets = self.corners[seat].look(
                self._new(layout.outer[seat]), now_ns, self._make, 10 * seat, self.over_ns
            )
            since.more |= len(self.corners[seat].groups) > before or bool(sets)
        for seat in SEATS:
            first, changed = self.ponds[seat].look(
                self._discards(seat, layout), now_ns, self._make, moved=moved, whole=self.whole,
                beside=self.ponds, over_ns=self.over_ns,
            )  # fmt: skip
            since.more |= bool(changed) or first < len(self.ponds[seat].pieces)
            if not layout.covered[seat]:
                self.ponds[seat].open_ns = now_ns
            if sum(not tile.up for tile in layout.outer[seat]) >= A_HAND:
                self.laid_down.add(seat)
        for corner in self.corners:
            in_sight = not layout.covered[corner.seat]
            since.more |= in_sight and take_back(corner, self.corners, self.ponds, now_ns)
        since.more |= self.withdrawn.lie_again()
        since.more |= self._half_sets()
        since.more |= self._indicators(layout)
        since.more |= self._void()
        self.showed |= any(_is_varied(corner.shown) for corner in self.corners)
        if any(corner.shown for corner in self.corners):
            self._crowds.look(layout, self._old, now_ns, self.over_ns)
        since.told, self._told = self._told, False
        if since.more or since.told or moved:
            link(self.groups, self.ponds, now_ns)
            self._name()
            self._compare(since)
        self.most = max(self.most, self.lying)
        return since

    def _name(self) -> None:
        """Name every piece; a set that comes to be read as another was called elsewhere."""
        sources = [group.source for group in self.groups]
        self._name_all()
        if sources != [group.source for group in self.groups]:
            link(self.groups, self.ponds, self.now_ns)
            self._name_all()

    def _name_all(self) -> None:
        """Name every piece.

        What came up after the hand had ended says nothing of the others, nor does a face that was
        hardly seen in a wall, or is blank there: pale backs look so.
        """
        ura = {piece.id for piece in self.faces.late}
        hardly = (one for one in self.stray if one.looks < LOOKS or best(one.chances) == HAKU)
        ura |= {piece.id for piece in hardly}
        late = [one for one in self.single if one.first_ns > self.over_ns or one.id in ura]
        apart = {piece.id for piece in late}
        laid = [piece for piece in self.single if piece.id not in apart]
        self.surplus = name_pieces(self.groups, laid, self._capacities)
        name_pieces((), late, self._capacities)

    def dealt(self) -> None:
        """What lay open before was none of this hand; sets that lie there still are found again."""
        for corner in self.corners:
            corner.groups.clear()
            corner.lying = 0
        self.most, self.showed = self.lying, False
        self.laid_down.clear()

    def again(self) -> Since:
        """Name everything anew after something was changed from outside."""
        since = Since(told=True)
        self._name()
        self._compare(since)
        return since

    @property
    def too_many(self) -> list[tuple[Tile, int]]:
        """Faces of which more lie there, shown hands among them, than the set should have."""
        return [*(dict(self.surplus) | self._crowds.found).items()]

    @property
    def indicators(self) -> list[Piece]:
        """The dora indicators, in the order in which they were turned."""
        return self.faces.shown

    @property
    def stray(self) -> list[Piece]:
        """Faces in the walls that are no indicators: ura, or a tile turned by mishap."""
        return self.faces.stray

    def contested(self) -> list[Tile]:
        """Other faces in the walls that may be the indicator as well as the first one."""
        if not self.indicators:
            return []
        known = self.indicators[0].name
        others = (piece.name for piece in self.faces.rivals if not late_face(piece, self.faces))
        return [name for name in others if name is not None and name != known]

    def gap_before(self, seat: int, place: int) -> bool:
        """Whether one more tile had room before this one of a pond, where none was seen."""
        return self.ponds[seat].gap_before(place)

    @property
    def lying(self) -> int:
        """How many tiles of the hand lie on the table now, walls apart."""
        ponds = sum(piece.gone_ns is None for pond in self.ponds for piece in pond.pieces)
        return ponds + sum(len(corner.shown) + corner.lying for corner in self.corners)

    @property
    def groups(self) -> list[Group]:
        """All sets."""
        return [group for corner in self.corners for group in corner.groups]

    def tell(self) -> None:
        """Something on the sheet was changed from outside."""
        self._told = True

    def every_piece(self) -> list[Piece]:
        """All tiles, those of sets too."""
        of_sets = [piece for group in self.groups for piece in group.pieces]
        added = [group.added for group in self.groups if group.added is not None]
        ponds = [piece for pond in self.ponds for piece in pond.pieces]
        return [*self.indicators, *self.stray, *ponds, *of_sets, *added]

    @property
    def tracks(self) -> frozenset[int]:
        """All that its tiles are followed by."""
        return frozenset(track for piece in self.every_piece() for track in piece.tracks)

    @property
    def single(self) -> list[Piece]:
        """All tiles that are in no set: indicators, and discards that nobody called."""
        lying = [piece for pond in self.ponds for piece in pond.pieces if piece.caller is None]
        return [*self.indicators, *self.stray, *lying]

    def last(self, seat: int) -> Piece | None:
        """The last discard of a seat."""
        pieces = self.ponds[seat].pieces
        return pieces[-1] if pieces else None

    def _new(self, placed: Sequence[Placed]) -> list[Placed]:
        return [one for one in placed if one.track not in self._old] if self._old else list(placed)

    def _make(self, placed: Placed) -> Piece:
        self._numbers += 1
        return Piece.of(self._numbers, placed, self.frame, self.now_ns)

    def _discards(self, seat: Seat, layout: Layout) -> list[Placed]:
        """The faces in a pond: none on the console, or laid before an indicator."""
        inmost = nearest(pond.pieces for pond in self.ponds)
        known = {track for piece in self.ponds[seat].pieces for track in piece.tracks}
        new = self._new(layout.ponds[seat])
        placed = [one for one in new if one.y < inmost or one.track in known]
        marked = [piece for piece in self.indicators if piece.seat == seat]
        beside = {one.track for one in placed if any(is_laid_by(one, piece) for piece in marked)}
        if self._ends:
            deepest = self.ponds[seat].deepest - A_ROW_ON
            return [one for one in placed if one.y > deepest and one.track not in beside]
        fresh = {one.track for one in placed if self.now_ns - one.first_ns < LIFTED_NS}
        return [one for one in placed if one.track not in (beside & fresh) - known]

    def ura(self, *, twins: bool = True) -> list[Placed]:
        """The faces beside the indicators: what lay under them, before, behind or in their place.

        The indicator may have been lifted off and laid aside itself, and be seen at both places:
        without ``twins`` those are left out that read as their indicators do.
        """
        return [one for piece, one in self._ura() if twins or not reads_as(one, piece)]

    @property
    def ura_like_dora(self) -> bool:
        """Whether an ura reads as its dora indicator does: it may be that itself, seen twice."""
        return any(reads_as(one, piece) for piece, one in self._ura())

    def _ura(self) -> list[tuple[Piece, Placed]]:
        shown = [corner.shown for corner in self.corners]
        return [] if self._layout is None else turned_ura(self.indicators, self._layout, shown)

    def _indicators(self, layout: Layout) -> bool:
        """Follow the faces in the walls."""
        kans = sum(len(group.pieces) > 3 or group.added is not None for group in self.groups)
        fresh = [(seat, self._new(layout.wall[seat])) for seat in SEATS]
        more = self.faces.look(layout, fresh, kans, self.now_ns, self._make, over=self._ends)
        discards = [(one.first_ns, seat) for seat in SEATS for one in self.ponds[seat].pieces]
        found = stacked(self.faces, self.groups, self.single, discards, self.gone, self._shown)
        if found is None:
            return more
        group, tile, doubtful = found
        group.added, group.added_doubtful = self._make(tile), doubtful
        return True

    @property
    def _ends(self) -> bool:
        """Whether a hand is being shown, so that faces turned now are ura."""
        return self._shown is not None

    @property
    def _shown(self) -> tuple[int, Seat] | None:
        """When the first tile came up of the hand that is being shown, and whose it is."""
        played = chain(self.faces.shown, self.faces.stray, *(pond.pieces for pond in self.ponds))
        begun_ns = min((piece.first_ns for piece in played), default=self.now_ns)
        return shown_hand(self.corners, begun_ns)

    def _half_sets(self) -> bool:
        """Complete sets of which one tile is never found; whether there is one."""
        found = False
        for corner in self.corners:
            half = with_third(corner, self.ponds, self.now_ns)
            told = half or told_by_row(corner, self.ponds, self.gone, self.now_ns)
            if told is not None:
                number = 10 * corner.seat + len(corner.groups)
                reading = Reading(told.shape, told.called, (), 1.0)
                corner.complete(told.tiles, reading, self._make, number)
                for piece in corner.groups[-1].pieces:
                    piece.told |= half is None
                found = True
        return found

    def _void(self) -> bool:
        """Forget discards that were taken back at once; not one that a winner has fetched."""
        if self._ends:
            self._shown_ns = self.now_ns
            return False
        before = sum(len(pond.pieces) for pond in self.ponds)
        for pond in self.ponds:
            for piece in pond.pieces[-2:]:
                if piece.gone_ns is None or piece.caller is not None or piece.told:
                    continue
                short = piece.gone_ns - piece.first_ns < SHORT_NS
                short |= piece.sight_ns - piece.first_ns < BRIEF_NS
                short &= piece.gone_ns > self._shown_ns and not self._may_be_called(piece)
                if short and self.now_ns - piece.gone_ns > VOID_AFTER_NS:
                    piece.void = True
                    pond.pieces.remove(piece)
        return sum(len(pond.pieces) for pond in self.ponds) < before

    def _may_be_called(self, piece: Piece) -> bool:
        """Whether tiles came to a corner as a discard went, and are no set yet."""
        return any(
            piece.gone_ns is not None and abs(tile.first_ns - piece.gone_ns) < NEAR_NS
            for corner in self.corners
            for tile in corner.shown
        )

    def _compare(self, since: Since) -> None:
        """Note where what a hypothesis rests on has changed."""
        ponds: _Parts = [
            [(piece.id, piece.name, piece.sideways) for piece in pond.pieces] for pond in self.ponds
        ]
        sets: _Parts = [
            [
                (
                    group.id, group.shape, group.names, group.link and group.link.id,
                    group.added and group.added.name,
                )
                for group in corner.groups
            ]
            for corner in self.corners
        ]  # fmt: skip
        indicators: list[object] = [(piece.id, piece.name) for piece in self.indicators]
        if self._before is not None:
            old_ponds, old_sets, old_indicators = self._before
            for seat in SEATS:
                since.pond[seat] = _differs(old_ponds[seat], ponds[seat])
                since.sets[seat] = _differs(old_sets[seat], sets[seat])
            since.indicator = _differs(old_indicators, indicators)
        self._before = (ponds, sets, indicators)


def _is_varied(tiles: Sequence[Placed]) -> bool:
    return len({best(tile.chances) for tile in tiles if tile.chances}) >= VARIED


def _differs(before: Sequence[object], now: Sequence[object]) -> int:
    """The first place where what was there is another now; NEVER if all of it still holds."""
    for place, one in enumerate(before):
        if place >= len(now) or now[place] != one:
            return place
    return NEVER
