"""Whole tables in play for another renderer to picture: what lies where, the faces, the truth.

    python -m models.path_scenes --out artefacts/path_traced --pictures 20 [--designs DIR]
        [--steepest DEGREES]
    pip install bpy; python models/path_trace.py artefacts/path_traced
    python -m models.evaluate --sets path_traced

The designs are of no training set, and neither light nor surfaces are those of our own renderer:
what the reader loses here against ``tables_1080p``, it had learnt of the renderer, not of tiles.
``--designs`` are designs that other people drew, as `models.others` says how they lie there, taken
in turn; else each scene has an invented one. ``--steepest`` is how far the camera leans from
straight down at most, 0 to 57 degrees. A folder holds scenes of one choice of both, which
``made_with.json`` keeps; what is there already stays.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.commands import AMOUNT, folder_there, in_a_line, keep_options
from models.others import designs, tile_set
from table.cli.options import within
from vision.synthetic.faces import LABELS, TileSet
from vision.synthetic.solids import Body
from vision.synthetic.table_layout import LaidStick, Plan, lay_sticks, lay_table
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio, TablePicture, watching
from vision.synthetic.table_view import TableView

STREAM = 55_021
SIZE = (1920, 1080)
"""Width and height, pixels."""
STEEPEST = 0.35
"""Radians that the camera leans from straight down, at most, where nobody says otherwise."""
MOST_DEGREES = 57.0
"""`watching` takes a lean of one radian."""
FEWEST_DISCARDS = 16


def write_scene(
    folder: Path, seed: int, drawn: Sequence[Path] = (), steepest: float = STEEPEST
) -> None:
    """Write scene number ``seed`` below ``folder``; what is there already stays.

    Its tiles are of one of the designs ``drawn`` by others, where there are any, in turn.
    ``scene.json`` is written last: where it lies, the scene is whole.
    """
    place = folder / f"{seed:04d}"
    if (place / "scene.json").exists():
        return
    place.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng((STREAM, seed))
    design = drawn[seed % len(drawn)] if drawn else None
    faces = tile_set(design, rng) if design else TileSet.random(rng, "unseen")
    for label in LABELS:
        picture = np.ascontiguousarray(faces.face(label)[..., ::-1])
        cv2.imwrite(str(place / f"{label}.png"), picture)
    told = _scene(rng, faces, seed, steepest)
    scene = json.dumps(told | {"design": design.name} if design else told)
    fresh = place / "scene.part"
    fresh.write_text(scene, encoding="utf-8")
    fresh.replace(place / "scene.json")


def _scene(rng: np.random.Generator, faces: TileSet, seed: int, steepest: float) -> dict[str, Any]:
    """What the other renderer has to know, in millimetres and 0..255 colours, and the truth."""
    wide = float(rng.uniform(19.0, 27.0))
    body = Body(
        wide, wide * float(rng.uniform(1.26, 1.42)), wide * float(rng.uniform(0.6, 0.9)),
        float(rng.uniform(0.4, 0.7)),
    )  # fmt: skip
    plan = Plan.of(body)
    camera = watching(
        SIZE, plan.edge, tilt=float(rng.uniform(0, steepest)),
        heading=float(rng.uniform(0, 2 * np.pi)), roll=float(rng.normal(0, 0.03)),
        lens=float(rng.uniform(0.8, 1.6)),
    )  # fmt: skip
    studio = Studio(faces, seed, body=body, size=SIZE, camera=camera)
    view = _busy_view(rng)
    tiles = [
        {"label": one.placement.label, "up": one.placement.pose == "up",
         "centre": one.placement.centre, "axes": one.placement.axes().round(6).tolist()}
        for one in lay_table(view, body, studio.seed)
    ]  # fmt: skip
    return {
        "seed": seed, "size": SIZE, "edge": plan.edge, "console": plan.console,
        "body": {"size": [body.width, body.height, body.thickness], "seam": body.seam,
                 "front": faces.body_rgb, "back": faces.back_rgb},
        "camera": {"position": camera.position.tolist(), "rotation": camera.rotation.tolist(),
                   "focal": camera.focal[0]},
        "tiles": tiles,
        "sticks": [_stick(one) for one in lay_sticks(studio.seed, body, view)],
        "truth": _truth(studio.shoot(view, clean=True)),
    }  # fmt: skip


def _busy_view(rng: np.random.Generator) -> TableView:
    """A moment late enough that there is something to read."""
    view = random_view(rng)
    while sum(len(seat.river) for seat in view.seats) < FEWEST_DISCARDS:
        view = random_view(rng)
    return view


def _stick(stick: LaidStick) -> dict[str, Any]:
    return {"at": stick.at, "yaw": stick.yaw, "counter": stick.counter}


def _truth(picture: TablePicture) -> list[dict[str, object]]:
    return [truth.as_mapping() for truth in picture.tiles]


@in_a_line
def main() -> None:
    """Write the scenes asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    parser.add_argument("--pictures", type=AMOUNT, default=20, metavar="N")
    parser.add_argument(
        "--designs", type=folder_there("a folder of designs"), metavar="DIR",
        help="designs that other people drew, taken in turn",
    )  # fmt: skip
    usual = math.degrees(STEEPEST)
    parser.add_argument(
        "--steepest", type=within(float, 0.0, MOST_DEGREES), default=usual, metavar="DEGREES",
        help=f"how far the camera leans at most ({usual:.0f})",
    )  # fmt: skip
    args = parser.parse_args()
    drawn = designs(args.designs) if args.designs else []
    told = {"designs": [one.name for one in drawn], "steepest": args.steepest}
    unsaid = {"designs": [], "steepest": usual}  # a folder of before there were any options
    keep_options(args.out, told, unsaid if any(args.out.glob("*/scene.json")) else told)
    for seed in range(args.pictures):
        write_scene(args.out, seed, drawn, math.radians(args.steepest))
        print(f"\r{seed + 1} of {args.pictures} scenes", end="", flush=True)
    print()


if __name__ == "__main__":
    sys.exit(main())
