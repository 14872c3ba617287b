"""What the routes need of the rest of the table: one value, handed in by the composition root."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection

from table.web.access import Access
from table.web.limits import Limit
from table.web.overlay import OverlayDesk

if TYPE_CHECKING:
    from table.web.archive import Archive
    from table.web.auditing import Auditor
    from table.web.demo import DemoShelf
    from table.web.desk import Desk
    from table.web.editor import Editor
    from table.web.evidence import EvidenceShelf
    from table.web.line import Line
    from table.web.photos import PhotoRoom
    from table.web.ports import Doctor, TileSets, Watcher
    from table.web.questions import QuestionRoom
    from table.web.referee import Referee
    from table.web.setting_up import Beginner
    from table.web.timing import Clockroom


PINS_A_SECOND = 0.1
PINS_AT_ONCE = 6.0


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one running table."""

    desk: "Desk"
    referee: "Referee"
    photos: "PhotoRoom"
    demo: "DemoShelf"
    questions: "QuestionRoom"
    editor: "Editor"
    archive: "Archive"
    auditor: "Auditor"
    beginner: "Beginner"
    clock: "Clockroom"
    evidence: "EvidenceShelf"
    doctor: "Doctor"
    line: "Line | None" = None
    """The automatic table; None where none is configured."""
    watcher: "Watcher | None" = None
    """Whoever watches the table with a camera; None where nobody does."""
    tile_sets: "TileSets | None" = None
    """Whoever learns tile sets; None where nobody does."""
    access: Access = field(default_factory=Access)
    overlay: OverlayDesk = field(default_factory=OverlayDesk)
    pin_limit: Limit = field(default_factory=lambda: Limit(PINS_A_SECOND, PINS_AT_ONCE))
    heartbeat_s: float = 15.0
    """Seconds of silence after which a live connection is told that nothing changed."""


def services_of(connection: HTTPConnection) -> Services:
    """The services that this app was made with."""
    return cast("Services", connection.app.state.services)


ServicesDep = Annotated[Services, Depends(services_of)]
