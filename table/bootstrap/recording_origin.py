"""What a record was begun from: its films, log, rules and first hand, told in its folder."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
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
        sides: Sequence[int], log: Path | None = None,
    ) -> None:  # fmt: skip
        """Cameras, streams and ports are not told apart: they may be plugged in elsewhere.

        ``log`` is what an automatic table said, as a file.
        """
        self._films = {one.role: Path(one.where) for one in sources if not one.live}
        self._log = log
        self._rules = ruleset.id
        self._start = None if start is None else event_mapping(start)
        self._sides = list(sides)

    def note(self, folder: Path) -> None:
        """Tell it in the folder. Raises CaptureError, OSError."""
        films = {role: _film(path, _HEAD_BYTES) for role, path in self._films.items()}
        log = None if self._log is None else _film(self._log, _HEAD_BYTES)
        told = {
            "films": films, "log": log, "rules": self._rules, "start": self._start,
            "sides": self._sides,
        }  # fmt: skip
        write_atomically(folder / ORIGIN, json.dumps(told, indent=1) + "\n")

    def check(self, folder: Path) -> str:
        """See that the folder's record was begun from this; what is assumed where it does not tell.

        Raises InvalidOptionError, UnreadableRecordError, CaptureError, OSError.
        """
        path = folder / ORIGIN
        if not path.exists():  # begun by a program that did not tell it
            return (
                f"{folder}: its record does not tell what it was begun from;"
                " assumed: the same source, log, rules and start"
            )
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            refusal = self._refusal(folder, kept)
        except (ValueError, LookupError, TypeError, AttributeError) as fault:
            raise UnreadableRecordError(
                f"{path}: {fault!r}; expected what the record was begun from"
            ) from None
        if refusal:
            raise InvalidOptionError(refusal)
        if "log" not in kept and self._log is not None:
            return f"{folder}: its record does not tell its log; assumed: {self._log.name}"
        return ""

    def _refusal(self, folder: Path, kept: Mapping[str, Any]) -> str:
        """Why it is the record of something else; empty where it is of this."""
        films, rules, start, sides = (kept[name] for name in ("films", "rules", "start", "sides"))
        if films.keys() != self._films.keys() or not all(
            _is_file(self._films[role], one) for role, one in films.items()
        ):
            names = " ".join(one["name"] for one in films.values()) or "a camera"
            return (
                f"{folder}: it has the record of another source, {names};"
                " expected that one or an empty folder"
            )
        if "log" in kept and not _is_file(self._log, kept["log"]):
            log = "no log" if kept["log"] is None else f"the log {kept['log']['name']}"
            return (
                f"--bridge: the record in {folder} was begun with {log},"
                " expected the same or an empty folder"
            )
        if rules != self._rules:
            return (
                f"--rules {self._rules}: the record in {folder} is by {rules},"
                " expected that or an empty folder"
            )
        if (start, sides) != (self._start, self._sides):
            return (
                f"--start: the record in {folder} was begun with another or none,"
                " expected the same or an empty folder"
            )
        return ""


def _is_file(path: Path | None, kept: Mapping[str, Any] | None) -> bool:
    """Whether a file is the one that was told, as far as that had come then; or both are none."""
    if path is None or kept is None:
        return path is None and kept is None
    return bool(_film(path, kept["head"])["sha256"] == kept["sha256"])


def _film(path: Path, head: int) -> dict[str, Any]:
    """What tells a film or log, or a folder by its first picture, from others."""
    first = pictures_of(path)[0] if path.is_dir() else path
    with first.open("rb") as file:
        begins = file.read(head)
    return {
        "name": path.name,
        "head": len(begins),
        "sha256": hashlib.sha256(begins).hexdigest(),
    }
