"""A record becomes a film: read, told as scenes, filmed, its truth written beside it."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

from table.errors import UnreadableRecordError
from table.files import whole_file
from table.film.story import scenes
from table.formats.load import load_record
from vision.errors import FilmError
from vision.synthetic.film_faults import Faults
from vision.synthetic.film_scene import Scene
from vision.synthetic.film_shooting import TABLE, Settings, Shooting
from vision.synthetic.table_layout import Plan
from vision.synthetic.table_picture import RIICHI_BODY

Progress = Callable[[int, int], None]
"""Told after each scene that came to rest: how many did, of how many."""


@dataclass(frozen=True, slots=True)
class Made:
    """A film that was made."""

    frames: int
    """Up to the last scene that came to rest."""
    scenes: int
    seconds: float


def read_scenes(record: Path, seed: int) -> tuple[Scene, ...]:
    """The scenes of a recorded game.

    Raises OSError, or RecordError for what is no whole, possible game.
    """
    read = load_record(record)
    if read.fault is not None:
        raise UnreadableRecordError(f"{record}: {read.fault}")
    return tuple(scenes(read.events, seed=seed, places=read.places))


def film(
    told: tuple[Scene, ...], out: Path, truth: Path | None, settings: Settings,
    progress: Progress | None = None, hands: Path | None = None,
) -> Made:  # fmt: skip
    """Make the film of these scenes and, where wanted, its truth: all, or in a failure nothing.

    ``hands`` is a folder for films and truths of the four hands, made if need be.
    """
    frame, seconds, count = 0, 0.0, 0
    shooting = Shooting(settings, hands=hands is not None)
    files: dict[str, BinaryIO | gzip.GzipFile] = {}
    with ExitStack() as stack:
        if truth is not None:
            files[TABLE] = stack.enter_context(_lines(truth))
        if hands is not None:
            hands.mkdir(parents=True, exist_ok=True)
            for role in shooting.views.keys() - {TABLE}:
                files[role] = stack.enter_context(_lines(hands / f"{role}.jsonl"))
        for count, lines in enumerate(shooting.shoot(told, out, hands), 1):
            for role, file in files.items():
                line = json.dumps(lines[role], ensure_ascii=False, separators=(",", ":"))
                file.write(f"{line}\n".encode())
            frame, seconds = int(lines[TABLE]["frame"]), float(lines[TABLE]["t"])
            if progress is not None:
                progress(count, len(told))
    return Made(frame + 1, count, seconds)


def first_hands(told: tuple[Scene, ...], hands: int) -> tuple[Scene, ...]:
    """Only as many hands of a game."""
    if hands < 1:
        raise FilmError(f"{hands} rounds, expected 1 or more")
    ends = [number for number, scene in enumerate(told) if scene.passage == "clear"][1:]
    return told[: ends[hands - 1] + 1] if hands <= len(ends) else told


def with_faults(settings: Settings, told: tuple[Scene, ...]) -> Settings:
    """The settings with something going wrong in every hand, for tests of whoever watches."""
    return replace(settings, faults=Faults.some(settings.seed, told, Plan.of(RIICHI_BODY)))


@contextmanager
def _lines(path: Path) -> Iterator[BinaryIO | gzip.GzipFile]:
    """A file of lines, packed where its name ends in .gz, in its place only when all went well."""
    with whole_file(path) as file:
        if path.suffix == ".gz":
            with gzip.GzipFile("", "wb", fileobj=file) as packed:
                yield packed
        else:
            yield file
