"""The playing table without its tiles: felt, rail, the console in the middle, things on the rim."""

import cv2
import numpy as np

from vision.synthetic.camera import Camera
from vision.synthetic.clutter import lay_thing
from vision.synthetic.console import console, plate
from vision.synthetic.pen import Ink
from vision.synthetic.sheet import Sheet, placed, rectangle, square
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Picture, muted, noise, surface
from vision.synthetic.table_layout import STICK, LaidStick, Plan

COARSE = 512
BEYOND = 190.0
"""Millimetres around the field in which things may lie."""


def warped(
    image: Picture, reach: float, camera: Camera, size: tuple[int, int], border: int
) -> Picture:
    """A square drawing of everything within ``reach`` mm as the camera sees it on the table."""
    k, middle = image.shape[0] / (2 * reach), image.shape[0] / 2
    to_texel = np.array([[k, 0, middle], [0, -k, middle], [0, 0, 1]])
    matrix = camera.plane_homography() @ np.linalg.inv(to_texel)
    seen = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(seen)


def ground(
    rng: np.random.Generator,
    plan: Plan,
    camera: Camera,
    size: tuple[int, int],
    like: Ink | None = None,
) -> Picture:
    """A table for this plan in a camera's picture, with everything but tiles and point sticks.

    Its cloth is near the colour ``like``, or of any.
    """
    reach = plan.edge + BEYOND
    image = warped(surface(rng, COARSE), reach, camera, size, cv2.BORDER_REFLECT)
    sheet = Sheet(image, camera)
    rail = float(rng.uniform(25, 70))
    tone = muted(rng) if rng.random() < 0.4 else rng.uniform(10, 70, 3)
    sheet.fill(square(plan.edge + rail, rng.uniform(2, 45)), tone.tolist())
    sheet.fill(square(plan.edge + 5, rng.uniform(0, 12)), (tone * rng.uniform(0.4, 0.9)).tolist())
    lay_felt(rng, sheet, plan, like)
    if rng.random() < 0.75:
        console(rng, sheet, plan.console)
    for _ in range(int(rng.integers(0, 7))):
        on_the_rim(rng, sheet, plan, rail)
    if rng.random() < 0.5:
        dealer_plate(rng, sheet, plan)
    return image


def lay_felt(rng: np.random.Generator, sheet: Sheet, plan: Plan, like: Ink | None = None) -> None:
    """The field's cloth, with a grain as fine as the picture."""
    size = (sheet.image.shape[1], sheet.image.shape[0])
    top = surface(rng, COARSE, like)
    felt = warped(top, plan.edge + 2, sheet.camera, size, cv2.BORDER_REFLECT)
    grain = noise(rng, (size[1], size[0]), (rng.uniform(1, 3), rng.uniform(1, 3)))
    felt *= (1 + np.float32(rng.uniform(0.0, 0.04)) * grain)[..., None]
    field = np.zeros((size[1], size[0]), np.float32)
    Sheet(field, sheet.camera).fill(square(plan.edge, rng.uniform(0, 10)), [1.0])
    sheet.image += field[..., None] * (felt - sheet.image)


def on_the_rim(rng: np.random.Generator, sheet: Sheet, plan: Plan, rail: float) -> None:
    """Anything on the rail or beside the table."""
    angle = float(rng.integers(0, 4) * np.pi / 2)
    along, out = rng.uniform(-0.95, 0.95) * plan.edge, plan.edge + rail * rng.uniform(0.3, 1.0) + 35
    at = placed(np.array([along, -out]), np.zeros(2), angle)
    lay_thing(rng, sheet, at, angle + float(rng.normal(0, 0.3)))


def dealer_plate(rng: np.random.Generator, sheet: Sheet, plan: Plan) -> None:
    """The plate that marks the first dealer, at a corner of the field: no tile."""
    angle = float(rng.integers(0, 4) * np.pi / 2)
    corner = np.array([plan.edge - rng.uniform(12, 22), -plan.wall + rng.uniform(0, 40)])
    plate(rng, sheet, placed(corner, np.zeros(2), angle), angle + float(rng.normal(0, 0.1)))


def lay_stick(image: Picture, camera: Camera, stick: LaidStick) -> Floats:
    """Paint a point stick; its corners in pixels, clockwise, shape (4, 2)."""
    middle, bright = np.array(stick.at), 1.0 + 0.02 * np.cos(stick.yaw)
    shadow = rectangle(middle + np.array([0.8, -1.2]), (STICK[0] + 1, STICK[1] + 1), stick.yaw)
    body = rectangle(middle, STICK, stick.yaw)
    paint(image, camera, shadow, [30.0, 30.0, 30.0])
    corners = paint(image, camera, body, [232 * bright, 226 * bright, 212 * bright])
    along = np.array([np.cos(stick.yaw), np.sin(stick.yaw)])
    across = np.array([-along[1], along[0]])
    dots = [(5.0 * x, y) for x in (-1.5, -0.5, 0.5, 1.5) for y in (-1.4, 1.4)]
    for x, y in dots if stick.counter else [(0.0, 0.0)]:
        spot = middle + along * x + across * y
        size = 1.5 if stick.counter else 3.4
        ring = np.linspace(0, 2 * np.pi, 10, endpoint=False)
        pip = spot + 0.5 * size * np.column_stack([np.cos(ring), np.sin(ring)])
        paint(image, camera, pip, [30.0, 30.0, 35.0] if stick.counter else [195.0, 35.0, 35.0])
    return corners


def paint(image: Picture, camera: Camera, points: Floats, colour: list[float]) -> Floats:
    """Fill a polygon of the table's plane, mm, in the picture; its corners there."""
    pixels = camera.project(np.column_stack([points, np.zeros(len(points))]))
    cv2.fillPoly(image, [np.round((pixels - 0.5) * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
    return pixels
