"""How a hand may have ended: the ways in which shown hands, the wall and the rules fit together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import log

from scoring.errors import ScoringError
from scoring.melds import Meld, MeldKind
from scoring.score import Refusal
from scoring.seats import Seat
from scoring.tally import BIT
from scoring.tiles import KINDS, Tile
from table.core.circumstances import declared
from table.core.declaration import Verdict, judge_all
from table.core.endings import EXHAUSTIVE, HandEnd, end_hand
from table.core.events import Dahai, EndGame, Kakan, StartKyoku, TableEvent, Tsumo
from table.core.incidents import Reveal
from table.core.play import Play, Stage
from table.core.state import Riichi, apply
from table.core.units import SEATS
from table.errors import IllegalActionError
from table.watch.ends.at_end import AtEnd
from table.watch.ends.drawn_hands import drawn, draws
from table.watch.ends.end_prices import (
    BYSTANDER,
    FETCHED,
    GUESSED,
    IMPATIENT,
    LEFT_OUT,
    LET_GO,
    MISSED,
    MISSED_AT_END,
    MIXED,
    NO_END,
    NOT_WON,
    ONE_MISSED,
    ONE_WRONG,
    ONLOOKER,
    REFUSED,
    ROBBED,
    SHOWN_IN_VAIN,
    TWIN,
    UNLIKELY,
    UNSAID,
    UNSEEN_LAST,
    WINNERS,
)  # fmt: skip
from table.watch.ends.ended import (
    CHOMBO,
    Ending,
    accepted,
    fetched,
    melds,
    need,
    unseen_addition,
    unseen_discard,
    unseen_riichi,
    won_on,
)  # fmt: skip
from table.watch.ends.open_hands import OpenHands, with_laid_before, with_missing
from table.watch.ends.rejoining import unseen_end
from table.watch.seen.places import Placed

INCOMPLETE = "not_complete"


class Endings(AtEnd):
    """Finds the ways in which a hand ended."""

    incomplete = False
    """A hand may be said to have won that has not."""

    @property
    def is_open(self) -> bool:
        """Whether a hand lies open, or would if all of its tiles had been found."""
        if self.shown or not self.partly or self.state.play is None:
            return bool(self.shown)
        missing = with_missing(self.state.play, self.sheet)
        return missing is not None and bool(missing.whole)

    def all(self) -> list[Ending]:
        """Every way, likeliest first."""
        play = self.state.play
        if play is None:
            return []
        found = self._with_laid_before(play, [*self._wins(play), *draws(self, play)])
        if not found:
            found = self._missed_in_hand(play) or self._misread(play)
            found += self._not_won(play, found)
        found += self._with_twins(play)
        if any(one.winners and not one.refusal and one.cost < LET_GO for one in found):
            found = [one if one.winners else replace(one, cost=one.cost + LET_GO) for one in found]
        found = [
            replace(one, cost=one.cost + UNSAID * len(self.claims - set(one.winners)))
            for one in found
        ]
        return sorted(found, key=lambda ending: ending.cost)

    def _wins(self, play: Play) -> list[Ending]:
        """The ways in which those who show their hands have won."""
        return [*self._own_draws(play), *self._rons(play)]

    def _with_twins(self, play: Play) -> list[Ending]:
        """The same wins, if an ura is that reads as its dora indicator does."""
        self.reader.twins = self.sheet.ura_like_dora
        found = self._wins(play) if self.reader.twins else []
        self.reader.twins = False
        return [replace(one, cost=one.cost + TWIN) for one in found]

    def _won_with(self, play: Play, hands: OpenHands | None) -> list[Ending]:
        """The wins that the rules grant if the shown hands are these."""
        if hands is None:
            return []
        seen, (self.shown, self.partly) = (self.shown, self.partly), hands
        found = [one for one in self._wins(play) if not one.refusal]
        self.shown, self.partly = seen
        return found

    def _missed_in_hand(self, play: Play) -> list[Ending]:
        """The same wins, if a tile lies in the hole of a shown hand that was not found."""
        found = self._won_with(play, with_missing(play, self.sheet))
        return [
            replace(one, cost=one.cost + GUESSED, doubt=one.doubt or ONE_MISSED) for one in found
        ]

    def _with_laid_before(self, play: Play, found: list[Ending]) -> list[Ending]:
        """Also the wins with a tile that lies before a shown hand; the others leave it out."""
        also = self._won_with(play, with_laid_before(play, self.sheet))
        return (
            [*also, *(replace(one, cost=one.cost + LEFT_OUT) for one in found)] if also else found
        )

    def _misread(self, play: Play) -> list[Ending]:
        """The same wins, if one tile of a shown hand is not what it looks like."""
        self.reader.one_wrong = True
        found = self._wins(play)
        self.reader.one_wrong = False
        return [replace(one, doubt=one.doubt or ONE_WRONG) for one in found if not one.refusal]

    def _not_won(self, play: Play, beside: Sequence[Ending]) -> list[Ending]:
        """What is shown is said to have won and has not: a chombo, after the ways `beside` it."""
        if not beside:
            return []
        self.incomplete = True
        found = [one for one in self._wins(play) if one.refusal == INCOMPLETE]
        self.incomplete = False
        first = min(one.cost for one in beside) + NOT_WON
        least = min((one.cost for one in found), default=0.0)
        return [replace(one, cost=first + one.cost - least) for one in found]

    def _as_dealt(self, play: Play, fouled: Ending) -> float:
        """How much likelier a chombo is where no other end is seen and one hand alone is shown.

        Not a dealer's, who would deal again after a win too; nor before the own first discard,
        when a hand may be shown for its nine kinds.
        """
        fouls = fouled.state.hands[-1].chombos
        alone = len(self.shown) == 1 and not self.partly
        late = all(one.actor != self.state.oya and play.seats[one.actor].river for one in fouls)
        return NOT_WON - SHOWN_IN_VAIN if alone and late else 0.0

    def forced(self) -> list[Ending]:
        """An end for a hand that nothing shows the end of: drawn where the wall is used up."""
        play = self.state.play
        if play is not None and play.live > MISSED_AT_END:
            ends = [unseen_end(self.one, NO_END if self.shown else MIXED, self.ruleset)]
            fouled = self._not_won(play, ends)
            less = [self._as_dealt(play, one) for one in fouled]
            again = zip(fouled, less, strict=True)
            return [*ends, *(replace(one, cost=one.cost - lower) for one, lower in again)]
        riichi = {seat for seat in SEATS if self.state.riichi[seat] is not Riichi.NONE}
        end = HandEnd(draw=EXHAUSTIVE, tenpai=frozenset(riichi | set(self.shown)))
        ways = drawn(self, accepted(self.state), end, IMPATIENT, NO_END)
        return [replace(one, unseen=True) for one in ways]

    def _own_draws(self, play: Play) -> Iterator[Ending]:
        """The player on turn draws the winning tile; or the next one, after an unseen discard."""
        start, turn = accepted(self.state), play.turn
        if play.stage is not Stage.DISCARD and not (play.stage is Stage.DRAW and play.live <= 0):
            yield from self._own_draw(play, turn, start, FETCHED if self._fetched(play) else 0.0)
        drawn = () if play.stage is Stage.DISCARD else (Tsumo(turn, None),)
        if play.live > len(drawn):
            before, doubt = (*start, *drawn, Dahai(turn, None)), unseen_discard(turn)
            for ending in self._own_draw(play, turn.after(1), before, UNSEEN_LAST):
                yield replace(ending, doubt=doubt)

    def _own_draw(
        self, play: Play, seat: Seat, start: tuple[TableEvent, ...], price: float
    ) -> Iterator[Ending]:
        tiles, apart = self.shown.get(seat, ((), None))
        if len(tiles) != need(play, seat) + 1:
            return
        price += ONLOOKER * (len(self.shown) - 1)
        readings = self.reader.finished(tiles, melds(play, seat))
        places = [apart] if apart is not None else list(range(len(tiles)))
        places = places[-1:] if self.incomplete else places
        for reading in readings:
            options = {reading.tiles[place] for place in places}
            for tile in sorted(options, key=lambda tile: tile.place):
                rest = log(len(options))
                events = (
                    *start, Tsumo(seat, tile), Reveal(seat, reading.tiles, "hora"),
                )  # fmt: skip
                cost = price - log(max(reading.likely, UNLIKELY)) + rest
                yield from self._judged(events, ((seat, seat, tile),), cost, "tsumo")

    def _rons(self, play: Play) -> Iterator[Ending]:
        """Those who show their hands win on the tile offered last."""
        seats = [seat for seat in self.shown if len(self.shown[seat][0]) >= need(play, seat)]
        if not seats:
            return
        offer = play.last
        if offer is not None and offer.tile is not None and play.stage is not Stage.DISCARD:
            rest = [seat for seat in seats if seat != offer.seat]
            yield from self._rons_on(play, rest, offer.seat, offer.tile)
        if not self.incomplete:
            yield from self._unseen_ron(play, seats)
            yield from self._robbed(play, seats)

    def _robbed(self, play: Play, seats: Sequence[Seat]) -> Iterator[Ending]:
        """A kan is robbed whose fourth tile lies on the turned one: it still looks like a pon."""
        giver = play.turn
        rest = [seat for seat in seats if seat != giver]
        if not rest or (play.stage is Stage.DRAW and play.live <= 0):
            return
        drawn = () if play.stage is Stage.DISCARD else (Tsumo(giver, None),)
        for meld in melds(play, giver):
            tile = self.reader.fourth(meld.tiles)
            if meld.kind is MeldKind.PON and tile and not self._stays_three(giver, meld):
                before = (*accepted(self.state), *drawn, Kakan(giver, tile, meld.tiles))
                for ending in self._rons_on(play, rest, giver, tile, before, ROBBED):
                    yield replace(ending, doubt=ending.doubt or unseen_addition(giver))

    def _stays_three(self, seat: Seat, pon: Meld) -> bool:
        """Whether people have taken back that a fourth tile was added to it."""
        groups = self.sheet.corners[seat].groups
        return any(one.stays_three and set(one.names) == set(pon.tiles) for one in groups)

    def _rons_on(
        self, play: Play, seats: Sequence[Seat], giver: Seat, tile: Tile,
        before: tuple[TableEvent, ...] = (), price: float = 0.0,
    ) -> Iterator[Ending]:  # fmt: skip
        """Some of these seats win on this tile; the others show what they had.

        `before`: nobody saw that it was offered.
        """
        finishes = self.reader.finishes if self._near_draw(play) else self.reader.may_finish
        can = [
            seat for seat in seats
            if finishes(self._held(play, seat, tile), melds(play, seat), tile)
        ]  # fmt: skip
        for count in range(1, len(can) + 1):
            for some in combinations(can, count):
                yield from self._ron(play, some, giver, tile, before, price)
        if seats and len(can) < len(seats) and not before:
            yield from self._ron(play, seats, giver, tile, (), 0.0)

    def _unseen_ron(self, play: Play, seats: Sequence[Seat]) -> Iterator[Ending]:
        """The winning discard was fetched before anybody saw it in its pond."""
        giver = play.turn
        rest = [seat for seat in seats if seat != giver]
        if not rest or (play.stage is Stage.DRAW and play.live <= 0):
            return
        drawn = () if play.stage is Stage.DISCARD else (Tsumo(giver, None),)
        another = play.stage is Stage.DRAW and self._fetched(play) is True
        for seat in rest:
            faces, price = self._missed(play, seat)
            price += FETCHED * another
            for tile in faces:
                events = (*accepted(self.state), *drawn, Dahai(giver, tile))
                for ending in self._ron(play, [seat], giver, tile, events, price):
                    yield replace(ending, doubt=unseen_riichi(self.state, giver) or ending.doubt)

    def _missed(self, play: Play, seat: Seat) -> tuple[list[Tile], float]:
        """What the winning tile may be that nobody saw in its pond."""
        tiles, apart = self.shown[seat]
        if len(tiles) == need(play, seat) + 1 and apart is not None:
            readings = self.reader.finished(tiles, melds(play, seat))
            found = {reading.tiles[apart] for reading in readings}
            return sorted(found, key=lambda tile: tile.place), MISSED
        if len(tiles) != need(play, seat) or not self.sheet.covered[play.turn]:
            return [], 0.0
        held, _ = self.reader.waiting(tiles, melds(play, seat))
        waits = self.reader.waits(held.tiles, melds(play, seat))
        found_kinds = [Tile.of(kind) for kind in range(KINDS) if waits & BIT[kind]]
        return found_kinds, GUESSED + log(max(len(found_kinds), 1))

    def _ron(
        self, play: Play, seats: Sequence[Seat], giver: Seat, tile: Tile,
        before: tuple[TableEvent, ...], price: float,
    ) -> Iterator[Ending]:  # fmt: skip
        taken = [seat for seat in seats if len(self.shown[seat][0]) > need(play, seat)]
        price += self._others(play, seats, giver, tile)
        if not before:
            price += FETCHED * (self._fetched(play) not in {bool(taken), None})
        if len(taken) > 1:
            return
        ways = [
            self.reader.finished(self._held(play, seat, tile), melds(play, seat), tile)[:WINNERS]
            for seat in seats
        ]
        for readings in list(product(*ways))[:WINNERS]:
            cost = price - sum(log(max(reading.likely, UNLIKELY)) for reading in readings)
            hands = [
                Reveal(seat, reading.tiles, "hora")
                for seat, reading in zip(seats, readings, strict=True)
            ]
            wins = tuple((seat, giver, tile) for seat in seats)
            yield from self._judged((*before, *hands), wins, cost, "ron")

    def _held(self, play: Play, seat: Seat, tile: Tile) -> tuple[Placed, ...]:
        """The tiles that a seat shows, without the one that it won on."""
        tiles, apart = self.shown[seat]
        if len(tiles) <= need(play, seat):
            return tiles
        place = won_on(tiles, tile) if apart is None else apart
        return (*tiles[:place], *tiles[place + 1 :])

    @staticmethod
    def _near_draw(play: Play) -> bool:
        """Whether those who show their hands may share a draw."""
        return play.live <= MISSED_AT_END

    def _others(self, play: Play, seats: Sequence[Seat], giver: Seat, tile: Tile) -> float:
        """The price of others who show their hands: to share a draw, or to have won as well."""
        others = {*self.shown, *self.partly} - {*seats}
        price = (BYSTANDER if self._near_draw(play) else ONLOOKER) * len(others)
        for seat in (others - {giver}) & {*self.shown}:
            drew = len(self.shown[seat][0]) > need(play, seat)
            held = self._held(play, seat, tile)
            price += LET_GO * (drew or self.reader.finishes(held, melds(play, seat), tile))
        return price

    def _judged(
        self, events: Iterable[TableEvent], wins: Sequence[tuple[Seat, Seat, Tile]],
        cost: float, kind: str,
    ) -> Iterator[Ending]:  # fmt: skip
        """The win as the rules see it; refused where it cannot be."""
        said_by = tuple(winner for winner, _, _ in wins)
        try:
            state = self.state
            for event in events:
                state = apply(state, event)
            ura = self.reader.turned(state, said_by)
            said = [
                declared(state, winner, target, tile, self.ruleset, ura=ura)
                for winner, target, tile in wins
            ]
            declarations = tuple(one for one in said if one is not None)
            if len(declarations) != len(wins):
                return
            verdict = judge_all(state, declarations, self.ruleset)
            refusal = _why_refused(verdict)
            if refusal == INCOMPLETE and not self.incomplete:
                return
            cost += REFUSED * len(verdict.refused)
            last = end_hand(state, HandEnd(wins=declarations), self.ruleset)
        except (IllegalActionError, ScoringError):
            return
        if not isinstance(last[-1], StartKyoku | EndGame):  # these rules let no false win happen
            return
        winners = tuple(one.declaration.winner for one in verdict.winners)
        text = f"{kind} of seat {', '.join(str(one) for one in winners or said_by)}"
        if verdict.triple_ron:
            kind = text = "triple ron"
        elif not winners:
            kind = CHOMBO
        yield self.ending(cost, (*events, *last), kind, winners, refusal, text)

    def _fetched(self, play: Play) -> bool | None:
        """Whether the tile offered last was taken from its pond; None where that is not known."""
        offer = play.last
        if offer is None or offer.kan is not None:
            return False
        used = self.one.ponds[offer.seat]
        pieces = self.sheet.ponds[offer.seat].pieces
        if not 0 < used <= len(pieces):
            return False
        return fetched(pieces[used - 1], offer.seat, self.sheet, self.shown)


def _why_refused(verdict: Verdict) -> str:
    """Why the rules refuse one of the wins; empty where they refuse none."""
    answers = (one.answer for one in verdict.refused)
    return next((one.reason for one in answers if isinstance(one, Refusal)), "")
