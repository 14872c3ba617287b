"""Whole tables in play for training: any moment of a game, any table, any camera above it."""

import numpy as np

from vision.synthetic.camera import Camera, look_at
from vision.synthetic.lens import Lens
from vision.synthetic.render import Faces, Truth
from vision.synthetic.scene import BENT, Scene, random_body, random_scene
from vision.synthetic.solids import Pose
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_layout import TURN, Plan, turned
from vision.synthetic.table_moment import random_view
from vision.synthetic.table_picture import Studio, TablePicture, TableTruth, watching
from vision.synthetic.table_view import SEATS

SMALLEST, LARGEST = 15.0, 44.0
"""Pixels that a tile is wide when the camera looks at a part of the table."""


def random_table_scene(
    rng: np.random.Generator,
    faces: Faces,
    size: tuple[int, int] = (640, 640),
    *,
    alike: bool = False,
) -> Scene:
    """A photo of ``size`` (width, height) of a table in play, whole or a part of it.

    With ``alike`` its cloth has nearly the tiles' colour.
    """
    studio = some_studio(rng, faces, size, alike=alike)
    view, arms = random_view(rng), some_arms(rng, studio.plan)
    glare, hand = rng.random(2) < (0.25, 0.04)
    picture = studio.shoot(view, arms, glare=bool(glare), hand=bool(hand))
    return scene_of(picture)


def scene_of(picture: TablePicture) -> Scene:
    """A picture of a table with the truth of its tiles as every scene tells it."""
    truths = [face(t) for t in picture.tiles if t.zone != "stick" and t.visible > 0]
    return Scene(picture.image, truths)


def some_studio(
    rng: np.random.Generator, faces: Faces, size: tuple[int, int], *, alike: bool = False
) -> Studio:
    """Any table under any camera, now and then with a bent lens. ``alike`` as in ``Studio``."""
    body = random_body(rng)
    camera = table_camera(rng, Plan.of(body), body.width, size)
    seed = int(rng.integers(1 << 31))
    lens = Lens.random(rng, size) if rng.random() < BENT else None
    return Studio(faces, seed, body=body, size=size, camera=camera, lens=lens, alike=alike)


def mixed_scene(
    rng: np.random.Generator,
    faces: Faces,
    tables: float,
    size: tuple[int, int] = (640, 640),
    *,
    alike: bool = False,
) -> Scene:
    """A table in play in this share of cases, else tiles in any layout."""
    if tables and rng.random() < tables:
        return random_table_scene(rng, faces, size, alike=alike)
    return random_scene(rng, faces, size, alike=alike)


def some_arms(rng: np.random.Generator, plan: Plan) -> tuple[Arm, ...]:
    """Mostly none, else one or two arms, each over its own half of the table."""
    arms = []
    for seat in rng.permutation(SEATS)[: int(rng.choice(3, p=[0.78, 0.17, 0.05]))]:
        spot = (
            float(rng.uniform(-0.8, 0.8)) * plan.edge,
            -float(rng.uniform(0.0, 1.0)) * plan.edge,
        )
        arms.append(Arm(int(seat), turned(spot, float(seat) * TURN), bool(rng.random() < 0.2)))
    return tuple(arms)


def face(seen: TableTruth) -> Truth:
    """A tile of the table as every scene tells it."""
    down = seen.tile == "back"
    pose: Pose = "up" if seen.face_up else "down" if down else "standing"
    return Truth(seen.tile, pose, seen.polygon, seen.visible)


def table_camera(
    rng: np.random.Generator, plan: Plan, tile: float, size: tuple[int, int]
) -> Camera:
    """A camera over a table whose tiles are ``tile`` mm wide, from straight above to 50 degrees."""
    tilt = float(np.clip(np.abs(rng.normal(0, 0.3)), 0, 0.87))
    heading = float(rng.uniform(0, 2 * np.pi))
    roll = float(rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.1))
    lens = float(rng.uniform(0.9, 1.8))
    if rng.random() < 0.25:
        fill = float(rng.uniform(0.8, 1.0))
        return watching(
            size, plan.edge, tilt=tilt, heading=heading, roll=roll, lens=lens, fill=fill
        )
    focal = lens * size[0]
    wide = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    target = np.array([*rng.uniform(-0.7, 0.7, 2) * plan.edge, 0.0])
    return look_at(
        target, focal * tile / wide, tilt, heading, roll - heading, (focal, focal),
        (size[0] / 2, size[1] / 2),
    )  # fmt: skip
