"""How a hand may have been drawn: the wall used up, or a draw that the table or a hand shows."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from math import log

from scoring.errors import ScoringError
from scoring.seats import Seat
from table.core.draws import draws_now, is_outer, nagashi
from table.core.endings import EXHAUSTIVE, HandEnd, end_hand
from table.core.events import TableEvent, Tsumo
from table.core.incidents import Reveal
from table.core.play import Play, Stage
from table.core.state import Riichi, apply
from table.core.units import SEATS
from table.errors import IllegalActionError
from table.watch.ends.at_end import AtEnd
from table.watch.ends.end_prices import (
    FIFTH,
    MISSED_AT_END,
    NEARLY,
    NOT_ALL_SEEN,
    NOT_WAITING,
    NOTEN_RIICHI,
    READ_SURELY,
    READ_WELL,
    UNLIKELY,
)
from table.watch.ends.ended import Ending, accepted, melds, need
from table.watch.ends.hand_reader import likeliest

NOTEN = "noten"


def draws(ends: AtEnd, play: Play) -> Iterator[Ending]:
    """Every way in which the hand may have been drawn."""
    yield from _exhausted(ends, play)
    yield from _nine_kinds(ends, play)
    yield from _aborted(ends, play)


def _exhausted(ends: AtEnd, play: Play) -> Iterator[Ending]:
    """The wall is used up, or all but used up by what was seen; who waits has shown it."""
    cost, missed = 0.0, ""
    if not play.drew_out or play.stage is not Stage.DRAW:
        if play.live > MISSED_AT_END or len(ends.shown) + len(ends.partly) < 2:
            return
        cost = NEARLY + play.live
        missed = f"{play.live} discards before the end of the wall were not seen"
    shows, price = _shown(ends, play)
    idle = frozenset(show.actor for show in shows if show.reason == NOTEN)
    partly = frozenset(ends.partly - ends.said)
    riichi = frozenset(seat for seat in SEATS if ends.state.riichi[seat] is not Riichi.NONE)
    ready = frozenset({*ends.said, *ends.shown, *partly}) - idle
    hidden = (riichi & ends.sheet.laid_down) - ready - idle
    cost += price + NOT_ALL_SEEN * len(partly) + NOT_WAITING * len(riichi - ready - idle)
    flowing = tuple(seat for seat in SEATS if nagashi(play, seat, ends.ruleset))
    plainly = (idle - riichi) & {*flowing}  # shown for the nagashi
    idle -= plainly
    doubt = _doubt(ends, partly, idle, hidden, missed, {*ready, *riichi, *plainly})
    last = play.offered[-1].seat if play.offered else None
    bad = (idle & riichi) | hidden
    ways = {idle | hidden: NOTEN_RIICHI * len(bad), frozenset[Seat](): NOT_WAITING * len(idle)}
    ways[idle - riichi] = NOT_WAITING * len(idle & riichi)
    for noten, more in ways.items():
        end = HandEnd(
            draw=EXHAUSTIVE, tenpai=(ready | riichi | idle) - noten, nagashi=flowing,
            last_discarder=last,
        )  # fmt: skip
        told = [
            replace(show, reason=NOTEN if show.actor in noten | plainly else "tenpai")
            for show in shows
        ]  # fmt: skip
        events = (*accepted(ends.state), *told)
        yield from drawn(ends, events, end, cost + more, "the wall is used up", doubt)


def _doubt(
    ends: AtEnd, partly: AbstractSet[Seat], idle: AbstractSet[Seat],
    hidden: AbstractSet[Seat], missed: str, ready: AbstractSet[Seat],
) -> str:  # fmt: skip
    """What makes it doubtful who waits, if anything: the weightiest.

    ``ready`` do; of ``partly`` not all of the hand is seen, ``idle`` show hands that do not wait,
    ``hidden`` are in riichi and laid theirs down.
    """
    if partly:
        return f"not all of the hand of seat {min(partly)} is seen"
    if missed:
        return missed
    if not (ends.shown or ends.said or ends.sheet.laid_down):
        return "the wall is used up, and nobody showed a hand or laid it down"
    if idle:
        return f"the hand that seat {min(idle)} shows does not wait"
    if hidden:
        return f"seat {min(hidden)} is in riichi and laid the hand down unseen"
    unseen = [seat for seat in SEATS if seat not in {*ready, *idle, *ends.sheet.laid_down}]
    if unseen and ends.sheet.laid_down and not ends.said:  # others have laid theirs down
        return f"nothing is seen of the hand of seat {unseen[0]}"
    return ""


def _shown(ends: AtEnd, play: Play) -> tuple[list[Reveal], float]:
    """The hands that are shown at a draw, and the price of what they are read as.

    Those wait; one that is well read and does not is noten, unless its owner said otherwise; after
    a riichi, which says so, one that is surely read.
    """
    shows, price = [], 0.0
    for seat, (tiles, _) in ends.shown.items():
        reading, waits = ends.reader.waiting(tiles[: need(play, seat)], melds(play, seat))
        price += 0.0 if waits else NOT_WAITING
        price -= log(max(reading.likely, UNLIKELY))
        least = READ_WELL if ends.state.riichi[seat] is Riichi.NONE else READ_SURELY
        noten = not waits and seat not in ends.said and reading.likely > least
        shows.append(Reveal(seat, reading.tiles, NOTEN if noten else "tenpai"))
    return shows, price


def _nine_kinds(ends: AtEnd, play: Play) -> Iterator[Ending]:
    seat = play.turn
    first = play.first_go and not play.seats[seat].river and play.stage is Stage.DRAW
    if not first or "nine_kinds" not in ends.ruleset.draws.abortive or seat not in ends.shown:
        return
    tiles, _ = ends.shown[seat]
    if len(tiles) != 14:
        return
    reading = likeliest(ends.reader.beliefs(tiles))
    kinds = {tile.kind for tile in reading.tiles if is_outer(tile)}
    if len(kinds) < 9:
        return
    events = (
        *accepted(ends.state), Tsumo(seat, None), Reveal(seat, reading.tiles, "nine_kinds"),
    )  # fmt: skip
    end = HandEnd(draw="nine_kinds", actor=seat)
    yield from drawn(ends, events, end, 0.5, "nine kinds of terminals and honours")


def _aborted(ends: AtEnd, play: Play) -> Iterator[Ending]:
    """A draw that the table itself shows."""
    if play.stage is not Stage.DRAW:
        return
    for way in draws_now(ends.state, ends.ruleset):
        if way.certain and not way.optional and way.reason != EXHAUSTIVE:
            shown = [
                Reveal(seat, likeliest(ends.reader.beliefs(tiles)).tiles, "tenpai")
                for seat, (tiles, _) in ends.shown.items()
                if len(tiles) == need(play, seat)
            ]
            ready = frozenset(reveal.actor for reveal in shown)
            events = (*accepted(ends.state), *shown)
            end = HandEnd(draw=way.reason, tenpai=ready)
            yield from drawn(ends, events, end, 1.0, way.reason.replace("_", " "))


def drawn(
    ends: AtEnd, events: Sequence[TableEvent], end: HandEnd, cost: float, text: str,
    doubt: str = "",
) -> Iterator[Ending]:  # fmt: skip
    """The draw; a hand that cannot be what it is read as is left out, and doubted."""
    done: list[TableEvent] = []
    try:
        state = ends.state
        for event in events:
            try:
                state = apply(state, event)
            except IllegalActionError as fault:
                if not isinstance(event, Reveal):
                    raise
                cost, doubt = cost + FIFTH, f"the hand of seat {event.actor}: {fault}"
                continue
            done.append(event)
        last = end_hand(state, end, ends.ruleset)
    except (IllegalActionError, ScoringError):
        return
    ending = ends.ending(cost, (*done, *last), "draw", (), "", text)
    yield replace(ending, doubt=doubt)
