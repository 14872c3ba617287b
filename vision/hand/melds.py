"""Called sets and kans in a group of touching tiles, told by their turned and face-down members."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.melds import MeldKind
from scoring.tiles import Tile
from vision.hand.frame import Placed, stacked
from vision.labels import UNKNOWN

_UNEXPLAINED: Final = 10
"""What a turned or face-down tile outside any set costs a reading of the group."""

_UNUSUAL: Final = 1
"""What a chi costs whose turned tile is not at its left: it may only be called from there."""

_RIGHT, _ACROSS, _LEFT = 1, 2, 3


@dataclass(frozen=True, slots=True)
class FoundMeld:
    """A set as it lies there."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    called: Tile | None
    source: int | None
    """In turns from the owner: 1 to the right, 2 across, 3 to the left."""

    members: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Parted:
    """A group of tiles, taken apart."""

    melds: tuple[FoundMeld, ...]
    loose: list[Placed]
    """What is in no set, from left to right."""


Place = tuple[Placed, ...]
"""What lies at one place of a row: a tile, or two of an added kan, the upper one first."""


def find_melds(group: list[Placed]) -> Parted:
    """The sets in a group of touching tiles, given from left to right; the fewest oddities win."""
    places = _places(group)

    @cache
    def best(start: int) -> tuple[int, tuple[FoundMeld | Place, ...]]:
        if start == len(places):
            return 0, ()
        cost, rest = best(start + 1)
        odd = sum(tile.sideways or tile.label == "back" for tile in places[start])
        choice = (cost + _UNEXPLAINED * odd, (places[start], *rest))
        for size in (3, 4):
            run = places[start : start + size]
            alone = len(places) == size
            meld = _meld(run, alone=alone) if len(run) == size else None
            if meld is not None:
                cost, rest = best(start + size)
                choice = min(choice, (cost + _oddity(meld, alone=alone), (meld, *rest)), key=_price)
        return choice

    parts = best(0)[1]
    melds = tuple(part for part in parts if isinstance(part, FoundMeld))
    loose = [tile for part in parts if not isinstance(part, FoundMeld) for tile in part]
    return Parted(melds, loose)


def _oddity(meld: FoundMeld, *, alone: bool) -> int:
    if meld.kind is MeldKind.CHI and meld.source != _LEFT:
        # At the end of a row, a turned tile is rather the winning one than such a call.
        return _UNUSUAL if alone or meld.source == _ACROSS else _UNEXPLAINED + _UNUSUAL
    return -_UNUSUAL if meld.kind is MeldKind.ANKAN else 0


def _price(choice: tuple[int, tuple[FoundMeld | Place, ...]]) -> tuple[int, int]:
    """Fewest oddities first; of equal readings the one that leaves fewer tiles over."""
    cost, parts = choice
    return cost, sum(not isinstance(part, FoundMeld) for part in parts)


def _places(group: list[Placed]) -> list[Place]:
    places: list[Place] = []
    for tile in group:
        if places and stacked(places[-1][0], tile):
            places[-1] = tuple(sorted((*places[-1], tile), key=lambda one: one.v))
        else:
            places.append((tile,))
    return places


def _meld(run: list[Place], *, alone: bool) -> FoundMeld | None:
    members = tuple(tile for place in run for tile in place)
    turned = [at for at, place in enumerate(run) if place[0].sideways]
    doubled = [at for at, place in enumerate(run) if len(place) > 1]
    faces = [tile.label for tile in members if tile.label != "back"]
    if not turned:
        return _concealed_kan(members, faces, alone=alone) if len(run) == 4 else None
    if len(turned) > 1 or len(faces) != len(members):
        return None
    source = _RIGHT if turned[0] == len(run) - 1 else _ACROSS if turned[0] else _LEFT
    if doubled:
        kind = MeldKind.KAKAN if len(members) == 4 else None
    else:
        kind = MeldKind.DAIMINKAN if len(run) == 4 else MeldKind.PON
    tiles = _alike(faces)
    if tiles is None and kind is MeldKind.PON:
        kind, tiles = MeldKind.CHI, _run(faces)
    if kind is None or tiles is None:
        return None
    at = members.index(run[turned[0]][-1])
    return FoundMeld(kind, tiles, tiles[at], source, members)


def _concealed_kan(members: Place, faces: list[str], *, alone: bool) -> FoundMeld | None:
    """Four in a row, two of them face down, or, where they lie by themselves, all face up."""
    face_down = [at for at, tile in enumerate(members) if tile.label == "back"]
    if face_down not in ([0, 3], [1, 2]) and not (alone and not face_down):
        return None
    tiles = _alike(faces)
    if tiles is None or (not face_down and UNKNOWN in faces):
        return None
    whole = tiles if not face_down else _filled(tiles)
    return FoundMeld(MeldKind.ANKAN, whole, None, None, members)


def _filled(shown: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The four of a concealed kan of which two are seen."""
    plain = shown[0].plain
    return (*shown, plain, plain)


def _alike(labels: list[str]) -> tuple[Tile, ...] | None:
    """The tiles where all are of one kind; unread ones, fewer than half, are taken as the rest."""
    known = [Tile.parse(label) for label in labels if label != UNKNOWN]
    if len({tile.kind for tile in known}) != 1 or 2 * len(known) <= len(labels):
        return None
    return tuple(known[0].plain if label == UNKNOWN else Tile.parse(label) for label in labels)


def _run(labels: list[str]) -> tuple[Tile, ...] | None:
    """The tiles where they are three in sequence, in any order."""
    if UNKNOWN in labels:
        return None
    tiles = tuple(Tile.parse(label) for label in labels)
    kinds = sorted(tile.kind for tile in tiles)
    consecutive = kinds[2] - kinds[1] == kinds[1] - kinds[0] == 1
    return tiles if consecutive and kinds[2] < 27 and kinds[0] // 9 == kinds[2] // 9 else None
