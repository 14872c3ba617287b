"""A way in which a hand has ended, and how sure it is beside the others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import NamedTuple

from scoring.melds import Meld
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import (
    EndGame,
    EndKyoku,
    Hora,
    ReachAccepted,
    Ryukyoku,
    StartKyoku,
    TableEvent,
)  # fmt: skip
from table.core.incidents import Reveal
from table.core.play import Play
from table.core.redeciding import redecide
from table.core.rotation import next_hand
from table.core.state import Riichi, TableState, fold
from table.core.units import SEATS
from table.errors import IllegalActionError
from table.watch.decisions import Entry, Evidence
from table.watch.ends.end_prices import LIKELY, OUT_OF_SIGHT_NS, SAME
from table.watch.faces import INDEX, alike, chance
from table.watch.seen.pieces import Piece
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from table.watch.story.hypotheses import Hypothesis

CHOMBO = "chombo"
"""The kind of an end by a win that the rules refuse."""
CLEARLY = 2.0
"""An ending that explains so much more, in nats, is believed though it was seen only briefly; so is
the win that was seen before, beside another one of the same player for which no more speaks now."""
FAR_LIKELIER = 6.0
"""What explains so much less, in nats, than what was seen before, as tiles go, is no other end."""
NO_LIKELIER = 0.5
"""Nor does another win for what explains hardly more, while hands are over the tiles."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which the hand has ended."""

    cost: float
    entries: tuple[Entry, ...]
    """From the hypothesis's last event to the end of the hand."""
    state: TableState
    """After them."""
    follows: StartKyoku | EndGame
    kind: str
    text: str
    winners: tuple[Seat, ...] = ()
    refusal: str = ""
    """Why the rules refuse the win that was shown."""
    unread: bool = False
    """An ura indicator could not be read surely."""
    doubt: str = ""
    """What else of the shown hands could not be seen or read as they must be."""
    base: Hypothesis | None = None
    """The story that it ends."""
    unseen: bool = False
    """Nothing showed how it ended."""

    def follows_from(self, story: Hypothesis) -> bool:
        """Whether it can end this story, as it does the one that it was found for."""
        if story is self.base or self.base is None:
            return True
        play, ended = story.state.play, self.base.state.play
        if play is None or ended is None or (play.turn, play.stage) != (ended.turn, ended.stage):
            return False
        try:
            fold((entry.event for entry in self.entries), story.state)
        except IllegalActionError:
            return False
        return True

    def begun_in(self, record: Sequence[TableEvent]) -> int:
        """With how many of its events a record ends."""
        events = tuple(entry.event for entry in self.entries)
        known = range(len(events), 0, -1)
        return next((many for many in known if tuple(record[-many:]) == events[:many]), 0)


class Held(NamedTuple):
    """An ending that was seen for long enough, as it was when it was seen last."""

    ending: Ending
    others: list[Ending]
    sure: float
    discards: int
    best: Hypothesis | None
    since_ns: int
    at_ns: int


def decided_again(ending: Ending, story: Hypothesis, ruleset: Ruleset) -> Ending | None:
    """The same end of another story; None where it cannot follow, and where it was a guess."""
    if ending.unseen:
        return None
    events = [(number, entry.event) for number, entry in enumerate(ending.entries)]
    try:
        decided, state, _ = redecide(story.state, events, lambda _: ruleset)
    except IllegalActionError:
        return None
    entries = tuple(
        replace(entry, event=event) for entry, event in zip(ending.entries, decided, strict=True)
    )
    follows = next_hand(state, ruleset)
    return replace(ending, entries=entries, state=state, follows=follows, base=story)


def same(one: Ending, other: Ending) -> bool:
    """Whether two endings tell the same events."""
    return [entry.event for entry in one.entries] == [entry.event for entry in other.entries]


def worth(ending: Ending) -> str:
    """An ending in a few words: who won or drew or pays a chombo, and what it pays."""
    result = ending.state.hands[-1]
    paid = " ".join(f"{points:+}" for points in result.deltas)
    fouled = [one.actor for one in result.chombos if ending.kind == CHOMBO]
    who = ",".join(str(int(seat)) for seat in ending.winners or fouled)
    return " ".join(filter(None, (ending.kind, who, paid)))


def lacks_ura(ending: Ending, other: Ending) -> bool:
    """Whether it is won by the same as another, with fewer ura indicators."""
    if not ending.winners or ending.winners != other.winners:
        return False
    few, many = (
        sum(len(win.ura_markers) for win in one.state.hands[-1].wins) for one in (ending, other)
    )
    return few < many


def is_worse(
    endings: Sequence[Ending], seen: Ending, *, fewer: bool, more: bool = False
) -> bool:  # fmt: skip
    """Whether the end seen before is another, and better than these, the likeliest first.

    ``fewer``: tiles have gone since; ``more``: one came up in a pond, which is no discard if the
    end was plain and is explained clearly worse with it; else hands are over them, that may be
    turning ura.
    """
    best = endings[0]
    if more:
        plain = not (seen.refusal or seen.doubt or seen.unread)
        return plain and best.cost > seen.cost + CLEARLY
    alike = (best.kind, best.winners) == (seen.kind, seen.winners)
    still = [one.cost for one in endings if same(one, seen) and one.doubt == seen.doubt]
    blurred = min(still, default=best.cost) < best.cost + NO_LIKELIER
    if alike and best.winners and blurred and best.cost > seen.cost + CLEARLY:
        return not lacks_ura(seen, best)
    if still:
        return False
    doubtful = bool(best.doubt and not seen.doubt)
    surely = not doubtful and (fewer or alike)
    return best.cost > seen.cost + (FAR_LIKELIER if surely else -NO_LIKELIER)


def bears_out(ending: Ending, held: Held) -> bool:
    """Whether an ending tells plainly what one that was held doubtfully could only guess at."""
    plain = not (ending.refusal or ending.doubt) and ending.cost < held.ending.cost - CLEARLY
    refused = bool(held.ending.refusal)
    return plain and bool(ending.winners) and (refused or ending.winners == held.ending.winners)


def surer(ending: Ending, others: Sequence[Ending]) -> tuple[Ending, float]:
    """The ending with its confidence beside the others in each of its entries.

    And how sure it is but for which of a hand's tiles was the last: what pays the same with the
    same hands shown is no other end.
    """
    weights = [exp(max(ending.cost - other.cost, -50.0)) for other in others]
    total, shown = 1.0 + sum(weights), _shown_and_paid(ending)
    alike = sum(
        weight for weight, one in zip(weights, others, strict=True) if _shown_and_paid(one) == shown
    )
    entries = tuple(
        replace(entry, confidence=min(entry.confidence, 1.0 / total)) for entry in ending.entries
    )
    return replace(ending, entries=entries), (1.0 + alike) / total


def _shown_and_paid(ending: Ending) -> tuple[object, ...]:
    events = (entry.event for entry in ending.entries)
    hands = [
        (one.actor, one.reason, sorted(map(str, one.tehai)))
        for one in events
        if isinstance(one, Reveal)
    ]
    return worth(ending), hands


def evidence_of_end(
    event: TableEvent, kind: str, sheet: Sheet,
    shown: Mapping[Seat, tuple[tuple[Placed, ...], int | None]],
) -> Evidence:  # fmt: skip
    """What shows an event of an ending: the tiles of the hands."""
    if isinstance(event, Reveal | Hora):
        tiles, _ = shown.get(event.actor, ((), None))
        rule = "the hand lies open" if isinstance(event, Reveal) else f"a {kind}, judged"
        tracks = tuple(tile.track for tile in tiles)
        first = min((tile.first_ns for tile in tiles), default=sheet.now_ns)
        return Evidence(tracks, sheet.frame, first, (), rule)
    rule = "the hand has ended" if isinstance(event, Ryukyoku | EndKyoku) else "before the end"
    return Evidence((), sheet.frame, sheet.now_ns, (), rule)


def fetched(
    piece: Piece, seat: Seat, sheet: Sheet,
    shown: Mapping[Seat, tuple[tuple[Placed, ...], int | None]],
) -> bool | None:  # fmt: skip
    """Whether a seat's discard has been taken into a shown hand; None where that is not known.

    It has where it is gone, and may have where it is out of sight and one like it lies apart there:
    then it has if nothing was over its pond meanwhile.
    """
    if piece.gone_ns is not None:
        return True
    apart = (tiles[at] for tiles, at in shown.values() if at is not None)
    like = any(alike(tile.chances, piece.chances) > SAME for tile in apart)
    if not like or sheet.now_ns - piece.sight_ns <= OUT_OF_SIGHT_NS:
        return False
    return True if sheet.ponds[seat].open_ns - piece.sight_ns > OUT_OF_SIGHT_NS else None


def accepted(state: TableState) -> tuple[TableEvent, ...]:
    """The stick of a riichi whose tile has passed."""
    return tuple(ReachAccepted(seat) for seat in SEATS if state.riichi[seat] is Riichi.DECLARED)


def unseen_riichi(state: TableState, giver: Seat) -> str:
    """A discard that nobody saw may have declared a riichi."""
    own = None if state.play is None else state.play.seats[giver]
    closed = own is not None and own.closed and state.riichi[giver] is Riichi.NONE
    return unseen_discard(giver) if closed else ""


def unseen_discard(seat: Seat) -> str:
    """What to ask where a seat's last discard was not seen."""
    return f"the last discard of seat {seat} was not seen in its pond"


def unseen_addition(seat: Seat) -> str:
    """What to ask where a kan was robbed that nobody saw made."""
    return f"the tile that seat {seat} laid to a pon was not seen"


def need(play: Play, seat: Seat) -> int:
    """How many concealed tiles a seat has after its discard."""
    return 13 - 3 * len(melds(play, seat))


def melds(play: Play, seat: Seat) -> tuple[Meld, ...]:
    """A seat's sets."""
    return play.seats[seat].melds


def won_on(tiles: Sequence[Placed], tile: Tile) -> int:
    """Which of a row without a gap was won on: the last one that can be it, else the last."""
    can = [at for at, one in enumerate(tiles) if chance(one.chances, INDEX[tile]) > LIKELY]
    return can[-1] if can else len(tiles) - 1
