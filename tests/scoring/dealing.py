"""Random wins of every shape: hands with melds and kans, flags, winds, dora, counters, sticks.

Some are no wins (a tile is wrong, no yaku), for refusing is part of scoring.
"""

from random import Random

from scoring.checks import check
from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.seats import Wind
from scoring.tiles import COPIES, FIVES, KINDS, Tile
from scoring.win import Win

RUNS = tuple((first, first + 1, first + 2) for first in range(27) if first % 9 < 7)
TRIPLETS = tuple((kind,) * 3 for kind in range(KINDS))
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
FIRST_TURN = {"tenhou", "chiihou", "renhou"}
KANS = (MeldKind.DAIMINKAN, MeldKind.ANKAN, MeldKind.KAKAN)


def deal(random: Random) -> tuple[Hand, Win]:
    """Deal one declared win."""
    while True:
        try:
            hand = _hand(random)
            win = _win(random, hand)
            check(hand, win)
        except ScoringError:
            continue  # five copies of a tile, with those of a robbed kan: deal again
        return hand, win


def _hand(random: Random) -> Hand:
    shape = random.random()
    if shape < 0.06:
        return _pairs(random)
    if shape < 0.08:
        return _orphans(random)
    groups, heads = _palette(random)
    concealed = [random.choice(heads)] * 2
    melds = []
    declared = random.choice((0, 0, 0, 0.3, 0.6, 1))
    for _ in range(4):
        group = random.choice(groups)
        if random.random() >= declared:
            concealed += group
        else:
            melds.append(_meld(random, group))
    if random.random() < 0.05:
        concealed[random.randrange(len(concealed))] = random.randrange(KINDS)
    return _painted(random, concealed, melds)


def _palette(random: Random):
    """Choose from which groups and pairs this hand is made, so that rare yaku are not rare."""
    style = random.random()
    groups, heads = RUNS + TRIPLETS, range(KINDS)
    if style < 0.25:
        groups = RUNS
    elif style < 0.4:
        groups = TRIPLETS
    elif style < 0.55:
        suit = random.randrange(3)
        groups = tuple(one for one in groups if one[0] // 9 in {suit, suit, 3})
        heads = [kind for kind in heads if kind // 9 in {suit, 3}]
        if random.random() < 0.4:
            groups = tuple(one for one in groups if one[0] < 27)
            heads = [kind for kind in heads if kind < 27]
    elif style < 0.65:
        groups = tuple(one for one in groups if set(one) & set(ORPHANS))
        heads = ORPHANS
    elif style < 0.72:
        groups = TRIPLETS[27:] + TRIPLETS[27:] + tuple(random.sample(RUNS, 3))
        heads = range(27, KINDS)
    elif style < 0.75:
        groups = tuple(one for one in TRIPLETS if one[0] in ORPHANS[: random.choice((6, 13))])
        heads = ORPHANS[:6]
    elif style < 0.78:
        groups = ((19, 20, 21), *((kind,) * 3 for kind in (19, 20, 21, 23, 25, 32)))
        heads = (19, 20, 21, 23, 25, 32)
    elif style < 0.84:
        first = random.randrange(7)
        groups = tuple(one for one in groups if one[0] % 9 == first)
    elif style < 0.88:
        suit = random.randrange(3)
        groups = tuple(one for one in RUNS if one[0] // 9 == suit)
    return groups, tuple(heads)


def _meld(random: Random, group) -> Meld:
    if group[0] != group[1]:
        return Meld(MeldKind.CHI, tuple(map(Tile.of, group)))
    kind = random.choice((MeldKind.PON, MeldKind.PON, *KANS))
    return Meld(kind, tuple(map(Tile.of, group + group[:1] if kind.is_kan else group)))


def _pairs(random: Random) -> Hand:
    kinds = range(KINDS)
    if random.random() < 0.3:
        kinds = random.choice((range(9), range(1, 8), range(10, 17), range(27, 34), ORPHANS))
    kinds = random.sample(list(kinds), 7)
    if random.random() < 0.1:
        kinds[0] = kinds[1]
    return _painted(random, [kind for kind in kinds for _ in range(2)], [])


def _orphans(random: Random) -> Hand:
    kinds = [*ORPHANS, random.choice(ORPHANS)]
    if random.random() < 0.2:
        kinds[0] = random.randrange(KINDS)
    return _painted(random, kinds, [])


def _painted(random: Random, concealed, melds) -> Hand:
    """Paint one five of a suit red now and then."""
    tiles = [Tile.of(kind) for kind in concealed]
    for five in FIVES:
        if random.random() >= 0.3:
            continue
        places = [place for place, tile in enumerate(tiles) if tile.kind == five]
        if places:
            tiles[places[0]] = Tile.of(five, red=True)
            continue
        for number, meld in enumerate(melds):
            if any(tile.kind == five for tile in meld.tiles):
                painted = list(meld.tiles)
                painted[[tile.kind for tile in painted].index(five)] = Tile.of(five, red=True)
                melds[number] = Meld(meld.kind, tuple(painted))
                break
    return Hand(tuple(tiles), tuple(melds))


def _win(random: Random, hand: Hand) -> Win:
    tsumo = random.random() < 0.5
    seat = random.choice(list(Wind))
    kans = sum(meld.kind.is_kan for meld in hand.melds)
    flags = set()
    first = not hand.melds and random.random() < 0.02
    if first and tsumo:
        flags.add("tenhou" if seat is Wind.EAST else "chiihou")
    elif first and seat is not Wind.EAST:
        flags.add("renhou")
    elif hand.is_closed and random.random() < 0.5:
        flags |= {"riichi"} | _some(random, double_riichi=0.15, ippatsu=0.3)
    if not flags & FIRST_TURN and random.random() < 0.15:
        flags |= _at_the_end(random, flags, tsumo=tsumo, kans=kans)
    indicators = _indicators(random, hand, 1 + min(kans, 4))
    return Win(
        win_tile=random.choice(hand.concealed),
        tsumo=tsumo,
        seat_wind=seat,
        round_wind=random.choice(list(Wind)[: random.choice((2, 4))]),
        dora_indicators=indicators[::2],
        ura_indicators=indicators[1::2] if "riichi" in flags else (),
        honba=random.choice((0, 0, 1, 2, 9)),
        riichi_sticks=random.choice((0, 1, 3)) + ("riichi" in flags),
        **dict.fromkeys(flags, True),
    )


def _at_the_end(random: Random, flags, *, tsumo: bool, kans: int):
    if not tsumo:
        return {random.choice(("houtei", "chankan"))}
    if kans and "ippatsu" not in flags and random.random() < 0.6:
        return {"rinshan"} | _some(random, haitei=0.1)
    return {"haitei"}


def _some(random: Random, **shares: float):
    return {name for name, share in shares.items() if random.random() < share}


def _indicators(random: Random, hand: Hand, count: int):
    """Turn up so many indicators, each with one beneath it; sometimes they point into the hand."""
    left = [COPIES - held for held in hand.counts()]
    found = []
    while len(found) < 2 * count:
        kind = random.randrange(KINDS)
        if random.random() < 0.3:
            kind = max(0, random.choice(hand.concealed).kind - 1)
        if left[kind]:
            left[kind] -= 1
            found.append(Tile.of(kind))
    return tuple(found)
