"""A player's arm over the table: where its fingers are, it hides what lies below."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.errors import TableViewError
from vision.synthetic.camera import Camera
from vision.synthetic.render import FINE, Light, fine
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image, Picture, muted, noise
from vision.synthetic.table_layout import TURN, Plan, turned
from vision.synthetic.table_view import SEATS

HEIGHT = 38.0
"""Millimetres of an arm above the table."""
SHOULDER = 460.0
"""How far beyond the field's edge an arm begins."""
HAND = 165.0
"""From fingertips to wrist, mm."""


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm of one seat and where its fingertips are, mm from the table's middle."""

    seat: int
    at: tuple[float, float]
    left: bool = False

    def __post_init__(self) -> None:
        """Refuse a seat that is not there, and places out of reach."""
        if not 0 <= self.seat < SEATS:
            raise TableViewError(f"arm: seat {self.seat}, expected 0 to {SEATS - 1}")
        if not np.isfinite(self.at).all() or max(map(abs, self.at)) > 1000:
            raise TableViewError(f"arm: at {self.at}, expected millimetres within 1000")


@dataclass(frozen=True, slots=True)
class Look:
    """What a player's arms look like."""

    skin: Floats
    sleeve: Floats
    cuff: float
    """Millimetres from the fingertips at which the sleeve begins."""
    stout: float

    @classmethod
    def of(cls, seed: int, seat: int) -> "Look":
        """The looks of a seat under a seed."""
        rng = np.random.default_rng((seed, seat, 96))
        pale = rng.uniform(0.35, 1.0)
        skin = np.array([242.0, 200.0, 172.0]) * pale + rng.normal(0, 5, 3)
        return cls(
            skin.clip(20, 250), muted(rng).astype(np.float64), float(rng.uniform(190, 420)),
            float(rng.uniform(0.85, 1.2)),
        )  # fmt: skip


def shapes(arm: Arm, plan: Plan, look: Look) -> tuple[list[Floats], list[Floats]]:
    """Outlines of the bare arm with its hand, and of the sleeve, mm on the table (n, 2) each."""
    side = -1.0 if arm.left else 1.0
    start = np.array(turned((80.0 * side, -(plan.edge + SHOULDER)), arm.seat * TURN))
    tip = np.array(arm.at)
    length = max(float(np.linalg.norm(tip - start)), 1.0)
    along = (tip - start) / length
    across = np.array([-along[1], along[0]])

    def point(back: float, aside: float) -> Floats:
        return np.asarray(tip - along * back + across * aside * look.stout)

    def band(near: float, far: float, narrow: float, wide: float) -> Floats:
        return np.array(
            [point(near, -narrow), point(near, narrow), point(far, wide), point(far, -wide)]
        )

    ring = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    palm = np.array([point(110 + 52 * np.cos(t), 41 * np.sin(t)) for t in ring])
    skin = [palm, band(130, max(length, 140), 27, 60)]
    for aside, back in ((-25.0, 16.0), (-8.5, 0.0), (8.5, 3.0), (25.0, 20.0)):
        skin.append(finger(point(back, aside * 0.75), point(95, aside), 8.5 * look.stout))
    skin.append(finger(point(62, 44 * side), point(125, 30 * side), 10.0 * look.stout))
    cuff = min(max(look.cuff, HAND + 15), max(length - 10, 0.0))
    shoulder = [point(length + 95 * np.cos(t), 95 * np.sin(t)) for t in ring]
    return skin, [band(cuff, max(length, cuff + 5), 44, 80), np.array(shoulder)]


def finger(tip: Floats, root: Floats, half: float) -> Floats:
    """A rounded band from root to tip, shape (n, 2)."""
    along = (tip - root) / max(float(np.linalg.norm(tip - root)), 1e-6)
    across = np.array([-along[1], along[0]])
    arc = np.linspace(-np.pi / 2, np.pi / 2, 9)
    end = [tip - along * half + half * (np.cos(t) * along + np.sin(t) * across) for t in arc]
    return np.array([root - across * half, *end, root + across * half])


def covered(outlines: list[Floats], height: float, camera: Camera, size: tuple[int, ...]) -> Image:
    """Where shapes at a height above the table are in a picture of ``size`` (h, w): 0 to 255."""
    mask = np.zeros(size[:2], np.uint8)
    for outline in outlines:
        lifted = np.column_stack([outline, np.full(len(outline), height)])
        cv2.fillPoly(mask, [fine(camera.project(lifted))], 255, cv2.LINE_AA, FINE)
    return mask


def lay_arm(
    rng: np.random.Generator, image: Picture, camera: Camera, light: Light, plan: Plan, arm: Arm,
    look: Look,
) -> Image:  # fmt: skip
    """Paint an arm with its shadow over the picture; where it is (0 to 255)."""
    skin, sleeve = shapes(arm, plan, look)
    size = image.shape[:2]
    away = light.direction[:2] / max(0.3, float(light.direction[2])) * HEIGHT
    fallen = covered([outline - away for outline in (*skin, *sleeve)], 0.0, camera, size)
    soft = max(1.0, size[1] / 160 * (1.3 - light.hardness))
    shadow = cv2.GaussianBlur(fallen.astype(np.float32) / 255, (0, 0), soft)[..., None]
    image *= 1 - (0.25 + 0.3 * light.hardness) * shadow
    whole = np.zeros(size, np.uint8)
    for outlines, colour in ((skin, look.skin), (sleeve, look.sleeve)):
        mask = covered(outlines, HEIGHT, camera, size)
        body = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), size[1] / 220)
        grain = noise(rng, (size[0], size[1]), (size[0] / 40, size[0] / 40))
        shade = (0.55 + 0.45 * body + 0.02 * grain)[..., None]
        alpha = (mask.astype(np.float32) / 255)[..., None]
        image *= 1 - alpha
        image += alpha * (shade * colour.astype(np.float32))
        whole = np.maximum(whole, mask)
    return whole
