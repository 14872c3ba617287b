"""Whether the picture is turned or mirrored: who discards first, and which way turns go round."""

from collections.abc import Sequence
from itertools import pairwise

from table.core.events import Chi, Dahai, Daiminkan, Pon, StartKyoku
from table.core.units import SEATS
from table.watch.decisions import Entry

AFTER_NS = 700_000_000
"""A tile seen so much later than another was surely laid later."""
VIEWS = ("as written", "the picture shows it otherwise")


def facing(entries: Sequence[Entry]) -> list[tuple[int, str]]:
    """What the first discards of a hand say about the view: the place of the first, and words."""
    if not entries or not isinstance(entries[0].event, StartKyoku):
        return []
    seen = [
        (entry.evidence.captured_ns, at, entry.event.actor)
        for at, entry in enumerate(entries)
        if isinstance(entry.event, Dahai) and entry.evidence.tracks
    ]
    seen = sorted(seen)[: len(SEATS)]
    apart = [later[0] - one[0] > AFTER_NS for one, later in pairwise(seen)]
    if len(seen) < len(SEATS) - 1 or not all(apart[:2]):
        return []  # what lay there when watching began tells no order
    _, place, first = seen[0]
    steps = [(later[2] - one[2]) % len(SEATS) for one, later in pairwise(seen)]
    if all(apart) and steps == [len(SEATS) - 1] * (len(SEATS) - 1):
        text = "the players take turns clockwise: the picture seems to be mirrored"
        return [(place, text)]
    dealer = entries[0].event.oya
    if first == dealer or _leads(dealer, first, entries):
        return []
    text = (
        f"seat {first} discards first, though seat {dealer} deals:"
        " the picture may be turned, or this is another hand"
    )
    return [(place, text)]


def _leads(dealer: int, other: int, entries: Sequence[Entry]) -> bool:
    """Whether the dealer was ahead of this seat in a later turn: only his first was seen late."""
    times: dict[int, list[int]] = {dealer: [], other: []}
    for entry in entries:
        event = entry.event
        if isinstance(event, Chi | Pon | Daiminkan):
            break
        if isinstance(event, Dahai) and event.actor in times and entry.evidence.tracks:
            times[event.actor].append(entry.evidence.captured_ns)
    later = zip(times[dealer][1:], times[other][1:], strict=False)
    return any(one < two - AFTER_NS for one, two in later)
