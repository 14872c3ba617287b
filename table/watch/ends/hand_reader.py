"""A shown hand read as a whole: what its tiles may be together, so that it waits or has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from scoring.assignments import complete_hands
from scoring.melds import Meld
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tally import melds_key
from scoring.tiles import KINDS, Tile
from scoring.waits import waits_by
from table.core.faces import KEY_MASK, pack
from table.core.state import Riichi, TableState
from table.watch.ends.end_prices import SURE
from table.watch.faces import FACES, INDEX, KIND, OF_KIND, Chances, capacities, chance
from table.watch.seen.naming import weighed
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from vision.observation import REST

LIKELY = 1e-3
"""A face less likely than this beside the best one of its tile is not considered."""
FAR_FETCHED = 1e-4
"""A hand that waits only by a reading so much less likely does not wait."""
WELL = 0.01
"""A hand is finished by a tile where that is no unlikelier a reading than this."""
MOST = 40
"""Readings of one hand that are looked at."""
FEW = 6
MISREAD = 1e-3
"""How often a tile of a shown hand is surely read as something that it is not."""
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


def but_for_one(tiles: Sequence[Belief], melds: int) -> list[HandReading]:
    """The readings that make a finished hand if any one of the tiles is not what it looks like."""
    anything = [MISREAD / REST] * REST
    found = [
        reading
        for place in range(len(tiles))
        for reading in complete([*tiles[:place], anything, *tiles[place + 1 :]], melds)[:FEW]
    ]
    return sorted(found, key=lambda reading: -reading.likely)[:MOST]


class HandReader:
    """Reads shown hands with all that lies on the table besides."""

    def __init__(self, sheet: Sheet, ruleset: Ruleset) -> None:
        self._sheet, self._ruleset = sheet, ruleset
        self._capacities = capacities(ruleset)
        self.one_wrong = False
        """Whether one tile of a hand may be anything,"""
        self.twins = False
        """and an ura what reads as its dora indicator does: that may lie aside itself."""
        self._counts = [0] * REST
        loose = {piece.id for piece in sheet.stray}  # ura: they are read here
        for piece in sheet.every_piece():
            if piece.name is not None and piece.caller is None and piece.id not in loose:
                self._counts[INDEX[piece.name]] += 1

    def beliefs(self, tiles: Sequence[Placed]) -> list[list[float]]:
        """What each tile of a hand may be."""
        return beliefs([tile.chances for tile in tiles], self._capacities, self._counts)

    def finished(
        self, tiles: Sequence[Placed], melds: Sequence[Meld], won: Tile | None = None
    ) -> list[HandReading]:
        """What a hand may be so that it has won, with the tile won on where that lies elsewhere.

        Where it cannot have won: the likeliest reading of each tile.
        """
        belief = self.beliefs(tiles)
        if won is None:
            return self._complete(belief, melds) or [likeliest(belief)]
        found = self._complete([*belief, _surely(INDEX[won])], melds)
        return [_less_last(reading) for reading in found] or [likeliest(belief)]

    def _complete(self, tiles: Sequence[Belief], melds: Sequence[Meld]) -> list[HandReading]:
        if not self.one_wrong:
            return complete(tiles, len(melds))
        return but_for_one(tiles, len(melds))

    def finishes(self, tiles: Sequence[Placed], melds: Sequence[Meld], won: Tile) -> bool:
        """Whether a hand is finished by this tile, as it can well be read."""
        found = complete([*self.beliefs(tiles), _surely(INDEX[won])], len(melds))
        return bool(found) and found[0].likely > WELL

    def may_finish(self, tiles: Sequence[Placed], melds: Sequence[Meld], won: Tile) -> bool:
        """Whether any reading of a hand is finished by this tile."""
        return bool(self._complete([*self.beliefs(tiles), _surely(INDEX[won])], melds))

    def waiting(self, tiles: Sequence[Placed], melds: Sequence[Meld]) -> tuple[HandReading, bool]:
        """The likeliest reading of a hand that waits; else the likeliest of all."""
        belief = self.beliefs(tiles)
        plain = likeliest(belief)
        if self.waits(plain.tiles, melds):
            return plain, True
        found = [
            _less_last(reading)
            for kind in range(KINDS)
            for reading in complete([*belief, _surely(kind)], len(melds))[:3]
        ]
        found = [reading for reading in found if self.waits(reading.tiles, melds)]
        if not found:
            return plain, False
        best = max(found, key=lambda reading: reading.likely)
        return (best, True) if best.likely > FAR_FETCHED * plain.likely else (plain, False)

    def fourth(self, three: Sequence[Tile]) -> Tile | None:
        """The tile of the set that goes with three of its kind."""
        for face in OF_KIND[three[0].kind]:
            if self._capacities[face] > sum(INDEX[tile] == face for tile in three):
                return FACES[face]
        return None

    def ura(self) -> list[HandReading]:
        """The ura indicators, each for itself."""
        found = self._sheet.ura(twins=self.twins)
        return [likeliest(self.beliefs([one])) for one in found]

    def turned(self, state: TableState, winners: Iterable[Seat]) -> tuple[Tile, ...]:
        """The ura indicators that a winner in riichi has turned."""
        waited = any(state.riichi[winner] is Riichi.ACCEPTED for winner in winners)
        if not self._ruleset.win.ura_dora or not waited:
            return ()
        return tuple(reading.tiles[0] for reading in self.ura())

    @property
    def ura_unsure(self) -> bool:
        """Whether one of them may be something else."""
        return any(one.likely < SURE for one in self.ura()) or self._sheet.ura_like_dora

    def waits(self, tiles: Sequence[Tile], melds: Sequence[Meld]) -> int:
        """The kinds that such a hand waits for, a bit each."""
        rule = self._ruleset.draws.own_fifth_tile
        return waits_by(rule, pack(tiles) & KEY_MASK, melds_key(melds) if melds else 0)


def _surely(face: int) -> list[float]:
    belief = [0.0] * REST
    belief[face] = 1.0
    return belief


def _less_last(reading: HandReading) -> HandReading:
    """The reading without its last tile."""
    return reading._replace(tiles=reading.tiles[:-1])
