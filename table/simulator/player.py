"""A sensible player: wins what can be won, calls for value, folds before a riichi.

The hand goes to tenpai by the quickest way, measured in shanten and tiles that help. A player calls
dragons and winds of value, and simples for an open tanyao; with one of these in hand, whatever
brings the hand nearer. Before somebody's riichi a hand far from tenpai discards what is safe.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.shanten import shanten_of
from scoring.tally import ORPHANS, UNIT, kinds_of, melds_key
from scoring.tiles import DORA_OF_INDICATOR, Tile
from scoring.waits import waits_of
from table.core.expectation import Expected
from table.core.faces import KEY_MASK, UNITS, of_kind, unpack
from table.core.play import Play
from table.core.seat import NEVER, SeatPlay
from table.core.state import TableState

_FAR = 2
"""From this many tiles to tenpai on, a hand gives way to a riichi."""
_NINE_KINDS_FROM = 4
_SIMPLES = 9
"""Simples that a hand needs before it goes for an open tanyao."""


class Player:
    """One player's decisions; what it sees is the state, its own tiles and the discards."""

    def __init__(self, ruleset: Ruleset, dice: Random) -> None:
        self._ruleset = ruleset
        self._dice = dice

    def act(self, state: TableState, play: Play, choices: Sequence[Expected]) -> Expected:
        """What to do on the own turn, of what can be done."""
        ways = {choice.kind: choice for choice in choices}
        seat = play.seats[play.turn]
        if "hora" in ways:
            return ways["hora"]
        near = shanten_of(seat.known & KEY_MASK, melds_key(seat.melds))
        if "ryukyoku" in ways and near >= _NINE_KINDS_FROM:
            return ways["ryukyoku"]
        if "reach" in ways and self._dice.random() < 0.9:
            return ways["reach"]
        for choice in choices:
            if choice.kind in {"ankan", "kakan"} and self._adds_kan(state, seat, choice, near):
                return choice
        return ways["dahai"]

    def discard(self, state: TableState, play: Play, choice: Expected) -> Tile:
        """Which tile to discard."""
        if choice.pai is not None:
            return choice.pai
        seat = play.seats[play.turn]
        own = melds_key(seat.melds)
        tiles = [tile for tile in dict.fromkeys(unpack(seat.known)) if tile not in choice.barred]
        after = {
            tile: shanten_of((seat.known - UNITS[tile.place]) & KEY_MASK, own) for tile in tiles
        }
        best = min(after.values())
        declared = seat.riichi_turn == len(seat.river)
        threats = [] if declared else _threats(play, play.turn)
        if threats and best >= _FAR:
            return min(tiles, key=lambda tile: (_danger(play, tile, threats), after[tile]))
        nearest = [tile for tile in tiles if after[tile] == best]
        return min(nearest, key=lambda tile: self._worth_keeping(state, play, seat, tile, best))

    def claim(self, state: TableState, play: Play, choices: Iterable[Expected]) -> Expected | None:
        """Which set to call, if any."""
        found = []
        for choice in choices:
            if choice.actor is None or choice.pai is None:
                continue
            seat = play.seats[choice.actor]
            key, own = seat.known & KEY_MASK, melds_key(seat.melds)
            before = shanten_of(key, own)
            threatened = bool(_threats(play, choice.actor)) and before >= _FAR
            if threatened or not self._has_yaku(state, seat, choice):
                continue
            for way in choice.own:
                used = sum(UNIT[tile.kind] for tile in way)
                if not _holds(key, way):
                    continue
                melds = own + used + UNIT[choice.pai.kind]
                after = min(
                    shanten_of(key - used - UNIT[tile.kind], melds)
                    for tile in unpack_kinds(key - used)
                )
                if after < before:
                    found.append((after, choice._replace(own=(way,))))
        return min(found, key=lambda one: one[0])[1] if found else None

    def _adds_kan(self, state: TableState, seat: SeatPlay, choice: Expected, near: int) -> bool:
        """Whether a kan of the own hand costs nothing."""
        if seat.riichi_turn != NEVER:
            return True
        if choice.pai is None or _threats(state.play, None) or near > _FAR:
            return False
        key, own = seat.known & KEY_MASK, melds_key(seat.melds)
        used = UNIT[choice.pai.kind] * (4 if choice.kind == "ankan" else 1)
        return shanten_of(key - used, own + used) <= near

    def _has_yaku(self, state: TableState, seat: SeatPlay, choice: Expected) -> bool:
        """Whether the hand will have a yaku after this call."""
        if choice.kind == "daiminkan":
            return False
        actor, tile = choice.actor, choice.pai
        if actor is None or tile is None:
            return False
        value = {31, 32, 33, state.seat_wind(actor).kind, state.bakaze.kind}
        melds = {meld.tiles[0].kind for meld in seat.melds}
        held = {kind for kind in value if of_kind(seat.known, kind) >= 3}
        if melds & value or held or (choice.kind == "pon" and tile.kind in value):
            return True
        return self._goes_simple(seat) and all(
            one.kind not in ORPHANS for way in choice.own[:1] for one in (*way, tile)
        )

    def _goes_simple(self, seat: SeatPlay) -> bool:
        """Whether the hand is on its way to an open tanyao."""
        rule = self._ruleset.yaku.get("tanyao")
        if rule is None or not rule.open:
            return False
        if any(tile.kind in ORPHANS for meld in seat.melds for tile in meld.tiles):
            return False
        simples = sum(tile.kind not in ORPHANS for tile in seat.known_tiles)
        return simples + 3 * len(seat.melds) >= _SIMPLES

    def _worth_keeping(
        self, state: TableState, play: Play, seat: SeatPlay, tile: Tile, best: int
    ) -> tuple[float, ...]:
        """What the hand loses with a tile; least first."""
        key = (seat.known - UNITS[tile.place]) & KEY_MASK
        own = melds_key(seat.melds)
        helps = (
            _left(play, seat, kinds_of(waits_of(key, own)))
            if best == 0
            else _helping(play, seat, key, own, best)
        )
        open_simple = bool(seat.melds) and self._goes_simple(seat) and tile.kind in ORPHANS
        dora = sum(DORA_OF_INDICATOR[m.kind] == tile.kind for m in play.markers if m is not None)
        value = tile.kind in {31, 32, 33, state.bakaze.kind} and of_kind(seat.known, tile.kind) > 1
        return (-20 * open_simple - helps + 3 * (dora + tile.red) + 2 * value, self._dice.random())


def unpack_kinds(key: int) -> tuple[Tile, ...]:
    """One tile of each kind that a key counts."""
    return tuple(Tile.of(kind) for kind in range(34) if key >> 3 * kind & 7)


def _helping(play: Play, seat: SeatPlay, key: int, own: int, best: int) -> int:
    """How many tiles not in sight bring the hand nearer than `best`."""
    near = (
        kind for kind in range(34) if _close(key, kind) and shanten_of(key + UNIT[kind], own) < best
    )
    return _left(play, seat, near)


def _close(key: int, kind: int) -> bool:
    """Whether the tile lies near one of the hand, so that it can help."""
    if key >> 3 * kind & 7:
        return key >> 3 * kind & 7 < 4
    if kind >= 27:
        return False
    low, high = kind // 9 * 9, kind // 9 * 9 + 9
    return any(key >> 3 * other & 7 for other in range(max(low, kind - 2), min(high, kind + 3)))


def _left(play: Play, seat: SeatPlay, kinds: Iterable[int]) -> int:
    """How many of these kinds the seat cannot see."""
    return sum(max(0, 4 - _seen(play, seat, kind)) for kind in kinds)


def _seen(play: Play, seat: SeatPlay, kind: int) -> int:
    """How many of a kind a seat sees: its own, all discards, all sets, the indicators."""
    count = of_kind(seat.known, kind)
    count += sum(m is not None and m.kind == kind for m in play.markers)
    for other in play.seats:
        count += sum(
            one.tile is not None and one.tile.kind == kind and one.caller is None
            for one in other.river
        )
        count += sum(tile.kind == kind for meld in other.melds for tile in meld.tiles)
    return count


def _threats(play: Play | None, actor: Seat | None) -> list[SeatPlay]:
    """The seats in riichi besides the own."""
    if play is None:
        return []
    return [
        seat
        for place, seat in enumerate(play.seats)
        if place != actor and seat.riichi_turn != NEVER
    ]


def _danger(play: Play, tile: Tile, threats: Iterable[SeatPlay]) -> float:
    """How likely a tile deals in, roughly: nothing against those who discarded it."""
    return sum(_risk(play, tile, seat) for seat in threats)


def _risk(play: Play, tile: Tile, seat: SeatPlay) -> float:
    after = play.offered[seat.riichi_at :] if seat.riichi_at >= 0 else ()
    passed = [offer.tile.kind for offer in after if offer.tile is not None]
    own = [one.tile.kind for one in seat.river if one.tile is not None]
    if tile.kind in passed or tile.kind in own:
        return 0
    if tile.is_honour:
        return 1.0
    partners = [kind for kind in (tile.kind - 3, tile.kind + 3) if kind // 9 == tile.kind // 9]
    covered = sum(kind in own for kind in partners)
    if covered == len(partners):
        return 2.0
    return 3.0 if tile.is_terminal else 5.0 - covered


def _holds(key: int, way: Iterable[Tile]) -> bool:
    """Whether the own tiles for a set are there."""
    needed = sum(UNIT[tile.kind] for tile in way)
    return all((key >> 3 * tile.kind & 7) >= (needed >> 3 * tile.kind & 7) for tile in way)


Decide = Callable[[TableState, Play, Sequence[Expected]], Expected]
