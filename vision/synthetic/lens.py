"""A real lens: it bends straight lines, and is sharp at one distance only."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.camera import Camera
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Picture

STEPS = 12


@dataclass(frozen=True, slots=True)
class Lens:
    """Radial distortion in a picture of ``size`` (width, height).

    A point r half-diagonals from the middle of the straight picture comes to lie at
    r * (1 + bend * r**2) * fit; bend < 0 is a barrel, and ``fit`` keeps the picture filled.
    """

    size: tuple[int, int]
    bend: float

    @classmethod
    def random(cls, rng: np.random.Generator, size: tuple[int, int]) -> "Lens":
        """Mostly barrels, as wide lenses of phones and cheap cameras have."""
        return cls(size, float(np.clip(rng.normal(-0.04, 0.05), -0.16, 0.06)))

    @property
    def fit(self) -> float:
        """The enlargement that leaves no empty corner."""
        return 1 / (1 + self.bend) if self.bend < 0 else 1.0

    def _frame(self) -> tuple[Floats, float]:
        half = np.array(self.size, np.float64) / 2
        return half, float(np.hypot(*half))

    def bent(self, points: Floats) -> Floats:
        """Where points (..., 2) of the straight picture come to lie."""
        middle, radius = self._frame()
        away = (points - middle) / radius
        square = np.minimum((away**2).sum(axis=-1, keepdims=True), 2.0)
        return np.asarray(middle + away * (1 + self.bend * square) * self.fit * radius)

    def through(self, image: Picture) -> Picture:
        """The picture as this lens draws it."""
        x, y = self._sources()
        return np.asarray(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def owners(self, owner: NDArray[np.int16]) -> NDArray[np.int16]:
        """A map of whose each pixel is, bent like the picture."""
        x, y = self._sources()
        bent = cv2.remap(owner, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(bent, np.int16)

    def _sources(self) -> tuple[Picture, Picture]:
        """From which x and y of the straight picture each pixel comes."""
        middle, radius = self._frame()
        width, height = self.size
        x = ((np.arange(width) + 0.5 - middle[0]) / radius).astype(np.float32)[None, :]
        y = ((np.arange(height) + 0.5 - middle[1]) / radius).astype(np.float32)[:, None]
        wanted = np.linspace(0, 1.0, 256)
        straight = wanted / self.fit
        for _ in range(STEPS):
            straight = wanted / self.fit / (1 + self.bend * straight**2)
        ratio = np.append(1 / self.fit, straight[1:] / wanted[1:]).astype(np.float32)
        far = np.minimum(np.sqrt(x * x + y * y) * 255, 254.999)
        low = far.astype(np.int32)
        share = (far - low).astype(np.float32)
        scale = ratio[low] * (1 - share) + ratio[low + 1] * share
        scale *= np.float32(radius)
        return x * scale + np.float32(middle[0] - 0.5), y * scale + np.float32(middle[1] - 0.5)


def defocused(rng: np.random.Generator, image: Picture, camera: Camera, tile: float) -> Picture:
    """What lies farther or nearer than the focus is soft; tiles are ``tile`` pixels wide."""
    height, width = image.shape[:2]
    inverse = np.linalg.inv(camera.plane_homography())
    x, y = np.meshgrid(np.linspace(0, width, 17), np.linspace(0, height, 17))
    plane = inverse @ np.stack([x.ravel(), y.ravel(), np.ones(x.size)])
    nearness = np.clip(plane[2] / abs(plane[2, plane.shape[1] // 2]), 1e-3, None)
    focus = float(nearness[int(rng.integers(len(nearness)))])
    away = np.abs(nearness / focus - 1).reshape(x.shape).astype(np.float32)
    steep = float(rng.uniform(1.0, 5.0))
    share = np.clip(cv2.resize(away, (width, height)) * steep, 0, 1)[..., None]
    soft = cv2.GaussianBlur(image, (0, 0), float(np.clip(0.06 * tile, 0.6, 4.0)))
    return np.asarray(image + share * (soft - image))
