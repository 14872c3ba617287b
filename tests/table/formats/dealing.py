"""Random hands for the formats: every call and kan, riichi, and every way to end, by a seed.

The tiles are real (136 copies, nobody plays what he has not), the play is senseless and the points
are invented: the formats only have to carry them. Each event comes with its mjlog element.
"""

import itertools
import random

from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from table.core.events import (
    SEATS,
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)

REDS = {16, 52, 88}
DRAW_TYPES = {
    "exhaustive_draw": None, "nagashi_mangan": "nm", "nine_kinds": "yao9", "four_winds": "kaze4",
    "four_kans": "kan4", "four_riichi": "reach4", "triple_ron": "ron3",
}  # fmt: skip


def tile(copy):
    return Tile.of(copy // 4, red=copy in REDS)


def random_game(seed, *, hands=3, kan_dora="before_discard"):
    """A game as events, and the same game as an mjlog document."""
    rng = random.Random(seed)
    names = ("Aki", "Ben", "Chie", "大")
    events = [StartGame(names, "", 0, aka_flag=True)]
    xml = ['<mjloggm ver="2.3"><SHUFFLE seed="x" ref=""/><GO type="9" lobby="0"/>']
    xml.append('<UN n0="Aki" n1="Ben" n2="Chie" n3="%E5%A4%A7" dan="1,1,1,1"/><TAIKYOKU oya="0"/>')
    scores, kyotaku = [25000] * 4, 0
    for number in range(hands):
        hand = Dealing(rng, number, scores, kyotaku, kan_dora)
        hand.play()
        events += hand.events
        xml += hand.xml
        scores, kyotaku = hand.scores, hand.kyotaku
    final = ",".join(f"{points // 100},0.0" for points in scores)
    head, slash, tail = xml[-1].rpartition("/>")
    xml[-1] = f'{head} owari="{final}"{slash}{tail}'
    events.append(EndGame(tuple(scores)))
    return events, "".join(xml) + "</mjloggm>"


class Dealing:
    """One hand being played."""

    def __init__(self, rng, number, scores, kyotaku, kan_dora):
        self.rng, self.kan_dora = rng, kan_dora
        wall = list(range(136))
        rng.shuffle(wall)
        self.hands = [[wall.pop() for _ in range(13)] for _ in SEATS]
        self.indicators = [wall.pop() for _ in range(5)]
        self.wall = wall
        self.live = 70
        self.turned, self.owed, self.due, self.kans = 1, 0, 0, 0
        self.melds = [[], [], [], []]
        self.open = [False] * 4
        self.riichi = [False] * 4
        self.scores, self.kyotaku = list(scores), kyotaku
        self.oya = Seat(number % 4)
        start = StartKyoku(
            Wind(number // 4 % 4), number % 4 + 1, number % 3, kyotaku, self.oya, tuple(scores),
            tile(self.indicators[0]), tuple(tuple(map(tile, hand)) for hand in self.hands),
        )  # fmt: skip
        seed = f"{number},{number % 3},{kyotaku},1,2,{self.indicators[0]}"
        ten = ",".join(str(points // 100) for points in scores)
        hai = " ".join(
            f'hai{seat}="{",".join(map(str, hand))}"' for seat, hand in enumerate(self.hands)
        )
        self.events, self.xml = (
            [start],
            [f'<INIT seed="{seed}" ten="{ten}" oya="{self.oya}" {hai}/>'],
        )

    def say(self, event, xml):
        self.events.append(event)
        self.xml.append(xml)

    def play(self):
        seat, copy = self.oya, self.draw(self.oya)
        while True:
            discard = self.act(seat, copy)
            if discard is None:
                return
            if self.rng.random() < 0.012:
                self.win(seat, discard)
                return
            if self.riichi[seat] == "declared":
                self.accept(seat)
            if self.live == 0 or self.rng.random() < 0.004:
                self.end("exhaustive_draw" if self.live == 0 else self.rng.choice(list(DRAW_TYPES)))
                return
            seat, copy = self.next(seat, discard)

    def draw(self, seat, *, after_kan=False):
        if after_kan or self.due:
            for _ in range(self.due):
                self.turn()
            self.due = 0
        copy = self.wall.pop()
        self.live -= 1
        self.hands[seat].append(copy)
        self.say(Tsumo(seat, tile(copy)), f"<{'TUVW'[seat]}{copy}/>")
        return copy

    def turn(self):
        copy = self.indicators[self.turned]
        self.turned += 1
        self.say(Dora(tile(copy)), f'<DORA hai="{copy}"/>')

    def act(self, seat, drawn):
        """Kans, a self-drawn win, or a discard, which is answered; None where the hand is over."""
        while drawn is not None:
            if self.rng.random() < 0.006:
                self.win(seat, drawn, tsumo=True)
                return None
            kan = self.own_kan(seat) if self.live and self.kans < 4 else None
            if kan is None:
                break
            if kan == "robbed":
                return None
            drawn = self.draw(seat, after_kan=True)
        return self.discard(seat, drawn)

    def own_kan(self, seat):
        if self.riichi[seat]:
            return None
        hand = self.hands[seat]
        kinds = {copy // 4 for copy in hand if sum(other // 4 == copy // 4 for other in hand) == 4}
        if kinds and self.rng.random() < 0.9:
            kind = min(kinds)
            copies = [4 * kind + step for step in (1, 2, 3, 0)]
            self.hands[seat] = [copy for copy in hand if copy // 4 != kind]
            kan = Ankan(seat, tuple(map(tile, copies)))
            self.say(kan, f'<N who="{seat}" m="{4 * kind << 8}"/>')
            self.due += self.owed + 1
            self.owed = 0
        else:
            pon = next((pon for pon in self.melds[seat] if pon["fourth"] in hand), None)
            if pon is None or self.rng.random() < 0.3:
                return None
            self.added(seat, pon)
            if self.rng.random() < 0.2:
                self.win(seat, pon["fourth"])
                return "robbed"
        self.kans += 1
        return "kan"

    def added(self, seat, pon):
        fourth = pon["fourth"]
        self.hands[seat].remove(fourth)
        self.melds[seat].remove(pon)
        code = pon["code"] & ~0x8 | 0x10
        self.say(Kakan(seat, tile(fourth), tuple(map(tile, pon["copies"]))),
                 f'<N who="{seat}" m="{code}"/>')  # fmt: skip
        self.due += self.owed
        self.owed = 0
        self.open_kan()

    def open_kan(self):
        if self.kan_dora == "at_once":
            self.due += 1
        else:
            self.owed += 1

    def discard(self, seat, drawn):
        hand = self.hands[seat]
        tsumogiri = drawn is not None and (self.riichi[seat] or self.rng.random() < 0.3)
        copy = drawn if tsumogiri else self.rng.choice(hand)
        for _ in range(self.due + self.owed):
            self.turn()
        self.due = self.owed = 0
        declares = not self.open[seat] and not self.riichi[seat] and self.rng.random() < 0.03
        if declares and drawn is not None and self.live >= 4:
            self.riichi[seat] = "declared"
            self.say(Reach(seat), f'<REACH who="{seat}" step="1"/>')
        hand.remove(copy)
        self.say(Dahai(seat, tile(copy), copy == drawn), f"<{'DEFG'[seat]}{copy}/>")
        return copy

    def accept(self, seat):
        self.riichi[seat] = "accepted"
        self.scores[seat] -= 1000
        self.kyotaku += 1
        self.say(ReachAccepted(seat), f'<REACH who="{seat}" ten="0,0,0,0" step="2"/>')

    def next(self, last, discard):
        """Who acts next, with a drawn tile or, after a call, with none."""
        if self.live:
            claims = [
                claim for claim in self.claims(last, discard) if not self.riichi[claim[0]]
            ]  # fmt: skip
            if claims and self.rng.random() < 0.6:
                seat, kind, own = self.rng.choice(claims)
                self.claim(seat, kind, own, last, discard)
                if kind != "daiminkan":
                    return seat, None
                self.kans += 1
                self.open_kan()
                return seat, self.draw(seat, after_kan=True)
        seat = last.after()
        return seat, self.draw(seat)

    def claims(self, last, discard):
        kind = discard // 4
        for turns in (1, 2, 3):
            seat = last.after(turns)
            same = [copy for copy in self.hands[seat] if copy // 4 == kind]
            if len(same) >= 2:
                yield seat, "pon", same[:2]
            if len(same) == 3 and self.kans < 4:
                yield seat, "daiminkan", same
        seat = last.after()
        for first in range(max(kind - 2, 0), kind + 1):
            kinds = [first, first + 1, first + 2]
            if kind < 27 and first // 9 == (first + 2) // 9 == kind // 9 and first + 2 < 27:
                rest = [other for other in kinds if other != kind]
                own = [next((copy for copy in self.hands[seat] if copy // 4 == other), None)
                       for other in rest]  # fmt: skip
                if None not in own:
                    yield seat, "chi", own

    def claim(self, seat, kind, own, last, discard):
        self.open[seat] = True
        for copy in own:
            self.hands[seat].remove(copy)
        shape = {"chi": Chi, "pon": Pon, "daiminkan": Daiminkan}[kind]
        turns = (last - seat) % 4
        code = ENCODERS[kind](own, discard, turns)
        if kind == "daiminkan":  # mjlog names the called copy alone; the others come in this order
            own = [4 * (discard // 4) + step for step in (1, 2, 3, 0)]
            own.remove(discard)
        elif kind == "pon":
            own = sorted(own)
            fourth = ({4 * (discard // 4) + step for step in range(4)} - {discard, *own}).pop()
            copies = [discard, *own]
            self.melds[seat].append({"code": code, "copies": copies, "fourth": fourth})
        self.say(shape(seat, last, tile(discard), tuple(map(tile, own))),
                 f'<N who="{seat}" m="{code}"/>')  # fmt: skip

    def win(self, target, copy, *, tsumo=False):
        winners = (
            [target]
            if tsumo
            else self.rng.sample(
                [seat for seat in SEATS if seat != target], self.rng.choice((1, 1, 1, 2, 3))
            )
        )
        for number, seat in enumerate(winners):
            worth = 100 * self.rng.randrange(10, 320)
            payers = [other for other in SEATS if other != seat] if tsumo else [target]
            deltas = [0] * 4
            for payer in payers:
                deltas[payer] = -worth
            deltas[seat] = worth * len(payers) + (1000 * self.kyotaku if number == 0 else 0)
            accepted = self.riichi[seat] == "accepted"
            ura = self.indicators[-2:] if accepted else []
            sc = ",".join(f"{points // 100},{change // 100}"
                          for points, change in zip(self.scores, deltas, strict=True))  # fmt: skip
            shown = f' doraHaiUra="{",".join(map(str, ura))}"' if ura else ""
            hora = Hora(seat, target, tuple(deltas), tuple(map(tile, ura)), tile(copy),
                        hora_points=deltas[seat])  # fmt: skip
            self.say(hora, f'<AGARI ba="0,0" hai="0" machi="{copy}" ten="30,1000,0"{shown}'
                           f' who="{seat}" fromWho="{target}" sc="{sc}"/>')  # fmt: skip
            self.settle(deltas)
        self.kyotaku = 0
        self.events.append(EndKyoku())

    def settle(self, deltas):
        self.scores = [had + change for had, change in zip(self.scores, deltas, strict=True)]

    def end(self, reason):
        deltas, tenpais = [0] * 4, None
        if reason == "exhaustive_draw":
            ready = self.rng.sample(range(4), self.rng.choice((0, 1, 2, 3, 4)))
            tenpais = tuple(seat in ready for seat in range(4))
            if len(ready) in {1, 2, 3}:
                deltas = [3000 // len(ready) if seat in ready else -3000 // (4 - len(ready))
                          for seat in range(4)]  # fmt: skip
        elif reason == "nagashi_mangan":
            deltas, tenpais = [12000, -4000, -4000, -4000], (False,) * 4
        kind = f' type="{DRAW_TYPES[reason]}"' if DRAW_TYPES[reason] else ""
        shown = "".join(f' hai{seat}="0"' for seat in range(4) if tenpais and tenpais[seat])
        sc = ",".join(f"{points // 100},{change // 100}"
                      for points, change in zip(self.scores, deltas, strict=True))  # fmt: skip
        self.say(Ryukyoku(tuple(deltas), tenpais, reason),
                 f'<RYUUKYOKU{kind} ba="0,0" sc="{sc}"{shown}/>')  # fmt: skip
        self.settle(deltas)
        self.events.append(EndKyoku())


def encode_chi(own, discard, turns):
    """mjlog: the copies in two bits each, the lowest kind and which of the three was called."""
    copies = sorted([*own, discard])
    first = copies[0] // 4
    base = (first // 9 * 7 + first % 9) * 3 + copies.index(discard)
    bits = itertools.accumulate((3, 2, 2))
    packed = sum((copy % 4) << shift for copy, shift in zip(copies, bits, strict=True))
    return base << 10 | packed | 0x4 | turns


def encode_pon(own, discard, turns):
    """mjlog: the copy that is left out, the kind and which of the three was called."""
    copies = sorted([*own, discard])
    left_out = ({0, 1, 2, 3} - {copy % 4 for copy in copies}).pop()
    base = discard // 4 * 3 + copies.index(discard)
    return base << 9 | left_out << 5 | 0x8 | turns


def encode_daiminkan(_own, discard, turns):
    """mjlog: the called copy."""
    return discard << 8 | turns


ENCODERS = {"chi": encode_chi, "pon": encode_pon, "daiminkan": encode_daiminkan}
