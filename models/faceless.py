"""Tables without a face, and where on them a reader might still see one: sides, ends, seams.

A wall's end two tiles high, the white of a standing tile's side or the top of a hand has a face's
size and colour, and no detector of today has to be taken in by it for the classifier to learn it.
"""

from typing import Final

import cv2
import numpy as np

from models.crops import Quad
from models.samples import faceless
from vision import geometry
from vision.synthetic.camera import Camera
from vision.synthetic.render import Faces
from vision.synthetic.scene import Scene
from vision.synthetic.solids import SIDES, Body, Floats, Placement, corners
from vision.synthetic.table_layout import lay_table
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio
from vision.synthetic.table_scene import scene_of, some_arms, some_studio
from vision.synthetic.table_view import TableView, WallView

MOST: Final = 24
"""At most so many of the places of a scene are kept."""

LEAST_SIDE: Final = 8.0
MOST_ASPECT: Final = 3.0
ASTRAY: Final = 0.1
"""Spread of where such a place is cut, in its own sides."""

COVERED: Final = 0.3
"""What shares more than this part of itself with a face, or of a face, may show it."""

WHOLE: Final = 0.5
"""What shares more than this part of both together with a back in sight is that back."""

IN_SIGHT: Final = 0.5
"""A back of which less is seen is no back that a place could show."""

WALLED: Final = 0.7
"""How often a whole wall stands round a table in play instead of one without any face."""


def faceless_scene(
    rng: np.random.Generator, faces: Faces, size: tuple[int, int] = (640, 640)
) -> tuple[Scene, Quad]:
    """A table in play without a face up, or with a long wall; and places [n,4,2] that are none."""
    studio = some_studio(rng, faces, size)
    view = emptied(rng)
    glare, hand = rng.random(2) < (0.3, 0.1)
    arms = some_arms(rng, studio.plan)
    picture = studio.shoot(view, arms, glare=bool(glare), hand=bool(hand))
    scene = scene_of(picture)
    placements = [laid.placement for laid in lay_table(view, studio.body, studio.seed)]
    places = as_seen(studio, sides(studio.camera, placements, studio.body))
    taken = [t.quad for t in scene.truths if t.label != "back"]
    backs = [t.quad for t in scene.truths if t.label == "back" and t.visible > IN_SIGHT]
    places = chosen(rng, places, taken, size)
    return scene, np.array([p for p in places if no_back(p, backs)]).reshape(-1, 4, 2)


def as_seen(studio: Studio, places: Quad) -> Quad:
    """Places [n,4,2] in a straight picture where the studio's lens shows them."""
    if studio.lens is None or not len(places):
        return places
    return np.stack([studio.lens.bent(place) for place in places])


def emptied(rng: np.random.Generator) -> TableView:
    """A moment with a wall that is nearly whole; mostly nobody shows a face."""
    played = random_view(rng)
    wall = WallView(int(rng.integers(68)), int(rng.integers(0, 100)))
    if rng.random() < WALLED:
        played = TableView(
            tuple(faceless(rng, seat) for seat in played.seats), wall, played.dealer,
            int(rng.integers(0, 4)), int(rng.integers(0, 5)),
        )  # fmt: skip
    return played


def sides(camera: Camera, placements: list[Placement], body: Body) -> Quad:
    """What the camera sees of tiles beside their faces and backs, [n,4,2] in pixels.

    Each side whole, the part of it in the face's colour, and it together with that of the tile
    above or beside it.
    """
    if not placements:
        return np.empty((0, 4, 2))
    solids = corners(placements, body)
    pixels = camera.project(solids)
    found: list[Floats] = []
    for index, placement in enumerate(placements):
        axes = placement.axes()
        view = camera.position - np.array(placement.centre)
        for (a, b), axis, sign in SIDES:
            half = (body.width if axis == 0 else body.height) / 2
            if float(axes[axis] @ view) * sign <= half:
                continue
            own = pixels[index][[a, b, b + 4, a + 4]]
            found += [own, white_of(own, body.seam)]
            found += [
                np.asarray(cv2.boxPoints(cv2.minAreaRect(both.astype(np.float32))), np.float64)
                for both in beside(pixels[:, [a, b, b + 4, a + 4]], index)
            ]
    return np.array(found).reshape(-1, 4, 2)


def white_of(side: Floats, seam: float) -> Floats:
    """The part of a side (face's edge first) that has the face's colour."""
    return np.stack([side[0], side[1], *(side[:2] + seam * (side[3:1:-1] - side[:2]))[::-1]])


def beside(every: Floats, index: int) -> list[Floats]:
    """The corners (8, 2) of a side and of each other that shares an edge with it in the picture."""
    own = every[index]
    middles = every.mean(axis=1)
    wide = np.linalg.norm(own[1] - own[0]) + np.linalg.norm(own[3] - own[0])
    near = np.flatnonzero(np.linalg.norm(middles - middles[index], axis=1) < 0.6 * wide)
    return [np.concatenate([own, every[other]]) for other in near if other > index]


def chosen(
    rng: np.random.Generator, places: Quad, taken: list[Floats], size: tuple[int, int]
) -> Quad:
    """Some of the places, a little astray: within the picture, of a face's form, off all faces.

    The wider a place, the likelier: a wall has few ends and many narrow sides.
    """
    kept: list[Floats] = []
    sizes = geometry.short_sides(places.astype(np.float32))
    for at in np.argsort(rng.exponential(size=len(places)) / np.maximum(sizes, 1e-3)):
        spread = rng.normal(0, ASTRAY, 2), np.exp(rng.normal(0, ASTRAY, 2))
        place = strayed(squarer(clockwise(places[at])), *spread)
        lengths = np.linalg.norm(place - np.roll(place, 1, axis=0), axis=1)
        inside = bool((place >= 0).all() and (place < size).all())
        if inside and lengths.min() >= LEAST_SIDE and free(place, taken):
            kept.append(place)
        if len(kept) == MOST:
            break
    return np.array(kept).reshape(-1, 4, 2)


def clockwise(quad: Floats) -> Floats:
    """The corners clockwise on the screen."""
    return quad if cv2.contourArea(quad.astype(np.float32), oriented=True) > 0 else quad[::-1]


def squarer(quad: Floats) -> Floats:
    """A quadrilateral no longer than MOST_ASPECT times its width."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    wide, tall = np.linalg.norm(right), np.linalg.norm(down)
    most = MOST_ASPECT * min(wide, tall)
    middle = quad.mean(axis=0)
    right = right * min(1.0, most / max(wide, 1e-6)) / 2
    down = down * min(1.0, most / max(tall, 1e-6)) / 2
    return np.stack([middle - right - down, middle + right - down,
                     middle + right + down, middle - right + down])  # fmt: skip


def strayed(quad: Floats, shift: Floats, stretch: Floats) -> Floats:
    """A parallelogram moved and stretched along its own sides."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    middle = quad.mean(axis=0) + shift[0] * right + shift[1] * down
    right, down = right * stretch[0] / 2, down * stretch[1] / 2
    return np.stack([middle - right - down, middle + right - down,
                     middle + right + down, middle - right + down])  # fmt: skip


def free(place: Floats, taken: list[Floats]) -> bool:
    """Whether a place shares next to nothing with any of the faces."""
    own = cv2.convexHull(place.astype(np.float32))
    for quad in taken:
        other = cv2.convexHull(quad.astype(np.float32))
        common = cv2.intersectConvexConvex(own, other)[0]
        if common > COVERED * min(cv2.contourArea(own), cv2.contourArea(other)):
            return False
    return True


def no_back(place: Floats, backs: list[Floats]) -> bool:
    """Whether a place is none of these backs, as a side behind one is."""
    own = cv2.convexHull(place.astype(np.float32))
    for quad in backs:
        other = cv2.convexHull(quad.astype(np.float32))
        common = cv2.intersectConvexConvex(own, other)[0]
        if common > WHOLE * (cv2.contourArea(own) + cv2.contourArea(other) - common):
            return False
    return True
