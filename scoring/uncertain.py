"""A hand of which some tiles are only probably known, as a camera gives it: what it may be.

Every slot (tile position) has alternatives with probabilities. The combinations are examined from
the likeliest down; those that no table can show or that no rule lets win are left out; what remains
is ranked, and one slot is named whose second look would settle most.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import islice
from math import log2, prod
from typing import TYPE_CHECKING, Any, Final

from scoring.case import check_keys, parse_win
from scoring.engine import score
from scoring.errors import IllegalHandError, InvalidCaseError, InvalidMeldError
from scoring.hand import Hand
from scoring.meld_notation import read_meld
from scoring.melds import Meld, MeldKind
from scoring.score import Refusal, Score
from scoring.slots import Slot, likeliest_first, parse_slot
from scoring.tiles import format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.ruleset import Ruleset
    from scoring.tiles import Tile
    from scoring.win import Win

MAX_COMBINATIONS: Final = 20_000
"""How many combinations of alternatives are examined at most."""
ENOUGH: Final = 0.9999
"""The search ends when so much of all probability has been examined."""
_WORTH_A_LOOK: Final = 0.005
"""A slot that settles less of the doubt is not named."""
_IMPOSSIBLE: Final = frozenset({"not_complete", "no_yaku", "winning_tile_missing"})


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
    """Judge a hand given as a case in which each tile may be a list of [tile, probability].

    This goes for the concealed tiles, the tiles of a meld and `win_tile`; "?" stands for any tile.
    `win_tile` may also be the index of its slot among the concealed ones, or come on top of one
    concealed tile less. Raises InvalidCaseError and the errors of the values.
    """
    check_keys(mapping)
    concealed, melds = mapping.get("concealed"), mapping.get("melds", [])
    if not isinstance(concealed, list) or not isinstance(melds, list):
        raise InvalidCaseError("concealed and melds: expected two lists")
    slots = [parse_slot(f"concealed[{index}]", value) for index, value in enumerate(concealed)]
    full = 14 - 3 * len(melds)
    win_tile = mapping.get("win_tile")
    if len(slots) == full - 1 and type(win_tile) is not int:
        win_tile = len(slots)
        slots.append(parse_slot("win_tile", mapping.get("win_tile")))
    if len(slots) != full:
        raise IllegalHandError(
            f"{len(slots)} concealed tiles and {len(melds)} melds: expected {full} concealed"
        )
    places: list[tuple[int | None, int]] = [(None, index) for index in range(full)]
    shapes = []
    for number, value in enumerate(melds):
        shape, found = _meld_slots(number, value)
        shapes.append(shape)
        slots += found
        places += [(number, index) for index in range(len(found))]
    if type(win_tile) is not int:
        slots.append(parse_slot("win_tile", win_tile))
        win_tile = len(slots) - 1
    elif not 0 <= win_tile < full:
        raise InvalidCaseError(f"win_tile {win_tile}: expected a tile or 0..{full - 1}")
    win = parse_win({**mapping, "win_tile": str(slots[win_tile][0][0])})
    search = _Search(win, ruleset, full, shapes, win_tile)
    all_of_it = prod(sum(share for _, share in slot) for slot in slots)
    for chosen, probability in islice(likeliest_first(slots), MAX_COMBINATIONS):
        search.examine(chosen, probability)
        if search.examined >= ENOUGH * all_of_it:
            break
    return search.verdict(places)


class _Search:
    """Collects what the examined combinations amount to."""

    def __init__(
        self,
        win: Win,
        ruleset: Ruleset,
        concealed: int,
        melds: Sequence[Meld | tuple[MeldKind, int]],
        win_slot: int,
    ) -> None:
        self._win = win
        self._ruleset = ruleset
        self._concealed = concealed
        self._melds = melds
        self._win_slot = win_slot
        self._results: dict[tuple[Hand, Tile], Score | Refusal | None] = {}
        self._kept: list[tuple[tuple[Hand, Tile], tuple[Tile, ...], float]] = []
        self._impossible = 0
        self.examined = 0.0

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
        except (InvalidMeldError, IllegalHandError):
            return None
        return hand, chosen[self._win_slot]

    def _result(self, hand: Hand, win_tile: Tile) -> Score | Refusal | None:
        """Score one hand; None if it cannot be on this table or cannot win."""
        try:
            result = score(hand, replace(self._win, win_tile=win_tile), self._ruleset)
        except IllegalHandError:
            return None
        if isinstance(result, Refusal) and result.reason in _IMPOSSIBLE:
            return None
        return result

    def _check(
        self,
        places: list[tuple[int | None, int]],
        weights: Mapping[tuple[Hand, Tile], float],
        total: float,
    ) -> Check | None:
        """Choose the slot that leaves the least doubt about the hand once it is known."""
        doubt = _entropy(weights.values())
        left, slot = min((self._left(slot, total), slot) for slot in range(len(places)))
        settled = (doubt - left) / doubt
        if settled < _WORTH_A_LOOK:
            return None
        shares: defaultdict[Tile, float] = defaultdict(float)
        for _, chosen, probability in self._kept:
            shares[chosen[slot]] += probability / total
        ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))[:3]
        tiles = " or ".join(f"{tile} ({share:.0%})" for tile, share in ranked)
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


def _meld_slots(number: int, value: object) -> tuple[Meld | tuple[MeldKind, int], list[Slot]]:
    """Read a meld that is certain, or one whose tiles are slots."""
    if not isinstance(value, dict) or not isinstance(value.get("tiles"), list):
        return read_meld(value), []
    kind = MeldKind.parse(str(value.get("type")))
    tiles = value["tiles"]
    slots = [parse_slot(f"melds[{number}][{index}]", tile) for index, tile in enumerate(tiles)]
    return (kind, len(slots)), slots
