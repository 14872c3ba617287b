"""What a stick before a pond says: its seat is in riichi, also where no tile lies turned."""

from scoring.seats import Seat
from table.core.state import Riichi, TableState
from table.core.units import SEATS
from table.watch.pieces import Piece
from table.watch.sheet import Sheet

STICK_NS = 2_500_000_000
"""A stick that lies so long was laid for a riichi."""
WITH_TILE_NS = 1_500_000_000
"""The tile that declared it lay there no later than so long after the stick."""
SURE = 1 << 20
"""More votes than any looks give."""
NEXT = 2
"""A tile that lies turned among so many after the one taken for it is the right one."""


class LaidSticks:
    """The sticks of one hand."""

    def __init__(self) -> None:
        self._since_ns: dict[Seat, int] = {}
        self._taken: dict[Seat, Piece] = {}
        """Discards that a stick alone says to have declared a riichi."""

    def look(self, state: TableState, sheet: Sheet) -> None:
        """Turn the tile that must have declared a riichi, or back the one that did not."""
        self._turned_later(sheet)
        play = state.play
        if play is None:
            return
        for seat in SEATS:
            if not sheet.sticks[seat]:
                self._since_ns.pop(seat, None)
                continue
            since = self._since_ns.setdefault(seat, sheet.now_ns)
            lasting = sheet.now_ns - since > STICK_NS
            if not lasting or state.riichi[seat] is not Riichi.NONE or not play.seats[seat].closed:
                continue
            pieces = sheet.ponds[seat].pieces
            before = [piece for piece in pieces if piece.first_ns <= since + WITH_TILE_NS]
            if before and not before[-1].sideways:
                before[-1].sideways, before[-1].votes = True, SURE
                self._taken[seat] = before[-1]
                sheet.tell()

    def _turned_later(self, sheet: Sheet) -> None:
        """A tile that lies turned itself declared the riichi, not the one before it."""
        for seat, piece in [*self._taken.items()]:
            pieces = sheet.ponds[seat].pieces
            place = next((at for at, one in enumerate(pieces) if one is piece), len(pieces))
            if any(one.sideways for one in pieces[place + 1 : place + 1 + NEXT]):
                piece.sideways, piece.votes = False, -1
                del self._taken[seat]
                sheet.tell()
