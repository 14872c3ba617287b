"""Whole games played at random among what `expected` lists, for tests of laws.

Players mostly keep the tiles that bring them nearer to tenpai, so that riichi, calls, kans and wins
all happen; whatever is expected may be chosen.
"""

import random
from dataclasses import replace

from scoring.shanten import shanten_of
from scoring.tally import melds_key
from scoring.tiles import TILES, Tile
from scoring.waits import waits_of
from table.core.circumstances import declared
from table.core.declaration import judge_all
from table.core.draws import draws_now, nagashi
from table.core.endings import HandEnd, and_next, end_hand, wins_paid
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    StartGame,
    StartKyoku,
    Tsumo,
)
from table.core.expected import expected
from table.core.faces import KEY_MASK, UNITS, unpack
from table.core.rotation import first_hand
from table.core.state import EMPTY, Phase, apply
from table.core.units import SEATS, UNSEEN_HANDS
from table.errors import IllegalActionError

NAMES = ("Aki", "Ben", "Chie", "Dai")
CALLS = {"chi": Chi, "pon": Pon, "daiminkan": Daiminkan}
WEIGHTS = {"hora": 30, "reach": 8, "ankan": 3, "kakan": 3, "daiminkan": 0.5, "pon": 0.5, "chi": 0.4}


def possible(state, event):
    """Whether a table can show it: a drawn tile that goes back makes no set."""
    try:
        apply(state, event)
    except IllegalActionError:
        return False
    return True


def wall(dice, red=True):
    """136 tiles in random order, one red five a suit."""
    tiles = [tile for tile in TILES[:34] for _ in range(4)]
    for kind in (4, 13, 22) if red else ():
        tiles[tiles.index(Tile.of(kind))] = Tile.of(kind, red=True)
    dice.shuffle(tiles)
    return tiles


class RandomGame:
    """A game in progress; `step` plays one event and returns it."""

    def __init__(self, seed, ruleset, *, calls=1.0):
        self.dice = random.Random(seed)
        self.ruleset = ruleset
        self.calls = calls
        self.state = EMPTY
        self.events = []
        self.queue = []
        self.live, self.dead = [], []

    @property
    def over(self):
        return self.state.phase is Phase.ENDED

    def step(self):
        """Play one event."""
        event = self.queue.pop(0) if self.queue else self._choose()
        if isinstance(event, StartKyoku):
            event = self._dealt(event)
        self.state = apply(self.state, event)
        self.events.append(event)
        return event

    def _choose(self):
        if self.state.phase is Phase.EMPTY:
            return StartGame(NAMES, self.ruleset.id, riichi_bet=self.ruleset.riichi.bet)
        if self.state.phase is Phase.SEATED:
            return first_hand(self.ruleset.game)
        choices = expected(self.state, self.ruleset)
        due = {
            choice.kind: choice for choice in choices if choice.kind in {"reach_accepted", "dora"}
        }
        if "reach_accepted" in due and not any(c.kind == "hora" for c in choices):
            return ReachAccepted(due["reach_accepted"].actor)
        if "dora" in due and not any(choice.kind == "hora" and choice.sure for choice in choices):
            return Dora(self.dead.pop())
        choices = [choice for choice in choices if choice.kind != "dora" and self._possible(choice)]
        weights = [self._weight(choice) for choice in choices]
        return self._event(self.dice.choices(choices, weights)[0])

    def _possible(self, choice):
        if choice.late or choice.kind in {"tenpai", "reach_accepted"}:
            return False
        return choice.sure or choice.kind == "ryukyoku"

    def _weight(self, choice):
        weight = WEIGHTS.get(choice.kind, 1)
        return weight * self.calls if choice.kind in CALLS else weight

    def _event(self, choice):
        play, actor = self.state.play, choice.actor
        match choice.kind:
            case "tsumo":
                after_kan = play.stage.name == "REPLACE"
                return Tsumo(actor, self.dead.pop(0) if after_kan else self.live.pop(0))
            case "dahai":
                return self._discard(choice)
            case "reach":
                return Reach(actor)
            case "chi" | "pon" | "daiminkan":
                own = self._faces(actor, self.dice.choice(self._held(choice)))
                return CALLS[choice.kind](actor, choice.target, choice.pai, own)
            case "ankan":
                return Ankan(actor, self._faces(actor, (choice.pai,) * 4))
            case "kakan":
                (added,) = self._faces(actor, (choice.pai,))
                return Kakan(actor, added, choice.own[0])
            case "hora":
                return self._won(choice)
            case "ryukyoku":
                return self._drawn(choice)
        raise ValueError(choice)

    def _held(self, choice):
        known = self.state.play.seats[choice.actor].known
        return [own for own in choice.own if self._has(known, own)]

    @staticmethod
    def _has(known, own):
        tiles = [tile.kind for tile in unpack(known)]
        for tile in own:
            if tile.kind not in tiles:
                return False
            tiles.remove(tile.kind)
        return True

    def _faces(self, actor, own):
        """The own tiles as they are, red fives included."""
        tiles = list(unpack(self.state.play.seats[actor].known))
        self.dice.shuffle(tiles)
        found = []
        for tile in own:
            face = next(other for other in tiles if other.kind == tile.kind)
            tiles.remove(face)
            found.append(face)
        return tuple(found)

    def _discard(self, choice):
        play = self.state.play
        seat = play.seats[choice.actor]
        if choice.pai is not None:
            return Dahai(choice.actor, choice.pai, tsumogiri=True)
        tiles = [tile for tile in unpack(seat.known) if tile not in choice.barred]
        tile = self.dice.choice(tiles)
        if self.dice.random() < 0.85 or seat.riichi_turn == len(seat.river):
            tile = min(
                tiles, key=lambda one: shanten_of((seat.known - UNITS[one.place]) & KEY_MASK)
            )
        drawn = play.drawn == tile
        if drawn and tiles.count(tile) > 1:
            drawn = self.dice.random() < 0.5
        return Dahai(choice.actor, tile, tsumogiri=drawn)

    def _won(self, choice):
        """The win and all that follows it."""
        target, tile = choice.target, choice.pai
        if tile is None:
            tile = self.state.play.drawn
        ura = ()
        if self.state.play.seats[choice.actor].riichi_at >= 0:
            ura = tuple(self.dead[-6:][: len(self.state.play.markers)])
        said = declared(self.state, choice.actor, target, tile, self.ruleset, ura=ura)
        verdict = judge_all(self.state, [said], self.ruleset)
        self.queue = list(
            and_next(self.state, wins_paid(self.state, verdict.winners, self.ruleset), self.ruleset)
        )
        return self.queue.pop(0)

    def _drawn(self, choice):
        reason = draws_now(self.state, self.ruleset)[0].reason
        play = self.state.play
        if reason == "exhaustive_draw":
            tenpai = frozenset(
                seat
                for seat in SEATS
                if waits_of(play.seats[seat].key, melds_key(play.seats[seat].melds))
            )
            ends = HandEnd(
                draw=reason,
                tenpai=tenpai,
                nagashi=tuple(seat for seat in SEATS if nagashi(play, seat, self.ruleset)),
                last_discarder=play.offered[-1].seat,
            )
        else:
            ends = HandEnd(draw=reason, actor=choice.actor, tenpai=frozenset(SEATS))
        self.queue = list(end_hand(self.state, ends, self.ruleset))
        return self.queue.pop(0)

    def _dealt(self, event):
        tiles = wall(self.dice)
        hands = tuple(tuple(tiles[13 * seat : 13 * seat + 13]) for seat in range(4))
        self.live, self.dead = tiles[52:-14], tiles[-14:]
        return replace(event, dora_marker=self.dead.pop(), tehais=hands)


def hidden(event):
    """The same event for an observer who sees no hand and no draw."""
    match event:
        case StartKyoku():
            return replace(event, tehais=UNSEEN_HANDS)
        case Tsumo():
            return replace(event, pai=None)
        case _:
            return event
