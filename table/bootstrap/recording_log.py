"""What was seen and heard, in order, line by line: from this a run that was cut off goes on."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from scoring.seats import Seat
from table.errors import UnreadableRecordError
from table.files import named
from table.watch.notes import BridgeNote, Dealer, HandSeen, Said, StickLaid, TableSet
from vision.errors import ObservationError
from vision.observation import FACE_NAMES, REST, Observation
from vision.observation_log import ObservationReader, ObservationWriter

Sight: TypeAlias = Observation | HandSeen | BridgeNote | Said
_NOTES: Final = {"stick": StickLaid, "dealer": Dealer, "set": TableSet, "said": Said}
DAMAGED: Final = ".damaged"
_LEAST: Final = 5e-4
_DAMAGE: Final = (
    ObservationError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError,
    RecursionError,
)  # fmt: skip


class SightLog:
    """The file; what is told to a watcher is what a later run reads back, to the last digit."""

    def __init__(self, path: Path) -> None:
        """Nothing is read yet."""
        self._path = path
        self._writer, self._reader = ObservationWriter(), ObservationReader()
        self._file: IO[str] | None = None

    def read(self) -> Iterator[Sight]:
        """All whole lines; one that was cut off is thrown away. Raises UnreadableRecordError."""
        if not self._path.exists():
            return
        data = self._path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(self._path, len(whole))  # a full disk has no room for it anew
        for number, line in enumerate(whole.decode("utf-8", errors="replace").splitlines(), 1):
            try:
                yield self._sight(line)
            except _DAMAGE as fault:
                raise UnreadableRecordError(f"{self._path}: line {number}: {fault}") from None

    def begin_again(self) -> None:
        """Forget all of it; the next line stands alone."""
        self._path.unlink(missing_ok=True)
        self._begin_new()

    def set_aside(self) -> None:
        """Keep what cannot be used under another name, and begin again."""
        self._path.replace(self._path.with_suffix(DAMAGED))
        self._begin_new()

    def _begin_new(self) -> None:
        self.close()
        self._writer, self._reader = ObservationWriter(), ObservationReader()

    def take(self, sight: Sight) -> Sight:
        """Write a line, and give it as it will be read. Raises OSError."""
        line = self._line(sight)
        with named(self._path):
            if self._file is None:
                self._file = self._path.open("a", encoding="utf-8")
            self._file.write(line + "\n")
            self._file.flush()
        return self._reader.observation(line) if isinstance(sight, Observation) else _read(line)

    def close(self) -> None:
        """Close the file. Raises OSError where what was left could not be written."""
        file, self._file = self._file, None
        if file is not None:
            with named(self._path):
                file.close()

    def _line(self, sight: Sight) -> str:
        if isinstance(sight, Observation):
            return self._writer.line(sight)
        return json.dumps(_mapping(sight), separators=(",", ":"))

    def _sight(self, line: str) -> Sight:
        if line.startswith('{"note"'):
            return _read(line)
        seen = self._reader.observation(line)
        self._writer.line(seen)
        return seen


def _mapping(sight: HandSeen | BridgeNote | Said) -> dict[str, Any]:
    if isinstance(sight, HandSeen):
        tiles = [_likely(chances) for chances in sight.tiles]
        told = {"seat": int(sight.seat), "t": sight.captured_ns, "tiles": tiles}
        renamed = [(look, _likely(chances)) for look, chances in sight.renamed]
        looks = {"looks": sight.looks, "renamed": renamed}
        return {"note": "hand", **told, "apart": sight.apart, **looks}
    word = next(word for word, kind in _NOTES.items() if isinstance(sight, kind))
    return {"note": word, **asdict(sight)}


def _read(line: str) -> Sight:
    told = json.loads(line)
    word = told.pop("note")
    if word == "hand":
        tiles = tuple(_chances(one) for one in told["tiles"])
        looks = tuple(told.get("looks", ()))
        renamed = tuple((look, _chances(one)) for look, one in told.get("renamed", ()))
        return HandSeen(Seat(told["seat"]), told["t"], tiles, told["apart"], looks, renamed)
    if "seat" in told:
        told["seat"] = Seat(told["seat"])
    note: Sight = _NOTES[word](**told)
    return note


def _likely(chances: tuple[float, ...]) -> dict[str, float]:
    return {name: round(one, 4) for name, one in _named(chances) if one >= _LEAST}


def _named(chances: tuple[float, ...]) -> Iterator[tuple[str, float]]:
    return zip((*FACE_NAMES, "rest"), chances, strict=True)


def _chances(told: dict[str, float]) -> tuple[float, ...]:
    left = max(0.0, 1 - sum(told.values())) / max(1, REST + 1 - len(told))
    every = [float(told.get(name, left)) for name in (*FACE_NAMES, "rest")]
    total = sum(every)
    return tuple(one / total for one in every)
