"""Tables for the browser tests: a simulated game up to a moment, with questions open; commands."""

import json
import urllib.request
from dataclasses import replace

from scoring.seats import Seat
from table.asking import Alternative, Asked, question_draft
from table.config import load_ruleset
from table.core.corrections import Replace
from table.core.events import Dahai, Hora, StartKyoku
from table.core.state import fold
from table.journal.store import Draft, Journal
from table.simulator.game import simulate
from table.web.declaring import declaration_view

NAMES = ("Aki", "Ben", "Chie", "Dai")
RULES = "tenhou"
SEED = 7


def game(rules=RULES, seed=SEED):
    """The events of a whole simulated game."""
    return simulate(load_ruleset(rules), seed, NAMES)


def before_a_ron(events):
    """The game up to a discard that is won on, and that win."""
    place, win = next(
        (place, event)
        for place, event in enumerate(events)
        if isinstance(event, Hora) and not event.tsumo and event.actor != event.target
    )
    return events[:place], win


def in_hand(events, hand, moves):
    """The game up to some moves into a hand, counted from 0."""
    deals = [place for place, event in enumerate(events) if isinstance(event, StartKyoku)]
    return events[: deals[hand] + moves]


def write(data, events):
    """A journal of these events, as a camera would have written them; its last discard's entry."""
    data.mkdir(parents=True, exist_ok=True)
    journal = Journal.open(data / "journal.db")
    for event in events:
        seen = isinstance(event, Dahai)
        why = {"why": "the next tile of the pond"} if seen else None
        journal.append([Draft(event, why, 0.97 if seen else None)], source="camera")
    entry = max(one.seq for one in journal.entries if isinstance(one.event, Dahai))
    journal.close()
    return entry


def ask_of_the_last_discard(data, entry):
    """Leave a question whether the last discard was another tile; that tile."""
    journal = Journal.open(data / "journal.db")
    event = journal.entries[entry - 1].event
    before = fold(one.event for one in journal.entries[: entry - 1])
    held = before.play.seats[event.actor].known_tiles
    other = next(tile for tile in held if tile.kind != event.pai.kind)
    changed = Replace(entry, (replace(event, pai=other, tsumogiri=None),))
    asked = Asked(
        "tile:last",
        "tile",
        f"dahai: {event.pai} (61%)",
        Seat(event.actor),
        (
            Alternative(str(event.pai), str(event.pai), 0.61),
            Alternative(str(other), str(other), 0.35, edits=(changed,)),
        ),
        clause="TENHOU turns",
        entry=entry,
    )
    journal.append([question_draft(asked)], source="camera")
    journal.close()
    return str(other)


def propose_the_win(data, events, win, rules):
    """Leave the question whether the hand has ended with this win, as a camera proposes it."""
    filled = declaration_view(fold(events), win.actor, win.target, load_ruleset(rules))
    asked = Asked(
        "proposed:1",
        "win",
        f"{NAMES[win.actor]} has won",
        Seat(win.actor),
        win=filled.model_dump(mode="json", exclude_none=True),
    )
    journal = Journal.open(data / "journal.db")
    journal.append([question_draft(asked)], source="camera")
    journal.close()


def tell(server, path, **body):
    """Give a command by the API, decided on the table as it is."""
    with urllib.request.urlopen(f"{server.url}api/state", timeout=60) as answer:  # noqa: S310
        seq = json.load(answer)["seq"]
    body |= {"expected_seq": seq, "client_id": f"told-{seq:08}"}
    request = urllib.request.Request(  # noqa: S310 - our own server
        server.url + path,
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
        return json.load(answer)
