"""What happens to the pictures of a film one after the other: light, shake and grain."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.synthetic.surfaces import Image

GRAINS = 3
"""Pictures of noise that a film takes in turn, each time from another corner."""
ROOM = 64
NEUTRAL = 128
"""Of light: as bright as it is; of colour: grey."""
BLACK = 16
"""Of the luma of a film."""
FIELD_S = 0.5
"""How often wandering light is worked out anew."""


@dataclass(frozen=True, slots=True)
class Weather:
    """How restless a film is."""

    drift: float
    """How far brightness wanders, as a share."""
    tint: float
    """How far colour wanders, in levels of 255."""
    wander: float
    """How much brightness differs from place to place as light moves."""
    shake: float
    """Standard deviation of the picture's place, pixels of 1080 lines."""
    grain: float
    """Standard deviation of the noise, in levels of 255."""
    soft: float
    """Blur, pixels of 1080 lines."""

    @classmethod
    def of(cls, seed: int) -> "Weather":
        """A film's under a seed."""
        rng = np.random.default_rng((seed, 51))
        return cls(
            float(rng.uniform(0.0, 0.12)), float(rng.uniform(0, 3)), float(rng.uniform(0, 0.1)),
            float(rng.choice([0.0, 0.15, 0.5], p=[0.5, 0.3, 0.2])),
            float(rng.uniform(0.4, 2.0)), float(rng.choice([0.0, 0.5, 0.8])),
        )  # fmt: skip


CALM = Weather(0, 0, 0, 0, 0, 0)


class Finish:
    """Turns clean pictures into those of a film, planar YUV 4:2:0."""

    def __init__(self, seed: int, size: tuple[int, int], fps: float, weather: Weather) -> None:
        rng = np.random.default_rng((seed, 52))
        self.rng, self.size, self.fps, self.weather = rng, size, fps, weather
        self.scale = min(size) / 1080
        self.waves = [
            (float(rng.uniform(0.005, 0.08)), float(rng.uniform(0, 2 * np.pi))) for _ in range(4)
        ]
        shape = (size[1] * 3 // 2 + ROOM, size[0] + ROOM)
        self.grains = [
            grain(rng, shape, weather.grain) for _ in range(GRAINS * (weather.grain > 0))
        ]
        self.blobs = rng.standard_normal((3, 5, 8)).astype(np.float32)
        self.field: Image | None = None
        self.shift = np.zeros(2)
        self.jolt = np.zeros(2)

    def picture(self, image: Image, number: int) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
        """A frame as YUV planes (h * 3 / 2, w), and by how many pixels (x, y) it was moved."""
        weather, rows = self.weather, self.size[1]
        shift = self.shaken()
        planes = cv2.cvtColor(image, cv2.COLOR_RGB2YUV_I420)
        seconds = number / self.fps
        wave = [float(np.sin(2 * np.pi * speed * seconds + at)) for speed, at in self.waves]
        gain = 1 + weather.drift * (0.7 * wave[0] + 0.3 * wave[1])
        luma, colour = planes[:rows], planes[rows:]
        if weather.wander:
            if self.field is None or number % max(1, round(FIELD_S * self.fps)) == 0:
                self.field = self.light(wave)
            luma = cv2.multiply(luma, self.field, scale=1 / NEUTRAL)
        if weather.soft * self.scale > 0.3:
            luma = cv2.GaussianBlur(luma, (0, 0), weather.soft * self.scale)
        if weather.drift or weather.tint:
            luma = cv2.LUT(luma, levels(gain, BLACK))
            half = len(colour) // 2
            for part, tint in ((slice(0, half), wave[2]), (slice(half, None), wave[3])):
                table = levels(gain, NEUTRAL, weather.tint * tint)
                colour[part] = cv2.LUT(colour[part], table)
        planes = np.concatenate([luma, colour]).astype(np.uint8, copy=False)
        if np.abs(shift).max() > 0.02:
            planes = moved(np.asarray(planes, np.uint8), rows, shift)
        if self.grains:
            x, y = self.rng.integers(0, ROOM, 2)
            noise = self.grains[number % GRAINS][y : y + len(planes), x : x + self.size[0]]
            planes = cv2.add(planes, noise, dtype=cv2.CV_8U)
        return np.asarray(planes, np.uint8), shift

    def light(self, wave: list[float]) -> Image:
        """How bright each place is now, NEUTRAL where unchanged."""
        small = sum(blob * one for blob, one in zip(self.blobs, wave, strict=False))
        large = cv2.resize(np.asarray(small, np.float32), self.size, interpolation=cv2.INTER_CUBIC)
        field = NEUTRAL * (1 + self.weather.wander * np.clip(large, -1.5, 1.5))
        return np.asarray(np.clip(field, 1, 255), np.uint8)

    def shaken(self) -> NDArray[np.float64]:
        """Where the picture is moved to now; now and then somebody knocks at the table."""
        sigma = self.weather.shake * self.scale
        if not sigma:
            return np.zeros(2)
        self.shift = 0.6 * self.shift + self.rng.normal(0, sigma, 2)
        if self.rng.random() < 0.02 / self.fps * 10:
            self.jolt = self.rng.normal(0, 6 * sigma, 2)
        self.jolt *= -0.5
        return np.asarray(np.clip(self.shift + self.jolt, -8 * sigma, 8 * sigma))


def grain(rng: np.random.Generator, shape: tuple[int, int], sigma: float) -> NDArray[np.int8]:
    """A picture of noise, luma and colour alike."""
    noise = rng.standard_normal(shape, dtype=np.float32)
    return np.asarray(np.clip(np.round(noise * np.float32(sigma)), -30, 30), np.int8)


def levels(gain: float, middle: int, offset: float = 0.0) -> Image:
    """A table of 256 values that scales about a middle."""
    value = middle + (np.arange(256) - middle) * gain + offset
    return np.clip(np.round(value), 0, 255).astype(np.uint8)


def moved(planes: NDArray[np.uint8], rows: int, shift: NDArray[np.float64]) -> NDArray[np.uint8]:
    """YUV planes moved by a part of a pixel or a few."""
    width = planes.shape[1]
    result = np.empty_like(planes)
    result[:rows] = shifted(planes[:rows], shift)
    half = rows // 2
    colour = planes[rows:].reshape(2, half, width // 2)
    result[rows:] = np.stack([shifted(one, shift / 2) for one in colour]).reshape(half, width)
    return result


def shifted(plane: NDArray[np.uint8], shift: NDArray[np.float64]) -> NDArray[np.uint8]:
    """One plane moved."""
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64)
    size = (plane.shape[1], plane.shape[0])
    return np.asarray(cv2.warpAffine(plane, matrix, size, borderMode=cv2.BORDER_REPLICATE))
