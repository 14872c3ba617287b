"""At the end of a hand: tiles that may have been read wrongly, as the shown hands and rules say.

A false win is rarer than a tile that was misread: where the rules refuse what was shown, or nobody
can have won on the last discard as it was read, other readings of the discards are tried, and what
else may lie where nobody saw a tile of a called set of those who show their hands.
"""

from collections.abc import Iterator, Sequence
from math import log

from scoring.tally import BIT
from scoring.tiles import Tile
from table.core.play import Play
from table.watch.ends.end_prices import LIKELY
from table.watch.ends.ended import Ending, melds, need
from table.watch.ends.endings import Endings
from table.watch.faces import FACES, INDEX, best, certain, chance
from table.watch.seen.pieces import Piece

DOUBTFUL_END = 3.5
POSSIBLE = 0.004
"""A face that is less likely is not tried."""
MOST = 6
"""So many readings are tried at a time."""
SUPPOSED = 0.8
"""How surely a tile that nobody saw is the one with which its owner has won."""
Rereading = tuple[Piece, Tile, float]
"""A tile, what it may be instead, and what that costs in nats."""


def is_good(ending: Ending) -> bool:
    """Whether an ending needs no other reading of any tile."""
    return not ending.refusal and ending.cost < DOUBTFUL_END


def betters(ending: Ending, price: float, before: Sequence[Ending]) -> bool:
    """Whether an ending by another reading explains more than the best one had before."""
    return not before or ending.cost + price < before[0].cost


def tell(piece: Piece, tile: Tile) -> None:
    """Take a tile for this face from now on."""
    (piece.chances,) = certain((tile,))
    piece.told = True


def suppose(piece: Piece, tile: Tile) -> None:
    """The same, but one that nobody saw is still asked about."""
    before = piece.chances
    tell(piece, tile)
    if piece.never_seen:
        both = zip(piece.chances, before, strict=True)
        piece.chances = tuple(SUPPOSED * now + (1 - SUPPOSED) * old for now, old in both)
        piece.told = False


def rereadings(found: Endings, endings: Sequence[Ending]) -> list[Rereading]:
    """What tiles may be instead so that the hand ends better, the likeliest first."""
    play = found.state.play
    if play is None:
        return []
    tried = [*_last(found, play)]
    if all(one.refusal for one in endings):
        tried += _called(found)
    if any(one.refusal == "furiten" for one in endings):
        tried += _let_pass(found, play)
    return sorted(tried, key=lambda one: one[2])[:MOST]


class Tried:
    """The readings that have been tried for what lies open: with the same, none does better."""

    def __init__(self) -> None:
        self._shown: object = None
        self._ways: set[tuple[int, Tile]] = set()

    def fresh(self, found: Endings, endings: Sequence[Ending]) -> list[Rereading]:
        """What tiles may be instead, but for what was tried."""
        hands = tuple(
            (seat, *((tile.track, best(tile.chances)) for tile in tiles))
            for seat, (tiles, _) in sorted(found.shown.items())
        )
        shown = hands, found.one.ponds, found.state.play and found.state.play.last
        if shown != self._shown:
            self._shown, self._ways = shown, set()
        ways = [one for one in rereadings(found, endings) if (one[0].id, one[1]) not in self._ways]
        self._ways.update((piece.id, tile) for piece, tile, _ in ways)
        return ways


def _last(found: Endings, play: Play) -> Iterator[Rereading]:
    """The last discard as what a shown hand has won on."""
    offer = play.last
    if offer is None or offer.kan is not None:
        return
    piece = found.sheet.last(offer.seat)
    if piece is None or piece.told or piece.name is None:
        return
    for tile, price in _others(piece):
        if _would_win(found, play, offer.seat, tile):
            yield piece, tile, price


def _called(found: Endings) -> Iterator[Rereading]:
    """Unseen tiles in called sets of those who show their hands, as another that they may be."""
    for seat in found.shown:
        for group in found.sheet.corners[seat].groups:
            for piece in group.pieces:
                if piece.never_seen and not piece.told:
                    yield from ((piece, tile, price) for tile, price in _others(piece))


def _let_pass(found: Endings, play: Play) -> Iterator[Rereading]:
    """Discards that made a winner furiten, as something that he does not wait for."""
    for seat, (tiles, _) in found.shown.items():
        own = melds(play, seat)
        held, _ = found.reader.waiting(tiles[: need(play, seat)], own)
        waits = found.reader.waits(held.tiles, own)
        for pond in found.sheet.ponds:
            for piece in pond.pieces:
                if piece.told or piece.name is None or not waits & BIT[piece.name.kind]:
                    continue
                for tile, price in _others(piece):
                    if not waits & BIT[tile.kind]:
                        yield piece, tile, price


def _others(piece: Piece) -> Iterator[tuple[Tile, float]]:
    """The other faces that a tile may be, and their prices."""
    if piece.name is None:
        return
    told = chance(piece.chances, INDEX[piece.name])
    for tile in sorted(FACES, key=lambda one: -piece.chances[INDEX[one]])[:4]:
        likely = piece.chances[INDEX[tile]]
        if tile != piece.name and likely > POSSIBLE:
            yield tile, log(told / likely)


def _would_win(found: Endings, play: Play, giver: int, tile: Tile) -> bool:
    """Whether a shown hand is finished by this tile of `giver`."""
    for seat, (tiles, apart) in found.shown.items():
        rest = tiles
        if len(tiles) > need(play, seat):
            if apart is None or tiles[apart].chances[INDEX[tile]] < LIKELY:
                continue
            rest = (*tiles[:apart], *tiles[apart + 1 :])
        if seat != giver and found.reader.finishes(rest, melds(play, seat), tile):
            return True
    return False
