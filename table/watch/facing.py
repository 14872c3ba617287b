"""Whether the picture is turned or mirrored: who discards first, and which way turns go round."""

from collections.abc import Sequence
from itertools import pairwise

from scoring.seats import Seat
from table.core.events import Dahai, StartKyoku
from table.core.units import SEATS
from table.watch.decisions import Entry

AFTER_NS = 700_000_000
"""A tile seen so much later than another was surely laid later."""
VIEWS = ("as written", "the picture shows it otherwise")


def facing(entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """What the first discards of a hand say about the view: the place of the first, and words."""
    if not entries or not isinstance(entries[0].event, StartKyoku):
        return []
    firsts: dict[Seat, tuple[int, int]] = {}
    for at, entry in enumerate(entries):
        if isinstance(entry.event, Dahai) and entry.evidence.captured_ns:
            firsts.setdefault(entry.event.actor, (entry.evidence.captured_ns, at))
    order = sorted(firsts, key=lambda seat: firsts[seat][0])
    times = [firsts[seat][0] for seat in order]
    apart = [later - one > AFTER_NS for one, later in pairwise(times)]
    if len(order) < len(SEATS) - 1 or not apart[0]:
        return []
    place = firsts[order[0]][1]
    steps = [(later - one) % len(SEATS) for one, later in pairwise(order)]
    if len(order) == len(SEATS) and all(apart) and steps == [len(SEATS) - 1] * len(steps):
        text = "the players take turns clockwise: the picture seems to be mirrored"
        return [(place, text)]
    dealer = entries[0].event.oya
    if order[0] == dealer:
        return []
    text = (
        f"seat {order[0]} discards first, though seat {dealer} deals:"
        " the picture may be turned, or this is another hand"
    )
    return [(place, text)]
