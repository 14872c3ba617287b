"""The hands that lie open at the end, and one of which a tile was not found."""

from itertools import pairwise
from typing import NamedTuple

from scoring.seats import Seat
from table.core.play import Play
from table.core.units import SEATS
from table.watch.ends.end_prices import PARTLY
from table.watch.ends.ended import need
from table.watch.faces import FACES
from table.watch.seen.corners import Shown, shown
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from vision.observation import REST

HOLE = (1.75, 2.3)
"""Two tiles of a hand lie so many widths apart that have room for one between them."""
BLANK = 0.5
"""How likely a tile is a haku that was not found between others: what shows nothing is missed."""


class OpenHands(NamedTuple):
    """What lies open at the end of a hand."""

    whole: dict[Seat, tuple[tuple[Placed, ...], int | None]]
    """Hands, from left to right, and which of the tiles lies apart."""

    partly: set[Seat]
    """Whose hand lies open, but not all of it is seen."""


def open_hands(play: Play, sheet: Sheet) -> OpenHands:
    """The hands that lie open, as they are seen."""
    return _open(play, {seat: sheet.corners[seat].hand() for seat in SEATS})


def with_missing(play: Play, sheet: Sheet) -> OpenHands | None:
    """The same with a tile in the hole of each; None where none has one."""
    seen = {seat: sheet.corners[seat].hand() for seat in SEATS}
    holes = {seat: _holes(hand) for seat, hand in seen.items()}
    if not any(len(found) == 1 for found in holes.values()):
        return None
    return _open(play, {
        seat: _with_tile(hand, holes[seat][0]) if len(holes[seat]) == 1 else hand
        for seat, hand in seen.items()
    })  # fmt: skip


def _open(play: Play, hands: dict[Seat, Shown]) -> OpenHands:
    found = OpenHands({}, set())
    for seat, hand in hands.items():
        whole = need(play, seat)
        if whole <= len(hand.tiles) <= whole + 1:
            found.whole[seat] = (hand.tiles, hand.apart)
        elif PARTLY <= len(hand.tiles) < whole:
            found.partly.add(seat)
    return found


def _holes(hand: Shown) -> list[int]:
    """After which tiles one has room that is not there; the tile won on may lie so far apart."""
    tiles = hand.tiles if hand.apart is None else hand.tiles[: hand.apart]
    found = [
        at for at, (one, later) in enumerate(pairwise(tiles))
        if HOLE[0] < later.x - one.x < HOLE[1]
    ]  # fmt: skip
    return found[:1] if len(found) == 2 and found[1] == len(hand.tiles) - 2 else found


def _with_tile(hand: Shown, at: int) -> Shown:
    """A hand with the tile that nobody found after one of its tiles."""
    before, after = hand.tiles[at : at + 2]
    others = (1 - BLANK) / (REST - 1)
    chances = tuple(BLANK if str(face) == "5z" else others for face in FACES)
    tile = before._replace(
        track=-before.track, x=(before.x + after.x) / 2, y=(before.y + after.y) / 2,
        visible=0.0, chances=(*chances, 0.0),
    )  # fmt: skip
    return shown((*hand.tiles[: at + 1], tile, *hand.tiles[at + 1 :]))
