"""Whole tables as a camera mounted over them sees them: what is read most, as it is read.

Other scenes are harder on purpose, smaller and more spoilt; a network that saw those alone confused
in good pictures what a person would not.
"""

from typing import Final

import numpy as np

from models.crops import BARE, Quad
from vision.synthetic.evaluation import SIZES, mounted_table
from vision.synthetic.faces import TileSet
from vision.synthetic.photo import ANY, MOUNTED
from vision.synthetic.scene import Scene
from vision.synthetic.table_scene import scene_of

CARELESS: Final = 0.25
"""How often such a camera is handled with no more care than any other."""


def mounted_scene(rng: np.random.Generator, faces: TileSet) -> tuple[Scene, Quad]:
    """A whole table in play at 1920 x 1080, and no places that are no face."""
    care = ANY if rng.random() < CARELESS else MOUNTED
    picture = mounted_table(rng, faces, SIZES["1080p"], care)
    return scene_of(picture), BARE
