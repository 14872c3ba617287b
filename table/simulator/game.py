"""The table of a simulated game: asks the players, decides claims, writes what happens.

Every event comes from what `table.core.expected` lists, and every ending from `table.core.endings`,
so that a game is legal under its ruleset by the same rules that a real table is judged by.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tally import melds_key
from scoring.tiles import Tile
from scoring.waits import waits_by
from table.core import events
from table.core.circumstances import declared
from table.core.decisions import begin_game
from table.core.draws import draws_now, nagashi
from table.core.endings import EXHAUSTIVE, HandEnd, end_hand
from table.core.events import TableEvent
from table.core.expectation import Expected
from table.core.expected import expected
from table.core.faces import KEY_MASK, unpack
from table.core.play import Play, Stage
from table.core.state import EMPTY, Phase, TableState, apply
from table.core.units import SEATS
from table.simulator.deck import Deck
from table.simulator.player import Player

NAMES = ("Aki", "Ben", "Chie", "Dai")
_SETS: dict[str, type[events.Chi | events.Pon | events.Daiminkan]] = {
    "chi": events.Chi,
    "pon": events.Pon,
    "daiminkan": events.Daiminkan,
}
Names = tuple[str, str, str, str]


def simulate(ruleset: Ruleset, seed: int, names: Names = NAMES) -> tuple[TableEvent, ...]:
    """The events of one whole game; the same for the same seed."""
    return tuple(Game(ruleset, seed, names).play())


class Game:
    """One game in progress."""

    def __init__(self, ruleset: Ruleset, seed: int, names: Names = NAMES) -> None:
        self._ruleset = ruleset
        self._dice = Random(seed)
        self._player = Player(ruleset, self._dice)
        self._names = names
        self._deck = Deck.shuffled(self._dice, ruleset)
        self.state: TableState = EMPTY

    def play(self) -> Iterator[TableEvent]:
        """The events one by one, to the end of the game."""
        start, first = begin_game(self._names, self._ruleset)
        yield self._done(start)
        yield self._done(self._dealt(first))
        while self.state.phase is not Phase.ENDED:
            for event in self._next():
                yield self._done(self._dealt(event))

    def _done(self, event: TableEvent) -> TableEvent:
        self.state = apply(self.state, event)
        return event

    def _dealt(self, event: TableEvent) -> TableEvent:
        """A hand with its tiles; any other event as it is."""
        if not isinstance(event, events.StartKyoku):
            return event
        self._deck = Deck.shuffled(self._dice, self._ruleset)
        return replace(event, dora_marker=self._deck.indicators.pop(0), tehais=self._deck.hands)

    def _next(self) -> Sequence[TableEvent]:
        """What happens now: one event, or all of an ending."""
        play = self.state.play
        if play is None:
            raise AssertionError("a hand in progress")
        choices = [one for one in expected(self.state, self._ruleset) if one.sure and not one.late]
        if play.stage is Stage.DISCARD:
            return self._turn(play, choices)
        rons = [one for one in choices if one.kind == "hora" and one.actor != one.target]
        if rons:
            return self._won(play, rons)
        by_kind = {one.kind: one for one in choices}
        if accepted := by_kind.get("reach_accepted"):
            return (events.ReachAccepted(_seat(accepted)),)
        if "dora" in by_kind:
            return (self._dora(),)
        if drawn := [one for one in draws_now(self.state, self._ruleset) if not one.optional]:
            return self._drawn(play, drawn[0].reason)
        calls = [one for one in choices if one.kind in _SETS]
        if called := self._called(play, calls):
            return (called,)
        return (events.Tsumo(play.turn, self._drawn_tile(play)),)

    def _dora(self) -> events.Dora:
        return events.Dora(self._deck.indicators.pop(0))

    def _turn(self, play: Play, choices: Sequence[Expected]) -> Sequence[TableEvent]:
        """The player on turn acts; an open kan's indicator may have to wait for the discard."""
        due = any(one.kind == "dora" for one in choices)
        if due and self._ruleset.calls.kan_dora == "at_once":
            return (self._dora(),)
        choice = self._player.act(self.state, play, [one for one in choices if one.kind != "dora"])
        actor = play.turn
        match choice.kind:
            case "hora":
                return self._won(play, [choice])
            case "ryukyoku":
                return self._drawn(play, "nine_kinds", actor)
            case "reach":
                return (events.Reach(actor),)
            case "ankan":
                return (events.Ankan(actor, self._faces(play, choice.own[0])),)
            case "kakan":
                (added,) = self._faces(play, (choice.pai or Tile.of(0),))
                return (events.Kakan(actor, added, choice.own[0]),)
            case _:
                tile = self._player.discard(self.state, play, choice)
                discard = events.Dahai(actor, tile, tsumogiri=self._is_drawn(play, tile))
                return (self._dora(), discard) if due else (discard,)

    def _is_drawn(self, play: Play, tile: Tile) -> bool:
        return play.has_drawn and play.drawn == tile

    def _called(self, play: Play, calls: Sequence[Expected]) -> TableEvent | None:
        """The set that is called; a triplet goes before a run."""
        wanted = []
        for seat in SEATS:
            mine = [one for one in calls if one.actor == seat]
            if mine and (choice := self._player.claim(self.state, play, mine)):
                wanted.append(choice)
        if not wanted:
            return None
        choice = min(wanted, key=lambda one: one.kind == "chi")
        own = self._faces(play, choice.own[0], _seat(choice))
        if choice.target is None or choice.pai is None:
            raise AssertionError("a call names its tile")
        return _SETS[choice.kind](_seat(choice), choice.target, choice.pai, own)

    def _won(self, play: Play, choices: Sequence[Expected]) -> Sequence[TableEvent]:
        """All who can win on the tile do."""
        said = []
        for choice in choices:
            actor, tile = _seat(choice), choice.pai or play.drawn
            target = actor if choice.target is None else choice.target
            if tile is None:
                raise AssertionError("a win names its tile")
            ura = self._ura(play, actor)
            one = declared(self.state, actor, target, tile, self._ruleset, ura=ura)
            if one is None:
                raise AssertionError("a simulated hand is known")
            said.append(one)
        return end_hand(self.state, HandEnd(wins=tuple(said)), self._ruleset)

    def _ura(self, play: Play, actor: Seat) -> tuple[Tile, ...]:
        """The ura indicators that a winner in riichi turns."""
        if not self._ruleset.win.ura_dora or play.seats[actor].riichi_at < 0:
            return ()
        turned = len(play.markers) if self._ruleset.win.kan_dora else 1
        return tuple(self._deck.ura[:turned])

    def _drawn(self, play: Play, reason: str, actor: Seat | None = None) -> Sequence[TableEvent]:
        """The hand ends without a win; who waits shows it."""
        tenpai = frozenset(seat for seat in SEATS if self._waits(play, seat))
        if reason != EXHAUSTIVE:
            return end_hand(
                self.state, HandEnd(draw=reason, tenpai=tenpai, actor=actor), self._ruleset
            )
        flowing = tuple(seat for seat in SEATS if nagashi(play, seat, self._ruleset))
        last = play.offered[-1].seat if play.offered else None
        end = HandEnd(draw=reason, tenpai=tenpai, nagashi=flowing, last_discarder=last)
        return end_hand(self.state, end, self._ruleset)

    def _waits(self, play: Play, seat: Seat) -> bool:
        known = play.seats[seat]
        if known.tiles != 13:
            return False
        rule = self._ruleset.draws.own_fifth_tile
        return bool(waits_by(rule, known.known & KEY_MASK, melds_key(known.melds)))

    def _drawn_tile(self, play: Play) -> Tile:
        pile = self._deck.replacements if play.stage is Stage.REPLACE else self._deck.live
        return pile.pop(0)

    def _faces(
        self, play: Play, wanted: Sequence[Tile], actor: Seat | None = None
    ) -> tuple[Tile, ...]:
        """The own tiles of these kinds as they are, red fives first."""
        held = list(unpack(play.seats[play.turn if actor is None else actor].known))
        held.sort(key=lambda tile: not tile.red)
        found = []
        for tile in wanted:
            face = next(one for one in held if one.kind == tile.kind)
            held.remove(face)
            found.append(face)
        return tuple(found)


def _seat(choice: Expected) -> Seat:
    if choice.actor is None:
        raise AssertionError("a choice names its player")
    return choice.actor
