"""Any moment of a game, invented: every zone filled as plausible play would fill it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision.labels import KINDS, plain
from vision.synthetic.table_view import (
    ACROSS,
    LEFT,
    LIVE,
    RIGHT,
    SEATS,
    STACKS,
    HandView,
    LaidMeld,
    RiverTile,
    SeatView,
    TableView,
    WallView,
)  # fmt: skip

DEALT = 53
REDS = ("0m", "0p", "0s")
RESERVE = 12
"""Tiles that are kept back for the dead wall and the last draws."""
MOST_KANS = 4
END = 0.22
"""How often the hand is over and hands are shown."""


class Deck:
    """The tiles of a set that are not on the table yet; with fewer ``kinds``, more of each."""

    def __init__(self, rng: np.random.Generator, kinds: tuple[str, ...] = KINDS) -> None:
        self.rng = rng
        self.left: Counter[str] = Counter(dict.fromkeys(kinds, 4 * len(KINDS) // len(kinds)))
        if rng.random() < 0.75:
            for red in REDS:
                if self.left[plain(red)]:
                    self.left[red] += 1
                    self.left[plain(red)] -= 1

    def count(self) -> int:
        """How many tiles are left."""
        return self.left.total()

    def draw(self) -> str:
        """Any tile that is left."""
        (label,) = self.draws(1)
        return label

    def draws(self, count: int) -> tuple[str, ...]:
        """Any tiles that are left."""
        pool = sorted(self.left.elements())
        picked = self.rng.choice(len(pool), count, replace=False)
        labels = tuple(pool[int(index)] for index in picked)
        self.left.subtract(labels)
        return labels

    def take(self, kinds: tuple[str, ...]) -> tuple[str, ...] | None:
        """These kinds, red where only a red is left or chance wants it; None if one is missing."""
        trial, labels = self.left.copy(), []
        for kind in kinds:
            red = f"0{kind[1]}" if kind[0] == "5" and kind[1] != "z" else None
            wants = red is not None and trial[red] > 0 and self.rng.random() < 0.4
            label = red if red is not None and (wants or trial[kind] < 1) else kind
            if trial[label] < 1:
                return None
            trial[label] -= 1
            labels.append(label)
        self.left = trial
        return tuple(labels)

    def put_back(self, labels: tuple[str, ...]) -> None:
        """Return tiles that were taken."""
        self.left.update(labels)


def some_meld(rng: np.random.Generator, deck: Deck) -> LaidMeld | None:
    """A set of what is left, called from anywhere it may be; None where chance picked in vain."""
    what = rng.choice(["chi", "pon", "open", "added", "closed"], p=[0.42, 0.34, 0.07, 0.09, 0.08])
    if what == "chi":
        low, suit = int(rng.integers(1, 8)), "mps"[int(rng.integers(3))]
        kinds = tuple(f"{low + step}{suit}" for step in rng.permutation(3))
        tiles = deck.take(kinds)
        if tiles is None:
            return None
        return LaidMeld.called(tiles[0], in_order(tiles[1:]), LEFT)
    kind = KINDS[int(rng.integers(len(KINDS)))]
    tiles = deck.take((kind,) * (3 if what == "pon" else 4))
    if tiles is None:
        return None
    source = int(rng.choice([LEFT, ACROSS, RIGHT]))
    if what == "closed":
        return LaidMeld.closed_kan(tiles, middles=bool(rng.random() < 0.5))
    if what == "added":
        stacked = bool(rng.random() < 0.3)
        return LaidMeld.called(tiles[0], tiles[1:3], source, tiles[3], stacked=stacked)
    return LaidMeld.called(tiles[0], tiles[1:], source)


def kans_among(melds: Iterable[LaidMeld]) -> int:
    """How many of these are of four tiles."""
    return sum(len(meld.tiles) == 4 for meld in melds)


def in_order(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Labels as a player sorts them."""
    return tuple(sorted(labels, key=lambda label: (label[1], plain(label))))


def some_hand(rng: np.random.Generator, deck: Deck, turns: int, kans: int) -> SeatView:
    """A seat's standing hand and melds after about ``turns`` discards; others have ``kans``."""
    melds: list[LaidMeld] = []
    most = min(int(rng.choice(5, p=[0.45, 0.25, 0.17, 0.09, 0.04])), turns)
    for _ in range(most):
        meld = some_meld(rng, deck)
        if meld is None:
            continue
        if kans + kans_among([*melds, meld]) > MOST_KANS:
            deck.put_back(meld.tiles)
        else:
            melds.append(meld)
    row = deck.draws(13 - 3 * len(melds))
    return SeatView(HandView(in_order(row) if rng.random() < 0.9 else row), melds=tuple(melds))


def with_river(rng: np.random.Generator, deck: Deck, seat: SeatView, turns: int) -> SeatView:
    """The seat with a river of about ``turns`` slots, some called away, one turned in riichi."""
    count = max(0, min(turns + int(rng.integers(-2, 5)), deck.count() - RESERVE))
    closed = all(meld.turned is None for meld in seat.melds)
    riichi = bool(closed and count > 3 and rng.random() < 0.35)
    turned = int(rng.integers(1, count)) if riichi else None
    gaps = rng.random() < 0.3
    slots = []
    for place, label in enumerate(deck.draws(count)):
        taken = bool(gaps and rng.random() < 0.1 and place != turned)
        slots.append(RiverTile(label, place == turned, taken=taken))
    return replace(seat, river=tuple(slots), riichi=riichi)


def ended(rng: np.random.Generator, deck: Deck, seats: list[SeatView]) -> list[SeatView]:
    """The same seats when the hand is over: some hands shown, the others face down or standing."""
    winner = int(rng.integers(SEATS))
    draw = rng.random() < 0.3
    shown = []
    for seat, seen in enumerate(seats):
        row = seen.hand.labels
        if seat == winner and not draw:
            hand = HandView(row, "up", deck.draw())
        elif draw and rng.random() < 0.5:
            hand = HandView(row, "up")
        elif rng.random() < 0.6:
            hand = HandView(("back",) * len(row), "down")
        else:
            hand = seen.hand
        shown.append(replace(seen, hand=hand))
    return shown


def some_wall(rng: np.random.Generator, deck: Deck, seats: list[SeatView]) -> WallView:
    """What these seats have left of the wall, broken anywhere."""
    melds = [meld for seat in seats for meld in seat.melds]
    kans = kans_among(melds)
    calls = sum(meld.turned is not None for meld in melds)
    discards = sum(len(seat.river) for seat in seats)
    drawn = int(np.clip(DEALT + discards - calls, DEALT, LIVE - kans))
    turned = 1 + int(rng.integers(0, kans + 1))
    return WallView(int(rng.integers(STACKS)), drawn, kans, deck.draws(turned))


def random_view(rng: np.random.Generator, deck: Deck | None = None) -> TableView:
    """A table at any moment between the deal and the end of a hand, played with ``deck``."""
    deck = deck or Deck(rng)
    turns = int(rng.integers(0, 18))
    seats: list[SeatView] = []
    for _ in range(SEATS):
        kans = kans_among(meld for seat in seats for meld in seat.melds)
        seats.append(some_hand(rng, deck, turns, kans))
    seats = [with_river(rng, deck, seat, turns) for seat in seats]
    over = bool(rng.random() < END)
    if over:
        seats = ended(rng, deck, seats)
    elif rng.random() < 0.7:
        turn = int(rng.integers(SEATS))
        hand = replace(seats[turn].hand, apart=deck.draw())
        seats[turn] = replace(seats[turn], hand=hand)
    wall = some_wall(rng, deck, seats)
    if over and any(seat.riichi and seat.hand.apart for seat in seats):
        wall = replace(wall, ura=deck.draws(len(wall.indicators)))
    return TableView(
        tuple(seats), wall if rng.random() < 0.93 else None, int(rng.integers(SEATS)),
        int(rng.choice([0, 1, 2, 3], p=[0.7, 0.18, 0.08, 0.04])),
        int(rng.choice([0, 1, 2, 4], p=[0.6, 0.22, 0.12, 0.06])),
    )  # fmt: skip
