"""The playing table without its tiles: felt, rail, the console in the middle, things on the rim."""

import cv2
import numpy as np

from vision.synthetic.camera import Camera
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Picture, muted, surface
from vision.synthetic.table_layout import STICK, LaidStick, Plan

TEXELS = 1.6
"""Pixels a millimetre of the table takes before a camera looks at it."""
COARSE = 640
BEYOND = 190.0
"""Millimetres around the field in which things may lie."""


class Drawing:
    """A drawing of the table from above, in millimetres about its middle, y away from seat 0."""

    def __init__(self, reach: float, floor: Picture) -> None:
        self.reach, self.floor = reach, floor
        side = int(2 * reach * TEXELS)
        self.image: Picture = np.asarray(cv2.resize(floor, (side, side)))

    def texels(self, points: Floats) -> Floats:
        """Texture coordinates of points (..., 2) in millimetres."""
        return np.asarray(np.stack([points[..., 0] + self.reach, self.reach - points[..., 1]], -1))

    def fill(self, points: Floats, colour: list[float]) -> None:
        """A filled polygon."""
        outline = np.round(self.texels(points) * TEXELS * 16).astype(np.int32)
        cv2.fillPoly(self.image, [outline], colour, cv2.LINE_AA, 4)

    def disc(self, at: Floats, radius: float, colour: list[float]) -> None:
        """A filled circle."""
        x, y = np.round(self.texels(at) * TEXELS * 16).astype(int)
        size = round(radius * TEXELS * 16)
        cv2.circle(self.image, (int(x), int(y)), size, colour, -1, cv2.LINE_AA, 4)

    def box(self, at: Floats, size: tuple[float, float], angle: float, colour: list[float]) -> None:
        """A filled rectangle turned by ``angle`` radians."""
        self.fill(rectangle(at, size, angle), colour)

    def seen_by(self, camera: Camera, size: tuple[int, int]) -> Picture:
        """The drawing, and the floor far beyond it, in a camera's picture of ``size`` (w, h)."""
        side = self.image.shape[0]
        floor = warped(self.floor, self.reach, camera, size, cv2.BORDER_REFLECT)
        inner = np.s_[2 : side - 2]
        there = np.zeros((side, side), np.float32)
        there[inner, inner] = 1
        share = warped(there, self.reach, camera, size, cv2.BORDER_CONSTANT)[..., None]
        drawn = warped(self.image, self.reach, camera, size, cv2.BORDER_CONSTANT)
        return np.asarray(floor + share * (drawn - floor))


def warped(
    image: Picture, reach: float, camera: Camera, size: tuple[int, int], border: int
) -> Picture:
    """A square drawing of everything within ``reach`` mm as the camera sees it on the table."""
    k, middle = image.shape[0] / (2 * reach), image.shape[0] / 2
    to_texel = np.array([[k, 0, middle], [0, -k, middle], [0, 0, 1]])
    matrix = camera.plane_homography() @ np.linalg.inv(to_texel)
    seen = cv2.warpPerspective(image, matrix, size, flags=cv2.INTER_LINEAR, borderMode=border)
    return np.asarray(seen)


def rectangle(at: Floats, size: tuple[float, float], angle: float) -> Floats:
    """Corners of a turned rectangle, shape (4, 2), clockwise from its own far left."""
    c, s = np.cos(angle), np.sin(angle)
    signs = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]) * size
    return np.asarray(at + signs @ np.array([[c, s], [-s, c]]))


def square(half: float, cut: float) -> Floats:
    """A square of this half side about the origin with its corners cut off, shape (8, 2)."""
    h, i = half, half - cut
    return np.array([[-i, h], [i, h], [h, i], [h, -i], [i, -h], [-i, -h], [-h, -i], [-h, i]])


def ground(rng: np.random.Generator, plan: Plan) -> Drawing:
    """A table for this plan, with everything on it that is neither tile nor point stick."""
    drawing = Drawing(plan.edge + BEYOND, surface(rng, COARSE))
    side = (drawing.image.shape[1], drawing.image.shape[0])
    rail = float(rng.uniform(25, 70))
    tone = muted(rng) if rng.random() < 0.4 else rng.uniform(10, 70, 3)
    drawing.fill(square(plan.edge + rail, rng.uniform(2, 45)), tone.tolist())
    drawing.fill(square(plan.edge + 5, rng.uniform(0, 12)), (tone * rng.uniform(0.4, 0.9)).tolist())
    felt = np.asarray(cv2.resize(surface(rng, COARSE), side))
    field = np.zeros(side[::-1], np.uint8)
    inner = drawing.texels(square(plan.edge, rng.uniform(0, 10))) * TEXELS
    cv2.fillPoly(field, [inner.astype(np.int32)], 1)
    np.copyto(drawing.image, felt, where=field[..., None].astype(bool))
    if rng.random() < 0.7:
        console(rng, drawing, plan.console)
    for _ in range(int(rng.integers(0, 6))):
        on_the_rim(rng, drawing, plan, rail)
    if rng.random() < 0.5:
        dealer_plate(rng, drawing, plan)
    return drawing


def console(rng: np.random.Generator, drawing: Drawing, half: float) -> None:
    """The middle of an automatic table: a panel, four displays, buttons, dice under a dome."""
    dark = rng.uniform(8, 55, 3) if rng.random() < 0.8 else muted(rng)
    half *= float(rng.uniform(0.7, 1.0))
    if rng.random() < 0.75:
        drawing.fill(square(half, rng.uniform(0, half * 0.5)), dark.tolist())
    else:
        drawing.disc(np.zeros(2), half, dark.tolist())
    lamp = rng.uniform(60, 255, 3).tolist()
    for seat in range(4):
        angle = seat * np.pi / 2
        away = np.array([np.sin(angle), -np.cos(angle)])
        drawing.box(away * half * 0.72, (half * 0.75, half * 0.3), angle, (dark * 0.5).tolist())
        if rng.random() < 0.7:
            display(rng, drawing, away * half * 0.72, half * 0.11, angle, lamp)
        along = np.array([np.cos(angle), np.sin(angle)])
        for step in (-0.6, 0.6):
            if rng.random() < 0.4:
                tone = rng.uniform(40, 255, 3).tolist()
                drawing.disc(away * half * 0.72 + along * half * step, half * 0.07, tone)
    radius = half * float(rng.uniform(0.3, 0.45))
    drawing.disc(np.zeros(2), radius, (dark + rng.uniform(10, 60)).clip(0, 255).tolist())
    for _ in range(2):
        dice(rng, drawing, rng.normal(0, radius * 0.35, 2))


def display(
    rng: np.random.Generator, drawing: Drawing, at: Floats, size: float, angle: float,
    colour: list[float],
) -> None:  # fmt: skip
    """Lit digits: strokes of seven segments."""
    along = np.array([np.cos(angle), np.sin(angle)])
    up = np.array([-along[1], along[0]])
    for place in (-1.8, -0.6, 0.6, 1.8):
        middle = at + along * size * place
        for row in (-1, 0, 1):
            if rng.random() < 0.7:
                drawing.box(middle + up * size * row * 0.8, (size * 0.7, 1.3), angle, colour)
        for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            if rng.random() < 0.7:
                corner = middle + along * size * x * 0.38 + up * size * y * 0.42
                drawing.box(corner, (1.3, size * 0.7), angle, colour)


def dice(rng: np.random.Generator, drawing: Drawing, at: Floats) -> None:
    """A die from above, its pips in rows."""
    angle, size = rng.uniform(0, np.pi), float(rng.uniform(9, 15))
    drawing.box(at + np.array([1.5, -1.5]), (size * 1.1, size * 1.1), angle, [15.0, 15.0, 15.0])
    drawing.box(at, (size, size), angle, rng.uniform(215, 252, 3).tolist())
    pips = int(rng.integers(1, 7))
    ink = [200.0, 30.0, 30.0] if pips == 1 else [25.0, 25.0, 30.0]
    for spot in PIPS[pips]:
        drawing.disc(rectangle(at, (spot[0] * size, spot[1] * size), angle)[1], size * 0.1, ink)


PIPS = {
    1: ((0.0, 0.0),),
    2: ((-0.55, -0.55), (0.55, 0.55)),
    3: ((-0.55, -0.55), (0.0, 0.0), (0.55, 0.55)),
    4: ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    5: ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)),
    6: ((-0.5, -0.6), (-0.5, 0.0), (-0.5, 0.6), (0.5, -0.6), (0.5, 0.0), (0.5, 0.6)),
}
"""Where the pips of a die are, in halves of its side."""


def on_the_rim(rng: np.random.Generator, drawing: Drawing, plan: Plan, rail: float) -> None:
    """A cup, a phone, a box of chips or a sheet on the rail or beside the table."""
    angle = float(rng.integers(0, 4) * np.pi / 2)
    along, out = rng.uniform(-0.95, 0.95) * plan.edge, plan.edge + rail * rng.uniform(0.3, 1.0) + 35
    at = np.array(
        [np.cos(angle) * along + np.sin(angle) * out, np.sin(angle) * along - np.cos(angle) * out]
    )
    colour = muted(rng).tolist()
    chance = rng.random()
    if chance < 0.4:
        radius = float(rng.uniform(18, 34))
        drawing.disc(at + np.array([4.0, -4.0]), radius * 1.05, [20.0, 20.0, 20.0])
        for share in (1.0, 0.88, 0.8):
            drawing.disc(at, radius * share, muted(rng).tolist())
    elif chance < 0.65:
        angle += rng.normal(0, 0.4)
        drawing.box(at, (70, 145), angle, [20.0, 20.0, 22.0])
        drawing.box(at, (64, 132), angle, colour)
    else:
        drawing.box(at, tuple(rng.uniform(20, 110, 2)), angle + rng.normal(0, 0.3), colour)


def dealer_plate(rng: np.random.Generator, drawing: Drawing, plan: Plan) -> None:
    """The plate that marks the first dealer, at a corner of the field: no tile."""
    angle = float(rng.integers(0, 4) * np.pi / 2)
    x, y = plan.edge - rng.uniform(12, 18), -plan.wall + rng.uniform(0, 40)
    at = np.array([np.cos(angle) * x - np.sin(angle) * y, np.sin(angle) * x + np.cos(angle) * y])
    drawing.box(at, (16, 28), angle + rng.normal(0, 0.1), rng.uniform(120, 250, 3).tolist())
    for row in np.linspace(-7, 7, 4):
        stroke = at + np.array([-np.sin(angle), np.cos(angle)]) * row
        drawing.box(stroke, (rng.uniform(6, 11), 1.6), angle, [30.0, 20.0, 20.0])


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
