"""What a hypothesis can grow by: each step uses what lies on the table and asks the rules."""

from collections.abc import Iterator

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
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
    Tsumo,
)
from table.core.play import Play, Stage
from table.core.seat import NEVER, SeatPlay
from table.core.state import Riichi
from table.core.units import SEATS
from table.errors import IllegalActionError
from table.watch.decisions import Evidence
from table.watch.faces import INDEX, named
from table.watch.seen.pieces import Group, Piece
from table.watch.seen.sheet import Sheet
from table.watch.story.hypotheses import (
    SAME_TIME_NS,
    Hypothesis,
    Step,
    evidence_of,
    lateness,
    put,
)

NOT_SEEN = 2.0
"""A discard that was called before anybody saw it in its pond."""
UNSEEN = 7.0
"""A discard that nobody saw at all."""
A_GAP = 3.5
"""So much less where its pond has room for it."""
HAKU, FOUND = Tile.parse("5z"), 0.5
NO_SET = "the tiles of this set are none as they are read: laid wrongly, or one is misread"
MISSED = "the others went on: a discard was missed"
BLANK = "a place in the pond is left free, and no white dragon was ever found: one may lie there"
OUT_OF_TURN = 4.0
"""Besides what the rules cost."""
NOT_OWED = 11.0
TURNED_EARLY_NS = 6_000_000_000
TURNED_EARLY = 1.0
"""An indicator that was turned before what it follows by the rules."""
LIES_THERE = 5.0
"""A called tile that seems to lie in its pond still."""
TURNED_FOR_NOTHING = 4.0
WAS_NONE = 5.0
"""What lay in a pond was no discard: it is gone, and nobody has called it,"""
WENT_NS = 4_000_000_000
"""for so long."""
NO_WALL = 14.0
TOLD_BY_INDICATOR = 0.6
"""How sure an added kan is that an indicator alone tells."""
_CALLS: dict[str, type[Chi | Pon | Daiminkan]] = {"chi": Chi, "pon": Pon, "daiminkan": Daiminkan}


class Moves:
    """All steps from one hypothesis."""

    def __init__(self, one: Hypothesis, sheet: Sheet, ruleset: Ruleset, *, dear: bool) -> None:
        self.one, self.sheet, self.ruleset, self.dear = one, sheet, ruleset, dear

    def all(self) -> Iterator[Hypothesis]:
        """Everything that can come next; dear steps only where they are wanted."""
        play = self.one.state.play
        if play is None:
            return
        yield from self._indicator(play)
        yield from self._none()
        start = Step(self.ruleset, self.one.state)
        if play.stage is Stage.DISCARD:
            yield from self._act(start, play.turn)
            return
        if play.stage is Stage.DRAW:
            start = self._accepted(start)
            yield from self._calls(start, play)
        yield from self._turn(start, play.turn)
        if self.dear and play.stage is Stage.DRAW:
            for seat in SEATS:
                if seat != play.turn and self._next(seat) is not None:
                    yield from self._turn(start.priced(OUT_OF_TURN), seat)

    def missed(self) -> Iterator[Hypothesis]:
        """The player on turn has discarded, and nobody saw it."""
        play = self.one.state.play
        if play is None:
            return
        step = Step(self.ruleset, self.one.state)
        if play.stage is not Stage.DISCARD:
            if play.live <= 0:
                return
            step = self._accepted(step)
            try:
                step = step.do(Tsumo(play.turn), Evidence(rule="drawn before the next act"))
            except IllegalActionError:
                return
        yield from self._unseen(step, play.turn)

    def _none(self) -> Iterator[Hypothesis]:
        """What lay in a pond for a while, and went though nobody called it, was no discard."""
        for seat in SEATS:
            piece = self._next(seat)
            if piece is None or piece.gone_ns is None or piece.caller is not None:
                continue
            if self.sheet.now_ns - piece.gone_ns > WENT_NS and not self.sheet.covered[seat]:
                step = Step(self.ruleset, self.one.state).priced(WAS_NONE)
                yield self._grown(step, self.one.at_ns, ponds=put(self.one.ponds, seat))

    def _indicator(self, play: Play) -> Iterator[Hypothesis]:
        if self.one.indicators >= len(self.sheet.indicators) or not (play.owed or self.dear):
            return
        step = self._dora(Step(self.ruleset, self.one.state))
        if step is not None:
            first_ns = self.sheet.indicators[self.one.indicators].first_ns
            if 0 < self.one.at_ns - first_ns < TURNED_EARLY_NS:
                # hands turn it when they like, the rules have their order
                first_ns, step = self.one.at_ns, step.priced(TURNED_EARLY)
            yield self._grown(step, first_ns, indicators=self.one.indicators + 1)

    def _dora(self, step: Step) -> Step | None:
        piece = self.sheet.indicators[self.one.indicators]
        found = evidence_of(piece, "a face turned in the wall", named(piece.chances))
        owed = step.state.play is not None and step.state.play.owed > 0
        try:
            return step.priced(0.0 if owed else NOT_OWED).do(Dora(piece.name), found, piece.sure)
        except IllegalActionError:
            return None

    def _accepted(self, step: Step) -> Step:
        """The stick of a riichi whose tile has passed."""
        for seat in SEATS:
            if step.state.riichi[seat] is Riichi.DECLARED:
                lies = "its stick lies there" if self.sheet.sticks[seat] else "its tile has passed"
                step = step.do(ReachAccepted(seat), Evidence(rule=lies))
        return step

    def _next(self, seat: int) -> Piece | None:
        pieces, used = self.sheet.ponds[seat].pieces, self.one.ponds[seat]
        return pieces[used] if used < len(pieces) else None

    def _set(self, seat: int) -> Group | None:
        groups, used = self.sheet.corners[seat].groups, self.one.sets[seat]
        return groups[used] if used < len(groups) else None

    def _turn(self, step: Step, seat: Seat) -> Iterator[Hypothesis]:
        """A draw, and what the player does with it."""
        if not self._has_reason(seat):
            return
        play = step.state.play
        if play is not None and play.live <= 0 and play.stage is Stage.DRAW:
            if not self.dear:
                return
            step = step.priced(NO_WALL)
        out_of_turn = play is not None and play.turn != seat
        try:
            drawn = Evidence(rule="drawn before the next act")
            step = step.do(Tsumo(seat), drawn, asks=out_of_turn)
        except IllegalActionError:
            return
        yield from self._act(step, seat)

    def _has_reason(self, seat: Seat) -> bool:
        """Whether something waits that a turn of this seat would use."""
        if self._next(seat) is not None or self.dear:
            return True
        group = self._set(seat)
        if group is not None and group.shape == "ankan":
            return True
        if any(other is not None and other.source == seat for other in map(self._set, SEATS)):
            return True
        return any(self._kakan_of(seat))

    def _kakan_of(self, seat: Seat) -> Iterator[Group]:
        for group in self.sheet.corners[seat].groups[: self.one.sets[seat]]:
            if group.added is not None and group.id not in self.one.added:
                yield group

    def _act(self, step: Step, seat: Seat) -> Iterator[Hypothesis]:
        """What a player with fourteen tiles did."""
        yield from self._kans(step, seat)
        piece = self._next(seat)
        if piece is not None:
            yield from self._discard(step, seat, piece)
        for caller in SEATS:
            group = self._set(caller)
            if group is not None and group.source == seat and group.link is None:
                yield from self._called_unseen(step, seat, group)
        if self.dear:
            yield from self._unseen(step, seat)

    def _discard(self, step: Step, seat: Seat, piece: Piece) -> Iterator[Hypothesis]:
        found = evidence_of(piece, "the next tile of the pond", named(piece.chances))
        first_ns = piece.first_ns
        indicators = self.one.indicators
        play = step.state.play
        due = indicators < len(self.sheet.indicators) and play is not None and play.owed > 0
        if due and self.sheet.indicators[indicators].first_ns <= first_ns + SAME_TIME_NS:
            dora = self._dora(step)
            if dora is not None:
                early = self.sheet.indicators[indicators].first_ns < self.one.at_ns
                step, indicators = dora.priced(TURNED_EARLY * early), indicators + 1
        done = self._let_go(step, seat, piece.name, found, piece.sure_if_due, turned=piece.sideways)
        if done is not None:
            yield self._grown(
                done, first_ns, ponds=put(self.one.ponds, seat), indicators=indicators
            )

    def _let_go(
        self, step: Step, seat: Seat, tile: Tile | None, found: Evidence, sure: float, *,
        turned: bool,
    ) -> Step | None:  # fmt: skip
        """The discard, and the riichi that a turned tile declares."""
        play = step.state.play
        if play is None:
            return None
        own = play.seats[seat]
        try:
            if turned and step.state.riichi[seat] is Riichi.NONE:
                rule = Evidence(
                    found.tracks, found.frame, found.captured_ns, (), "the tile lies turned"
                )
                step = step.do(Reach(seat), rule, asks=True)
            elif turned and not own.turns_next:
                step = step.priced(TURNED_FOR_NOTHING)
            event = Dahai(seat, tile, _from_draw(play, own))
            return step.do(event, found, sure, asks=play.called is not None)
        except IllegalActionError:
            return self._nameless(step, seat, tile, found)

    @staticmethod
    def _nameless(step: Step, seat: Seat, tile: Tile | None, found: Evidence) -> Step | None:
        """The same with a face that cannot be: it is written as unread."""
        if tile is None:
            return None
        try:
            return step.priced(UNSEEN).do(Dahai(seat, None), found, 0.2)
        except IllegalActionError:
            return None

    def _kans(self, step: Step, seat: Seat) -> Iterator[Hypothesis]:
        group = self._set(seat)
        if group is not None and group.shape == "ankan":
            found = _of_group(group, "four of a kind, two of them on their faces")
            try:
                done = step.do(Ankan(seat, group.names), found, group.sure, asks=True)
            except IllegalActionError:
                done = None
            if done is not None:
                yield self._grown(done, group.laid_ns, sets=put(self.one.sets, seat))
        for group in self._kakan_of(seat):
            added = group.added
            if added is None or added.name is None:
                continue
            found = evidence_of(added, "a fourth tile laid to a pon", named(added.chances))
            try:
                event = Kakan(seat, added.name, group.names)
                sure = min(added.sure, TOLD_BY_INDICATOR) if group.added_doubtful else added.sure
                done = step.do(event, found, sure, asks=True)
            except IllegalActionError:
                continue
            yield self._grown(done, added.first_ns, added=self.one.added | {group.id})

    def _calls(self, step: Step, play: Play) -> Iterator[Hypothesis]:
        """The last discard is called."""
        if not play.offered or not play.open:
            return
        giver = play.offered[-1].seat
        for caller in SEATS:
            group = self._set(caller)
            if group is None or group.source != giver or caller == giver:
                continue
            pieces, used = self.sheet.ponds[giver].pieces, self.one.ponds[giver]
            lying = pieces[used - 1] if used else None
            price = 0.0
            if group.link is not None:
                if group.link is not lying:
                    continue
            elif self.one.unseen == 0 or lying is not None:
                price = LIES_THERE
            yield from self._called(step.priced(price), group, put(self.one.sets, caller))

    def _called_unseen(self, step: Step, seat: Seat, group: Group) -> Iterator[Hypothesis]:
        """A discard that was called before anybody saw it lie."""
        if group.called is None or group.seat == seat:
            return
        piece = group.pieces[group.called]
        if piece.name is None:
            return
        found = evidence_of(piece, "called before it was seen in the pond", named(piece.chances))
        try:
            step = step.priced(NOT_SEEN).do(Dahai(seat, piece.name), found, piece.sure)
        except IllegalActionError:
            return
        step = self._accepted(step)
        yield from self._called(step, group, put(self.one.sets, group.seat))

    def _called(
        self, step: Step, group: Group, sets: tuple[int, int, int, int]
    ) -> Iterator[Hypothesis]:
        if group.called is None or group.source is None or group.shape not in _CALLS:
            return
        names = group.names
        if len(names) != len(group.pieces):
            return
        own = (*names[: group.called], *names[group.called + 1 :])
        event = _CALLS[group.shape](group.seat, group.source, names[group.called], own)
        found = _of_group(group, NO_SET if group.no_set else "a set with a turned tile")
        try:
            done = step.do(event, found, group.sure, asks=True)
        except IllegalActionError:
            return
        yield self._grown(done, group.laid_ns, sets=sets)

    def _unseen(self, step: Step, seat: Seat) -> Iterator[Hypothesis]:
        """Nobody saw the discard: it is unread, or a white dragon where its place is left free."""
        gap = self.sheet.gap_before(seat, self.one.ponds[seat])
        step = step.priced(UNSEEN - A_GAP * gap)
        blank = gap and not _knows_blanks(self.sheet)
        for tile, rule in ((HAKU, BLANK), (None, MISSED))[not blank :]:
            try:
                found = Evidence(
                    rule=rule, alternatives=() if tile is None else ((str(tile), 0.3),)
                )
                done = step.do(Dahai(seat, tile), found, 0.3)
            except IllegalActionError:
                continue
            yield self._grown(done, self.one.at_ns, unseen=self.one.unseen + 1)
            return

    def _grown(
        self,
        step: Step,
        at_ns: int,
        *,
        ponds: tuple[int, int, int, int] | None = None,
        sets: tuple[int, int, int, int] | None = None,
        added: frozenset[int] | None = None,
        indicators: int | None = None,
        unseen: int | None = None,
    ) -> Hypothesis:
        one = self.one
        return Hypothesis(
            step.state,
            one.cost + step.cost + lateness(one, at_ns),
            one.ponds if ponds is None else ponds,
            one.sets if sets is None else sets,
            one.added if added is None else added,
            one.indicators if indicators is None else indicators,
            at_ns,
            one,
            step.entries,
            one.unseen if unseen is None else unseen,
            latest_ns=max(one.latest_ns, at_ns),
        )


def _of_group(group: Group, rule: str) -> Evidence:
    """A set as evidence, the called tile first: what is asked of it is asked of that."""
    called = group.pieces[group.called or 0]
    pieces = (called, *(piece for piece in group.pieces if piece is not called))
    tracks = tuple(track for piece in pieces for track in piece.tracks)
    return Evidence(tracks, group.frame, group.first_ns, (), rule)


def _from_draw(play: Play, own: SeatPlay) -> bool | None:
    """Whether the rules tell that the discard is the tile just drawn."""
    if play.called is not None:
        return False
    locked = own.riichi_turn != NEVER and own.riichi_turn < len(own.river)
    return True if locked else None


def _knows_blanks(sheet: Sheet) -> bool:
    """Whether a white dragon was found: then others would be, too."""
    return any(piece.up and piece.chances[INDEX[HAKU]] > FOUND for piece in sheet.every_piece())
