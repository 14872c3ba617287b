"""Puts a table together from its settings: folder, journal, session, eyes, web."""

import secrets
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname

from fastapi import FastAPI

from firmware_bridge.happenings import Kept
from table.bootstrap.certificate import Certificate, certificate_for
from table.bootstrap.doctor import ProcessDoctor
from table.bootstrap.hall_link import HallLink, join_hall
from table.bootstrap.joining import join
from table.bootstrap.settings import Settings
from table.bootstrap.table_line import TableLine, last_turn
from table.bootstrap.tile_sets import ClubSets, set_of
from table.bootstrap.watching import Kit, Moment, SessionWatcher, chosen_sources
from table.bootstrap.watching_follow import Manners
from table.config import load_ruleset, ruleset_ids
from table.core.events import StartKyoku
from table.errors import DataFolderError
from table.hall.wire import Status
from table.journal.store import JOURNAL, Journal
from table.session import Session, open_session
from table.web.access import Access
from table.web.app import create_app
from table.web.archive import Archive
from table.web.auditing import Auditor
from table.web.demo import DemoShelf
from table.web.desk import Desk
from table.web.editor import Editor
from table.web.evidence import EvidenceShelf
from table.web.guard import Door
from table.web.overlay import OverlayDesk
from table.web.photos import UNFINISHED, PhotoRoom
from table.web.ports import Eyes
from table.web.questions import QuestionRoom
from table.web.referee import Referee
from table.web.services import Services
from table.web.setting_up import Beginner
from table.web.timing import Clockroom

PHOTOS = "photos"
EVIDENCE = "evidence"
ACCESS = "access.json"
OVERLAY = "overlay.json"
CAMERAS = "cameras.json"
WATCHED = "watched"


@dataclass(frozen=True, slots=True)
class Table:
    """A table that is ready to be served."""

    app: FastAPI
    services: Services
    door: Door
    eyes: Eyes
    line: TableLine | None = None
    hall: HallLink | None = None
    certificate: Certificate | None = None
    """None: unencrypted."""

    def close(self) -> None:
        """Let go of the journal and stop reading."""
        if self.line is not None:
            self.line.stop()
        if self.hall is not None:
            self.hall.stop()
        self.eyes.close()
        if self.services.tile_sets is not None:
            self.services.tile_sets.close()
        self.services.desk.session.close()


def compose(
    settings: Settings, folder: Path, eyes: Eyes, shelf: Traversable | None = None,
    start: StartKyoku | None = None, moment: Moment | None = None,
) -> Table:  # fmt: skip
    """The table that lives in `folder`; `shelf` has the demo's photos.

    `start` is the hand with which a fresh record begins, `moment` is told what the camera's
    clock says.

    Raises DataFolderError, JournalError, ConfigError; whatever was opened is closed again.
    """
    prepare_folder(folder)
    journal = Journal.open(folder / JOURNAL)
    try:
        session = _session_of(settings, journal, start)
        photos = PhotoRoom(folder / PHOTOS, eyes)
        line = _line_of(settings, journal, session)
        watcher = _watcher_of(settings, folder, session, moment)
        services = Services(
            desk=Desk(session, photos, ruleset_ids(), load_ruleset),
            referee=Referee(session),
            photos=photos,
            demo=DemoShelf(shelf),
            questions=QuestionRoom(session, line),
            editor=Editor(session),
            archive=Archive(session),
            auditor=Auditor(session, folder / JOURNAL),
            beginner=Beginner(session),
            clock=Clockroom(session),
            evidence=EvidenceShelf(folder / EVIDENCE),
            doctor=ProcessDoctor(settings, folder),
            line=line,
            watcher=watcher,
            tile_sets=ClubSets(settings, folder, (eyes, watcher)),
            access=Access(folder / ACCESS),
            overlay=OverlayDesk(folder / OVERLAY),
        )
        hall = _hall_of(folder, session, services.questions)
    except BaseException:
        journal.close()
        raise
    door = door_for(settings.host)
    certificate = certificate_for(folder, settings.host) if settings.https else None
    pages = Path(str(files("table") / "web" / "static"))
    app = create_app(services, door, pages)
    return Table(app, services, door, eyes, line, hall, certificate)


def _session_of(settings: Settings, journal: Journal, start: StartKyoku | None) -> Session:
    """The session of the journal; a fresh one begins with the hand that is joined, if there is."""
    first, second, third, fourth = settings.names
    names = (first, second, third, fourth)
    session = open_session(journal, load_ruleset, names, settings.rules)
    if start is None:
        return session
    join(journal, start)
    return open_session(journal, load_ruleset, names, settings.rules)


def _line_of(settings: Settings, journal: Journal, session: Session) -> TableLine | None:
    """The line to the automatic table, if there is one."""
    if settings.bridge is None:
        return None
    kept = Kept.from_keys(journal.clients)
    turn = last_turn(journal.entries)
    return TableLine(settings.bridge, session, kept, turn=turn, warn=_tell_later)


def _tell_later(words: str) -> None:
    """Say what may still come."""
    sys.stderr.write(f"jantaku: {words}; it is tried again\n")


def _watcher_of(
    settings: Settings, folder: Path, session: Session, moment: Moment | None
) -> SessionWatcher:
    """Who watches: with the cameras that were chosen on the page, else with the settings'."""
    camera, chosen = settings.camera, folder / CAMERAS
    on_page = None if camera.insist else chosen_sources(chosen)
    sources = camera.sources if on_page is None else on_page
    kit = Kit(
        folder / WATCHED, chosen, folder / EVIDENCE, round(camera.evidence_gb * 1e9),
        settings.models, set_of(settings, folder),
        camera.calibration, Manners(camera.sides, camera.accept), moment,
    )  # fmt: skip
    return SessionWatcher(session, sources, kit)


def _hall_of(folder: Path, session: Session, questions: QuestionRoom) -> HallLink | None:
    """The line to the hall that the table is joined to, if it is."""

    def status() -> Status:
        return Status(questions=len(questions.open()))

    return join_hall(folder, folder / JOURNAL, session, status)


def prepare_folder(folder: Path) -> None:
    """Make the data folder and see that it can be written. Raises DataFolderError."""
    try:
        for part in (PHOTOS, EVIDENCE):
            (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        for left in (folder / PHOTOS).glob(f"*.{UNFINISHED}.*"):
            left.unlink()
    except OSError as fault:
        raise DataFolderError(
            f"data folder {folder}: {fault.strerror}, expected a folder that can be written"
        ) from None


def fresh_token() -> str:
    """One that nobody guesses."""
    return secrets.token_urlsafe(16)


def door_for(host: str, token: Callable[[], str] = fresh_token) -> Door:
    """Open on the loopback, with a token anywhere else."""
    if is_loopback(host):
        return Door()
    own = gethostname().lower()
    names = {"localhost", own, f"{own}.local", host.lower()}
    return Door(frozenset(names), token())


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the host."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def demo_folder() -> Traversable:
    """Where the demo's photos lie, wherever the package is installed."""
    return files("table") / "demo"
