"""A hall that is served, for the browser tests: its only table has played and gone away."""

import json
import sys
import urllib.request
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import cv2
import numpy as np

from table.config import load_ruleset
from table.core.events import Dahai
from table.hall.folder import HallFolder, HallSettings
from table.hall.intake import Arrival, Intake
from table.hall.load.throwaway import Child
from table.hall.members import Members
from table.hall.wire import Report
from table.journal.store import Draft, Journal
from table.simulator.game import simulate

PATIENCE_MS = 60_000
KEPT, AWAY = "ab" * 16, "cd" * 16
"""Two pictures of evidence: the hall has one, the other lies at the table."""


@contextmanager
def serving(path, *options):
    """The process that serves it; results of other tables come by hand."""
    folder = HallFolder(path / "hall")
    folder.create(HallSettings(title="Spring Open", hosts=["127.0.0.1"], mqtt_port=0, link_port=0))
    with folder.database(folder.settings()) as database:
        report_of(path / "journal.db", database)
    kept = folder.path / "pictures" / "A1"
    kept.mkdir(parents=True)
    (kept / KEPT).write_bytes(
        cv2.imencode(".png", np.full((90, 60, 3), 200, np.uint8))[1].tobytes()
    )
    with started(path, "--port", "0", *options) as child:
        yield child


@contextmanager
def started(path, *options):
    """The process that serves the hall which is there."""
    command = [sys.executable, "-m", "table", "hall", "serve", "--data", str(path / "hall")]
    child = Child([*command, *options], path / "log", ready="ready ")
    child.start()
    try:
        yield child
    finally:
        child.stop()


def address(child):
    """Where its pages are; with the token, where there is one."""
    return child.said.partition(" ")[2]


def members_of(folder, database):
    """Who invites to a hall as if it took reports by HTTPS, which no test here sends."""
    settings = folder.settings().model_copy(update={"link_port": 1})
    return Members(folder, settings, database)


def report_of(path, database):
    """One report of table A1: a hand's beginning, the first discard with evidence."""
    journal = Journal.open(path)
    events = simulate(load_ruleset("wrr2015"), 1, ("Aki", "Ben", "Chie", "Dai"))[:30]
    proof = {"why": "what came to rest", "pictures": [KEPT, AWAY]}
    at = next(place for place, one in enumerate(events) if isinstance(one, Dahai))
    drafts = [Draft(one, proof if place == at else None) for place, one in enumerate(events)]
    journal.append(drafts, source="camera")
    long_ago = datetime.now(UTC) - timedelta(minutes=5)
    report = Report(
        journal=journal.id,
        epoch=1,
        instance="ab" * 8,
        number=1,
        first=1,
        entries=tuple((one.body, one.hash) for one in journal.entries),
        last=journal.seq,
        version="0.0.1",
        clock=(long_ago - timedelta(minutes=2)).isoformat(),
    )
    Intake(database, "0.1.0").take([Arrival("A1", report.encode(), long_ago)])
    journal.close()


def ask(hall, path, body=None, method=None, token=None):
    request = urllib.request.Request(  # noqa: S310 - our own hall
        hall + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
        method=method,
    )
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310 - as above
        return json.load(answer)


def open_page(chromium, **how):
    page = chromium.new_page(**how)
    page.set_default_timeout(PATIENCE_MS)
    return page


def press(page, button):
    """Press a button whose form has the page loaded again."""
    with page.expect_navigation():
        button.click()
