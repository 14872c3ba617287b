"""The hands that lie open at the end, and one of which a tile was not found."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.seats import Seat
from table.core.play import Play
from table.core.units import SEATS
from table.watch.ends.end_prices import PARTLY
from table.watch.ends.ended import need
from table.watch.faces import FACES
from table.watch.seen.corners import Corner
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from table.watch.seen.shown_hands import Shown, shown
from vision.observation import REST

HOLE = (1.75, 2.3)
"""Two tiles of a hand lie so many widths apart that have room for one between them."""
HALF_OFF = (1.25, 1.75)
"""So far from both its neighbours lies what was found on the halves of two tiles,"""
BOTH = 2.75
"""and so far those are from each other; in a hand in parts others are too."""
ROOM = 0.8
"""So many widths from every other lies a tile at the end of a hand."""
BEFORE = (0.9, 2.4)
"""So many widths from a hand's line lies a tile that is laid before it."""
IN_HOLE = 0.35
"""So well it lies before the middle of a hole that it was pushed out of."""
BLANK = 0.5
"""How likely a tile is a haku that was not found between others: what shows nothing is missed."""
BARE, BARE_AT_ENDS = 0.98, 3
"""So likely are several together, of so many at most that lie at an end of a hand."""


class OpenHands(NamedTuple):
    """What lies open at the end of a hand."""

    whole: dict[Seat, tuple[tuple[Placed, ...], int | None]]
    """Hands, from left to right, and which of the tiles lies apart."""

    partly: set[Seat]
    """Whose hand lies open, but not all of it is seen."""


def open_hands(play: Play, sheet: Sheet) -> OpenHands:
    """The hands that lie open, as they are seen."""
    return _open(play, _hands(sheet))


def with_missing(play: Play, sheet: Sheet) -> OpenHands | None:
    """The same with a tile in the hole of each, or with bare ones at its end; None without any."""
    seen = _hands(sheet)
    whole = {seat: _with_missing(hand, need(play, seat)) for seat, hand in seen.items()}
    return None if whole == seen else _open(play, whole)


def _with_missing(hand: Shown, need: int) -> Shown:
    """A hand of `need` tiles and the one won on, with those that were not found.

    One in its hole, or two where one was found on the halves of both, or hakus at an end of it.
    """
    holes, straddling = _holes(hand), _straddling(hand)
    if len(holes) == 1:
        return _with_tile(hand, holes[0])
    if straddling is not None:
        return _with_both(hand, straddling)
    lacking = need + (hand.apart is not None) - len(hand.tiles)
    if holes or not hand.tiles or not 1 <= lacking <= BARE_AT_ENDS:
        return hand
    return _with_bare(hand, lacking)


def with_laid_before(play: Play, sheet: Sheet) -> OpenHands | None:
    """The same with the tile before each that lacks one, as the tile won on may lie there.

    None where none has one.
    """
    hands = _hands(sheet)
    before = {
        seat: found for seat, hand in hands.items()
        if len(hand.tiles) == need(play, seat) and hand.apart is None and not _holes(hand)
        and (found := _before(hand.tiles, sheet.corners[seat].shown)) is not None
    }  # fmt: skip
    if not before:
        return None
    return _open(play, {
        seat: Shown((*hand.tiles, before[seat]), len(hand.tiles)) if seat in before else hand
        for seat, hand in hands.items()
    })  # fmt: skip


def _hands(sheet: Sheet) -> dict[Seat, Shown]:
    """The hands as they lie."""
    return {seat: _hand(sheet.corners[seat]) for seat in SEATS}


def _hand(corner: Corner) -> Shown:
    """A hand as it lies; a tile before the hole in it was pushed out of it."""
    hand = corner.hand()
    pushed, holes = _before(hand.tiles, corner.shown), _holes(hand)
    if pushed is None or len(holes) != 1:
        return hand
    before, after = hand.tiles[: holes[0] + 1], hand.tiles[holes[0] + 1 :]
    if abs((before[-1].x + after[0].x) / 2 - pushed.x) > IN_HOLE:
        return hand
    return shown((*before, pushed, *after))


def _before(line: Sequence[Placed], lying: Sequence[Placed]) -> Placed | None:
    """The only open tile beside a line of others, if it lies right before or behind it."""
    others = [tile for tile in lying if tile not in line]
    if len(others) != 1 or not line:
        return None
    (tile,) = others
    level = min(line, key=lambda one: abs(one.x - tile.x))
    beside = line[0].x - 1.0 < tile.x < line[-1].x + 1.0
    return tile if beside and BEFORE[0] < abs(tile.y - level.y) < BEFORE[1] else None


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
    last = len(hand.tiles) - 2
    beside = last if hand.apart == last + 1 else None
    found = [
        at for at, (one, later) in enumerate(pairwise(hand.tiles))
        if HOLE[0] < later.x - one.x < HOLE[1] and at != beside
    ]  # fmt: skip
    return found[:1] if len(found) == 2 and found[1] == last else found


def _straddling(hand: Shown) -> int | None:
    """Which tile lies half on one place of the row and half on the next."""
    gaps = [later.x - one.x for one, later in pairwise(hand.tiles)]
    low, high = HALF_OFF
    wide = [at for at, gap in enumerate(gaps) if gap > low and hand.apart != at + 1]
    near = [gaps[at] for at in wide]
    both = len(wide) == 2 and wide[1] == wide[0] + 1
    return wide[1] if both and max(near) < high and sum(near) > BOTH else None


def _with_both(hand: Shown, at: int) -> Shown:
    """A hand with two tiles, each perhaps as it is read, where one was found on their halves."""
    tile = hand.tiles[at]
    chances = (*((one + 1 / REST) / 2 for one in tile.chances[:REST]), 0.0)
    left = tile._replace(x=tile.x - 0.5, chances=chances)
    right = left._replace(track=-tile.track, x=tile.x + 0.5, visible=0.0)
    return shown((*hand.tiles[:at], left, right, *hand.tiles[at + 1 :]))


def _with_tile(hand: Shown, at: int) -> Shown:
    """A hand with the tile that nobody found after one of its tiles."""
    before, after = hand.tiles[at : at + 2]
    tile = _unseen(before, (before.x + after.x) / 2, (before.y + after.y) / 2, BLANK)
    return shown((*hand.tiles[: at + 1], tile, *hand.tiles[at + 1 :]))


def _with_bare(hand: Shown, lacking: int) -> Shown:
    """A hand with so many tiles that nobody found right or left of it, where there is room."""
    row = [tile for at, tile in enumerate(hand.tiles) if at != hand.apart]
    for end, way in ((row[-1], 1.0), (row[0], -1.0)):
        spots = [end.x + way * step for step in range(1, lacking + 1)]
        if all(abs(tile.x - x) > ROOM for tile in hand.tiles for x in spots):
            likely = BLANK if lacking == 1 else BARE
            added = [_unseen(tile, x, end.y, likely) for tile, x in zip(row, spots, strict=False)]
            return shown(tuple(sorted((*hand.tiles, *added), key=lambda tile: tile.x)))
    return hand


def _unseen(beside: Placed, x: float, y: float, haku: float) -> Placed:
    """A tile that nobody found, beside one that was; how likely it is a haku."""
    others = (1 - haku) / (REST - 1)
    chances = tuple(haku if str(face) == "5z" else others for face in FACES)
    return beside._replace(track=-beside.track, x=x, y=y, visible=0.0, chances=(*chances, 0.0))
