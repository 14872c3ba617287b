"""A hand of which some tiles are only probably known, as a camera gives it: what it may be.

Every slot (tile position) has alternatives with probabilities. The combinations are examined from
the likeliest down; those that no table can show or that no rule lets win are left out; what remains
is ranked, and one slot is named whose second look would settle most.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush
from math import log2, prod
from typing import TYPE_CHECKING, Any, Final

from scoring.case import check_keys, parse_meld, parse_win
from scoring.engine import score
from scoring.errors import InvalidCaseError, InvalidHandError, InvalidMeldError
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.score import Refusal, Score
from scoring.tiles import KINDS, Tile, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scoring.ruleset import Ruleset

MAX_COMBINATIONS: Final = 20_000
"""How many combinations of alternatives are examined at most."""
ENOUGH: Final = 0.9999
"""The search ends when so much of all probability has been examined."""
_IMPOSSIBLE: Final = frozenset({"not_complete", "no_yaku"})

_ANY_TILE: Final = Tile.of(0)

Slot = tuple[tuple[Tile, float], ...]
"""The alternatives of one tile position, likeliest first."""


@dataclass(frozen=True, slots=True)
class PossibleHand:
    """One hand that the tiles may be."""

    probability: float
    """Among the possible hands that were examined."""
    hand: Hand
    result: Score | Refusal


@dataclass(frozen=True, slots=True)
class Check:
    """The slot whose second look settles most."""

    meld: int | None
    """Index of the meld in which the slot lies; None among the concealed tiles."""
    index: int
    """Index of the slot there."""
    why: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an uncertain hand may be, likeliest first."""

    hands: tuple[PossibleHand, ...]
    impossible: int
    """Combinations examined and left out: five of a kind, no shape, no yaku."""
    examined: float
    """Probability of all combinations that were examined."""
    check: Check | None
    """None where nothing is left to settle."""

    def to_mapping(self) -> dict[str, Any]:
        """Return what the command line prints."""
        check = self.check
        where = {} if check is None or check.meld is None else {"meld": check.meld}
        return {
            "readings": [
                {
                    "probability": round(one.probability, 6),
                    "concealed": format_tiles(one.hand.concealed),
                    "melds": [str(meld) for meld in one.hand.melds],
                    "result": one.result.to_mapping(),
                }
                for one in self.hands
            ],
            "impossible": self.impossible,
            "examined": round(self.examined, 6),
            "check": None if check is None else {**where, "index": check.index, "why": check.why},
        }


def read_uncertain(mapping: Mapping[str, Any], ruleset: Ruleset) -> Verdict:
    """Judge a hand given as a case in which each concealed tile is a list of [tile, probability].

    The tiles of a meld may be given in the same way; "?" stands for any tile. `win_tile` is a tile,
    or the index of its slot among the concealed ones. Raises InvalidCaseError and the errors of
    the values.
    """
    check_keys(mapping)
    concealed, melds = mapping.get("concealed"), mapping.get("melds", [])
    if not isinstance(concealed, list) or not isinstance(melds, list):
        raise InvalidCaseError("concealed and melds: expected two lists")
    slots = [_slot(f"concealed[{index}]", value) for index, value in enumerate(concealed)]
    places: list[tuple[int | None, int]] = [(None, index) for index in range(len(slots))]
    shapes = []
    for number, value in enumerate(melds):
        shape, found = _meld_slots(number, value)
        shapes.append(shape)
        slots += found
        places += [(number, index) for index in range(len(found))]
    if len(concealed) + 3 * len(melds) != 14:
        raise InvalidHandError(
            f"{len(concealed)} concealed tiles and {len(melds)} melds:"
            f" expected {14 - 3 * len(melds)} concealed"
        )
    search = _Search(mapping, ruleset, len(concealed), shapes)
    all_of_it = prod(sum(share for _, share in slot) for slot in slots)
    for chosen, probability in _likeliest_first(slots):
        search.examine(chosen, probability)
        if search.examined >= ENOUGH * all_of_it:
            break
    return search.verdict(places)


class _Search:
    """Collects what the examined combinations amount to."""

    def __init__(
        self,
        fields: Mapping[str, Any],
        ruleset: Ruleset,
        concealed: int,
        melds: Sequence[Meld | tuple[MeldKind, int]],
    ) -> None:
        self._fields = fields
        self._ruleset = ruleset
        self._concealed = concealed
        self._melds = melds
        self._results: dict[tuple[Hand, Tile], Score | Refusal | None] = {}
        self._kept: list[tuple[tuple[Hand, Tile], tuple[Tile, ...], float]] = []
        self._impossible = 0
        self.examined = 0.0
        win_tile = fields.get("win_tile")
        self._win_slot = win_tile if type(win_tile) is int else None
        if self._win_slot is not None:
            if not 0 <= self._win_slot < concealed:
                raise InvalidCaseError(
                    f"win_tile {win_tile}: expected 0..{concealed - 1} or a tile"
                )
            win_tile = str(_ANY_TILE)
        self._win_tile = parse_win({**fields, "win_tile": win_tile}).win_tile

    def examine(self, chosen: tuple[Tile, ...], probability: float) -> None:
        """Score one combination, unless it is impossible."""
        self.examined += probability
        key = self._hand(chosen)
        if key is not None and key not in self._results:
            self._results[key] = self._result(*key)
        if key is None or self._results[key] is None:
            self._impossible += 1
        else:
            self._kept.append((key, chosen, probability))

    def verdict(self, places: list[tuple[int | None, int]]) -> Verdict:
        """Rank the possible hands and choose the slot to check."""
        total = sum(probability for _, _, probability in self._kept)
        weights: defaultdict[tuple[Hand, Tile], float] = defaultdict(float)
        for key, _, probability in self._kept:
            weights[key] += probability / total
        hands = [
            PossibleHand(weight, key[0], result)
            for key, weight in weights.items()
            if (result := self._results[key]) is not None
        ]
        hands.sort(key=lambda one: (-one.probability, str(one.hand)))
        check = self._check(places, weights, total) if len(weights) > 1 else None
        return Verdict(tuple(hands), self._impossible, self.examined, check)

    def _hand(self, chosen: tuple[Tile, ...]) -> tuple[Hand, Tile] | None:
        """Return the hand and winning tile of one combination, or None if no table shows it."""
        rest = iter(chosen[self._concealed :])
        try:
            melds = tuple(
                meld
                if isinstance(meld, Meld)
                else Meld(meld[0], tuple(next(rest) for _ in range(meld[1])))
                for meld in self._melds
            )
            hand = Hand(chosen[: self._concealed], melds)
        except (InvalidMeldError, InvalidHandError):
            return None
        return hand, self._win_tile if self._win_slot is None else chosen[self._win_slot]

    def _result(self, hand: Hand, win_tile: Tile) -> Score | Refusal | None:
        """Score one hand; None if it cannot be on this table or cannot win."""
        win = parse_win({**self._fields, "win_tile": str(win_tile)})
        try:
            result = score(hand, win, self._ruleset)
        except InvalidHandError:
            return None
        if isinstance(result, Refusal) and result.reason in _IMPOSSIBLE:
            return None
        return result

    def _check(
        self,
        places: list[tuple[int | None, int]],
        weights: Mapping[tuple[Hand, Tile], float],
        total: float,
    ) -> Check:
        """Choose the slot that leaves the least doubt about the hand once it is known."""
        doubt = _entropy(weights.values())
        left, slot = min((self._left(slot, total), slot) for slot in range(len(places)))
        shares: defaultdict[Tile, float] = defaultdict(float)
        for _, chosen, probability in self._kept:
            shares[chosen[slot]] += probability / total
        ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:3]
        tiles = " or ".join(f"{tile} ({share:.0%})" for tile, share in ranked)
        settled = (doubt - left) / doubt
        meld, index = places[slot]
        return Check(meld, index, f"{tiles}: a second look settles {settled:.0%} of the doubt")

    def _left(self, slot: int, total: float) -> float:
        """Return the expected doubt about the hand, in bits, once this slot is known."""
        split: defaultdict[Tile, defaultdict[tuple[Hand, Tile], float]]
        split = defaultdict(lambda: defaultdict(float))
        for key, chosen, probability in self._kept:
            split[chosen[slot]][key] += probability / total
        left = 0.0
        for part in split.values():
            share = sum(part.values())
            left += share * _entropy(weight / share for weight in part.values())
        return round(left, 9)


def _entropy(weights: Iterable[float]) -> float:
    """Return the doubt in bits."""
    return -sum((weight * log2(weight) for weight in weights), 0.0)


def _likeliest_first(slots: Sequence[Slot]) -> Iterator[tuple[tuple[Tile, ...], float]]:
    """Yield the likeliest combinations of alternatives with their probability, in order."""
    start = (0,) * len(slots)
    heap = [(-prod(slot[0][1] for slot in slots), start)]
    seen = {start}
    found = 0
    while heap and found < MAX_COMBINATIONS:
        found += 1
        probability, picks = heappop(heap)
        yield tuple(slot[pick][0] for slot, pick in zip(slots, picks, strict=True)), -probability
        for place, slot in enumerate(slots):
            pick = picks[place] + 1
            after = (*picks[:place], pick, *picks[place + 1 :])
            if pick < len(slot) and after not in seen:
                seen.add(after)
                heappush(heap, (probability / slot[pick - 1][1] * slot[pick][1], after))


def _meld_slots(number: int, value: object) -> tuple[Meld | tuple[MeldKind, int], list[Slot]]:
    """Read a meld that is certain, or one whose tiles are slots."""
    if not isinstance(value, dict) or not isinstance(value.get("tiles"), list):
        return parse_meld(value), []
    kind = MeldKind.parse(str(value.get("type")))
    tiles = value["tiles"]
    slots = [_slot(f"melds[{number}][{index}]", tile) for index, tile in enumerate(tiles)]
    return (kind, len(slots)), slots


def _slot(name: str, value: object) -> Slot:
    """Read the alternatives of one tile position: [["5m", 0.9], ["6m", 0.1]]."""
    if not isinstance(value, list) or not value:
        raise InvalidCaseError(f"{name} = {value!r}: expected a list of [tile, probability]")
    shares: defaultdict[Tile, float] = defaultdict(float)
    for pair in value:
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or not isinstance(pair[0], str)
            or type(pair[1]) not in {int, float}
            or not 0 < pair[1] <= 1
        ):
            raise InvalidCaseError(f"{name} has {pair!r}: expected [tile, probability in 0..1]")
        tiles = (
            [Tile.of(kind) for kind in range(KINDS)] if pair[0] == "?" else [Tile.parse(pair[0])]
        )
        for tile in tiles:
            shares[tile] += pair[1] / len(tiles)
    if sum(shares.values()) > 1.001:
        raise InvalidCaseError(f"{name}: probabilities add up to more than 1")
    return tuple(sorted(shares.items(), key=lambda item: -item[1]))
