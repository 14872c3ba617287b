"""Hands of 13 for the laws, of one suit or many, with sets or without; and splitting by hand."""

from itertools import chain

from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import COPIES, KINDS, Tile

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
PALETTES = (
    tuple(range(9)),
    (*range(9), 27),
    tuple(range(18)),
    (*range(9, 18), *range(27, 34)),
    ORPHANS,
    tuple(range(KINDS)),
)


@st.composite
def hands(draw, size=13):
    """Tiles of few kinds, so that most hands are near tenpai; up to three sets."""
    palette = draw(st.sampled_from(PALETTES))
    wall = list(chain.from_iterable([kind] * COPIES for kind in palette))
    draw(st.randoms(use_true_random=False)).shuffle(wall)
    melds = []
    for _ in range(draw(st.sampled_from((0, 0, 1, 2, 3)))):
        kind = next((one for one in palette if wall.count(one) >= 3), None)
        if kind is None:
            break
        word = MeldKind.ANKAN if wall.count(kind) == COPIES and draw(st.booleans()) else None
        for _ in range(4 if word else 3):
            wall.remove(kind)
        melds.append(Meld(word or MeldKind.PON, (Tile.of(kind),) * (4 if word else 3)))
    return Hand(tuple(map(Tile.of, wall[: size - 3 * len(melds)])), tuple(melds))


def is_complete(hand):
    """Whether a hand of 14 is finished, by trying everything."""
    kinds = sorted(tile.kind for tile in hand.concealed)
    if splits(tuple(kinds)):
        return True
    if hand.melds:
        return False
    counts = sorted(kinds.count(kind) for kind in set(kinds))
    return counts == [2] * 7 or (counts == [1] * 12 + [2] and set(kinds) == set(ORPHANS))


def splits(kinds):
    """Whether sorted kinds are sets and a pair."""
    return any(
        kinds[at] == kinds[at + 1] and only_sets(kinds[:at] + kinds[at + 2 :])
        for at in range(len(kinds) - 1)
    )


def only_sets(kinds):
    """Whether sorted kinds are sets."""
    if not kinds:
        return True
    low = kinds[0]
    if kinds[1:3] == (low, low) and only_sets(kinds[3:]):
        return True
    if low >= 27 or low % 9 > 6 or low + 1 not in kinds or low + 2 not in kinds:
        return False
    rest = list(kinds)
    for kind in (low, low + 1, low + 2):
        rest.remove(kind)
    return only_sets(tuple(rest))


def with_tile(hand, kind):
    """The hand with one tile more."""
    return Hand((*hand.concealed, Tile.of(kind)), hand.melds)


def without(hand, tile):
    """The hand with one tile less."""
    rest = list(hand.concealed)
    rest.remove(tile)
    return Hand(tuple(rest), hand.melds)


def drawable(hand):
    """The kinds of which the hand does not hold all four."""
    return [kind for kind, count in enumerate(hand.counts()) if count < COPIES]
