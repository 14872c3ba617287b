"""Arms of a film: as those of photos, painted quickly and only where they are."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.camera import Camera
from vision.synthetic.film_dress import Dress, Layer
from vision.synthetic.film_rects import Rect, bounds, grown
from vision.synthetic.render import FINE, Light, fine
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image, Picture
from vision.synthetic.table_arm import HEIGHT, Arm
from vision.synthetic.table_layout import Plan

COARSE = 2
"""Arms are blurred by motion: they are drawn on every other pixel."""
NEAREST_MM = 60.0
"""Nothing nearer to the lens than this is drawn."""


@dataclass(frozen=True, slots=True)
class ArmShape:
    """An arm as one camera sees it: outlines in pixels."""

    layers: tuple[Layer, ...]
    """From below upwards, in pixels."""
    shadow: tuple[Floats, ...]
    dark: float
    """How much its shadow takes of the light."""
    soft: float
    """How blurred its shadow is, pixels."""

    def rect(self, size: tuple[int, int]) -> Rect:
        """The part of a picture of ``size`` (width, height) that it and its shadow touch."""
        every = [outline for layer in self.layers for outline in layer.outlines]
        every += self.shadow
        if not every:
            return 0, 0, 0, 0
        left, top, right, bottom = grown(bounds(np.concatenate(every)), int(3 * self.soft), size)
        return left - left % COARSE, top - top % COARSE, right, bottom

    def fill(self, mask: Image) -> None:
        """Mark in a whole picture's mask what it hides."""
        for layer in self.layers:
            for outline in () if layer.within else layer.outlines:
                cv2.fillPoly(mask, [fine(outline)], 255, cv2.LINE_8, FINE)


def shape_of(
    arm: Arm, plan: Plan, dress: Dress, light: Light, camera: Camera, soft: float
) -> ArmShape:
    """The outlines of an arm and of its shadow in a camera's picture."""
    layers = dress.layers(arm, plan)
    away = light.direction[:2] / max(0.3, float(light.direction[2])) * HEIGHT
    solid = [outline for layer in layers if not layer.within for outline in layer.outlines]
    fallen = [outline - away for outline in solid]

    def seen(outlines: Iterable[Floats], height: float) -> tuple[Floats, ...]:
        lifted = [np.column_stack([one, np.full(len(one), height)]) for one in outlines]
        there = [before(camera, one) for one in lifted]
        return tuple(camera.project(one) for one in there if len(one) > 2)

    return ArmShape(
        tuple(replace(layer, outlines=seen(layer.outlines, HEIGHT)) for layer in layers),
        seen(fallen, 0.0), 0.25 + 0.3 * light.hardness, soft * (1.3 - light.hardness),
    )  # fmt: skip


def before(camera: Camera, outline: Floats) -> Floats:
    """The part of a polygon (n, 3) that lies before the lens."""
    depth = (outline - camera.position) @ camera.rotation[2] - NEAREST_MM
    if (depth > 0).all():
        return outline
    kept: list[Floats] = []
    for one, two in zip(range(len(outline)), np.roll(np.arange(len(outline)), -1), strict=True):
        if depth[one] > 0:
            kept.append(outline[one])
        if (depth[one] > 0) != (depth[two] > 0):
            share = depth[one] / (depth[one] - depth[two])
            kept.append(outline[one] + share * (outline[two] - outline[one]))
    return np.array(kept).reshape(-1, 3)


def paint_arm(image: Picture, shape: ArmShape, rect: Rect) -> None:
    """Paint an arm with its shadow over the part of a picture that ``rect`` is."""
    height, width = image.shape[:2]
    size = (-(-width // COARSE), -(-height // COARSE))
    corner = np.array(rect[:2], np.float64)
    fallen = cv2.GaussianBlur(mask(shape.shadow, corner, size), (0, 0), shape.soft / COARSE)
    dimmed = 1 - shape.dark * fallen
    colour = np.zeros((size[1], size[0], 3), np.float32)
    alpha = np.zeros((size[1], size[0]), np.float32)
    over = round_off = alpha
    for layer in shape.layers:
        drawn = mask(layer.outlines, corner, size)
        if layer.within:
            over = np.minimum(drawn, over)
        else:
            over = drawn
            round_off = cv2.GaussianBlur(over, (0, 0), max(1.0, shape.soft / COARSE))
        lit = (0.55 + 0.45 * round_off)[..., None] * layer.rgb.astype(np.float32)
        colour += over[..., None] * (lit - colour)
        alpha = np.maximum(alpha, over)
    keep = dimmed * (1 - alpha)
    full = (width, height)
    image *= enlarged(keep, full)[..., None]
    image += enlarged(colour * alpha[..., None], full)


def mask(
    outlines: tuple[Floats, ...], corner: Floats, size: tuple[int, int]
) -> NDArray[np.float32]:
    """Where outlines are in a coarse picture of ``size`` (width, height): 0 to 1."""
    over = np.zeros((size[1], size[0]), np.float32)
    for outline in outlines:
        cv2.fillPoly(over, [fine((outline - corner) / COARSE)], 1.0, cv2.LINE_8, FINE)
    return np.asarray(cv2.blur(over, (2, 2)))


def enlarged(picture: NDArray[np.float32], full: tuple[int, int]) -> NDArray[np.float32]:
    """A coarse picture at full size."""
    size = (picture.shape[1] * COARSE, picture.shape[0] * COARSE)
    large = cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(large[: full[1], : full[0]])
