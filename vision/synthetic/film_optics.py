"""What a film's camera does to all it sees: its lens bends straight lines, its shutter smears."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.lens import Lens
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image

MOST_BEND, LEAST_BEND = 0.02, -0.08


@dataclass(frozen=True, slots=True)
class Optics:
    """One camera's."""

    bend: float = 0.0
    """Of the lens; see ``Lens``."""
    shutter_s: float = 0.0
    """How long a picture is exposed; what moves meanwhile is smeared."""

    @classmethod
    def of(cls, seed: int, camera: int = 0) -> "Optics":
        """A film's under a seed; ``camera`` 0 is the table's, 1 to 4 are the hands'."""
        rng = np.random.default_rng((seed, 36, camera))
        straight = rng.random() < 0.3
        bend = float(np.clip(rng.normal(-0.03, 0.03), LEAST_BEND, MOST_BEND))
        return cls(0.0 if straight else bend, float(rng.uniform(0.002, 0.03)))

    def room(self, size: tuple[int, int]) -> float:
        """How much smaller a picture must be so that the lens keeps in it what is in it now."""
        short = min(size) / float(np.hypot(*size))
        if self.bend >= 0:
            return 1.0
        return (1 + self.bend) / (1 + self.bend * short**2)


class FilmLens:
    """A lens that bends picture after picture of one size (width, height)."""

    def __init__(self, size: tuple[int, int], bend: float) -> None:
        self.size, self.bend = size, bend
        self._lens = Lens(size, bend)

    def bent(self, points: Floats) -> Floats:
        """Where points (..., 2) of the straight picture come to lie."""
        return self._lens.bent(points) if self.bend else points

    def through(self, image: Image) -> Image:
        """A straight picture as this lens draws it."""
        if not self.bend:
            return image
        return np.asarray(cv2.remap(image, *sources(self._lens), cv2.INTER_LINEAR), np.uint8)

    def owners(self, owner: NDArray[np.int16]) -> NDArray[np.int16]:
        """A map of whose each pixel is, bent like the picture."""
        if not self.bend:
            return owner
        return np.asarray(cv2.remap(owner, *sources(self._lens), cv2.INTER_NEAREST), np.int16)


@lru_cache(maxsize=8)
def sources(lens: Lens) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """From where each pixel of a bent picture comes, as OpenCV likes it best."""
    x, y = np.meshgrid(
        np.arange(lens.size[0], dtype=np.float32), np.arange(lens.size[1], dtype=np.float32)
    )
    from_x, from_y = (lens.through(one[..., None].repeat(3, axis=2))[..., 0] for one in (x, y))
    whole, parts = cv2.convertMaps(from_x, from_y, cv2.CV_16SC2)
    return np.asarray(whole, np.int16), np.asarray(parts, np.uint16)
