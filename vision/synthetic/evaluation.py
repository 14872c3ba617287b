"""Whole tables in play to measure a reader on: unseen seeds, and designs that no training has."""

from typing import Literal, TypeAlias

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.faces import TileSet
from vision.synthetic.photo import MOUNTED, Care
from vision.synthetic.solids import Body
from vision.synthetic.table_layout import Plan
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio, TablePicture, watching
from vision.synthetic.table_scene import some_arms

Resolution: TypeAlias = Literal["1080p", "4k"]
SIZES: dict[Resolution, tuple[int, int]] = {"1080p": (1920, 1080), "4k": (3840, 2160)}
STREAM = 20_261
"""Sets these pictures' randomness apart from that of every training scene."""
GLARED = 0.15
FEWEST_DISCARDS = 16


def evaluation_table(
    seed: int,
    resolution: Resolution = "1080p",
    care: Care = MOUNTED,
    forms: Forms = "unseen",
) -> TablePicture:
    """Picture number ``seed`` of the evaluation set, the same at every call.

    A fixed camera holds the whole field, its lens up to 30 degrees from straight above; tiles are
    22 pixels wide or more at 1080p, and show the detail of 20 or more. What a careless camera makes
    of the same tables comes with ``ANY`` care; with "training" designs they are there to calibrate
    a reader on.
    """
    rng = np.random.default_rng((STREAM, seed))
    return mounted_table(rng, TileSet.random(rng, forms), SIZES[resolution], care)


def mounted_table(
    rng: np.random.Generator, faces: TileSet, size: tuple[int, int], care: Care = MOUNTED
) -> TablePicture:
    """A whole table in play, as a camera of ``size`` (width, height) mounted over it sees it."""
    wide = float(rng.uniform(19.0, 27.0))
    body = Body(
        wide, wide * float(rng.uniform(1.26, 1.42)), wide * float(rng.uniform(0.6, 0.9)),
        float(rng.uniform(0.4, 0.7)),
    )  # fmt: skip
    plan = Plan.of(body)
    camera = watching(
        size, plan.edge, tilt=float(rng.uniform(0, 0.5)), heading=float(rng.uniform(0, 2 * np.pi)),
        roll=float(rng.normal(0, 0.03)), lens=float(rng.uniform(0.8, 1.6)),
    )  # fmt: skip
    studio = Studio(
        faces, int(rng.integers(1 << 31)), body=body, size=size, camera=camera, care=care
    )
    view = random_view(rng)
    while sum(len(seat.river) for seat in view.seats) < FEWEST_DISCARDS:
        view = random_view(rng)
    arms = some_arms(rng, plan)
    return studio.shoot(view, arms, glare=bool(rng.random() < GLARED))
