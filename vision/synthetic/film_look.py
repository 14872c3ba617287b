"""What stays all film long: the table, the light on it, the tone of the camera, whose arms."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.camera import Camera, look_at
from vision.synthetic.film_arm import ArmShape, shape_of
from vision.synthetic.film_dress import Dress, plain
from vision.synthetic.film_optics import Optics
from vision.synthetic.film_rects import Rect, crop
from vision.synthetic.render import Light
from vision.synthetic.solids import Body, Floats
from vision.synthetic.surfaces import Image, Picture
from vision.synthetic.table_arm import Arm
from vision.synthetic.table_ground import ground
from vision.synthetic.table_layout import TURN, Plan, turned
from vision.synthetic.table_picture import watching

STEEPEST = 0.34
"""Radians that the camera leans from straight down, at most (19.5 degrees)."""
NARROWEST, WIDEST = 0.72, 0.97
"""How much of the picture's shorter side the field takes."""
CLIPPED = 244.0
"""The level that the brightest tile face takes at most in the middle of the picture."""
SPOT_STEP = 8
ROW_MM = 400.0
"""What a hand's camera sees of the table's width, millimetres."""


class FilmLook:
    """The looks of a film under a seed, whatever camera watches."""

    def __init__(
        self, seed: int, body: Body, brightest: float = 245.0, *, simple: bool = False
    ) -> None:
        """``brightest`` is the tiles' brightest level, which the camera exposes for.

        ``simple``: lenses bend nothing, shutters smear nothing, arms are those of photos.
        """
        rng = np.random.default_rng((seed, 31))
        self.seed, self.plan = seed, Plan.of(body)
        towards = np.array([*rng.normal(0, 0.4, 2), 1.0])
        self.light = Light(
            towards / np.linalg.norm(towards), float(rng.uniform(0, 1)),
            float(rng.uniform(0.2, 0.7)),
        )  # fmt: skip
        self.edge = (float(rng.uniform(0.06, 0.2)), float(rng.uniform(0.05, 0.14)))
        self.slope = rng.uniform(-0.22, 0.22, 2)
        self.falloff = float(rng.uniform(0, 0.25))
        warmth = rng.normal(0, 0.06)
        tint = np.array([1 + warmth, 1 + rng.normal(0, 0.02), 1 - warmth])
        gain = float(np.exp(rng.normal(0.02, 0.14)))
        self.tint = tint * min(gain, CLIPPED / (brightest * float(tint.max())))
        self.curve = tone_curve(float(rng.normal(1.0, 0.1)), float(np.exp(rng.normal(0, 0.1))))
        spots = int(rng.choice([0, 1, 2], p=[0.7, 0.2, 0.1]))
        self.spots = [(rng.uniform(0.1, 0.9, 2), rng.uniform(0.02, 0.07)) for _ in range(spots)]
        self.dresses = [plain(seed, seat) if simple else Dress.of(seed, seat) for seat in range(4)]
        self.optics = [Optics() if simple else Optics.of(seed, camera) for camera in range(5)]
        """Of the table's camera, then of those of the hands."""

    def camera(self, size: tuple[int, int]) -> Camera:
        """Where the table's camera hangs, for a picture of ``size`` (width, height)."""
        rng = np.random.default_rng((self.seed, 32))
        return watching(
            size, self.plan.edge, tilt=float(rng.uniform(0, STEEPEST)),
            heading=float(rng.uniform(0, 2 * np.pi)),
            roll=float(np.clip(rng.normal(0, 0.02), -0.05, 0.05)),
            lens=float(rng.uniform(0.9, 1.6)),
            fill=float(rng.uniform(NARROWEST, WIDEST)) * self.optics[0].room(size),
        )  # fmt: skip

    def hand_camera(self, seat: int, size: tuple[int, int]) -> Camera:
        """Where the camera of a player's hand stands: behind the row of tiles, a little above."""
        rng = np.random.default_rng((self.seed, 35, seat))
        x, y = turned((float(rng.normal(0, 5)), -(self.plan.hand + 8)), seat * TURN)
        tilt, aside = float(rng.uniform(0.9, 1.1)), float(rng.normal(0, 0.06))
        focal = float(rng.uniform(1.1, 1.5)) * size[0]
        distance = focal * ROW_MM / size[0]
        return look_at(
            np.array([x, y, 13.0]), distance, tilt, aside - seat * TURN, float(rng.normal(0, 0.02)),
            (focal, focal), (size[0] / 2, size[1] / 2),
        )  # fmt: skip

    def ground(self, camera: Camera, size: tuple[int, int]) -> Picture:
        """The table without its tiles, before light and tone."""
        rng = np.random.default_rng((self.seed, 33))
        return np.ascontiguousarray(ground(rng, self.plan, camera, size), np.float32)

    def toning(self, size: tuple[int, int]) -> Picture:
        """What light and lens do at each pixel, shape (h, w, 3)."""
        x = np.linspace(-0.5, 0.5, size[0], dtype=np.float32)[None, :]
        y = np.linspace(-0.5, 0.5, size[1], dtype=np.float32)[:, None]
        even = 1 + np.float32(self.slope[0]) * x + np.float32(self.slope[1]) * y
        field = even * (1 - np.float32(self.falloff) * (x**2 + y**2) * 2)
        return np.ascontiguousarray(field[..., None] * self.tint.astype(np.float32))

    def gloss(
        self, image: Picture, on: NDArray[np.bool_], rect: Rect, size: tuple[int, int]
    ) -> None:
        """Lamps mirrored in tiles: lighten the part ``rect`` of a picture where tiles are."""
        if not self.spots:
            return
        strength = self.light.gloss * crop(self._mirrored(size), rect) * on
        image += strength[..., None] * (255 - image)

    def arm(self, arm: Arm, camera: Camera, body: Body) -> ArmShape:
        """An arm as a camera sees it."""
        soft = max(2.0, pixels_a_mm(camera) * 0.35 * body.width)
        return shape_of(arm, self.plan, self.dresses[arm.seat], self.light, camera, soft)

    def _mirrored(self, size: tuple[int, int]) -> Picture:
        return mirrored(tuple((*map(float, at), float(r)) for at, r in self.spots), size)


@lru_cache(maxsize=2)
def mirrored(spots: tuple[tuple[float, ...], ...], size: tuple[int, int]) -> Picture:
    """Soft spots (x, y, radius as shares of the width) in a picture of this size: 0 to 1."""
    small = (size[0] // SPOT_STEP, size[1] // SPOT_STEP)
    spot = np.zeros((small[1], small[0]), np.float32)
    for x, y, radius in spots:
        at = (int(x * small[0]), int(y * small[1]))
        cv2.circle(spot, at, max(1, int(radius * small[0])), 1.0, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(spot, (0, 0), max(1.0, small[0] / 60))
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR))


def tone_curve(contrast: float, gamma: float) -> Image:
    """The camera's tone as a table of 256 values."""
    level = np.arange(256) / 255
    bent = (0.5 + (level**gamma - 0.5) * float(np.clip(contrast, 0.75, 1.3))) * 255
    return np.clip(np.round(bent), 0, 255).astype(np.uint8)


def pixels_a_mm(camera: Camera) -> float:
    """How many pixels a millimetre takes at the table's centre."""
    ends: Floats = camera.project(np.array([[-50.0, 0, 0], [50, 0, 0], [0, -50, 0], [0, 50, 0]]))
    wide, tall = np.linalg.norm(ends[1] - ends[0]), np.linalg.norm(ends[3] - ends[2])
    return float(wide + tall) / 200
