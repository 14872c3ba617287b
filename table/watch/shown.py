"""A shown hand read as a whole: what its tiles may be together, so that it waits or has won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from scoring.assignments import complete_hands
from scoring.tiles import Tile
from table.watch.faces import FACES, KIND, OF_KIND, Chances, chance
from table.watch.naming import weighed
from vision.observation import REST

LIKELY = 1e-3
"""A face less likely than this beside the best one of its tile is not considered."""
MOST = 40
"""Readings of one hand that are looked at."""
Belief = Sequence[float]


class HandReading(NamedTuple):
    """The tiles of a hand, from left to right, and how likely they are these."""

    tiles: tuple[Tile, ...]
    likely: float


def beliefs(
    chances: Sequence[Chances], capacities: Sequence[int], elsewhere: Sequence[int]
) -> list[list[float]]:
    """What each tile of a hand may be, `elsewhere` being all that lies on the table besides."""
    sharp = [max(range(REST), key=one.__getitem__) for one in chances]
    found = []
    for at, one in enumerate(chances):
        counts = list(elsewhere)
        for other, face in enumerate(sharp):
            if other != at and chances[other][face] > 0.9:
                counts[face] += 1
        found.append(weighed([chance(one, face) for face in range(REST)], capacities, counts))
    return found


def likeliest(tiles: Sequence[Belief]) -> HandReading:
    """Each tile for itself."""
    faces = [max(range(REST), key=one.__getitem__) for one in tiles]
    likely = prod(one[face] for one, face in zip(tiles, faces, strict=True))
    return HandReading(tuple(FACES[face] for face in faces), likely)


def complete(tiles: Sequence[Belief], melds: int) -> list[HandReading]:
    """The readings that make a finished hand with so many sets declared, likeliest first."""
    options = []
    for one in tiles:
        kinds: dict[int, float] = {}
        top = max(one)
        for face, share in enumerate(one):
            if share > LIKELY * top:
                kinds[KIND[face]] = kinds.get(KIND[face], 0.0) + share
        options.append(kinds)
    found = complete_hands(options, 4 - melds).assignments
    ranked = sorted(found.items(), key=lambda item: -item[1])[:MOST]
    readings = [reading for kinds, _ in ranked for reading in _coloured(tiles, kinds)]
    readings.sort(key=lambda reading: -reading.likely)
    return readings[:MOST]


def _coloured(tiles: Sequence[Belief], kinds: Sequence[int]) -> Iterator[HandReading]:
    """Readings of these kinds, fives red or not."""
    ways = []
    for one, kind in zip(tiles, kinds, strict=True):
        faces = OF_KIND[kind]
        top = max(one[face] for face in faces)
        ways.append([face for face in faces if one[face] > LIKELY * top])
    for chosen in product(*ways):
        likely = prod(one[face] for one, face in zip(tiles, chosen, strict=True))
        yield HandReading(tuple(FACES[face] for face in chosen), likely)
