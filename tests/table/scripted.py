"""Hands played from a script, all tiles known, every move judged."""

import random
import re
from dataclasses import replace

from scoring.seats import Seat
from scoring.tiles import TILES, Tile, parse_tiles
from table.config import load_ruleset
from table.core.circumstances import declared
from table.core.declaration import judge_all
from table.core.endings import HandEnd, end_hand, wins_paid
from table.core.events import EndKyoku, StartGame, StartKyoku
from table.core.incidents import Reveal
from table.core.legal import judge
from table.core.rotation import first_hand, next_hand
from table.core.state import apply, fold

A = Seat.FIRST
PLAYERS = dict(zip("ABCD", Seat, strict=True))
THREE_ON_5M = (
    {"A": "234678p23488s46m", "B": "234678p23466s46m", "D": "345567p34577s46m"},
    "A+9m; A-9m!; B+9m; B-9m!; C+9p; C-9p!; D+9p; D-9p!; A+1m; A-1m!; B+1m; B-1m!; C+5m; C-5m!",
)
"""Hands that all wait for C's last discard, and how it came to that."""


def filled(hands, used, marker, *, red):
    """The four hands; who has none gets tiles that the script has no use for."""
    left = [tile for tile in TILES[:34] for _ in range(4)]
    for kind in (4, 13, 22) if red else ():
        left[left.index(Tile.of(kind))] = Tile.of(kind, red=True)
    given = [parse_tiles(hands[player]) if player in hands else None for player in "ABCD"]
    for tile in (*used, marker, *(tile for hand in given if hand for tile in hand)):
        left.remove(tile)
    random.Random(5).shuffle(left)
    dealt = tuple(hand or tuple(left.pop() for _ in range(13)) for hand in given)
    return dealt, left


class Hand:
    """One hand under a ruleset, and others after it."""

    def __init__(self, playing, rules, hands, moves="", marker="2s"):
        self.playing = playing
        self.ruleset = load_ruleset(rules)
        red = self.ruleset.win.red_fives
        first = first_hand(self.ruleset.game)
        self.events = [StartGame(playing.NAMES, rules, riichi_bet=1000, aka_flag=red)]
        self.state = fold(self.events)
        self._deal(StartKyoku(first.bakaze, 1, 0, 0, A, first.scores), hands, moves, marker)

    def then(self, hands, moves="", marker="2s"):
        """The next hand."""
        return self._deal(next_hand(self.state, self.ruleset), hands, moves, marker)

    def _deal(self, deal, hands, moves, marker):
        used = [Tile.parse(tile) for tile in re.findall(r"(?:\+|dora )(\d[mpsz])", moves)]
        red = self.ruleset.win.red_fives
        tehais, self.left = filled(hands, used, Tile.parse(marker), red=red)
        dealt = replace(deal, dora_marker=Tile.parse(marker), tehais=tehais)
        self.events.append(dealt)
        self.state = apply(self.state, dealt)
        for move in self.playing.moves(moves):
            self.play(self.playing.event(move, self.state))
        return self

    def play(self, event):
        ruling = judge(self.state, event, self.ruleset)
        assert ruling.allowed is True, (event, ruling)
        self.state = apply(self.state, event)
        self.events.append(event)

    def shows(self, *players):
        """These lay their hands open, and are said to have won."""
        for player in players:
            seat = PLAYERS[player]
            self.play(Reveal(seat, tuple(self.state.play.seats[seat].known_tiles)))
        return self

    def end(self, events):
        for event in events:
            self.play(event)
            if isinstance(event, EndKyoku):
                return self
        return self

    def won(self, *wins, ura=()):
        """What they declare: winner, then target and tile."""
        ura = tuple(map(Tile.parse, ura))
        return tuple(
            declared(
                self.state, PLAYERS[winner], PLAYERS[target], Tile.parse(tile), self.ruleset,
                ura=ura,
            )
            for winner, target, tile in wins
        )  # fmt: skip

    def win(self, *wins, ura=()):
        """`win(("B", "D", "5p"))`, by several on one tile."""
        said = self.won(*wins, ura=ura)
        verdict = judge_all(self.state, said, self.ruleset)
        if verdict.triple_ron:
            return self.end(end_hand(self.state, HandEnd(wins=said), self.ruleset))
        return self.end((*wins_paid(self.state, verdict.winners, self.ruleset), EndKyoku()))

    def false(self, *wins):
        """They declare what the rules refuse."""
        return self.end(end_hand(self.state, HandEnd(wins=self.won(*wins)), self.ruleset))

    def foul(self, *fouls):
        return self.end(end_hand(self.state, HandEnd(fouls=fouls), self.ruleset))

    def draw(self, reason, **facts):
        return self.end(end_hand(self.state, HandEnd(draw=reason, **facts), self.ruleset))

    @property
    def yaku(self):
        return {name for win in self.state.hands[-1].wins for name, _ in win.yakus}
