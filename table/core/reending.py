"""Another end for a hand that is over: the table as it was before, and the edits that bring it."""

from collections.abc import Sequence
from dataclasses import dataclass

from table.core.corrections import Replace
from table.core.events import (
    Ankan,
    Chi,
    Correction,
    Dahai,
    Daiminkan,
    Dora,
    EndGame,
    EndKyoku,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
    Tsumo,
)
from table.core.history import Commit, standing
from table.core.incidents import Chombo
from table.core.state import TableState, fold
from table.errors import IllegalActionError

_PLAY = (StartKyoku, Tsumo, Dahai, Chi, Pon, Daiminkan, Ankan, Kakan, Dora, Reach)
_ENDS = (Hora, Ryukyoku, Chombo, EndKyoku)
_Written = Sequence[tuple[int, TableEvent]]


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand that is over."""

    before: TableState
    """The table when its last tile lay there, before anybody said how it ended."""
    entries: tuple[int, ...]
    """What was written of its end; `EndKyoku` is the last."""

    def edits(self, events: Sequence[TableEvent]) -> tuple[Replace, ...]:
        """The edits that let it end so instead.

        `events` are an ending as `end_hand` decides it, the next hand included: that one is
        decided again from the one that was played. Raises IllegalActionError for an ending after
        which the hand would go on.
        """
        last = max((at for at, one in enumerate(events) if isinstance(one, EndKyoku)), default=-1)
        if last < 0:
            raise IllegalActionError("end of the hand: it would go on, expected what ended it")
        *gone, end = self.entries
        return (*(Replace(entry) for entry in gone), Replace(end, tuple(events[: last + 1])))


def ended_hand(commits: Sequence[Commit], entry: int) -> Ended:
    """The hand that an entry belongs to.

    Raises IllegalActionError for an entry that does not stand or whose hand is not over.
    """
    written = [
        (number, event)
        for commit in standing(commits)
        for number, event in enumerate(commit.events, commit.number)
        if not isinstance(event, Correction)
    ]
    place = next((at for at, (number, _) in enumerate(written) if number == entry), None)
    if place is None:
        raise IllegalActionError(f"entry {entry}: expected one that stands in the journal")
    begin, end = _hand_around(written, place)
    if begin is None or end is None:
        raise IllegalActionError(f"entry {entry}: its hand is not over, expected one that is")
    last = max(at for at in range(begin, end + 1) if isinstance(written[at][1], _PLAY))
    gone = [at for at in range(last + 1, end + 1) if _ends(written, at, last)]
    kept = [written[at][1] for at in range(end) if at not in gone]
    return Ended(fold(kept), tuple(written[at][0] for at in gone))


def _hand_around(written: _Written, place: int) -> tuple[int | None, int | None]:
    """Where the hand begins and ends that this place lies in; None for what there is not."""
    begin: int | None = None
    for at in range(place, -1, -1):
        event = written[at][1]
        if isinstance(event, StartKyoku):
            begin = at
            break
        if isinstance(event, StartGame | EndGame) or (isinstance(event, EndKyoku) and at < place):
            break
    if begin is None:
        return None, None
    for at in range(begin + 1, len(written)):
        event = written[at][1]
        if isinstance(event, EndKyoku):
            return begin, at
        if isinstance(event, StartKyoku | StartGame):
            break
    return begin, None


def _ends(written: _Written, at: int, last: int) -> bool:
    """Whether this was written of the end, and so falls with it.

    The stick of a riichi on the very last discard was laid, or not, by how the hand ended.
    """
    event, discard = written[at][1], written[last][1]
    if isinstance(event, ReachAccepted):
        return isinstance(discard, Dahai) and discard.actor == event.actor
    return isinstance(event, _ENDS)
