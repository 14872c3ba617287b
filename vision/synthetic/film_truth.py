"""What truly lies before the camera in one frame of a film, in that frame's pixels."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.detections import Mask
from vision.synthetic.film_optics import FilmLens
from vision.synthetic.film_scene import LyingStick
from vision.synthetic.film_stage import Stage, as_laid, placed
from vision.synthetic.render import FINE, fine
from vision.synthetic.sheet import rectangle
from vision.synthetic.solids import Floats, corners
from vision.synthetic.table_layout import STICK, outline

FEWEST_PIXELS = 4.0
Moved = Callable[[Floats], Floats]
"""From pixels of the stage to those of the finished frame."""


def hand_truth(
    stage: Stage, covered: Mask | None, moved: Moved, seat: int, lens: FilmLens | None = None
) -> dict[str, object]:
    """The tiles of a player's hand, from left to right, as a line of truth has them."""
    hand = [
        tile | {"polygon": plain(moved(quad))}
        for tile, quad in tiles_of(stage, covered, lens)
        if tile["zone"] == "hand" and tile["seat"] == seat
    ]
    return {"tiles": sorted(hand, key=lambda tile: str(tile["place"]).zfill(2))}


def truth(
    stage: Stage, covered: Mask | None, moved: Moved, lens: FilmLens | None = None
) -> dict[str, object]:
    """Tiles, sticks and the table's corners, as a line of truth has them.

    ``visible`` is the share of the polygon that neither tiles, arms nor the picture's end hide;
    ``lens`` is what the stage is seen through, ``moved`` has it too.
    """
    return {
        "tiles": [
            tile | {"polygon": plain(moved(quad))} for tile, quad in tiles_of(stage, covered, lens)
        ],
        "sticks": [
            {
                "seat": stick.seat, "value": stick.value,
                "polygon": plain(moved(stick_quad(stage, stick))),
            }
            for stick in stage.sticks
        ],
        "table": plain(moved(stage.camera.project(outline(stage.look.plan)))),
    }  # fmt: skip


def tiles_of(
    stage: Stage, covered: Mask | None, lens: FilmLens | None = None
) -> list[tuple[dict[str, object], Floats]]:
    """Each tile that lies or stands there, and its face (face down: its back) in pixels."""
    tiles = list(stage.tiles.values())
    if not tiles:
        return []
    placements = [placed(tile, stage.body) for tile in tiles]
    pixels = stage.camera.project(corners(placements, stage.body))
    lens = lens or FilmLens(stage.size, 0.0)
    owner, bent = lens.owners(stage.owner), lens.bent(pixels)
    if covered is not None:
        covered = lens.owners(covered.astype(np.int16)) > 0
    told: list[tuple[dict[str, object], Floats]] = []
    for tile, placement, solid, spots in zip(tiles, placements, pixels, bent, strict=True):
        down = placement.pose == "down"
        corner = [5, 4, 7, 6] if down else [0, 1, 2, 3]
        out = placement.axes()[2]
        view = stage.camera.position - np.array(placement.centre)
        faces = down or float(out @ view) > stage.body.thickness / 2
        seen = share(owner == tile.id, covered, spots[corner]) if faces else 0.0
        told.append((
            {
                "tile": "back" if down else tile.tile, "seat": tile.seat, "zone": tile.zone,
                "place": tile.place, "face_up": tile.face_up, "standing": tile.standing,
                "sideways": tile.sideways, "level": tile.level, "id": tile.id,
                "visible": round(seen, 3),
            },
            solid[corner],
        ))  # fmt: skip
    return told


def share(mine: Mask, covered: Mask | None, quad: Floats) -> float:
    """The share of a quadrilateral whose pixels are the tile's own and not covered."""
    area = abs(float(cv2.contourArea(quad.astype(np.float32))))
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, mine.shape[::-1])
    if area < FEWEST_PIXELS or bool((high <= low).any()):
        return 0.0
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, fine(quad - low), 1, cv2.LINE_8, FINE)
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    seen = inside.astype(bool) & mine[window]
    if covered is not None:
        seen &= ~covered[window]
    return min(1.0, float(seen.sum()) / max(area, float(inside.sum())))


def stick_quad(stage: Stage, stick: LyingStick) -> Floats:
    """The corners of a point stick in pixels, clockwise, shape (4, 2)."""
    laid = as_laid(stick)
    flat = rectangle(np.array(laid.at), STICK, laid.yaw)
    return stage.camera.project(np.column_stack([flat, np.zeros(4)]))


def plain(points: Floats) -> list[list[float]]:
    """Points as JSON has them."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
