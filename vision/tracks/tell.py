"""What is told of a table: where it is hidden, as polygons in millimetres."""

import numpy as np
from numpy.typing import NDArray

from vision.observation import Spot
from vision.plane.map import TablePlane
from vision.tracks.cover import HAND_TILES, broad, outlines


def hidden_parts(
    hidden: NDArray[np.bool_], plane: TablePlane, factor: int
) -> tuple[tuple[Spot, ...], ...]:
    """The parts of a mask [h,w], ``factor`` times smaller than the frame, as large as a hand."""
    tile = (plane.tile_px() / factor) ** 2
    parts = (plane.to_mm(one * factor) for one in outlines(broad(hidden), HAND_TILES * tile))
    return tuple(tuple((float(x), float(y)) for x, y in spots) for spots in parts)
