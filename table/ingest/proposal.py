"""What an observer thinks has happened, and what only a person can say."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.codec import event_mapping
from table.core.events import TableEvent
from table.core.legal import advance
from table.core.state import TableState
from table.errors import IllegalActionError

CERTAIN = 0.9
"""From this likelihood on a proposal is written unasked."""
AGAINST_THE_RULES = 0.2
"""How likely it is that somebody did what the rules do not allow, of all that looks like it."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Events that may have happened, to be written together or not at all."""

    events: tuple[TableEvent, ...]
    likelihood: float
    """0-1, the rules not yet asked."""
    why: str
    """One line for people: what was observed, and what it means."""
    source: str
    """The observation's own id; one observation is written once."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the record and an observer see differently; nothing is written before."""

    id: str
    """The same for the same doubt, as long as it lasts."""
    seat: Seat | None
    kind: str
    text: str
    amount: int | None = None
    """Points, or counters, by which the observer has more than the record."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Proposals sorted out by the rules."""

    written: tuple[Proposal, ...]
    asked: tuple[Question, ...]


def weigh(state: TableState, proposals: Iterable[Proposal], ruleset: Ruleset) -> Weighed:
    """What can be written one after the other, and what a person has to say."""
    written: list[Proposal] = []
    asked: list[Question] = []
    for proposal in proposals:
        after, likelihood = _allowed(state, proposal, ruleset)
        if likelihood >= CERTAIN:
            state = after
            written.append(replace(proposal, likelihood=likelihood))
        else:
            asked.append(question(proposal))
    return Weighed(tuple(written), tuple(asked))


def question(proposal: Proposal) -> Question:
    """The question whether a proposal is right."""
    kind, seat = "nothing", None
    if proposal.events:
        kind = str(event_mapping(proposal.events[0])["type"])
        seat = getattr(proposal.events[0], "actor", None)
    return Question(f"{kind}:{proposal.source}", seat, kind, proposal.why)


def _allowed(state: TableState, proposal: Proposal, ruleset: Ruleset) -> tuple[TableState, float]:
    """The state after the events, and their likelihood when the rules are asked too."""
    likelihood, now = proposal.likelihood, state
    for event in proposal.events:
        try:
            now, ruling = advance(now, event, ruleset)
        except IllegalActionError:
            return state, 0.0
        if ruling.allowed is False:
            likelihood *= AGAINST_THE_RULES
    return now, likelihood
