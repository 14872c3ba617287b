"""What the reader read in the pictures of a set, kept so that a long evaluation can be stopped."""

import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from models.commands import UnusableError
from models.measure import Label
from models.samples import PHOTOS, Sample, samples, sources
from table.files import write_atomically
from vision.imagefile import Image
from vision.labels import BACK, LABELS, UNKNOWN
from vision.model_store import find_model, honesty
from vision.reader import Reader
from vision.reading import ReadTile

T = TypeVar("T")

ROOT = Path(__file__).parents[1]
CODE = (
    *(f"{folder}/*.py" for folder in ("vision", "vision/club", "vision/nets", "vision/picture")),
    "vision/synthetic/*.py",
    "vision/synthetic/art/*",
    "models/samples.py",
    "models/others.py",
)
"""Files whose change makes what was kept worthless: what reads, and what makes the pictures."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One picture's reading and labels."""

    set: str
    number: int
    """Which picture of the set it is, from 0."""

    image: str
    seconds: float
    tiles: list[ReadTile]
    labels: list[Label]
    mended: list[Label]
    given: list[tuple[str, str]]

    def to_json(self) -> dict[str, Any]:
        """The mapping of a line."""
        return asdict(self)

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> "Kept":
        """From such a mapping."""
        tiles = [
            ReadTile(
                one["tile"], _corners(one["polygon"]), one["confidence"],
                tuple((name, chance) for name, chance in one["alternatives"]),
            )
            for one in line["tiles"]
        ]  # fmt: skip
        labels, mended = (
            [
                Label(
                    one["tile"], tuple(one["box"]), one["polygon"] and _corners(one["polygon"]),
                    one["counted"], one["reds"],
                )
                for one in line[key]
            ]
            for key in ("labels", "mended")
        )  # fmt: skip
        given = [(label, read) for label, read in line["given"]]
        return cls(
            line["set"], line["number"], line["image"], line["seconds"], tiles, labels, mended,
            given,
        )  # fmt: skip


def evaluated(
    reader: Reader, name: str, every: int, limit: int | None, *, folder: Path,
    models: Path | None = None, fresh: bool = False,
) -> list[Kept]:  # fmt: skip
    """Read the pictures of a set, those that were read before taken from ``folder``.

    Raises ``FileNotFoundError`` where the set's photos are not there, ``UnusableError`` where what
    was kept is damaged.
    """
    file = folder / f"{name}.jsonl"
    code = code_of(name, models)
    before = {} if fresh else dict(read_kept(file, code))
    folder.mkdir(parents=True, exist_ok=True)
    lines_kept = [json.dumps({"code": code}), *(json.dumps(x.to_json()) for x in before.values())]
    write_atomically(file, "\n".join(lines_kept) + "\n")  # a kill loses nothing of what was read
    result = []
    with file.open("a", encoding="utf-8") as lines:
        for number, make in numbered(name, every, limit):
            if number not in before:
                before[number] = _read(reader, name, number, make())
                lines.write(json.dumps(before[number].to_json()) + "\n")
                lines.flush()
            result.append(_labelled(before[number], name, make, reader))
            _progress(name, len(result))
    _progress("", 0)
    return result


def _labelled(kept: Kept, name: str, make: Callable[[], Sample], reader: Reader) -> Kept:
    """What was read, with the labels of today: those of photos may have been mended since."""
    if name not in PHOTOS:
        return kept
    sample = make()
    given = kept.given
    if sample.mended != kept.mended:
        given = given_boxes(reader, sample.picture(), sample.mended)
    return replace(kept, labels=sample.labels, mended=sample.mended, given=given)


def numbered(
    name: str, every: int, limit: int | None
) -> Iterator[tuple[int, Callable[[], Sample]]]:
    """The pictures of a set with their numbers in the whole set."""
    for at, make in enumerate(samples(name, every, limit)):
        yield at * every, make


def code_of(name: str, models: Path | None) -> str:
    """A hash that stays as long as what was read of a set would be read again: with its files."""
    total = hashlib.sha256(digest(models).encode())
    for path in sources(name):
        total.update(f"{path.parent.name}/{path.name}".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def digest(models: Path | None, code: Sequence[str] = CODE) -> str:
    """A hash over the models, the reader's code, the renderer, and who says what is rendered."""
    total = hashlib.sha256()
    for name in ("detector", "classifier"):
        total.update(find_model(name, models).facts["sha256"].encode())
    total.update(repr(honesty(models)).encode())
    for pattern in code:
        for path in sorted(ROOT.glob(pattern)):
            if not path.name.startswith(("film_", "observation")):
                total.update(path.read_bytes())
    return total.hexdigest()


def read_kept(file: Path, code: str) -> Iterator[tuple[int, Kept]]:
    """What a file keeps of the pictures of a set, by number, if it was read by the same code.

    Raises ``UnusableError`` where a line of it is damaged.
    """
    if not file.is_file():
        return
    with file.open("rb") as lines:
        if _line(file, 1, next(lines, b"{}"), lambda head: head.get("code")) != code:
            return
        for number, line in enumerate(lines, 2):
            if line.endswith(b"\n"):  # else it was cut off by a kill
                kept = _line(file, number, line, Kept.from_json)
                yield kept.number, kept


def _line(file: Path, number: int, line: bytes, form: Callable[[Any], T]) -> T:
    """What a line says. Raises ``UnusableError``."""
    try:
        return form(json.loads(line))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UnusableError(
            f"{file}: line {number} is damaged; expected what models.evaluate kept, or no such file"
        ) from None


def _read(reader: Reader, name: str, number: int, sample: Sample) -> Kept:
    image = sample.picture()
    started = time.perf_counter()
    reading = reader.read(image)
    seconds = time.perf_counter() - started
    given = given_boxes(reader, image, sample.mended) if name in PHOTOS else []
    return Kept(
        name, number, sample.name, round(seconds, 4), list(reading.tiles), sample.labels,
        sample.mended, given,
    )  # fmt: skip


def given_boxes(reader: Reader, image: Image, labels: list[Label]) -> list[tuple[str, str]]:
    """True name and reading of each tile when the classifier is told its box, as labelled."""
    counted = [label for label in labels if label.counts and label.tile != UNKNOWN]
    corners = [[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in (x.box for x in counted)]
    probabilities, _ = reader.classifier.classify(
        image, np.array(corners, np.float32).reshape(-1, 4, 2)
    )
    names = [LABELS[index] for index in probabilities[:, :BACK].argmax(axis=1)]
    return [(label.tile, name) for label, name in zip(counted, names, strict=True)]


def _corners(polygon: Any) -> Any:
    return tuple((float(x), float(y)) for x, y in polygon)


def _progress(name: str, count: int) -> None:
    if sys.stderr.isatty():
        told = f"{name} {count}" if name else ""
        print(f"\r\x1b[K{told}", end="", file=sys.stderr, flush=True)
