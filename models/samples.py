"""Pictures with their truth, to measure the reader on: the shared photos, and renders by seed."""

import json
import os
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.measure import Label
from models.others import designs, table_in
from vision.imagefile import Image, read_image
from vision.labels import UNKNOWN
from vision.synthetic.evaluation import evaluation_table
from vision.synthetic.faces import TileSet
from vision.synthetic.photo import ANY
from vision.synthetic.screens import game_screen
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio, TablePicture, TableTruth
from vision.synthetic.table_scene import mixed_scene, some_arms
from vision.synthetic.table_view import HandView, SeatView, TableView, WallView

PHOTOS = ("riichi_tray", "autotable", "hk_rows")
RENDERS = ("tables_1080p", "tables_4k", "tables_careless", "clutter", "screens")
TRACED = "path_traced"
"""Tables in play as another renderer pictures them (`models.path_scenes`), where they were made."""

OTHERS = "others"
"""Tables in designs that other people drew (`models.others`), where their faces lie."""

HELD_BACK = "held_back"
"""Scenes like those that are trained on, by seeds that never are: to say when a name is sure."""

SETS = PHOTOS + RENDERS
PARTLY_LABELLED = frozenset({"hk_rows"})
"""Sets in which loose tiles have no label, so that an unmatched reading proves nothing."""

USUAL = {
    "tables_1080p": 100,
    "tables_4k": 25,
    "tables_careless": 50,
    "clutter": 60,
    "screens": 20,
    HELD_BACK: 240,
    OTHERS: 12,
}
"""How many renders a set has where nobody says otherwise; of the others' designs each so many."""

ARTEFACTS = Path(__file__).resolve().parents[1] / "artefacts"
TRACED_FOLDER, OTHERS_FOLDER = ARTEFACTS / "path_traced", ARTEFACTS / "designs"

COUNTED = 0.7
"""A rendered face counts where so much of it is seen; one seen less may be read or not."""

GLIMPSED = 0.02
ERRATA = Path(__file__).with_name("errata.toml")
CLUTTER = 77_003
HELD_STREAM = 40_961
HELD_TABLES = 0.5
HELD_SIZE = (960, 720)


@dataclass(frozen=True, slots=True)
class Sample:
    """A picture and what is truly there."""

    name: str
    picture: Callable[[], Image]
    labels: list[Label]
    """As they were labelled."""

    mended: list[Label]
    """As the errata have them; the same where there are none."""


def samples(name: str, every: int = 1, limit: int | None = None) -> Iterator[Callable[[], Sample]]:
    """The pictures of a set, each made when it is called. Raises ``FileNotFoundError``."""
    if name in PHOTOS:
        folder = photo_folder()
        if folder is None:
            shared = os.environ.get("JANTAKU_SHARED") or "../shared"
            raise FileNotFoundError(f"no photos in {shared}/data/photos; set JANTAKU_SHARED")
        makers = [partial(_photo, *one) for one in labelled_photos(folder / name, every)]
        yield from makers[:limit]
        return
    if name == TRACED:
        yield from traced_pictures(TRACED_FOLDER)[:limit:every]
        return
    if name == OTHERS:
        found = designs(OTHERS_FOLDER)
        for number in range(0, limit or USUAL[name] * len(found), every):
            seed, at = divmod(number, len(found))
            make_table = partial(table_in, found[at])
            yield partial(rendered, f"{name}-{found[at].name}", seed, make_table)
        return
    if name in _FLAT:
        for seed in range(0, limit or USUAL[name], every):
            yield partial(_FLAT[name], seed)
        return
    make = {
        "tables_1080p": table_1080p, "tables_4k": table_4k, "tables_careless": table_careless,
        "clutter": clutter,
    }[name]  # fmt: skip
    for seed in range(0, limit or USUAL[name], every):
        yield partial(rendered, name, seed, make)


def sources(name: str) -> list[Path]:
    """The files that a set's pictures are made of, in their order; none where all is drawn."""
    if name == TRACED:
        made = sorted(TRACED_FOLDER.glob("[0-9]*.jpg"))
        return [file for one in made for file in (one, one.with_suffix("") / "scene.json")]
    if name == OTHERS:
        return sorted(OTHERS_FOLDER.glob("*/*.png"))
    folder = photo_folder()
    if name not in PHOTOS or folder is None:
        return []
    return [path for path, *_ in labelled_photos(folder / name)]


def photo_folder() -> Path | None:
    """Where the shared photos are, if they are there."""
    shared = os.environ.get("JANTAKU_SHARED")
    root = Path(shared) if shared else Path(__file__).parents[2] / "shared"
    folder = root / "data" / "photos"
    return folder if folder.is_dir() else None


def labelled_photos(
    folder: Path, every: int = 1
) -> Iterator[tuple[Path, list[Label], list[Label]]]:
    """The photos of a set with their labels, as they are and mended; only each so-manyth."""
    errata = tomllib.loads(ERRATA.read_text(encoding="utf-8"))["label"]
    wrong = [entry for entry in errata if entry["set"] == folder.name]
    lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[::every]:
        entry = json.loads(line)
        here = [one for one in wrong if entry["image"] in one["images"]]
        labels = [Label(tile["tile"], tuple(tile["xyxy"])) for tile in entry["tiles"]]
        yield folder / entry["image"], labels, mended(labels, here)


def mended(labels: list[Label], errata: list[dict[str, Any]]) -> list[Label]:
    """The labels of a photo after its errata.

    An entry without a box speaks for the photo: ``tiles`` names all its labels in their order.
    ``tile`` renames one, ``?`` where nobody can tell; ``void`` says that no face is there to be
    read, ``missing`` adds one that has no label.
    """
    result = []
    for entry in errata:
        if "tiles" in entry:
            labels = [replace(x, tile=y) for x, y in zip(labels, entry["tiles"], strict=True)]
    for label in labels:
        entry = next((one for one in errata if _meant(one, label)), None)
        if entry is None:
            result.append(label)
        elif entry.get("void"):
            result.append(replace(label, counted=False))
        else:
            tile = str(entry.get("tile", UNKNOWN))
            result.append(replace(label, tile=tile))
    result += [Label(one["tile"], tuple(one["box"])) for one in errata if one.get("missing")]
    return result


def _meant(entry: dict[str, Any], label: Label) -> bool:
    return (
        not (entry.get("missing") or "tiles" in entry)
        and tuple(entry.get("box", label.box)) == label.box
    )


def _photo(path: Path, labels: list[Label], better: list[Label]) -> Sample:
    return Sample(path.name, partial(read_image, path), labels, better)


def rendered(name: str, seed: int, make: Callable[[int], TablePicture]) -> Sample:
    """Render number ``seed`` of a set."""
    picture = make(seed)
    labels = table_labels(picture)
    return Sample(f"{name}-{seed:04d}", lambda: picture.image, labels, labels)


def traced_pictures(folder: Path) -> list[Callable[[], Sample]]:
    """The scenes of a folder that were pictured. Raises ``FileNotFoundError`` if none was."""
    made = sorted(folder.glob("[0-9]*.jpg"))
    if not made:
        raise FileNotFoundError(f"no pictures in {folder}; models/path_scenes.py says how")
    return [partial(_traced, picture) for picture in made]


def _traced(picture: Path) -> Sample:
    scene = json.loads((picture.with_suffix("") / "scene.json").read_text(encoding="utf-8"))
    truths = [
        TableTruth(**(one | {"polygon": np.asarray(one["polygon"])})) for one in scene["truth"]
    ]
    labels = _truth_labels(truths, scene["size"])
    return Sample(f"{TRACED}-{picture.stem}", partial(read_image, picture), labels, labels)


def table_labels(picture: TablePicture) -> list[Label]:
    """The faces and backs of a render, those that are hardly seen as not counted."""
    height, width = picture.image.shape[:2]
    return _truth_labels(picture.tiles, (width, height))


def _truth_labels(truths: Iterable[TableTruth], size: Sequence[int]) -> list[Label]:
    labels = []
    for truth in truths:
        if truth.zone == "stick" or not (truth.face_up or truth.tile == "back"):
            continue
        if truth.visible < GLIMPSED:
            continue
        corners = np.asarray(truth.polygon, np.float64)
        inside = bool((corners >= 0).all() and (corners < size).all())
        counted = inside and truth.visible >= COUNTED
        labels.append(_label(truth.tile, corners, counted=counted))
    return labels


def table_1080p(seed: int) -> TablePicture:
    """A whole table at 1920 x 1080."""
    return evaluation_table(seed, "1080p")


def table_4k(seed: int) -> TablePicture:
    """A whole table at 3840 x 2160."""
    return evaluation_table(seed, "4k")


def table_careless(seed: int) -> TablePicture:
    """A whole table at 1920 x 1080, dark, blurred or compressed as phones and calls do it."""
    return evaluation_table(seed, "1080p", ANY)


def clutter(seed: int) -> TablePicture:
    """A table without a face: a whole wall face down, standing hands, sticks, things and arms."""
    rng = np.random.default_rng((CLUTTER, seed))
    played = random_view(rng)
    wall = WallView(int(rng.integers(68)), int(rng.integers(53, 100)))
    seats = tuple(faceless(rng, seat) for seat in played.seats)
    view = TableView(seats, wall, played.dealer, int(rng.integers(0, 4)), int(rng.integers(0, 5)))
    faces = TileSet.random(rng, "unseen")
    studio = Studio(faces, int(rng.integers(1 << 31)), size=(1920, 1080))
    arms = some_arms(rng, studio.plan) + some_arms(rng, studio.plan)
    glare, hand = bool(rng.random() < 0.3), bool(rng.random() < 0.5)
    return studio.shoot(view, arms, glare=glare, hand=hand)


def faceless(rng: np.random.Generator, seat: SeatView) -> SeatView:
    """A seat whose hand stands or lies face down, and nothing else before it but a stick."""
    down = "back" in seat.hand.labels or rng.random() < 0.4
    hand = HandView(seat.hand.labels, "down" if down else "standing")
    return SeatView(hand, riichi=bool(rng.random() < 0.5))


def screen(seed: int) -> Sample:
    """A screen of a game."""
    shown = game_screen(seed)
    labels = [_label(tile.tile, tile.polygon, counted=True) for tile in shown.tiles]
    return Sample(f"screens-{seed:04d}", lambda: shown.image, labels, labels)


def held_back(seed: int) -> Sample:
    """A scene as those that are trained on, by a seed that never is."""
    rng = np.random.default_rng((HELD_STREAM, seed))
    scene = mixed_scene(rng, TileSet.random(rng), HELD_TABLES, HELD_SIZE)
    labels = []
    for truth in scene.truths:
        inside = bool((truth.quad >= 0).all() and (truth.quad < HELD_SIZE).all())
        if truth.visible >= GLIMPSED:  # a standing face may be read, and need not be
            counted = inside and truth.visible >= COUNTED and truth.pose != "standing"
            tile = (
                "back"
                if truth.pose == "down"
                else "bother"
                if truth.label == "other"
                else truth.label
            )
            labels.append(_label(tile, truth.quad, counted=counted))
    return Sample(f"held_back-{seed:04d}", lambda: scene.image, labels, labels)


def _label(tile: str, quad: NDArray[np.float64], *, counted: bool) -> Label:
    box = tuple(float(x) for x in (*quad.min(axis=0), *quad.max(axis=0)))
    polygon = tuple((float(x), float(y)) for x, y in quad)
    return Label(tile, box, polygon, counted=counted, reds=True)  # type: ignore[arg-type]


_FLAT = {"screens": screen, HELD_BACK: held_back}
