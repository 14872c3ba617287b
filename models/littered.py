"""Tables strewn with what is no tile: printed plates, dice, chips, displays, and where they lie.

A wind plate shows a printed 北 as a tile does. What tells it from one is its ground, its rim and
its form, and that takes more of them than a table in play has.
"""

from typing import Final

import numpy as np

from models.crops import Quad
from models.faceless import as_seen, chosen, emptied
from vision.synthetic.clutter import lay_thing
from vision.synthetic.console import dice, plate
from vision.synthetic.render import Faces
from vision.synthetic.scene import Scene
from vision.synthetic.sheet import Sheet, rectangle
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_scene import scene_of, some_arms, some_studio

FEWEST, MOST_THINGS = 10, 36
"""So many things lie on a table."""

PLATES, DICE = 0.6, 0.1
"""How many of them are plates, and dice."""

PLAYED: Final = 0.5
"""How often there is a game in play among them."""

WIDE, ASPECT = (9.0, 34.0), (1.0, 1.5)
"""Millimetres that a place is wide which might be taken for a face, and how much longer it is."""

LOOKS: Final = 2
"""So many places are taken at each thing."""


def littered_scene(
    rng: np.random.Generator, faces: Faces, size: tuple[int, int] = (640, 640)
) -> tuple[Scene, Quad]:
    """A table full of things, with or without tiles; and places [n,4,2] at things that are none."""
    studio = some_studio(rng, faces, size)
    places = strewn(rng, Sheet(studio.empty, studio.camera), studio.plan.edge, size)
    view = random_view(rng) if rng.random() < PLAYED else emptied(rng)
    picture = studio.shoot(view, some_arms(rng, studio.plan), glare=bool(rng.random() < 0.3))
    scene = scene_of(picture)
    taken = [t.quad for t in scene.truths]
    return scene, chosen(rng, as_seen(studio, places), taken, size)


def strewn(rng: np.random.Generator, sheet: Sheet, edge: float, size: tuple[int, int]) -> Quad:
    """Lay things all over the part of the field that is in view; places [n,4,2] at them, pixels."""
    found = []
    for _ in range(int(rng.integers(FEWEST, MOST_THINGS + 1))):
        at = rng.uniform(-edge, edge, 2)
        for _ in range(8):  # rather where the camera looks
            pixel = sheet.camera.project(np.array([[*at, 0.0]]))[0]
            if (pixel > 0).all() and (pixel < size).all():
                break
            at = rng.uniform(-edge, edge, 2)
        turn = float(rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.25))
        kind = rng.random()
        if kind < PLATES:
            plate(rng, sheet, at, turn)
        elif kind < PLATES + DICE:
            dice(rng, sheet, at, float(rng.uniform(9, 22)))
        else:
            lay_thing(rng, sheet, at, turn)
        for _ in range(LOOKS):
            wide = float(rng.uniform(*WIDE))
            form = (wide, wide * float(rng.uniform(*ASPECT)))
            quarter = float(rng.integers(0, 2) * np.pi / 2)
            found.append(sheet.pixels(rectangle(at, form, turn + quarter)))
    return np.array([quad for quad in found if len(quad) == 4]).reshape(-1, 4, 2)
