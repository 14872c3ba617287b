"""A kan after a riichi that the shown hand proves forbidden (SAI-32.1r, W15-ABS-RIIKANPEN)."""

from collections.abc import Iterable, Sequence

from scoring.kans import kan_after_riichi
from scoring.ruleset import Ruleset
from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import Ankan, Hora, Reach, TableEvent
from table.core.incidents import Reveal
from table.watch.ends.ended import melds
from table.watch.story.hypotheses import Hypothesis


def forbidden_kan(
    one: Hypothesis, events: Sequence[TableEvent], winners: Iterable[Seat], ruleset: Ruleset
) -> str:
    """What to ask of a winner's kan that changed the hand of the riichi; "" where none did."""
    for seat in winners:
        kans = _after_riichi(one, seat)
        held = _waiting(events, seat) if kans else None
        if held is None or one.state.play is None:
            continue
        sets = melds(one.state.play, seat)[: -len(kans)]
        laid = melds(one.state.play, seat)[-len(kans) :]
        for at in reversed(range(len(kans))):
            tile = kans[at].consumed[0]
            held += kans[at].consumed
            ruling = kan_after_riichi(held, (*sets, *laid[:at]), tile, tile, ruleset)
            if ruling.allowed is False:
                return f"the kan of {tile.plain} of seat {seat} after its riichi is forbidden"
            held.remove(tile)
    return ""


def _after_riichi(one: Hypothesis, seat: Seat) -> list[Ankan]:
    """The kans of a seat since its riichi."""
    declared, kans = False, []
    for event in (entry.event for entry in one.all_entries()):
        declared |= isinstance(event, Reach) and event.actor == seat
        if declared and isinstance(event, Ankan) and event.actor == seat:
            kans.append(event)
    return kans


def _waiting(events: Sequence[TableEvent], seat: Seat) -> list[Tile] | None:
    """The shown hand without what it was won on; None where not all of it is known."""
    shown = next((one for one in events if isinstance(one, Reveal) and one.actor == seat), None)
    won = next((one for one in events if isinstance(one, Hora) and one.actor == seat), None)
    if shown is None or won is None or won.pai is None:
        return None
    held = [tile for tile in shown.tehai if tile is not None]
    if len(held) % 3 == 2 and won.pai in held:
        held.remove(won.pai)
    return held if len(held) == len(shown.tehai) - won.tsumo and len(held) % 3 == 1 else None
