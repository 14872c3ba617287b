"""Setting a table up: rulesets in words, drawing seats, events entered by hand."""

from collections.abc import Iterable

from scoring.ruleset import Ruleset
from table.core.codec import parse_event
from table.core.dice import Roll
from table.core.events import Correction, StartGame, Undo
from table.core.incidents import Seating
from table.core.legal import advance
from table.core.opening import seat_players
from table.core.seating import ROLLS, draw_seats
from table.core.state import TableState
from table.errors import IllegalActionError
from table.journal.store import Draft
from table.session import Session
from table.web.commands import confirmed, order_of
from table.web.views.base import wind_letter
from table.web.views.setup import (
    DifferenceView,
    EventsRequest,
    RulesetDetailView,
    RuleView,
    SeatDrawCommand,
    SeatDrawRequest,
    SeatDrawView,
)
from table.web.views.table import ConfirmedView
from table.wording.entries import SECTIONS
from table.wording.values import label, words


def detail(ruleset: Ruleset) -> RulesetDetailView:
    """Every entry of a ruleset in words, in the order of reading."""
    entries = _entries(ruleset)
    return RulesetDetailView(
        id=ruleset.id,
        name=ruleset.name,
        starting_points=ruleset.game.starting_points,
        minutes=ruleset.timing.minutes,
        seating=ruleset.setup.seating,
        rolls=ROLLS.get(ruleset.setup.seating, 0),
        rules=[
            RuleView(
                entry=path,
                section=_section(path),
                words=label(path),
                value=words(path, value),
                clause=ruleset.clauses[path],
            )
            for path, value in entries.items()
        ],
    )


def differences(mine: Ruleset, other: Ruleset) -> list[DifferenceView]:
    """The entries whose values differ, in words."""
    ours, theirs = _entries(mine), _entries(other)
    paths = [path for path in {**ours, **theirs} if ours.get(path) != theirs.get(path)]
    return [
        DifferenceView(
            entry=path,
            section=_section(path),
            words=label(path),
            mine=words(path, ours[path]) if path in ours else "",
            others=words(path, theirs[path]) if path in theirs else "",
            clause=mine.clauses.get(path, ""),
            other_clause=other.clauses.get(path, ""),
        )
        for path in sorted(paths, key=_order)
    ]


def draw(request: SeatDrawRequest, ruleset: Ruleset) -> SeatDrawView:
    """Who sits where. Raises IllegalActionError for what does not belong to the procedure."""
    drawn = draw_seats(ruleset, request.tiles, _rolls(request), request.shuffler)
    return SeatDrawView(
        names=[request.names[place] for place in drawn.seats],
        winds=[wind_letter(wind) for wind in drawn.winds],
        temporary_east=drawn.temporary_east,
    )


class Beginner:
    """Begins games with drawn seats, and writes events that people enter."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def seat(self, request: SeatDrawCommand) -> ConfirmedView:
        """Journal the draw and a new game."""
        ruleset = self._session.ruleset(request.ruleset)
        first, second, third, fourth = request.names

        def decide(_: TableState, __: Ruleset) -> Iterable[Draft]:
            events = seat_players(
                (first, second, third, fourth),
                ruleset,
                request.tiles,
                _rolls(request),
                request.shuffler,
            )
            # A game begins with its start; the draw of its seats belongs to it.
            events = tuple(sorted(events, key=lambda event: not isinstance(event, StartGame)))
            return map(Draft, events)

        return confirmed(await self._session.change(order_of(request), decide))

    async def write(self, request: EventsRequest) -> ConfirmedView:
        """Journal events as they were entered; what the rules refuse only if asked to."""

        def decide(state: TableState, ruleset: Ruleset) -> Iterable[Draft]:
            drafts = []
            for mapping in request.events:
                event = parse_event(mapping)
                if isinstance(event, Correction | Undo | StartGame | Seating):
                    raise IllegalActionError(f"event {mapping['type']}: it has a route of its own")
                state, ruling = advance(state, event, ruleset)
                if ruling.allowed is False and not request.anyhow:
                    raise IllegalActionError(
                        f"event {mapping['type']}: {ruling.detail} ({ruling.clause})"
                    )
                drafts.append(Draft(event))
            return drafts

        return confirmed(await self._session.change(order_of(request), decide))


def _entries(ruleset: Ruleset) -> dict[str, object]:
    return dict(sorted(ruleset.entries(), key=lambda entry: _order(entry[0])))


def _order(path: str) -> int:
    return list(SECTIONS).index(path.partition(".")[0])


def _section(path: str) -> str:
    return SECTIONS[path.partition(".")[0]]


def _rolls(request: SeatDrawRequest) -> list[Roll]:
    return [Roll(first, second) for first, second in request.rolls]
