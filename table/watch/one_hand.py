"""One hand, from the deal until its tiles are taken away: the likeliest story, and how it ended."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import StartKyoku
from table.core.state import TableState, apply
from table.watch.decisions import Entry, Evidence
from table.watch.ends.ended import Ending, Held, bears_out, is_worse, lacks_ura, same, surer
from table.watch.ends.endings import Endings
from table.watch.ends.rereading import Tried, betters, is_good, suppose, tell
from table.watch.faces import named
from table.watch.said_story import as_it_lies, as_people_say
from table.watch.seen.clearing import FEW, Tearing, forget_kans, is_cleared
from table.watch.seen.laid_sticks import LaidSticks
from table.watch.seen.pieces import NOT_OVER_NS
from table.watch.seen.places import Layout
from table.watch.seen.sheet import Sheet, Since
from table.watch.seen.told_riichi import ToldRiichi
from table.watch.story.filling import fill
from table.watch.story.hypotheses import Hypothesis
from table.watch.story.losing import stuck
from table.watch.story.ordering import in_order
from table.watch.story.renewing import renewed
from table.watch.story.rivals import Doubt, all_doubts, contested
from table.watch.story.search import MARGIN, Search, shared

HOLD_NS = 1_500_000_000
"""So long two stories may stand beside each other before the likelier one is written."""
SHOWN_NS = 1_200_000_000
"""A hand's end is sure when nothing has changed for so long."""
SEEN_END_NS = 700_000_000
"""An end that was seen for so long is not forgotten while the table is cleared."""
SWEPT_NS = 5_000_000_000
"""What seems to be discarded so soon after an end is only uncovered as the tiles are swept away."""
URA_SEEN_NS = 2_000_000_000
"""Ura indicators that were seen for so long were turned, though they are taken away."""
URA_NS = 4_000_000_000
"""A winner in riichi has so long to turn the ura indicators."""
LEFT_NS = 10_000_000_000
"""What nothing explains for so long is asked about."""
UNEXPLAINED = 0.5
"""How sure an ending is that the shown hands do not bear out any more."""


class OneHand:
    """Follows one hand."""

    def __init__(
        self, ruleset: Ruleset, before: TableState, deal: StartKyoku, old: frozenset[int]
    ) -> None:
        """Wait for the deal; tiles with the tracks `old` are of an earlier hand."""
        self._ruleset, self.before, self.deal = ruleset, before, deal
        self.sheet = Sheet(ruleset, old)
        self.search: Search | None = None
        self.ending: Ending | None = None
        self.others: list[Ending] = []
        self.sure = 1.0
        """How sure the ending is."""
        self.claims: frozenset[Seat] = frozenset()
        """Who said that he has won."""
        self.tenpai: frozenset[Seat] = frozenset()
        """Who said that he waits."""
        self.held: Held | None = None
        """An ending that was seen."""
        self._ended_ns = 0
        self._ended_with = (0, 0)
        """How many discards and tiles there were when the end was seen,"""
        self._ended_best: Hypothesis | None = None
        """and the story that it ends."""
        self._tried = Tried()
        self._tearing = Tearing()
        self.riichi = ToldRiichi()
        self.sticks = LaidSticks()
        self.knows_sticks = False
        """Whether sticks have been seen at this table."""

    def look(self, layout: Layout, now_ns: int, frame: int, *, moved: bool) -> None:
        """Take in what lies on the table."""
        if self._tearing.look(self.sheet.ponds, layout, now_ns):
            return
        best = None if self.search is None or self.ending is None else self.search.best
        over_ns = self.sheet.over_ns = self._over_ns
        self.sheet.whole = best is not None and best.tells_all(self.sheet, over_ns)
        since = self.sheet.look(layout, now_ns, frame, moved=moved)
        self.sticks.note(self.sheet)
        waited = self.search is None
        self._begin()
        if self.search is None:
            return
        if waited:
            self.sheet.dealt()
        if not self.discards:
            forget_kans(self.sheet.corners, self.deal.oya)
        self.riichi.look(self.search.best.state, self.sheet, over_ns)
        if self.ending is None:
            self.sticks.look(self.search.best.state, self.sheet, known=self.knows_sticks)
        else:
            self.sticks.correct(self.sheet)
        if since.anything or self.waits or since.told:
            late = not self.search.root.indicators and self.sheet.indicators
            if since.indicator == 0 or late:
                self.search.started(*self._dealt())
            self.search.look(self.sheet, since)
            fill(self.search, self.sheet)
        self._end(now_ns)

    @property
    def waits(self) -> bool:
        """Whether something lies there that the story does not explain."""
        return self.search is not None and bool(self.search.best.left(self.sheet))

    @property
    def stuck(self) -> str:
        """Why the story cannot go on; empty while it can, and while it may just be over."""
        held, sheet = self.held, self.sheet
        if self.search is None or (held is not None and sheet.now_ns - held.at_ns < SWEPT_NS):
            return ""
        best = self.search.best
        return stuck(best.left(sheet), sheet.now_ns, sheet.lying, best.cost)

    def story(self, ending: Ending | None = None) -> list[Entry]:
        """The likeliest story since the deal, without its end; or the one that `ending` ends."""
        if self.search is None:
            return []
        best = self.search.best
        if ending is not None and ending.base is not None and not ending.follows_from(best):
            best = ending.base
        entries = renewed(in_order(best.all_entries()), self.sheet)
        return contested(entries, self.sheet.contested())

    def doubts(self, *, over: bool = False) -> list[Doubt]:
        """Where the story may have gone otherwise; `over`: no more is to come."""
        if self.search is None:
            return []
        since_ns = min(self._over_ns, self.sheet.now_ns - (0 if over else LEFT_NS))
        return all_doubts(self.search.best, self.sheet, self.story(), self.sticks, since_ns)

    @property
    def _over_ns(self) -> int:
        """What came up after this was not laid in the hand: that had ended."""
        held = self.held
        if held is not None and (
            self.ending is held.ending or self.sheet.now_ns - held.at_ns < SWEPT_NS
        ):
            return held.since_ns + SHOWN_NS
        return NOT_OVER_NS if self.ending is None else self._ended_ns + SHOWN_NS

    def told(self) -> int | None:
        """How much of the story is to be told now; None: all of it."""
        if self.search is None:
            return 0
        best = self.search.best
        young = self.sheet.now_ns - best.at_ns < HOLD_NS
        if young and self.search.margin(self.sheet) < MARGIN:
            return shared(self.search.beam)
        return None

    # the deal

    def _begin(self) -> None:
        """Deal, once the first indicator or the first tile of the hand is seen."""
        laid = self.sheet.indicators or any(pond.pieces for pond in self.sheet.ponds)
        if self.search is None and laid:
            state, entries, indicators = self._dealt()
            self.search = Search(self._ruleset, state, entries)
            self.search.started(state, entries, indicators)

    def dealt_otherwise(self, before: TableState, deal: StartKyoku) -> "OneHand":
        """The same tiles as a hand that was dealt so; this one stays as it is."""
        other = OneHand(self._ruleset, before, deal, frozenset())
        other.sheet, other.sticks, other.knows_sticks = self.sheet, self.sticks, self.knows_sticks
        other.claims, other.tenpai, other.riichi = self.claims, self.tenpai, self.riichi
        other._begin()
        if other.search is not None:
            other.search.look(self.sheet, Since(told=True))
        return other

    def _dealt(self) -> tuple[TableState, tuple[Entry, ...], int]:
        """The state after the deal, with the indicator as far as it is seen."""
        marker: Tile | None = self.deal.dora_marker
        evidence, sure = Evidence(rule="the next hand by the rules"), 1.0
        indicators = self.sheet.indicators[:1]
        if indicators:
            piece = indicators[0]
            marker, sure = piece.name, piece.sure
            evidence = Evidence(
                tuple(piece.tracks), piece.frame, piece.first_ns, named(piece.chances),
                "the next hand by the rules, its indicator turned in the wall",
            )  # fmt: skip
        event = replace(self.deal, dora_marker=marker)
        return apply(self.before, event), (Entry(event, sure, evidence),), len(indicators)

    # the end

    def _end(self, now_ns: int) -> None:
        """See how the hand may have ended."""
        search = self.search
        if search is None or self._is_being_cleared(now_ns):
            return
        found = self._endings(search.best)
        endings = found.all() if found.is_open else []
        if not (found.shown or endings):
            self._hold(now_ns)
            self.ending = None
            return
        if self._reread(found, endings):
            search.look(self.sheet, self.sheet.again())
            self._end(now_ns)
            return
        if not endings:
            if not (self.has_ended and any(self.sheet.covered)):  # else hands begin to sweep it
                self.sure = min(self.sure, UNEXPLAINED)
            return
        if self._was_seen_better(endings, now_ns):
            return
        best, self.sure = surer(endings[0], endings[1:])
        if self.ending is None or not same(best, self.ending):
            self._hold(now_ns)
            self._ended_ns = now_ns
        self.ending, self.others = best, endings[1:]
        self._ended_with = self.discards, self.sheet.lying
        self._ended_best = search.best

    def _hold(self, now_ns: int) -> None:
        """Keep an ending in mind that was seen for long enough."""
        if self.ending is not None and now_ns - self._ended_ns >= SEEN_END_NS:
            discards, best = self._ended_with[0], self._ended_best
            seen = self._ended_ns
            self.held = Held(self.ending, self.others, self.sure, discards, best, seen, now_ns)

    def _is_being_cleared(self, now_ns: int) -> bool:
        """Whether tiles only go since an end was seen: what showed it may be among the first."""
        discards, lying = self._ended_with
        return (
            self.ending is not None
            and now_ns - self._ended_ns >= SEEN_END_NS
            and self.discards == discards
            and self.sheet.lying <= lying - FEW
        )

    def _was_seen_better(self, endings: Sequence[Ending], now_ns: int) -> bool:
        """Whether a far likelier end was seen before tiles went or hands came, or its ura were."""
        (discards, lying), seen = self._ended_with, self.ending
        if seen is None or self.discards < discards:
            return False
        since_ns, more = now_ns - self._ended_ns, self.discards > discards
        if not more and since_ns >= URA_SEEN_NS and lacks_ura(endings[0], seen):
            return True
        fewer = not more and self.sheet.lying < lying
        hidden = any(self.sheet.covered) and self.sheet.lying == lying
        stirred = (more or fewer or hidden) and since_ns >= SEEN_END_NS
        return stirred and is_worse(endings, seen, fewer=fewer, more=more)

    @property
    def discards(self) -> int:
        """How many discards were seen."""
        return sum(len(pond.pieces) for pond in self.sheet.ponds)

    def _reread(self, found: Endings, endings: Sequence[Ending]) -> bool:
        """Take a tile for what makes a better end of what is shown; whether one does."""
        search = self.search
        if search is None or (endings and is_good(endings[0])):
            return False
        kept = search.kept()
        for piece, tile, price in self._tried.fresh(found, endings):
            before = piece.chances
            suppose(piece, tile)
            search.look(self.sheet, self.sheet.again())
            again = self._endings(search.best).all()
            if again and not again[0].refusal and betters(again[0], price, endings):
                return True
            piece.chances, piece.told = before, False
            self.sheet.again()
            search.restore(kept)
        return False

    def _endings(self, best: Hypothesis) -> Endings:
        return Endings(best, self.sheet, self._ruleset, claims=self.claims, tenpai=self.tenpai)

    @property
    def is_over(self) -> bool:
        """Whether its end is seen, or was, and nobody has played on since."""
        return self.ending is not None or self._may_be_over

    @property
    def _may_be_over(self) -> bool:
        """Whether an end was seen, and what came up since may only have been swept there."""
        held = self.held
        return held is not None and (
            held.discards == self.discards or self.sheet.now_ns - held.at_ns < SWEPT_NS
        )

    @property
    def has_ended(self) -> bool:
        """Whether the end that is seen has lasted long enough to be believed."""
        if self.ending is None or self.waits:
            return False
        patience = URA_NS if self.ura_due else SHOWN_NS
        return self.sheet.now_ns - self._ended_ns >= patience

    @property
    def ura_due(self) -> bool:
        """Whether ura indicators of the winner are still to be turned."""
        ending, search = self.ending, self.search
        rules = self._ruleset.win
        if ending is None or search is None or not ending.winners or not rules.ura_dora:
            return False
        play = search.best.state.play
        if play is None:
            return False
        wins = ending.state.hands[-1].wins
        riichi = any(play.seats[win.actor].riichi_at >= 0 for win in wins)
        due = len(play.markers) if rules.kan_dora else 1
        return riichi and any(len(win.ura_markers) < due for win in wins)

    def conclude(self) -> Ending | None:
        """The end, also where it has to be guessed; None where even that is impossible."""
        brief = self.ending is None or self.sheet.now_ns - self._ended_ns < SEEN_END_NS
        held = self.held if self._may_be_over else None
        if brief and held is not None and not (self.ending and bears_out(self.ending, held)):
            self.ending, self.others, self.sure = held.ending, held.others, held.sure
            same_pond = held.discards == self.discards
            if not same_pond and self.search is not None and held.best is not None:
                # what came up under sweeping hands is no discard
                self.search.beam = [held.best]
        if self.ending is None and self.search is not None:
            found = self._endings(self.search.best)
            endings = found.all() or found.forced()
            if endings:
                self.others = endings[1:]
                self.ending, self.sure = surer(endings[0], self.others)
        return self.ending

    def choose(self, ending: Ending) -> None:
        """A person has said how the hand ended."""
        self.others = [*self.others, *filter(None, (self.ending,))]
        self.ending, self.sure = ending, 1.0
        self._ended_ns = 0

    def is_cleared(self, layout: Layout) -> bool:
        """Whether its tiles have been taken away."""
        return self.search is not None and is_cleared(self.sheet, layout)

    # what people and other senses say

    def name(self, track: int, tile: Tile) -> bool:
        """A person names a tile; whether it is one of this hand's."""
        for piece in self.sheet.every_piece():
            if track in piece.tracks:
                tell(piece, tile)
                if self.search is not None:
                    self.search.look(self.sheet, self.sheet.again())
                return True
        return False

    def take_over(self, told: Sequence[Entry], state: TableState, back: Sequence[Entry]) -> None:
        """So far the hand is `told`, from its deal on, as people say; the rest they took `back`."""
        story = as_people_say(told, state, self.sheet, back)
        if story is None:
            return
        self.sticks.believe(state, back)
        self.search = self.search or Search(self._ruleset, state, ())
        self.search.begin(story)

    def accept_seen(self) -> None:
        """Go on from what lies on the table, though the story does not explain all of it."""
        if self.search is None:
            return
        self.search.begin(as_it_lies(self.search.best, self.sheet))

    def go_back(self) -> None:
        """Go on from the last event that nothing speaks against."""
        if self.search is None:
            return
        sure = next((one for one in self.search.best.line() if one.cost < MARGIN), self.search.root)
        self.search.beam = [sure]
        self.sheet.tell()
