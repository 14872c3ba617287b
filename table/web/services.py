"""What the routes need of the rest of the table: one value, handed in by the composition root."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends
from fastapi.requests import HTTPConnection

if TYPE_CHECKING:
    from table.web.demo import DemoShelf
    from table.web.desk import Desk
    from table.web.line import Line
    from table.web.photos import PhotoRoom
    from table.web.referee import Referee


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one running table."""

    desk: "Desk"
    referee: "Referee"
    photos: "PhotoRoom"
    demo: "DemoShelf"
    line: "Line | None" = None
    """The automatic table; None where none is configured."""
    heartbeat_s: float = 15.0
    """Seconds of silence after which a live connection is told that nothing changed."""


def services_of(connection: HTTPConnection) -> Services:
    """The services that this app was made with."""
    return cast("Services", connection.app.state.services)


ServicesDep = Annotated[Services, Depends(services_of)]
