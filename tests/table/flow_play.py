"""The verbs of the flow cases that happen within a hand; `tests/table/playing.py` has the moves."""

from dataclasses import replace

from loading import load

from scoring.seats import Seat
from scoring.tiles import Tile, parse_tiles
from table.core.circumstances import declared
from table.core.codec import NAMES
from table.core.declaration import judge_all
from table.core.endings import and_next, wins_paid
from table.core.events import StartKyoku
from table.core.expected import expected
from table.core.legal import judge
from table.core.state import Phase
from table.core.table import with_play
from table.core.units import SEATS
from table.core.windows import Claim, Moment, counted, in_time, untaken

playing = load("tests/table/playing.py")

PLAYERS = dict(zip("ABCD", Seat, strict=True))
UNSEEN = (None,) * 13


def said(ruling):
    """A ruling in two words."""
    return {True: "yes", False: "no", None: "unknown"}[ruling.allowed] + (
        "" if ruling.allowed else f" {ruling.reason}"
    )


class Playing:
    """Steps of play; to be mixed into the other steps."""

    def do_hands(self, *, marker="9m", **hands):
        """`hands A=123m… C=…`: hands that are not given stay unseen."""
        state = self.state
        tehais = tuple(
            parse_tiles(hands[player]) if player in hands else UNSEEN for player in "ABCD"
        )
        deal = StartKyoku(
            state.bakaze,
            state.kyoku,
            state.honba,
            state.kyotaku,
            state.oya,
            state.scores,
            Tile.parse(marker),
            tehais,
        )
        self.state = replace(state, phase=Phase.BETWEEN, play=None)
        self.happen([deal])

    def do_moves(self, text):
        """Moves as in `playing`; each is judged, and the answer lists what is not allowed."""
        flagged = []
        for move in playing.moves(text):
            event = playing.event(move, self.state)
            ruling = judge(self.state, event, self.ruleset)
            if ruling.allowed is False:
                flagged.append(f"{move}: {ruling.reason}")
            self.happen([event])
        return flagged

    def do_live(self, tiles):
        """So many tiles are left."""
        self.state = with_play(self.state, self.state.play._replace(live=int(tiles)))

    def do_may(self, move):
        """Whether a move would be allowed, and why not."""
        event = playing.event(move, self.state)
        return said(judge(self.state, event, self.ruleset))

    def do_can(self, who):
        """What the player can do next."""
        choices = expected(self.state, self.ruleset)
        assert all(choice.kind in NAMES.values() for choice in choices)
        kinds = {one.kind for one in choices if one.actor == PLAYERS[who] and not one.late}
        return " ".join(sorted(kinds))

    def do_take(self, who, source, tile, *, ura=""):
        """A win as the table knows it, paid: `take B C 5p`."""
        target, won = PLAYERS[source], Tile.parse(tile)
        found = declared(self.state, PLAYERS[who], target, won, self.ruleset, ura=parse_tiles(ura))
        verdict = judge_all(self.state, [found], self.ruleset)
        (score,) = (one.answer for one in verdict.winners)
        self.happen(
            and_next(self.state, wins_paid(self.state, verdict.winners, self.ruleset), self.ruleset)
        )
        return [yaku.name for yaku in score.yaku]

    def do_dora(self):
        """The indicators turned so far."""
        return "".join(str(tile) for tile in self.state.play.markers)

    def do_left(self):
        return self.state.play.live

    def do_held(self):
        """The tiles of each player, a set counting as three."""
        return [self.state.play.seats[seat].tiles for seat in SEATS]

    def do_claims(self, *claims, **since):
        """`claims B:chi@800 D:pon@2400 drawn=B@1500 declared=tsumo@2000 discarded=3000`."""
        live = counted([_claim(one) for one in claims], self.ruleset, _moment(**since))
        return " ".join(f"{'ABCD'[claim.actor]}:{claim.word}" for claim in live) or "nobody"

    def do_in_time(self, claim, **since):
        return said(in_time(_claim(claim), _moment(**since), self.ruleset))

    def do_untaken(self, *, discards="0", drew="no", discarded="no"):
        """Whether a called tile that lies there still may be taken."""
        return said(
            untaken(
                self.ruleset,
                discards_of_others=int(discards),
                drew=drew == "yes",
                discarded=discarded == "yes",
            )
        )


def _claim(text):
    who, rest = text.split(":")
    word, at = rest.split("@")
    return Claim(PLAYERS[who], word, int(at))


def _moment(*, drawn="", declared="", discarded=""):
    who, drawn_ms = drawn.split("@") if drawn else ("", "")
    act, declared_ms = declared.split("@") if declared else ("", "")
    return Moment(
        PLAYERS[who] if who else None,
        int(drawn_ms) if drawn_ms else None,
        act,
        int(declared_ms) if declared_ms else None,
        int(discarded) if discarded else None,
    )
