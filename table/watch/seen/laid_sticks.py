"""What a stick before a pond says: its seat is in riichi, also where no tile lies turned."""

from collections.abc import Iterable

from scoring.seats import Seat
from table.core.events import Reach
from table.core.state import Riichi, TableState
from table.core.units import SEATS
from table.watch.decisions import Entry
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Layout
from table.watch.seen.sheet import Sheet

Spot = tuple[float, float]
"""In the axes of a seat, in widths."""
STICK_NS = 2_500_000_000
"""A stick that lies so long was laid for a riichi."""
CAME_NS = 1_000_000_000
"""One that came with a turned tile need not lie there longer."""
WITH_TILE_NS = 1_500_000_000
"""The tile that declared it lay there no later than so long after the stick."""
STICK_FIRST_NS = 15_000_000_000
"""Who lays the stick before the tile that declares a riichi discards that in such a time."""
WITH_STICK_NS = 4_000_000_000
"""A stick that comes so shortly before or after a tile is the one that this tile's riichi lays."""
NO_STICK_NS = 6_000_000_000
"""A riichi's stick lies there no later than so long after its tile has passed."""
SEEN_TURNED = 0.9
"""Where it does not, a tile declared a riichi only if so many of its looks saw it turned."""
SURE = 1 << 20
"""More votes than any looks give."""
TOLD = 1 << 19
PLAINLY = 8
"""So many more looks that saw a tile upright than turned: it does lie upright."""
ELSEWHERE = 0.7
"""What lies so many widths from where a stick lay is another."""
AGAIN = 2
"""What comes so often before the first discard is no stick."""
SAME_LINE = 0.4
"""A line on the cloth is found again within so many widths."""
NEXT = 2
"""A tile that lies turned among so many after the one taken for it is the right one."""


class Rims:
    """Where a table shows bright lines that were taken for sticks in earlier hands."""

    def __init__(self) -> None:
        self._known: set[tuple[Seat, Spot]] = set()

    def learn(self, rims: Iterable[tuple[Seat, Spot]]) -> None:
        """What one hand has found out."""
        self._known |= set(rims)

    def without(self, layout: Layout) -> Layout:
        """The layout without sticks in those places."""
        spots = tuple(
            None if spot is None or self._is_one(SEATS[seat], spot) else spot
            for seat, spot in enumerate(layout.stick_spots)
        )
        if spots == layout.stick_spots:
            return layout
        first, second, third, fourth = (spot is not None for spot in spots)
        return layout._replace(sticks=(first, second, third, fourth), stick_spots=spots)

    def _is_one(self, seat: Seat, spot: Spot) -> bool:
        return any(seat == known and _same_spot(spot, there) for known, there in self._known)


class LaidSticks:
    """The sticks of one hand."""

    def __init__(self) -> None:
        self._since_ns: dict[Seat, int] = {}
        self._taken: dict[Seat, Piece] = {}
        """Discards that a stick alone says to have declared a riichi."""
        self._votes: dict[Seat, int] = {}
        """How they themselves were seen to lie before."""
        self._old: set[Seat] = set()
        """Before whom a stick lay when the hand began: it is of an earlier one."""
        self._refused: set[Seat] = set()
        """Before whom a stick lies though people took back that its seat is in riichi."""
        self._lined: set[Seat] = set()
        """Before whom the table itself shows something like a stick: there, none says anything."""
        self._bare_ns: dict[Seat, int] = {}
        """Since when nothing like a stick has been there."""
        self._early: dict[Seat, list[Spot]] = {}
        """Where something like a stick came before the first discard, each time that it came."""
        self._there = (False,) * len(SEATS)
        """Before whom one lay at the last look."""
        self._free_ns: dict[Seat, int] = {}
        """When it was last seen that none lies there."""
        self._without_ns: dict[Seat, int] = {}
        self._laid: set[Seat] = set()
        """Before whom a stick lay for long that came with a turned tile."""
        self.missing: set[Seat] = set()
        """Who is in riichi by a turned tile, and no stick lies there for it."""
        self.unsure: dict[Seat, Piece] = {}
        """Plainly upright discards at which a stick lay, or lies."""
        self.righted: dict[Seat, Piece] = {}
        """Discards that lay turned for a riichi first, and lie upright now; no stick is seen."""
        self._spots: dict[Seat, Spot] = {}
        self._left: dict[Seat, Spot] = {}
        """Where that lay by which a discard was taken for a riichi's, before one lay elsewhere."""
        self.rims: list[tuple[Seat, Spot]] = []
        """What looked like a stick there and was none."""

    def look(self, state: TableState, sheet: Sheet, *, known: bool) -> None:
        """Turn the tile that must have declared a riichi, or back the one that did not.

        `known`: sticks are seen at this table, so that one which is not there tells something.
        """
        self.correct(sheet)
        self._doubt()
        play = state.play
        if play is None:
            return
        if not any(pond.pieces for pond in sheet.ponds):
            self._old = {seat for seat in SEATS if sheet.sticks[seat]}
            self._lined = {*self._old} if len(self._old) > state.kyotaku else set()
        for seat in SEATS:
            self._look_at(seat, state, sheet)
            if known:
                self._look_for(seat, state, sheet)
            if not sheet.sticks[seat]:
                if not sheet.covered[seat]:
                    self._free_ns[seat] = sheet.now_ns
                self._out_of_sight(seat, sheet)
                self._since_ns.pop(seat, None)
                self._old.discard(seat)
                self._refused.discard(seat)
                continue
            self._bare_ns.pop(seat, None)
            since = self._since(seat, sheet)
            if seat in self._old or seat in self._refused:
                continue
            if sheet.now_ns - since > CAME_NS:
                self._came_with(seat, since, sheet)
            if sheet.now_ns - since <= STICK_NS:
                continue
            if state.riichi[seat] is not Riichi.NONE or not play.seats[seat].closed:
                continue
            line = any(one == seat for one, _ in self.rims) or seat in self._lined
            line |= self._flickered(seat, sheet)
            free_ns = self._free_ns.get(seat, 0)
            piece = None
            if not line and seat not in self.unsure:
                piece = _laid_for(seat, since, free_ns, sheet)
            if piece is not None and not piece.sideways:
                self._take(seat, piece)
                sheet.tell()

    def _out_of_sight(self, seat: Seat, sheet: Sheet) -> None:
        """What is not there any more for long was no part of the table."""
        since_ns = self._bare_ns.setdefault(seat, sheet.now_ns)
        if sheet.now_ns - since_ns > NO_STICK_NS and not sheet.covered[seat]:
            self._lined.discard(seat)

    def _since(self, seat: Seat, sheet: Sheet) -> int:
        """Since when a stick lies where one lies before a seat."""
        x, y = sheet.stick_spots[seat] or (0.0, 0.0)
        known_x, known_y = self._spots.get(seat, (x, y))
        if max(abs(x - known_x), abs(y - known_y)) > ELSEWHERE:
            self._since_ns.pop(seat, None)
            self._old.discard(seat)
            self._refused.discard(seat)
            if seat in self._taken:
                self._left[seat] = (known_x, known_y)
        self._spots[seat] = (x, y)
        return self._since_ns.setdefault(seat, sheet.now_ns)

    def believe(self, state: TableState, taken_back: Iterable[Entry]) -> None:
        """A stick says no more that its seat is in riichi where people took that back."""
        self._refused |= {one.event.actor for one in taken_back if isinstance(one.event, Reach)}
        self._refused -= {seat for seat in SEATS if state.riichi[seat] is not Riichi.NONE}

    def note(self, sheet: Sheet) -> None:
        """Note what comes before a seat before anybody has discarded, or was dealt a hand."""
        if not any(pond.pieces for pond in sheet.ponds):
            for seat, spot in zip(SEATS, sheet.stick_spots, strict=True):
                if spot is not None and not self._there[seat]:
                    self._early.setdefault(seat, []).append(spot)
        self._there = sheet.sticks

    def _flickered(self, seat: Seat, sheet: Sheet) -> bool:
        """Whether what lies before a seat came again and again just there, and is no stick.

        A stick of the hand before lies there, too, until it is fetched; but it comes once at most.
        """
        spot = sheet.stick_spots[seat]
        early = self._early.get(seat, []) if spot is not None else []
        return spot is not None and sum(_same_spot(spot, one) for one in early) >= AGAIN

    def _take(self, seat: Seat, piece: Piece) -> None:
        """A discard has declared a riichi, as the stick says."""
        self._votes[seat] = piece.votes
        piece.sideways, piece.votes = True, SURE
        self._taken[seat] = piece

    def _doubt(self) -> None:
        """A stick beside a tile that plainly lies upright may be none."""
        for seat, piece in self._taken.items():
            votes = self._votes[seat] + piece.votes - SURE
            if votes <= -PLAINLY and piece.gone_ns is None:
                self.unsure[seat] = piece

    def _untake(self, seat: Seat, sheet: Sheet) -> None:
        """It has not."""
        piece = self._taken.pop(seat)
        piece.sideways, piece.votes = False, -1
        sheet.tell()

    def _came_with(self, seat: Seat, since: int, sheet: Sheet) -> None:
        """Of tiles that were seen turned the one with which a stick came: no other lies turned.

        But whose riichi tile was called turns the next one instead.
        """
        taken = self._taken.get(seat)
        turned = [one for one in sheet.ponds[seat].pieces if one.sideways and one is not taken]
        if seat in self._laid or not turned or abs(turned[-1].first_ns - since) > WITH_STICK_NS:
            return
        self._laid.add(seat)
        if taken is not None and seat in self._left:
            self._untake(seat, sheet)
            self.unsure.pop(seat, None)
            self.rims.append((seat, self._left[seat]))
        place = {piece.id: at for at, piece in enumerate(sheet.ponds[seat].pieces)}
        for piece in turned[:-1]:
            early = since - piece.first_ns > NO_STICK_NS
            instead = piece.gone_ns is not None and place[turned[-1].id] == place[piece.id] + 1
            if early and not instead and piece.votes < TOLD:
                piece.sideways, piece.votes = False, -SURE
                sheet.tell()

    def _look_at(self, seat: Seat, state: TableState, sheet: Sheet) -> None:
        """Whether the tile that declared a riichi seems to lie upright after all."""
        turned = [piece for piece in sheet.ponds[seat].pieces if piece.sideways]
        if state.riichi[seat] is Riichi.NONE or not turned or sheet.sticks[seat]:
            self.righted.pop(seat, None)
        elif turned[-1].lately <= -PLAINLY and turned[-1].votes < TOLD:
            self.righted[seat] = turned[-1]
        elif turned[-1].lately > 0:
            self.righted.pop(seat, None)

    def _look_for(self, seat: Seat, state: TableState, sheet: Sheet) -> None:
        """Whether the stick of a riichi is missing for long."""
        there = seat in self._laid or seat in self._lined
        there |= sheet.sticks[seat] and seat not in self._old
        if there or sheet.covered[seat] or state.riichi[seat] is not Riichi.ACCEPTED:
            self._without_ns.pop(seat, None)
            if there:
                self.missing.discard(seat)
            return
        since = self._without_ns.setdefault(seat, sheet.now_ns)
        if sheet.now_ns - since < NO_STICK_NS:
            return
        self.missing.add(seat)
        if seat in self.unsure and seat in self._taken:
            self._untake(seat, sheet)
            del self.unsure[seat]  # no stick goes from a riichi, and no tile of one lies upright
            self.rims.append((seat, self._spots[seat]))
        for piece in sheet.ponds[seat].pieces:
            if piece.sideways and piece.votes < SEEN_TURNED * piece.looks:
                piece.sideways, piece.votes = False, -1
                sheet.tell()

    def correct(self, sheet: Sheet) -> None:
        """Take back what later tiles prove wrong; also when the hand has ended."""
        self._turned_later(sheet)
        self._called_since(sheet)

    def _turned_later(self, sheet: Sheet) -> None:
        """A tile that lies turned itself declared the riichi, not the one before it."""
        for seat, piece in [*self._taken.items()]:
            pieces = sheet.ponds[seat].pieces
            place = next((at for at, one in enumerate(pieces) if one is piece), len(pieces))
            if any(one.sideways for one in pieces[place + 1 : place + 1 + NEXT]):
                self._untake(seat, sheet)
                self.unsure.pop(seat, None)

    def _called_since(self, sheet: Sheet) -> None:
        """Who calls a tile is not in riichi, whatever seemed to lie there."""
        for seat, piece in [*self._taken.items()]:
            groups = sheet.corners[seat].groups
            if any(one.shape != "ankan" and one.first_ns > piece.first_ns for one in groups):
                self._untake(seat, sheet)
                self.unsure[seat] = piece
                self.rims.append((seat, self._spots[seat]))


def _laid_for(seat: Seat, since: int, free_ns: int, sheet: Sheet) -> Piece | None:
    """The discard for which a stick was laid; None as long as it may still come.

    Mostly the last one before. Where the seat's own turn had come, and no stick lay there, as was
    last seen at ``free_ns``, its next one: some lay the stick first.
    """
    before, after = parted(seat, since, sheet)
    last = before[-1] if before else None
    last_ns = last.first_ns if last is not None else 0
    if not (free_ns < since and had_come(seat, last_ns, free_ns, sheet)):
        return last
    if after and after[0].first_ns - since < STICK_FIRST_NS:
        return after[0]
    return last if after or sheet.now_ns - since > STICK_FIRST_NS else None


def parted(seat: Seat, stick_ns: int, sheet: Sheet) -> tuple[list[Piece], list[Piece]]:
    """A seat's discards until a stick was laid, and those that came later."""
    pieces = sheet.ponds[seat].pieces
    before = [piece for piece in pieces if piece.first_ns <= stick_ns + WITH_TILE_NS]
    return before, pieces[len(before) :]


def had_come(seat: Seat, last_ns: int, at_ns: int, sheet: Sheet) -> bool:
    """Whether a seat's turn had come again by then: who sits before it had discarded since."""
    return any(last_ns < one.first_ns <= at_ns for one in sheet.ponds[seat - 1].pieces)


def _same_spot(one: Spot, other: Spot) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) < SAME_LINE
