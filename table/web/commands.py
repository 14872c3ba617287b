"""What every command of a page has in common: who asks, and what is answered when it is done."""

from collections.abc import Iterable

from table.session import Order, Outcome
from table.web.readback import table_view
from table.web.views.table import CommandRequest, ConfirmedView


def order_of(request: CommandRequest) -> Order:
    """Who asks for a change, and of which table."""
    return Order(request.client_id, request.expected_seq)


def confirmed(outcome: Outcome, notes: Iterable[str] = ()) -> ConfirmedView:
    """The table after a command, and what it changed."""
    was, now = outcome.before.state.scores, outcome.after.state.scores
    return ConfirmedView(
        journal=outcome.after.journal,
        seq=outcome.after.seq,
        state=table_view(outcome.after),
        repeated=outcome.repeated,
        notes=list(notes),
        deltas=[new - old for old, new in zip(was, now, strict=True)],
    )
