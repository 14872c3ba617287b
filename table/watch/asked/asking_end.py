"""The question about a hand's end: where it may have ended otherwise, or the rules refuse it."""

from collections.abc import Sequence

from scoring.seats import Seat
from table.core.events import Dahai, Hora, Kakan, Ryukyoku, StartKyoku
from table.core.units import SEATS
from table.watch.asked.asking import Asking
from table.watch.decisions import Decision, Entry, Question
from table.watch.ends.end_prices import URA_TURNED
from table.watch.ends.ended import Ending, worth
from table.watch.one_hand import OneHand

SURE_END = 0.95
"""A hand's end that is less sure is asked about."""
DEAR_END = 6.0
"""So is one that explains what is seen no better than at this price."""
WON = tuple(f"seat {int(seat)} has won" for seat in SEATS)
"""What may have been where nothing showed how a hand ended."""


def end_name(number: int) -> str:
    """What the question about the end of a hand is called."""
    return f"{number}:end"


def ask_end(
    asking: Asking, number: int, told: Sequence[Entry], hand: OneHand, ending: Ending
) -> list[Decision]:
    """Ask where hand `number` may have ended otherwise, or the rules refuse what was shown."""
    question = end_question(number, told, hand, ending)
    if question is None:
        return asking.withdraw(end_name(number), "what came later has settled it")
    return asking.ask(question)


def end_question(
    number: int, told: Sequence[Entry], hand: OneHand, ending: Ending
) -> Question | None:
    """What is to be asked about the end of hand `number`; None where it is sure."""
    missing = hand.ura_due
    sure = hand.sure >= SURE_END and ending.cost < DEAR_END
    good = not (ending.refusal or ending.unread or ending.doubt or missing)
    if sure and good:
        return None
    text = ending.text
    if ending.refusal:
        text = f"{text}: the rules refuse it ({ending.refusal})"
    elif missing:
        text = f"{text}: not all ura indicators were seen"
    elif ending.doubt:
        text = f"{text}: {ending.doubt}"
    elif ending.unread:
        text = f"{text}: an ura indicator is not surely read"
    ways: dict[str, Ending] = {}
    for one in (ending, *hand.others):
        ways.setdefault(worth(one), one)
    endings = [tuple(entry.event for entry in one.entries) for one in ways.values()]
    also = _unseen(told, ending)
    if ending.doubt == URA_TURNED:
        also = (*also, *_discards(told, ending.winners))
    more = WON if ending.unseen else ()
    return Question(
        end_name(number), number, _place_of_end(told), "end", text, (*[*ways][:4], *more),
        worth(ending), (), hand.sheet.frame, tuple(endings[:4]), also=also,
    )  # fmt: skip


def _discards(told: Sequence[Entry], seats: Sequence[Seat]) -> tuple[int, ...]:
    """Where in the record these seats discard in the last hand: one may have declared a riichi."""
    start = max(at for at, entry in enumerate(told) if isinstance(entry.event, StartKyoku))
    return tuple(
        at for at, entry in enumerate(told)
        if at > start and isinstance(entry.event, Dahai) and entry.event.actor in seats
    )  # fmt: skip


def _unseen(told: Sequence[Entry], ending: Ending) -> tuple[int, ...]:
    """Where in the record stands what the ending itself tells was played: nobody saw it."""
    events = [entry.event for entry in ending.entries]
    last = max((at for at, one in enumerate(events) if isinstance(one, Hora | Ryukyoku)), default=0)
    first = _place_of_end(told) - last
    return tuple(first + at for at, one in enumerate(events) if isinstance(one, Dahai | Kakan))


def _place_of_end(entries: Sequence[Entry]) -> int:
    """Where in the record the hand's win or draw stands."""
    for place in range(len(entries) - 1, -1, -1):
        if isinstance(entries[place].event, Hora | Ryukyoku):
            return place
    return max(len(entries) - 1, 0)
