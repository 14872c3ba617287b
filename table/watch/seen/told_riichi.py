"""Riichi that are told, not seen: somebody says so, or a sensor feels the stick."""

from scoring.seats import Seat
from table.core.state import Riichi, TableState
from table.watch.seen.laid_sticks import (
    STICK_FIRST_NS,
    SURE,
    WITH_TILE_NS,
    had_come,
    parted,
)
from table.watch.seen.pieces import Piece
from table.watch.seen.sheet import Sheet


class ToldRiichi:
    """What is told of riichi in one hand, until the discards are seen that it is about."""

    def __init__(self) -> None:
        self._said: dict[Seat, int] = {}
        """Whose next discard declares a riichi, and how many discards he had."""
        self._laid_ns: dict[Seat, int] = {}
        """When a stick was laid of which it is not yet known for which discard."""

    def say(self, seat: Seat, sheet: Sheet) -> None:
        """The next discard of a seat will declare its riichi."""
        self._said[seat] = len(sheet.ponds[seat].pieces)

    def lay(self, seat: Seat, at_ns: int) -> None:
        """A stick was laid on its place."""
        self._laid_ns[seat] = at_ns

    def take(self, seat: Seat) -> None:
        """A stick was taken away: if it was not yet for any discard, it is for none."""
        self._laid_ns.pop(seat, None)

    def look(self, state: TableState, sheet: Sheet, over_ns: int) -> None:
        """Turn the discards that have come up since; none that did after `over_ns`."""
        for seat, before in tuple(self._said.items()):
            pieces = sheet.ponds[seat].pieces
            self._said[seat] = min(before, len(pieces))
            if len(pieces) > before:
                _turn(pieces[-1], sheet)
                del self._said[seat]
        for seat, at_ns in tuple(self._laid_ns.items()):
            if state.riichi[seat] is not Riichi.NONE:
                _keep_turned(seat, sheet)
                del self._laid_ns[seat]
                continue
            piece = _laid_for(seat, at_ns, sheet)
            if piece is not None and piece.first_ns <= over_ns:
                _turn(piece, sheet)
                del self._laid_ns[seat]


def _laid_for(seat: Seat, at_ns: int, sheet: Sheet) -> Piece | None:
    """The discard for which a stick was laid; None as long as it may still come.

    The last one before; the next one where the seat's turn had come, or it had not discarded yet.
    """
    before, after = parted(seat, at_ns, sheet)
    if not before:
        soon = after and after[0].first_ns - at_ns < STICK_FIRST_NS
        return after[0] if soon else None
    last = before[-1]
    if had_come(seat, last.first_ns, at_ns, sheet):
        return after[0] if after else None
    latest_ns = max(one.first_ns for pond in sheet.ponds for one in pond.pieces)
    if sheet.showed and last.first_ns < latest_ns:
        return None  # one that comes as hands are shown is for the last discard, or is paid
    return last if last.first_ns > at_ns or sheet.now_ns - at_ns > WITH_TILE_NS else None


def _turn(piece: Piece, sheet: Sheet) -> None:
    """A discard declared a riichi, whatever it looks like."""
    if not piece.sideways:
        piece.sideways, piece.votes = True, SURE
        sheet.tell()


def _keep_turned(seat: Seat, sheet: Sheet) -> None:
    """The discard that declared a seat's riichi did so, whatever is seen of it later."""
    turned = [piece for piece in sheet.ponds[seat].pieces if piece.sideways]
    if turned:
        turned[-1].votes = SURE
