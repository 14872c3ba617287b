"""The steps of the flow cases: each verb does one thing to a table, or asks one question.

A step is "verb word… key=value…". Players are A to D, seats 0 to 3. The verbs are the methods
`do_…`; what one returns is the step's answer.
"""

import shlex
from dataclasses import replace

from scoring.hand import Hand
from scoring.seats import Seat, Wind
from scoring.tiles import Tile
from scoring.waits import tenpai
from table.core import decisions, seating, wall
from table.core.announcing import due, is_early, said_tenpai
from table.core.clock import HandTimes, at_signal, end_signal_s, may_before_start
from table.core.counting import check_count, may_correct_payment
from table.core.declaration import Declaration
from table.core.dice import Roll
from table.core.endings import EXHAUSTIVE, HandEnd, end_hand, spoiled
from table.core.events import Reach, StartKyoku
from table.core.fouls import FOULS, Foul, price, word_foul
from table.core.incidents import StickCount, Tenpai
from table.core.legal import judge
from table.core.opening import open_wall, seat_players
from table.core.penalties import consequence, unranked
from table.core.rotation import first_hand, scores_due
from table.core.standings import standings
from table.core.state import Phase, fold

NAMES = ("Aki", "Ben", "Chie", "Dai")
PLAYERS = dict(zip("ABCD", Seat, strict=True))


def seats(letters):
    return tuple(PLAYERS[letter] for letter in letters)


def rolls(text):
    return tuple(Roll.parse(one) for one in text.split(","))


class Steps:
    """A table that is told what happens, step by step."""

    def __init__(self, ruleset, hands, start):
        self.ruleset = ruleset
        self.hands = hands
        self.answer = None
        state = fold(decisions.begin_game(NAMES, ruleset))
        known = {"kyotaku": start.get("pot", 0), "honba": start.get("ctr", 0)}
        if "points" in start:
            known["scores"] = tuple(start["points"])
        if "hand" in start:
            kyoku = int(start["hand"][1])
            known |= {"bakaze": Wind.parse(start["hand"][0]), "kyoku": kyoku}
            known["oya"] = Seat(kyoku - 1)
        self.state = replace(state, **known)

    def run(self, step):
        verb, *words = shlex.split(step)
        named = dict(word.split("=", 1) for word in words if "=" in word)
        plain = [word for word in words if "=" not in word]
        self.answer = getattr(self, f"do_{verb}")(*plain, **named)

    def happen(self, events):
        self.state = fold(events, self.state)

    # What happens.

    def do_riichi(self, who):
        for seat in seats(who):
            self.happen(decisions.lay_riichi(self.state, seat))

    def do_says_riichi(self, who):
        self.happen([Reach(PLAYERS[who])])

    def do_win(self, *wins, hidden="", foul="", **source):
        """`win from=B C:ron3900`; without `from` it is a self-draw."""
        discarder = PLAYERS[source["from"]] if "from" in source else None
        declared = tuple(self.declared(one, discarder) for one in wins)
        found = self.fouls(foul)
        end = HandEnd(wins=declared, hidden=frozenset(seats(hidden)), fouls=found)
        self.happen(end_hand(self.state, end, self.ruleset))

    def do_draw(self, *, tenpai="", nagashi="", last="", foul=""):
        end = HandEnd(
            draw="exhaustive_draw",
            tenpai=frozenset(seats(tenpai)),
            nagashi=seats(nagashi),
            last_discarder=PLAYERS[last] if last else None,
            fouls=self.fouls(foul),
        )
        self.happen(end_hand(self.state, end, self.ruleset))

    def do_abort(self, why, *, by="", tenpai=""):
        actor = PLAYERS[by] if by else None
        end = HandEnd(draw=why, actor=actor, tenpai=frozenset(seats(tenpai)))
        self.happen(end_hand(self.state, end, self.ruleset))

    def do_foul(self, *several, **facts):
        """`foul wrong_tile_count:B`: ruled at once; several are judged together."""
        self.happen(spoiled(self.state, self.fouls(",".join(several), **facts), self.ruleset))

    def do_says(self, word):
        """`says B+`: B announces tenpai; `says B-`: noten. What is to be said about it."""
        event = Tenpai(PLAYERS[word[0]], word[1] == "+")
        ruling = judge(self.state, event, self.ruleset)
        early = is_early(self.state.play, event.actor, self.state.oya)
        self.happen([event])
        against = [] if ruling.allowed else [one.reason for one in ruling.reasons]
        return ["early"] * early + against

    def do_draw_as_said(self):
        """The end of the wall with the announcements that were made."""
        said = said_tenpai(self.state.play)
        self.happen(end_hand(self.state, HandEnd(draw=EXHAUSTIVE, tenpai=said), self.ruleset))

    def do_gong(self, *, at, **times):
        self.do_signal(at=at, **times)
        self.happen(decisions.ring(self.state, float(at), self.times(**times), self.ruleset))

    def do_wrong_dealer(self, who):
        """The hand that was just dealt is dealt by another player."""
        state = self.state
        hand = StartKyoku(
            state.bakaze, PLAYERS[who] + 1, 0, state.kyotaku, PLAYERS[who], state.scores
        )
        self.state = replace(state, phase=Phase.BETWEEN, play=None)
        self.happen([hand])

    def do_cancel(self, ruling):
        self.happen(decisions.cancel_ruling(self.state, int(ruling), "seen again on the film"))

    def do_substitute(self, who, name, foul):
        minutes = int(foul.removeprefix(f"late:{who}/"))
        seat = PLAYERS[who]
        self.happen(decisions.take_seat(self.state, seat, name, self.ruleset, minutes_late=minutes))

    def do_void(self, count):
        self.happen(decisions.void_hands(self.state, int(count), self.ruleset))

    # What is asked.

    def do_tenpai(self, *hand):
        return tenpai(Hand.parse(" ".join(hand)))

    def do_price(self, foul, **facts):
        """What a foul costs here, or would do to the table as it stands."""
        (one,) = self.fouls(foul, **facts)
        cost = price(one, self.ruleset)
        return f"{cost.cost}, substitute" if cost.substitute else cost.cost

    def do_would(self, foul, **facts):
        (one,) = self.fouls(foul, **facts)
        before = self.state
        found = consequence(before, one, self.ruleset)
        assert self.state == before
        return {
            "deltas": list(found.deltas),
            "ends_hand": found.ends_hand,
            "tenths": found.tenths,
            "needs_ruling": found.needs_ruling,
        }

    def do_word(self, act, word):
        """What it costs to say this word for that act."""
        foul = word_foul(act, "" if word == "-" else word, self.ruleset)
        return price(Foul(foul, Seat.FIRST), self.ruleset).cost if foul else "none"

    def do_signal(self, *, at, **times):
        return at_signal(float(at), self.times(**times), self.ruleset).name.lower()

    def do_signal_due(self, *, extra="0", minutes=""):
        """Seconds after the start signal."""
        asked = int(minutes) if minutes else None
        return end_signal_s(self.ruleset, minutes=asked, extra_s=float(extra))

    def do_scores_due(self, hand):
        bakaze, kyoku = Wind.parse(hand[0]), int(hand[1])
        due_hand = replace(first_hand(self.ruleset.game), bakaze=bakaze, kyoku=kyoku)
        return scores_due(due_hand, self.ruleset)

    def do_before_start(self, act):
        return may_before_start(act, self.ruleset)

    def do_due(self):
        who = due(self.state.play, self.state.oya)
        return None if who is None else "ABCD"[who]

    def do_unranked(self):
        return "".join("ABCD"[seat] for seat in sorted(unranked(self.state)))

    def do_count(self, *points, pot=""):
        """`count A=… B=…` in the order of the seats, "-" where nobody counted."""
        scores = tuple(None if one == "-" else int(one) for one in points)
        found = check_count(self.state, StickCount(scores, int(pot) if pot else None))
        missing = ["-" if one is None else one for one in found.missing]
        return {"missing": missing, "agrees": found.agrees, "surplus": found.surplus}

    def do_correctable(self, found, *, agreed="no"):
        return may_correct_payment(found, self.ruleset, agreed=agreed == "yes")

    def do_dice_outside(self, *, agreed="no"):
        return wall.rolls_again(self.ruleset, agreed=agreed == "yes")

    def do_totals(self):
        """The session scores less what rulings took."""
        rows = standings(self.state.scores, self.ruleset.game, penalties=self.state.penalties)
        return [row.total / 1000 for row in sorted(rows, key=lambda row: row.seat)]

    def do_standings(self):
        rows = standings(self.state.scores, self.ruleset.game)
        return [row.score / 1000 for row in sorted(rows, key=lambda row: row.seat)]

    def do_places(self):
        rows = standings(self.state.scores, self.ruleset.game)
        return [row.place for row in sorted(rows, key=lambda row: row.seat)]

    def do_seats(self, row, thrown="", *, shuffler="0"):
        drawn = seating.draw_seats(
            self.ruleset, row.split(","), rolls(thrown) if thrown else (), int(shuffler)
        )
        return {
            "east": drawn.temporary_east,
            "winds": "".join(str(wind) for wind in drawn.winds),
            "places": list(drawn.places),
            "dealer": drawn.dealer,
        }

    def do_seated(self, row, thrown="", *, shuffler="0"):
        """Seat players V W X Y, who stand at 0 to 3, and begin a game."""
        dice = rolls(thrown) if thrown else ()
        names = ("V", "W", "X", "Y")
        events = seat_players(names, self.ruleset, row.split(","), dice, int(shuffler))
        self.state = fold(events)
        return "".join(self.state.names)

    def do_open_wall(self, thrown, *, automatic="no"):
        """Who throws, and whose wall is broken where."""
        events = open_wall(self.state, rolls(thrown), self.ruleset, automatic=automatic == "yes")
        self.happen(events)
        *dice, broken = events
        throwers = "".join("ABCD"[one.actor] for one in dice)
        return f"{throwers} {'ABCD'[broken.side]}{broken.stacks}"

    def do_break(self, thrown, *, automatic="no"):
        broken = wall.break_wall(rolls(thrown), self.ruleset, automatic=automatic == "yes")
        return {
            "side": str(broken.side),
            "stacks": broken.stacks,
            "first": str(broken.place(0)),
            "dead": " ".join(str(place).split()[0] for place in broken.dead_wall()),
            "indicator": str(broken.indicator()),
        }

    def do_last_of_the_wall(self, thrown):
        """The last live tile, the four replacements, the indicators of four kans."""
        broken = wall.break_wall(rolls(thrown), self.ruleset, automatic=True)
        kans = range(1, 5)
        return {
            "last": str(broken.place(wall.live_after(0) - 1)),
            "replacements": [str(broken.place(wall.replacement_tile(kan))) for kan in kans],
            "indicators": [str(broken.indicator(kan)) for kan in kans],
        }

    def do_deal(self):
        """Where each hand's tiles lay: numbers 1-136 in the order of drawing."""
        dealt = wall.deal(range(1, wall.TILES + 1))
        return {
            "hands": [list(hand) for hand in dealt.hands],
            "live": len(dealt.live),
            "next": dealt.live[0],
        }

    def do_wrong_break(self, blocks):
        return wall.wrong_break(int(blocks), self.ruleset)

    def do_wrong_indicator(self, turned):
        """The number of the tile that is the indicator afterwards."""
        tiles = wall.after_wrong_indicator(range(wall.TILES), int(turned), self.ruleset)
        assert sorted(tiles) == list(range(wall.TILES))
        return tiles[wall.indicator_tile()]

    # How it is written.

    def declared(self, text, discarder):
        """`C:ron3900`, the hand by its name in the file: "tiles | winning tile | what is said"."""
        who, name = text.split(":")
        tiles, tile, said = (part.strip() for part in f"{self.hands[name]}|".split("|")[:3])
        feeder = str(self.state.seat_wind(Seat.THIRD))
        return Declaration(
            PLAYERS[who],
            discarder,
            Hand.parse(tiles.replace("@C", f"@{feeder}")),
            Tile.parse(tile),
            frozenset(said.split()),
        )

    def fouls(self, text, *, count="0", shown="yes", refusal="", ruling="", **facts):
        """`kind:B` and what is known of it; facts: blameless, agreed."""
        found = []
        for one in filter(None, text.split(",")):
            kind, by = one.split(":")
            assert kind in FOULS
            found.append(
                Foul(
                    kind,
                    PLAYERS[by],
                    int(count),
                    shown == "yes",
                    refusal,
                    facts.get("blameless") == "yes",
                    facts.get("agreed") != "no",
                    ruling.replace("_", " ") if ruling[:1].isdigit() else ruling,
                )
            )
        return tuple(found)

    def times(self, *, over="", walls="no", dice=""):
        return HandTimes(
            float(over) if over else None, walls == "yes", float(dice) if dice else None
        )
