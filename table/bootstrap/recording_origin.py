"""What a record was begun from: its films, its rules and its first hand, told in its folder."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from scoring.ruleset import Ruleset
from table.core.codec import event_mapping
from table.core.events import StartKyoku
from table.errors import InvalidOptionError, UnreadableRecordError
from table.files import write_atomically
from vision.capture.frames import pictures_of
from vision.capture.source import Source

ORIGIN: Final = "origin.json"
_HEAD_BYTES: Final = 1 << 20
"""So much of a film tells it from others. One that has grown since is the same film."""


class Origin:
    """What the command line tells a record to be of."""

    def __init__(
        self, sources: Iterable[Source], ruleset: Ruleset, start: StartKyoku | None,
        sides: Sequence[int],
    ) -> None:  # fmt: skip
        """Cameras and streams are not told apart: they may be plugged in elsewhere."""
        self._films = {one.role: Path(one.where) for one in sources if not one.live}
        self._rules = ruleset.id
        self._start = None if start is None else event_mapping(start)
        self._sides = list(sides)

    def note(self, folder: Path) -> None:
        """Tell it in the folder. Raises CaptureError, OSError."""
        films = {role: _film(path, _HEAD_BYTES) for role, path in self._films.items()}
        told = {"films": films, "rules": self._rules, "start": self._start, "sides": self._sides}
        write_atomically(folder / ORIGIN, json.dumps(told, indent=1) + "\n")

    def check(self, folder: Path) -> None:
        """See that the folder's record was begun from this, where it says from what.

        Raises InvalidOptionError, UnreadableRecordError, CaptureError, OSError.
        """
        path = folder / ORIGIN
        if not path.exists():  # begun by a program that did not tell it
            return
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            films, rules, start, sides = (kept[x] for x in ("films", "rules", "start", "sides"))
            names = " ".join(one["name"] for one in films.values()) or "a camera"
            same = films.keys() == self._films.keys() and all(
                _film(self._films[role], one["head"])["sha256"] == one["sha256"]
                for role, one in films.items()
            )
        except (ValueError, LookupError, TypeError, AttributeError) as fault:
            raise UnreadableRecordError(
                f"{path}: {fault!r}; expected what the record was begun from"
            ) from None
        if not same:
            raise InvalidOptionError(
                f"{folder}: it has the record of another source, {names};"
                " expected that one or an empty folder"
            )
        if rules != self._rules:
            raise InvalidOptionError(
                f"--rules {self._rules}: the record in {folder} is by {rules},"
                " expected that or an empty folder"
            )
        if (start, sides) != (self._start, self._sides):
            raise InvalidOptionError(
                f"--start: the record in {folder} was begun with another or none,"
                " expected the same or an empty folder"
            )


def _film(path: Path, head: int) -> dict[str, Any]:
    """What tells a film, or a folder by its first picture, from others."""
    first = pictures_of(path)[0] if path.is_dir() else path
    with first.open("rb") as file:
        begins = file.read(head)
    return {
        "name": path.name,
        "head": len(begins),
        "sha256": hashlib.sha256(begins).hexdigest(),
    }
