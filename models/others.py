"""Designs that other people drew, laid on our own tables: what the reader makes of faces not ours.

    artefacts/designs/NAME/1m.png … 9s.png 1z.png … 7z.png [0m.png 0p.png 0s.png other.png]
    python -m models.evaluate --sets others

Tile fonts and the art of other programs show what invented designs have in common without anybody's
meaning it. They are there to measure on: nothing is trained on them, and none is in the project.
"""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from vision.imagefile import read_image
from vision.synthetic.evaluation import SIZES, mounted_table
from vision.synthetic.faces import LABELS, Design, Face, TileSet
from vision.synthetic.pen import HEIGHT, WIDTH, Ink
from vision.synthetic.table_picture import TablePicture

STREAM = 61_007
RED = (185, 25, 35)
REDS = {"0m": "5m", "0p": "5p", "0s": "5s"}
INVENTED = {"back", "other"}
"""What a design may lack; red fives are then written in red, as the plain ones are."""


def tile_set(folder: Path, rng: np.random.Generator) -> TileSet:
    """A set whose faces are a folder's pictures. Raises ``FileNotFoundError`` naming what lacks."""
    faces = {
        label: read_face(folder / f"{label}.png")
        for label in LABELS
        if (folder / f"{label}.png").exists()
    }
    lacking = [label for label in LABELS if label not in faces.keys() | REDS.keys() | INVENTED]
    if lacking:
        raise FileNotFoundError(f"{folder}: no picture of {' '.join(lacking)}")
    for red, plain in REDS.items():
        faces.setdefault(red, reddened(faces[plain]))
    design = Design.random(rng, "unseen", black=0.0)
    palette = replace(design.palette, body=ground(faces["1m"]))
    return TileSet(replace(design, palette=palette), faces)


def read_face(file: Path) -> Face:
    """A picture as a face, [256, 192, 3] RGB, to the rim."""
    picture = cv2.resize(read_image(file), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def ground(face: Face) -> Ink:
    """The colour that most of a face has."""
    red, green, blue = (int(level) for level in np.median(face.reshape(-1, 3), axis=0))
    return red, green, blue


def reddened(face: Face) -> Face:
    """A light face with all its ink red."""
    bare, darkest = float(min(ground(face))), face.min(axis=2, keepdims=True).astype(float)
    inked = np.clip((bare - darkest) / max(1.0, bare - float(darkest.min())), 0, 1)
    return np.asarray(np.array(ground(face)) * (1 - inked) + np.array(RED) * inked, np.uint8)


def designs(folder: Path) -> list[Path]:
    """The designs of a folder, by name. Raises ``FileNotFoundError`` if there is none."""
    found = sorted(one for one in folder.glob("*") if (one / "1m.png").exists())
    if not found:
        raise FileNotFoundError(f"no designs in {folder}; models/others.py says how they lie there")
    return found


def table_in(design: Path, seed: int) -> TablePicture:
    """Table number ``seed`` in a design, at 1920 x 1080 as a mounted camera sees it."""
    rng = np.random.default_rng((STREAM, *design.name.encode(), seed))
    return mounted_table(rng, tile_set(design, rng), SIZES["1080p"])
