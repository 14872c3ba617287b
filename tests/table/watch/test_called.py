"""A called tile that its pond seems to hold still, because nothing is seen there, is called."""

from dataclasses import replace

from table.core.events import Chi, Daiminkan, Pon
from table.watch.watcher import Watcher

SOON_NS = 3_500_000_000
EVERYWHERE = ((-500.0, -500.0), (500.0, -500.0), (500.0, 500.0), (-500.0, 500.0))


def told(looks, ruleset):
    watcher = Watcher(ruleset)
    for look in looks:
        watcher.see(look)
    watcher.finish()
    return watcher


def haunted(looks, track):
    """The looks, with a tile that stays in its pond out of sight when it has been called."""
    last = None
    for look in looks:
        there = [one for one in look.sightings if one.track == track]
        if there:
            (last,) = there
        elif last is not None:
            ghost = replace(last, visible=0.0)
            yield replace(look, sightings=(*look.sightings, ghost), covered=(EVERYWHERE,))
            continue
        yield look


def test_a_called_tile_that_nobody_saw_leave_its_pond_is_called(first_hand, ruleset_of):
    ruleset = ruleset_of("mleague")
    looks = [look for _, look in first_hand[1]]
    entries = told(looks, ruleset)._told.entries
    calls = [at for at, one in enumerate(entries) if isinstance(one.event, Chi | Pon | Daiminkan)]
    call = calls[-1]
    (track,) = entries[call - 1].evidence.tracks[:1]
    until = entries[call + 1].evidence.captured_ns + SOON_NS
    seen = [look for look in haunted(looks, track) if look.captured_ns < until]
    watcher = Watcher(ruleset)
    for look in seen:
        watcher.see(look)
    assert watcher.events[: call + 2] == tuple(one.event for one in entries[: call + 2])
