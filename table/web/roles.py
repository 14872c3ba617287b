"""Who may do what: five roles, and for each part of the API the least role that reads and writes.

Every path below /api must be named here; `tests/table/test_roles.py` holds the routes against it.
"""

from enum import IntEnum
from typing import Literal

from table.web.sight import Sight

RoleWord = Literal["overlay", "viewer", "scorer", "referee", "admin"]
_WORDS: tuple[RoleWord, ...] = ("overlay", "viewer", "scorer", "referee", "admin")


class Role(IntEnum):
    """A later role may do all that an earlier one may, but for the overlay's, which stands apart.

    The names are the words of the API, in lower case.
    """

    OVERLAY = 0
    """A broadcast: the delayed picture of the table, and nothing else."""
    VIEWER = 1
    """Looks on: everything that lies open."""
    SCORER = 2
    """Keeps the score: answers questions, declares wins and draws, corrects, begins games."""
    REFEREE = 3
    """Rules: fouls, the clock, the audit; sees concealed tiles where they are known."""
    ADMIN = 4
    """The organiser: PINs, sessions, cameras, settings."""

    @property
    def word(self) -> RoleWord:
        """The role as the API says it."""
        return _WORDS[self.value]

    @property
    def sight(self) -> Sight:
        """What this role sees of the table."""
        return Sight.ALL if self >= Role.REFEREE else Sight.OPEN

    @classmethod
    def parse(cls, word: str) -> "Role":
        """Read the API's word. Raises KeyError."""
        return cls[word.upper()]


PUBLIC = None
"""Nobody needs to have signed in."""
NEEDS: dict[str, tuple[Role | None, Role | None]] = {
    "/api/me": (PUBLIC, PUBLIC),
    "/api/me/": (PUBLIC, PUBLIC),
    "/api/sessions": (Role.ADMIN, PUBLIC),
    "/api/sessions/": (Role.ADMIN, Role.ADMIN),
    "/api/access/": (Role.ADMIN, Role.ADMIN),
    "/api/overlay": (Role.OVERLAY, Role.REFEREE),
    "/api/overlay/": (Role.OVERLAY, Role.REFEREE),
    "/api/live": (Role.VIEWER, Role.VIEWER),
    "/api/state": (Role.VIEWER, Role.VIEWER),
    "/api/journal": (Role.VIEWER, Role.VIEWER),
    "/api/history": (Role.VIEWER, Role.VIEWER),
    "/api/rulesets": (Role.VIEWER, Role.VIEWER),
    "/api/rulesets/": (Role.VIEWER, Role.VIEWER),
    "/api/bridge": (Role.VIEWER, Role.VIEWER),
    "/api/watch": (Role.VIEWER, Role.ADMIN),
    "/api/watch/": (Role.VIEWER, Role.ADMIN),
    "/api/watch/cameras": (Role.ADMIN, Role.ADMIN),
    "/api/evidence/": (Role.VIEWER, Role.ADMIN),
    "/api/records": (Role.VIEWER, Role.SCORER),
    "/api/records/": (Role.VIEWER, Role.SCORER),
    "/api/statistics": (Role.VIEWER, Role.SCORER),
    "/api/timer": (Role.VIEWER, Role.REFEREE),
    "/api/timer/": (Role.VIEWER, Role.REFEREE),
    "/api/questions": (Role.VIEWER, Role.SCORER),
    "/api/questions/": (Role.VIEWER, Role.SCORER),
    "/api/score": (Role.VIEWER, Role.VIEWER),
    "/api/score/": (Role.VIEWER, Role.VIEWER),
    "/api/declaration": (Role.SCORER, Role.SCORER),
    "/api/wins": (Role.SCORER, Role.SCORER),
    "/api/draws": (Role.SCORER, Role.SCORER),
    "/api/endings": (Role.SCORER, Role.SCORER),
    "/api/endings/": (Role.SCORER, Role.SCORER),
    "/api/riichi": (Role.SCORER, Role.SCORER),
    "/api/undo": (Role.SCORER, Role.SCORER),
    "/api/redo": (Role.SCORER, Role.SCORER),
    "/api/games": (Role.SCORER, Role.SCORER),
    "/api/events": (Role.SCORER, Role.SCORER),
    "/api/seating": (Role.SCORER, Role.SCORER),
    "/api/seating/": (Role.SCORER, Role.SCORER),
    "/api/corrections": (Role.SCORER, Role.SCORER),
    "/api/corrections/": (Role.SCORER, Role.SCORER),
    "/api/photos": (Role.SCORER, Role.SCORER),
    "/api/photos/": (Role.SCORER, Role.SCORER),
    "/api/camera": (Role.SCORER, Role.SCORER),
    "/api/cameras": (Role.SCORER, Role.SCORER),
    "/api/demo": (Role.SCORER, Role.SCORER),
    "/api/demo/": (Role.SCORER, Role.SCORER),
    "/api/rulings": (Role.SCORER, Role.REFEREE),
    "/api/rulings/": (Role.SCORER, Role.REFEREE),
    "/api/fouls": (Role.SCORER, Role.REFEREE),
    "/api/referee/": (Role.REFEREE, Role.REFEREE),
    "/api/tile-sets": (Role.SCORER, Role.ADMIN),
    "/api/tile-sets/": (Role.SCORER, Role.ADMIN),
    "/api/doctor": (Role.REFEREE, Role.ADMIN),
}
"""Path -> the least role that reads, and that writes; one that ends in / stands for all below."""
READS = frozenset({"GET", "HEAD", "OPTIONS"})


def needed(path: str, method: str) -> Role | None:
    """The least role for a request; None where nobody needs to have signed in."""
    if not path.startswith("/api/"):
        return Role.VIEWER if path == "/openapi.json" else PUBLIC
    reads = method in READS
    entry = NEEDS.get(path)
    while entry is None and path.count("/") > 2:
        path = path.rstrip("/").rpartition("/")[0] + "/"
        entry = NEEDS.get(path)
    if entry is None:
        return Role.VIEWER if reads else Role.ADMIN
    return entry[0] if reads else entry[1]


def may(role: Role | None, path: str, method: str) -> bool:
    """Whether this role, or nobody in particular, may make the request."""
    least = needed(path, method)
    if least is PUBLIC:
        return True
    return role is not None and role >= least
