"""A hand of which some tiles are only probably known, as a camera gives it: what it may be.

Every slot (tile position) has alternatives with probabilities. The combinations that are complete
hands are found without trying them all; those that no table can show or that no rule lets win are
left out; what remains is ranked, and one slot is named whose second look would settle most.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import islice, product
from math import log2, prod
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from scoring.assignments import LEAST, ever_deeper
from scoring.case import check_keys, parse_win
from scoring.engine import score
from scoring.errors import IllegalHandError, InvalidCaseError, InvalidMeldError
from scoring.hand import Hand
from scoring.meld_notation import MeldShape, read_meld, read_shape
from scoring.melds import Meld
from scoring.score import Refusal, Score
from scoring.slots import Slot, likeliest_first, likeliest_pairs, parse_slot
from scoring.tiles import Tile, format_tiles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scoring.assignments import Assignment
    from scoring.ruleset import Ruleset
    from scoring.seats import Wind
    from scoring.win import Win

MAX_HANDS: Final = 2_000
"""How many combinations that are hands are looked at, the likeliest."""
_TRIES: Final = 20_000
"""How many combinations that have a hand's shape are tried, the likeliest."""
_MELDS: Final = 2_000
"""How many combinations of a meld's tiles are tried."""
_WORTH_A_LOOK: Final = 0.005
"""A slot that settles less of the doubt is not named."""
_IMPOSSIBLE: Final = frozenset({"not_complete", "no_yaku", "winning_tile_missing"})
_Uncertain: TypeAlias = tuple[MeldShape, int]
"""A meld whose tiles are slots, and how many they are."""
_Sets: TypeAlias = tuple[tuple[Meld, ...], tuple[Tile, ...]]
"""The melds of a hand, and the tiles of those that are uncertain, slot by slot."""


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
    """Combinations left out: five of a kind, no shape, no yaku, or hopelessly unlikely."""
    complete: bool
    """No combination is missing that wins and is a ten-thousandth as likely as the best or more."""
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
            "complete": self.complete,
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
    win_tile: Any = mapping.get("win_tile")
    apart = () if type(win_tile) is int else parse_slot("win_tile", win_tile)
    if apart and len(slots) == full - 1:
        win_tile, apart, slots = len(slots), (), [*slots, apart]
    if len(slots) != full:
        raise IllegalHandError(
            f"{len(slots)} concealed tiles and {len(melds)} melds: expected {full} concealed"
        )
    if not apart and not 0 <= win_tile < full:
        raise InvalidCaseError(f"win_tile {win_tile}: expected a tile or 0..{full - 1}")
    likeliest = (apart or slots[win_tile])[0][0]
    win = parse_win({**mapping, "win_tile": str(likeliest)})
    places: list[tuple[int | None, int]] = [(None, index) for index in range(full)]
    shapes = []
    for number, value in enumerate(melds):
        shape, found = _meld_slots(number, value, win.seat_wind)
        shapes.append(shape)
        slots += found
        places += [(number, index) for index in range(len(found))]
    if apart:
        win_tile, slots = len(slots), [*slots, apart]
    search = _Search(win, ruleset, slots, full, shapes, win_tile)
    search.examine()
    return search.verdict(places, prod(map(len, slots)))


class _Search:
    """Collects which combinations are hands, and what each is worth."""

    def __init__(
        self,
        win: Win,
        ruleset: Ruleset,
        slots: Sequence[Slot],
        concealed: int,
        melds: Sequence[Meld | _Uncertain],
        win_slot: int,
    ) -> None:
        self._win = win
        self._ruleset = ruleset
        self._slots = slots
        self._concealed = concealed
        self._melds = melds
        self._win_slot = win_slot
        self._results: dict[tuple[Hand, Tile], Score | Refusal | None] = {}
        self._kept: list[tuple[tuple[Hand, Tile], tuple[Tile, ...], float]] = []
        self._surest = 1.0 if win_slot < concealed else slots[win_slot][0][1]
        self._best = 0.0
        self._tried = 0
        self._complete = False

    def examine(self) -> None:
        """Find the combinations that are hands, likeliest first, and score each hand once.

        The likeliest shape need not be a hand that can win: how deep to search is measured by the
        likeliest that was kept.
        """
        options = [_by_kind(slot) for slot in self._slots[: self._concealed]]
        declared, unread = self._declared()
        likeliest = max(_top(declared), unread)
        for found in ever_deeper(options, 4 - len(self._melds)):
            shapes = sorted(found.assignments.items(), key=lambda item: -item[1])
            if not self._keep_likely(shapes, declared):
                return
            enough = LEAST * self._best / self._surest
            if found.missed * likeliest <= enough:
                self._complete = _top(shapes) * unread <= enough
                return

    def _keep_likely(
        self, shapes: Sequence[tuple[Assignment, float]], declared: Sequence[tuple[_Sets, float]]
    ) -> bool:
        """Keep what is likely beside the best of it; False where that was too much to try."""
        self._kept.clear()
        self._tried = 0
        for (kinds, likely), ((melds, tiles), share) in likeliest_pairs(shapes, declared):
            if likely * share * self._surest < LEAST * self._best:
                break
            if len(self._kept) >= MAX_HANDS or self._tried >= _TRIES:
                return False
            self._keep(kinds, melds, tiles, share)
        return True

    def _declared(self) -> tuple[list[tuple[_Sets, float]], float]:
        """Return what the melds may be together, likeliest first; no other is likelier than that.

        The second value is 0 where there is no other.
        """
        ways: list[tuple[_Sets, float]] = [(((), ()), 1.0)]
        unread = 0.0
        place = self._concealed
        for shape in self._melds:
            if isinstance(shape, Meld):
                ways = [(((*melds, shape), tiles), share) for (melds, tiles), share in ways]
                continue
            known, size = shape
            single, missed = _meld_ways(known, self._slots[place : place + size])
            place += size
            unread = max(unread * max(_top(single), missed), _top(ways) * missed)
            pairs = islice(likeliest_pairs(ways, single), _MELDS + 1)
            ways = [
                (((*melds, meld), tiles + own), share * likely)
                for ((melds, tiles), share), ((meld, own), likely) in pairs
            ]
            if len(ways) > _MELDS:
                unread = max(unread, ways.pop()[1])
        return ways, unread

    def _keep(
        self, kinds: Sequence[int], melds: tuple[Meld, ...], tiles: tuple[Tile, ...], share: float
    ) -> None:
        """Remember one hand with each colour of its fives and each tile that may have won."""
        faces = [
            [one for one in slot if one[0].kind == kind]
            for slot, kind in zip(self._slots, kinds, strict=False)
        ]
        apart = self._win_slot >= self._concealed
        won = self._slots[self._win_slot] if apart else ((None, 1.0),)
        for picks in product(*faces):
            concealed = tuple(tile for tile, _ in picks)
            likely = share * prod(one for _, one in picks)
            for drawn, chance in won:
                self._tried += 1
                tile = concealed[self._win_slot] if drawn is None else drawn
                chosen = concealed + tiles + ((tile,) if apart else ())
                key = self._hand(concealed, melds, tile)
                if key is not None and self._result(key) is not None:
                    self._kept.append((key, chosen, likely * chance))
                    self._best = max(self._best, likely * chance)

    def verdict(self, places: list[tuple[int | None, int]], combinations: int) -> Verdict:
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
        return Verdict(tuple(hands), combinations - len(self._kept), self._complete, check)

    def _hand(
        self, concealed: tuple[Tile, ...], melds: tuple[Meld, ...], win_tile: Tile
    ) -> tuple[Hand, Tile] | None:
        """Return the hand and winning tile, or None if no table shows them.

        A winning tile named apart may be there as a five of the other colour.
        """
        if win_tile not in concealed:
            alike = [tile for tile in concealed if tile.kind == win_tile.kind]
            if not alike:
                return None
            win_tile = alike[0]
        try:
            return Hand(concealed, melds), win_tile
        except IllegalHandError:
            return None

    def _result(self, key: tuple[Hand, Tile]) -> Score | Refusal | None:
        """Score one hand, once; None if it cannot be on this table or cannot win."""
        if key not in self._results:
            self._results[key] = self._scored(*key)
        return self._results[key]

    def _scored(self, hand: Hand, win_tile: Tile) -> Score | Refusal | None:
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


def _by_kind(slot: Slot) -> dict[int, float]:
    """Return how likely each kind is, whatever the colour of a five."""
    shares: dict[int, float] = {}
    for tile, share in slot:
        shares[tile.kind] = shares.get(tile.kind, 0.0) + share
    return shares


def _top(ways: Sequence[tuple[Any, float]]) -> float:
    """Return how likely the first is, the likeliest; 0 where there is none."""
    return ways[0][1] if ways else 0.0


def _meld_ways(
    shape: MeldShape, slots: Sequence[Slot]
) -> tuple[list[tuple[tuple[Meld, tuple[Tile, ...]], float]], float]:
    """Return what one uncertain meld may be: the meld with its tiles by slot, how likely.

    No other is likelier than the second value, which is 0 where all were tried.
    """
    ways: list[tuple[tuple[Meld, tuple[Tile, ...]], float]] = []
    for number, (tiles, share) in enumerate(likeliest_first(slots)):
        if number == _MELDS:
            return ways, share
        try:
            meld = shape.of(tiles)
        except InvalidMeldError:
            continue
        ways.append(((meld, tiles), share))
    return ways, 0.0


def _meld_slots(number: int, value: object, seat: Wind) -> tuple[Meld | _Uncertain, list[Slot]]:
    """Read a meld that is certain, or one whose tiles are slots."""
    if not isinstance(value, dict) or not isinstance(value.get("tiles"), list):
        return read_meld(value, seat), []
    tiles = value["tiles"]
    slots = [parse_slot(f"melds[{number}][{index}]", tile) for index, tile in enumerate(tiles)]
    return (read_shape(value), len(slots)), slots
