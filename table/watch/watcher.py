"""The watcher of one table: observations in, decisions out; hand after hand, to the end of a game.

Pure but for its own memory: it reads no clock, waits are measured in the time of the observations.
"""

from collections.abc import Sequence
from dataclasses import replace

from scoring.ruleset import Ruleset
from scoring.tiles import Tile
from table.core.decisions import begin_game
from table.core.events import EndGame, Hora, Ryukyoku, StartKyoku, TableEvent
from table.core.state import EMPTY, Phase, TableState, apply
from table.watch.asking import Asking
from table.watch.decisions import Decision, Entry, Evidence, OutOfStep, Proposed, Question
from table.watch.endings import Ending, Endings, surer
from table.watch.faces import named
from table.watch.hypotheses import Hypothesis
from table.watch.places import Layout, lay_out
from table.watch.record import Told
from table.watch.search import Search
from table.watch.sheet import Sheet
from vision.observation import Observation

NAMES = ("East", "South", "West", "North")
HOLD_NS = 1_500_000_000
"""So long two stories may stand beside each other before the likelier one is written."""
MARGIN = 2.0
SHOWN_NS = 1_200_000_000
"""A hand's end is written when nothing has changed for so long."""
URA_NS = 4_000_000_000
"""A winner in riichi has so long to turn the ura indicators."""
CLEARED = 0.25
"""The hand is over when no more than this share of its tiles is left."""
REVIEW_NS = 1_000_000_000
SURE_END = 0.95
"""A hand's end that is less sure is asked about."""
DEAR_END = 6.0
"""So is one that explains what is seen no better than at this price."""
FEW = 4
TORN = 0.3
"""Where more of the discards have gone at once, nothing is read into it for a while."""
TORN_NS = 3_000_000_000


class Watcher:
    """Follows one table."""

    def __init__(
        self,
        ruleset: Ruleset,
        start: StartKyoku | None = None,
        sides: Sequence[int] = (0, 1, 2, 3),
        names: tuple[str, str, str, str] = NAMES,
        *,
        attended: bool = False,
    ) -> None:
        """Begin with the first hand of a game, or with the one that `start` tells."""
        self._ruleset, self._sides, self._attended = ruleset, tuple(sides), attended
        self._told = Told()
        self._asking = Asking()
        self.lost = ""
        """Why the table cannot be followed; empty while it can."""
        first, deal = begin_game(names, ruleset)
        if not isinstance(deal, StartKyoku):
            raise AssertionError("a game begins with a deal")  # noqa: TRY004 - nobody's input
        self._between: TableState = apply(EMPTY, first)
        self._told.entries.append(Entry(first, 1.0, Evidence(rule="the game begins")))
        self._told.close()
        self._deal: StartKyoku | None = start or deal
        self._round = 1
        self._sheet = Sheet(ruleset)
        self._search: Search | None = None
        self._ending: Ending | None = None
        self._others: list[Ending] = []
        self._end_sure = 1.0
        self._ended_ns = 0
        """When the ending was first thought of as it is."""
        self._written_end = False
        self._since_ns: dict[int, int] = {}
        self._seen_ns = 0
        self._layout: Layout | None = None
        self._torn_ns = 0
        self._reviewed_ns = 0
        self._out: list[Decision] = []

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The record as it stands."""
        return self._told.events

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is open."""
        return self._asking.open

    @property
    def state(self) -> TableState:
        """The table as the likeliest story has it."""
        return self._between if self._search is None else self._search.best.state

    def see(self, seen: Observation) -> tuple[Decision, ...]:
        """Take in an observation."""
        if self._deal is None:
            return ()
        self._seen_ns = seen.captured_ns
        layout = lay_out(seen, self._sides)
        self._layout = layout
        if self._is_cleared(layout):
            self._finish_hand()
            self._next_hand(layout)
        if self._is_torn(layout, seen.captured_ns):
            return self._taken()
        since = self._sheet.look(layout, seen.captured_ns, seen.frame, moved=seen.moved)
        self._begin_hand()
        if self._search is not None:
            if since.anything or self._waits():
                if since.indicator == 0:
                    self._restart()
                self._search.look(self._sheet, since)
            self._tell()
            self._end()
        return self._taken()

    def finish(self) -> tuple[Decision, ...]:
        """No more is to come: write what was waiting."""
        if self._deal is not None:
            self._finish_hand()
        return self._taken()

    def _taken(self) -> tuple[Decision, ...]:
        out, self._out = tuple(self._out), []
        return out

    # the hand begins

    def _begin_hand(self) -> None:
        """Deal, once the first indicator or the first tile of the hand is seen."""
        if self._search is not None or self._deal is None:
            return
        sheet = self._sheet
        if not sheet.indicators and not any(pond.pieces for pond in sheet.ponds):
            return
        if not self._written_start():
            return
        state, entries, indicators = self._dealt()
        self._search = Search(self._ruleset, state, entries)
        self._search.started(state, entries, indicators)

    def _written_start(self) -> bool:
        return self._between.phase in {Phase.SEATED, Phase.BETWEEN}

    def _dealt(self) -> tuple[TableState, tuple[Entry, ...], int]:
        """The state after the deal, with the indicator as far as it is seen."""
        if self._deal is None:
            raise AssertionError("a hand to deal")
        marker: Tile | None = None
        evidence, sure = Evidence(rule="the next hand"), 1.0
        indicators = self._sheet.indicators[:1]
        if indicators:
            piece = indicators[0]
            marker, sure = piece.name, piece.sure
            evidence = Evidence(
                tuple(piece.tracks), piece.frame, piece.first_ns, named(piece.chances),
                "the next hand by the rules, its indicator turned in the wall",
            )  # fmt: skip
        event = replace(self._deal, dora_marker=marker)
        return apply(self._between, event), (Entry(event, sure, evidence),), len(indicators)

    def _restart(self) -> None:
        """The first indicator is another than was thought: the whole hand is drawn up anew."""
        if self._search is not None:
            self._search.started(*self._dealt())

    # the hand goes on

    def _waits(self) -> bool:
        search = self._search
        return search is not None and bool(search.best.left(self._sheet))

    def _tell(self) -> None:
        """Write the likeliest story, as far as no other is nearly as likely."""
        search = self._search
        if search is None or self._written_end:
            return
        best = search.best
        entries = best.all_entries()
        most = None
        if search.margin(self._sheet) < MARGIN and self._seen_ns - best.at_ns < HOLD_NS:
            most = _shared(search.beam, self._sheet)
        self._out += self._told.tell(entries, most=most)
        if self._seen_ns - self._reviewed_ns > REVIEW_NS:
            self._reviewed_ns = self._seen_ns
            told = self._told.entries[self._told.base :]
            fresh = entries[: len(told)]
            self._out += self._asking.review(self._round, self._told.base, fresh, self._seen_ns)

    # the hand ends

    def _end(self) -> None:
        """See whether the hand has ended, and write it when that is sure."""
        search, sheet = self._search, self._sheet
        if search is None:
            return
        found = Endings(search.best, sheet, self._ruleset)
        play = search.best.state.play
        if not found.shown or play is None:
            if self._ending is not None and not self._written_end:
                self._ending = None
            return
        endings = found.all()
        if not endings:
            return
        best, sure = surer(endings[0], endings[1:])
        if self._ending is None or not _alike(best, self._ending):
            self._ended_ns = self._seen_ns
        self._ending, self._others, self._end_sure = best, endings[1:], sure
        patience = URA_NS if self._ura_due(best) else SHOWN_NS
        if self._seen_ns - self._ended_ns >= patience and not self._waits():
            self._write_end(search.best, best, endings[1:], sure)

    def _ura_due(self, ending: Ending) -> bool:
        """Whether ura indicators are still to be turned."""
        if not ending.winners or not self._ruleset.win.ura_dora:
            return False
        wins = ending.state.hands[-1].wins
        play = self._search.best.state.play if self._search is not None else None
        riichi = play is not None and any(play.seats[win.actor].riichi_at >= 0 for win in wins)
        due = len(play.markers) if play is not None and self._ruleset.win.kan_dora else 1
        return riichi and any(len(win.ura_markers) < due for win in wins)

    def _write_end(
        self, one: Hypothesis, ending: Ending, others: Sequence[Ending], sure: float
    ) -> None:
        if self._attended:
            at = self._told.base + len(one.all_entries())
            self._out.append(Proposed(at, ending.entries, ending.text, sure))
            return
        self._out += self._told.tell([*one.all_entries(), *ending.entries])
        self._written_end = True
        self._ask_end(ending, others, sure)

    def _ask_end(self, ending: Ending, others: Sequence[Ending], sure: float) -> None:
        """Ask where the hand may have ended otherwise, or the rules refuse what was shown."""
        missing = self._ura_due(ending)
        name = f"{self._round}:end"
        if sure >= SURE_END and not ending.refusal and not missing and ending.cost < DEAR_END:
            self._out += self._asking.withdraw(name, "what came later has settled it")
            return
        text = ending.text
        if ending.refusal:
            text = f"{text}: the rules refuse it ({ending.refusal})"
        elif missing:
            text = f"{text}: not all ura indicators were seen"
        texts = dict.fromkeys((_worth(ending), *map(_worth, others)))
        question = Question(
            name, self._round, _place_of_end(self._told.entries), "end", text,
            tuple(texts)[:4], _worth(ending), (), self._sheet.frame,
        )  # fmt: skip
        self._out += self._asking.ask(question)

    def _is_cleared(self, layout: Layout) -> bool:
        """Whether the tiles of the hand have been taken away."""
        search, sheet = self._search, self._sheet
        if search is None or sheet.most < FEW:
            return False
        lying = sum(map(len, layout.ponds)) + sum(tile.up for one in layout.outer for tile in one)
        return lying <= CLEARED * sheet.most

    def _is_torn(self, layout: Layout, now_ns: int) -> bool:
        """Whether many tiles have gone at once, as while a table is being cleared."""
        tracks = [
            piece.track for pond in self._sheet.ponds for piece in pond.pieces
            if piece.gone_ns is None
        ]  # fmt: skip
        missing = sum(track not in layout.tracks for track in tracks)
        if missing < FEW or missing < TORN * len(tracks):
            self._torn_ns = 0
            return False
        self._torn_ns = self._torn_ns or now_ns
        return now_ns - self._torn_ns < TORN_NS

    def _finish_hand(self) -> None:
        """The hand is over, however it ended."""
        search = self._search
        if search is None:
            return
        ending = self._ending
        others: list[Ending] = []
        sure = 1.0
        if ending is None:
            found = Endings(search.best, self._sheet, self._ruleset)
            endings = found.all() or found.forced()
            if not endings:
                self.lost = "the tiles were taken away, and nothing shows how the hand ended"
                self._out.append(OutOfStep(self.lost))
                return
            others = endings[1:]
            ending, sure = surer(endings[0], others)
        entries = [*search.best.all_entries(), *ending.entries]
        self._out += self._told.tell(entries)
        if not self._written_end:
            self._ask_end(ending, others or self._others, min(sure, self._end_sure))
        self._out += self._asking.review(self._round, self._told.base, entries, None)
        self._close(ending)

    def _close(self, ending: Ending) -> None:
        self._told.close()
        self._between = ending.state
        self._round += 1
        if isinstance(ending.follows, EndGame):
            self._between = apply(self._between, ending.follows)
            entry = Entry(ending.follows, 1.0, Evidence(rule="the last hand is played"))
            self._out += self._told.tell([entry])
            self._told.close()
            self._deal = None
        else:
            self._deal = ending.follows

    def _next_hand(self, layout: Layout) -> None:
        self._sheet = Sheet(self._ruleset, layout.tracks)
        self._search = None
        self._ending = None
        self._written_end = False


def _shared(beam: Sequence[Hypothesis], sheet: Sheet) -> int:
    """How many entries all likely stories have in common."""
    del sheet
    first = beam[0].all_entries()
    most = len(first)
    for other in beam[1:]:
        if other.cost > beam[0].cost + 2 * MARGIN:
            continue
        entries = other.all_entries()
        for place, (one, two) in enumerate(zip(first, entries, strict=False)):
            if one.event != two.event:
                most = min(most, place)
                break
    return most


def _worth(ending: Ending) -> str:
    """An ending in a few words: who won or drew, and what it pays."""
    result = ending.state.hands[-1]
    paid = " ".join(f"{points:+}" for points in result.deltas)
    return f"{ending.kind} {','.join(map(str, ending.winners))} {paid}".replace("  ", " ")


def _place_of_end(entries: Sequence[Entry]) -> int:
    """Where in the record the hand's win or draw stands."""
    for place in range(len(entries) - 1, -1, -1):
        if isinstance(entries[place].event, Hora | Ryukyoku):
            return place
    return max(len(entries) - 1, 0)


def _alike(one: Ending, other: Ending) -> bool:
    return [entry.event for entry in one.entries] == [entry.event for entry in other.entries]
