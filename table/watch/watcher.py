"""The watcher of one table: observations in, decisions out; hand after hand, to the end of a game.

Pure but for its own memory: it reads no clock, waits are measured in the time of the observations.
"""

from collections.abc import Container, Sequence

from scoring.ruleset import Ruleset
from table.core.decisions import begin_game
from table.core.events import EndGame, EndKyoku, StartKyoku, TableEvent
from table.core.rotation import next_hand
from table.core.state import EMPTY, Phase, TableState, apply, fold
from table.watch.asked.asking import Asking
from table.watch.asked.asking_end import ask_end
from table.watch.asked.astray import Astray, oldest
from table.watch.decisions import Decision, Entry, Evidence, InStep, OutOfStep, Proposed, Question
from table.watch.ends.ended import Ending, worth
from table.watch.faces import faces_of, unused
from table.watch.hand_cameras.hands import HandCameras
from table.watch.joints import Joints, is_untouched
from table.watch.listening import answered, ask_dealer, end_after, said, stick_laid
from table.watch.notes import BridgeNote, Dealer, HandSeen, Said, StickLaid
from table.watch.one_hand import OneHand
from table.watch.record import Told
from table.watch.seen.laid_sticks import Rims
from table.watch.seen.left_over import left_over
from table.watch.seen.long_rows import with_long_rows
from table.watch.seen.mixing import Mixing
from table.watch.seen.places import FarWalls, Layout, lay_out
from table.watch.seen.walls import View
from table.watch.story.losing import worse
from table.watch.story.rivals import Doubt
from vision.observation import Observation

NAMES = ("East", "South", "West", "North")
REVIEW_NS = 1_000_000_000
ACCEPTED = 2.0
"""Beyond any confidence: while people attend, they say that a hand has ended."""


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
        accept: float = ACCEPTED,
    ) -> None:
        """Begin with the first hand of a game, or with the one that `start` tells.

        `attended`: a hand's end is proposed to people, unless it is as sure as `accept`.
        """
        self._ruleset, self._sides = ruleset, tuple(sides)
        self._unused = unused(ruleset)
        self._accept = accept if attended else 0.0
        self._told = Told()
        self._asking = Asking(faces=faces_of(ruleset))
        self._cameras, self._far_walls = HandCameras(), FarWalls()
        self.lost = ""
        """Why the table cannot be followed; empty while it can."""
        first, deal = begin_game(names, ruleset)
        if not isinstance(deal, StartKyoku):
            raise AssertionError("a game begins with a deal")  # noqa: TRY004 - nobody's input
        self._told.entries.append(Entry(first, 1.0, Evidence(rule="the game begins")))
        self._told.close()
        self._round = 1
        self._hand: OneHand | None = OneHand(
            ruleset, apply(EMPTY, first), start or deal, frozenset()
        )
        self._end_refused = False
        """Whether people have taken back how the hand at play ended."""
        self._written_end: Ending | None = None
        self._proposed: Ending | None = None
        self._seen_ns = self._reviewed_ns = 0
        self._knows_sticks = False
        self._layout: Layout | None = None
        self._view, self._astray = View(), Astray()
        self._rims, self._mixing = Rims(), Mixing()
        self._joints = Joints(ruleset)
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
        """The table as the record has it."""
        return fold(self.events)

    def see(self, seen: Observation) -> tuple[Decision, ...]:
        """Take in an observation."""
        self._joints.pass_by(seen, self._hand)
        self._seen_ns = seen.captured_ns
        far = self._far_walls.learn(seen)
        laid_out = with_long_rows(lay_out(seen, self._sides, far, self._unused), self._sides)
        self._layout = layout = self._rims.without(laid_out)
        self._view.look(seen)
        hand = self._hand
        mixed = self._mixing.look(seen, None if hand is None else hand.sheet)
        if mixed and hand is not None and self._mixing.was(hand.sheet):
            self._begin_anew(hand, layout.tracks)
            return self._taken()
        if hand is not None and hand.is_cleared(layout):
            if is_untouched(hand):
                self._begin_anew(hand, layout.tracks - hand.sheet.tracks)
            else:
                self._finish_hand(left_over(layout, hand.sheet))
        elif hand is not None and self._joints.is_another(hand, layout):
            self._finish_hand(frozenset())
        elif mixed and hand is not None:
            return self._taken()
        hand = self._hand
        self._knows_sticks |= any(layout.sticks)
        if hand is not None:
            hand.knows_sticks = self._knows_sticks
            hand.look(layout, seen.captured_ns, seen.frame, moved=seen.moved)
            self._tell(self._rejoined(hand))
        return self._taken()

    def hand(self, seen: HandSeen) -> tuple[Decision, ...]:
        """Take in a seat's concealed tiles; what they tell is written with the next look."""
        self._cameras.see(seen.as_played(self._unused))
        if self._hand is not None:
            self._hand.sheet.gone = self._cameras.gone()
        return self._taken()

    def hear(self, note: BridgeNote) -> tuple[Decision, ...]:
        """Take in what an automatic table says."""
        hand = self._hand
        if hand is None:
            return ()
        if isinstance(note, StickLaid):
            stick_laid(hand, note, self._seen_ns)
        elif isinstance(note, Dealer):
            self._out += ask_dealer(self._asking, self._round, self._told.base, hand, note)
        elif hand.search is not None and self._layout is not None:
            self._finish_hand(self._layout.tracks)
        return self._taken()

    def declare(self, word: Said) -> tuple[Decision, ...]:
        """Take in a word that somebody said."""
        hand = self._hand
        if hand is not None:
            said(hand, word)
        return self._taken()

    def answer(self, question_id: str, chosen: str) -> tuple[Decision, ...]:
        """A person answers a question; in a hand that is over, the correction is theirs to make."""
        question, hand = self._asking.get(question_id), self._hand
        if question is None:
            return ()
        self._out += self._asking.answered(question_id)
        if hand is not None and question.round == self._round:
            ending = answered(hand, self._cameras, question, chosen)
            if ending is not None:
                self._write_end(hand, ending)
            self._tell(hand)
        return self._taken()

    def taken_over(
        self, events: Sequence[TableEvent], written: Container[int] | None = None
    ) -> None:
        """Go on from the record as people have made it; `written` is as `Told` has it.

        What they took back is not told again while it lies there. Raises IllegalActionError for
        events that do not fold.
        """
        base = self._told.base
        state, back = fold(events), self._told.take_over(events, written)
        starts = [at for at, event in enumerate(events) if isinstance(event, StartKyoku)]
        self._round = max(len(starts), 1)
        place = starts[-1] if starts else len(events)
        self._written_end = self._proposed = None
        self._astray.settle()
        self._joints.settle()
        if state.phase is Phase.HAND:
            self._go_on(base, place, state, back)
            return
        self._joints.leave(base, self._hand)
        self._end_refused |= any(isinstance(one.event, EndKyoku) for one in back)
        if state.phase is Phase.BETWEEN or (state.phase is Phase.SETTLED and not self._end_refused):
            self._told.base = len(events)
            self._between(state, frozenset() if self._layout is None else self._layout.tracks)
        else:
            self._told.base, self._hand = place, None

    def _go_on(self, base: int, place: int, state: TableState, back: Sequence[Entry]) -> None:
        """Follow the hand that begins there: the one at play, one that was left, or another."""
        told, self._told.base = self._told.entries[place:], place
        deal, left = told[0].event, self._joints.left(place, self._layout)
        if left is not None:
            self._hand, self._end_refused = left, True
        elif isinstance(deal, StartKyoku) and (base != place or self._hand is None):
            self._joints.leave(base, self._hand)
            old = frozenset() if self._layout is None else self._layout.tracks
            before = fold(self._told.events[:place])
            self._hand, self._end_refused = OneHand(self._ruleset, before, deal, old), False
            if len(told) == 1:
                return
        if self._hand is not None:
            self._hand.take_over(told, state, back)

    def again(self, refused: Sequence[Decision]) -> tuple[Decision, ...]:
        """Tell anew what was refused for people wrote before: questions, and a hand's end."""
        self._out += self._asking.again(refused)
        closed = self._joints.closed(self._round, refused)
        if closed is not None and self.state.phase is Phase.HAND:
            self._hand, tracks = closed
            end_after(self._hand, self._told.events, self._told.of_hand, self._ruleset)
            self._finish_hand(tracks)
        return self._taken()

    def resync(self, way: str) -> tuple[Decision, ...]:
        """Find back: "seen" goes on from what lies there, "back" from the last sure event."""
        hand = self._hand
        if hand is not None:
            if way == "seen":
                hand.accept_seen()
            else:
                hand.go_back()
            self._in_step(f"taken up again: {way}")
            self._astray.settle()
            self._tell(hand)
        return self._taken()

    def finish(self) -> tuple[Decision, ...]:
        """No more is to come: write what was waiting."""
        if self._hand is not None and self._hand.search is not None:
            self._finish_hand(frozenset())
        if self._joints.due is not None:
            self._end_game(self._joints.due)
        return self._taken()

    def _taken(self) -> tuple[Decision, ...]:
        out, self._out = tuple(self._out), []
        return out

    def _tell(self, hand: OneHand) -> None:
        """Write the likeliest story, as far as no other is nearly as likely.

        While the thread is lost nothing is written.
        """
        if hand.search is None:
            return
        if self._seen_ns - self._reviewed_ns > REVIEW_NS:
            self._watch_step(hand)
        if not self.lost:
            self._write(hand)
        if self._seen_ns - self._reviewed_ns > REVIEW_NS:
            self._reviewed_ns = self._seen_ns
            now_ns, doubts = self._seen_ns, self._doubts(hand)
            told = self._told.of_hand
            self._out += self._asking.review(self._round, self._told.base, told, now_ns, doubts)

    def _write(self, hand: OneHand) -> None:
        ending = self._written_end
        if hand.has_ended and hand.ending is not None:
            if hand.sure >= self._accept and not self._end_refused:
                ending = hand.ending
            elif self._proposed is None or worth(self._proposed) != worth(hand.ending):
                self._propose(hand, hand.ending)
        story = self._story(hand, ending)
        if self._name_seen(hand):
            story = self._story(hand, ending)
        most = None if ending is not None else hand.told()
        self._out += self._told.tell(story, most=most)
        if ending is not None and ending is not self._written_end:
            self._written_end = ending
            self._out += ask_end(self._asking, self._round, self._told.entries, hand, ending)

    def _doubts(self, hand: OneHand, *, over: bool = False) -> list[Doubt]:
        """Where the hand may have gone otherwise, and how much of it nobody could follow."""
        if hand.search is None:
            return []
        told = self._told.of_hand
        astray = self._astray.doubts(hand.search.best, told)
        return [*hand.doubts(over=over), *astray, *self._joints.doubts(len(told))]

    def _story(self, hand: OneHand, ending: Ending | None) -> list[Entry]:
        entries = [*hand.story(ending), *(ending.entries if ending is not None else ())]
        return self._cameras.filled(entries, hand.before)

    def _name_seen(self, hand: OneHand) -> bool:
        """Believe hand cameras about discards; whether they say anything new."""
        news = self._cameras.news()
        for track, tile in news:
            hand.name(track, tile)
        return bool(news)

    def _watch_step(self, hand: OneHand) -> None:
        """Say when the thread is lost, and when it is found again."""
        amiss = self._view.fault
        reason = amiss or hand.stuck
        if reason and hand.search is not None:
            since_ns = 0 if amiss else oldest(hand.search.best, hand.sheet)
            self._astray.lose(reason, since_ns)
        if reason and (not self.lost or worse(reason, self.lost, amiss)):
            self.lost = reason
            self._out.append(OutOfStep(reason))
        elif not reason and self.lost:
            self._in_step("what lies on the table is explained again")

    def _in_step(self, why: str) -> None:
        if self.lost:
            self.lost = ""
            self._astray.find(self._seen_ns)
            self._out.append(InStep(why))

    def _propose(self, hand: OneHand, ending: Ending) -> None:
        self._proposed = ending
        at = self._told.base + len(hand.story(ending))
        self._out.append(Proposed(at, ending.entries, worth(ending), hand.sure))

    def _write_end(self, hand: OneHand, ending: Ending) -> None:
        self._out += self._told.tell(self._story(hand, ending))
        self._written_end = ending

    def _finish_hand(self, tracks: frozenset[int]) -> None:
        """The hand is over, however it ended."""
        hand = self._hand
        if hand is None:
            return
        ending = hand.conclude()
        if ending is None:
            self.lost = "the tiles were taken away, and nothing shows how the hand ended"
            self._out.append(OutOfStep(self.lost))
            return
        self._write_end(hand, ending)
        self._out += ask_end(self._asking, self._round, self._told.entries, hand, ending)
        told, doubts = self._told.of_hand, self._doubts(hand, over=True)
        self._out += self._asking.review(self._round, self._told.base, told, None, doubts)
        if not self._view.fault:
            self._in_step("the next hand begins")
        self._rims.learn(hand.sticks.rims)
        self._astray = Astray()
        at = len(self._told.entries) - len(ending.entries)
        self._joints.close(self._round, at, hand, ending, tracks)
        self._told.close()
        self._round += 1
        self._written_end = self._proposed = None
        self._between(ending.state, tracks, self._joints.follows)

    def _rejoined(self, hand: OneHand) -> OneHand:
        """The hand as it was dealt: its discards may show that the one before ended otherwise."""
        found = self._joints.rejoined(hand)
        if found is None:
            return hand
        joined, self._hand = found, found.hand
        self._out.append(self._told.write_anew(joined.at, joined.entries))
        self._out += self._asking.forget(self._round)
        for question in joined.questions:
            self._out += self._asking.ask(question)
        self._round = joined.number
        self._written_end = self._proposed = None
        self._astray = Astray()
        self._in_step("the next hand is followed from its deal")
        return joined.hand

    def _between(
        self, state: TableState, tracks: frozenset[int],
        follows: StartKyoku | EndGame | None = None,
    ) -> None:  # fmt: skip
        """Wait for the next hand, or end the game."""
        if state.phase is Phase.SETTLED:
            self._out += self._told.tell([Entry(EndKyoku(), 1.0, Evidence(rule="settled"))])
            self._told.close()
            state = apply(state, EndKyoku())
        self._cameras.clear()
        self._end_refused = False
        follows = follows or next_hand(state, self._ruleset)
        if isinstance(follows, EndGame):
            self._end_game(follows)
        else:
            self._hand = OneHand(self._ruleset, state, follows, tracks)

    def _end_game(self, end: EndGame) -> None:
        entry = Entry(end, 1.0, Evidence(rule="the last hand is played"))
        self._out += self._told.tell([entry])
        self._told.close()
        self._hand = None

    def _begin_anew(self, hand: OneHand, tracks: frozenset[int]) -> None:
        """What seemed to be the hand's first tiles were tiles that are mixed, or backs."""
        if hand.search is not None:
            self._out += self._told.tell([])
            self._out += self._asking.review(self._round, self._told.base, (), None)
        self._hand = OneHand(self._ruleset, hand.before, hand.deal, tracks)
