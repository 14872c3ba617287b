"""A tile that is laid under a shaken camera is no other light, however many edges it has."""

import numpy as np

from vision.tracks.still import Watching

TILE_PX = 8.0
CLOTH, BODY, INK = 130, 195, 85


def table(*tiles):
    """A cloth with tiles whose faces are all edges: ink and body by turns."""
    grey = np.full((280, 490), CLOTH, np.float32)
    grey[30:250:20, :] += 14
    grey += 12 * np.sin(np.arange(490) / 9)  # the cloth's light tells how far aside the frame is
    for x, y in tiles:
        face = np.where(np.indices((11, 8)).sum(axis=0) % 4 < 2, BODY, INK)
        grey[y : y + 11, x : x + 8] = face
    return grey


def shaken(grey, frame):
    """A frame, half a pixel aside."""
    aside = np.roll(grey, 1, axis=1)
    mixed = grey if frame % 2 else (grey + aside) / 2
    cut = mixed[4:274, 4:484, None].repeat(3, axis=2)
    return cut.clip(0, 255).astype(np.uint8)


def test_a_busy_face_that_was_laid_is_no_other_light():
    around = ((150, 60), (158, 60), (166, 60), (192, 120))
    watching = Watching(shaken(table(*around), 0), TILE_PX)
    for frame in range(1, 30):
        watching.look(shaken(table(*around), frame), frame * 10**8)
    seen = None
    for frame in range(30, 33):
        seen = watching.look(shaken(table(*around, (184, 120)), frame), frame * 10**8)
    laid = np.zeros(watching.shape, np.bool_)
    laid[29:32, 45:47] = True
    assert (seen.changed & laid).any()
    assert not (watching.merely_lit(seen.changed) & laid).any()
