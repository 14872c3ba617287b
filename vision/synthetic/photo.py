"""What a camera does to a scene: light, lens, sensor, compression."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.synthetic.surfaces import Image, Picture, noise

USUAL_TILE = 40.0
"""Pixels that a tile is wide when nobody says so."""
BANK = 1400
"""Side of the noise kept, in pixels."""
SAMPLINGS = (
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
)


@dataclass(frozen=True, slots=True)
class Care:
    """How far a picture may be spoilt at worst."""

    darkest: float = 45.0
    """What the brightest parts keep in a dark room, 0..255."""

    legible: float = 13.0
    """Pixels that a tile keeps when a picture is made smaller and larger again."""

    softest: float = 0.045
    """The spread of its blur, in tiles' widths."""

    quality: int = 14
    """Of its compression, as JPEG counts."""


ANY = Care()
"""Whatever people photograph, down to what can just be read."""
MOUNTED = Care(darkest=130.0, legible=20.0, softest=0.03, quality=60)
"""A camera mounted over a table to read it: exposed for its tiles, in focus, hardly compressed."""


def light(rng: np.random.Generator, image: Picture, care: Care = ANY) -> None:
    """Uneven light and the colour of the lamps, in place."""
    height, width = image.shape[:2]
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32)[None, :]
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32)[:, None]
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
    slope = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    field = 1 + slope * np.float32(strength)
    if rng.random() < 0.4:
        field *= 1 + np.float32(rng.uniform(0.02, 0.12)) * noise(
            rng, (height, width), (height / 3, width / 3)
        )
    if rng.random() < 0.25:
        field *= 1 - np.float32(rng.uniform(0.2, 1.0)) * (x * x + y * y)
    exposure = np.float32(np.exp(rng.normal(-0.02, 0.2)))
    if rng.random() < 0.1:
        exposure *= np.float32(max(rng.uniform(0.12, 0.5), lit(image, care)))
    if care != ANY:
        exposure = np.float32(max(float(exposure), lit(image, care)))
    image *= field[..., None] * (lamp(rng, 0.07) * exposure)
    if rng.random() < 0.12:
        tint = lamp(rng, 0.35)
        image *= 1 + (np.clip(slope + 0.5, 0, 1))[..., None] * (tint - 1)


def lit(image: Picture, care: Care) -> float:
    """The least exposure, at most 1, that leaves the brightest parts as bright as they must be."""
    brightest = float(np.quantile(image[::16, ::16], 0.98))
    return min(1.0, care.darkest / max(brightest, 1.0))


def lamp(rng: np.random.Generator, spread: float) -> Picture:
    """The colour of a lamp as factors of red, green and blue, shape (3,)."""
    warmth, green = rng.normal(0, spread), rng.normal(0, spread * 0.35)
    return np.clip([1 + warmth, 1 + green, 1 - warmth], 0.25, 1.8).astype(np.float32)


def tone(rng: np.random.Generator, image: Picture) -> None:
    """Contrast, saturation and gamma, in place."""
    saturation = np.float32(np.clip(rng.normal(1.0, 0.22), 0.3, 1.7))
    contrast = np.float32(np.clip(rng.normal(1.0, 0.14), 0.6, 1.5))
    middle = sum(cv2.mean(image)[:3]) / 3
    mix = np.full((3, 4), contrast * (1 - saturation) / 3)
    mix[:, :3] += np.eye(3) * contrast * saturation
    mix[:, 3] = middle * (1 - contrast)
    cv2.transform(image, mix, dst=image)
    np.clip(image, 0, 255, out=image)
    if rng.random() < 0.5:
        cv2.pow(image * np.float32(1 / 255), float(np.exp(rng.normal(0, 0.15))), dst=image)
        image *= 255


def blur(rng: np.random.Generator, image: Picture, tile: float, care: Care = ANY) -> Picture:
    """Defocus, motion, or the softness of an enlarged picture: never beyond reading."""
    chance = rng.random()
    if chance < 0.33:
        return image
    most = float(np.clip(care.softest * tile, 0.5, 3.0))
    if chance < 0.66:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.25, most))))
    if chance < 0.8:
        return motion(rng, image, int(rng.integers(2, max(3, min(14, round(3.4 * most))) + 1)))
    height, width = image.shape[:2]
    scale = rng.uniform(np.clip(care.legible / tile, 0.3, 0.88), 0.9)
    shrink = (cv2.INTER_AREA, cv2.INTER_AREA, cv2.INTER_LINEAR)[int(rng.integers(3))]
    enlarge = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST)[
        int(rng.choice(3, p=(0.55, 0.4, 0.05)))
    ]
    small = cv2.resize(image, (int(width * scale), int(height * scale)), interpolation=shrink)
    return np.asarray(cv2.resize(small, (width, height), interpolation=enlarge))


def motion(rng: np.random.Generator, image: Picture, length: int) -> Picture:
    """Smeared along a line of so many pixels."""
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, np.pi)
    middle = (length - 1) / 2
    for step in np.linspace(-middle, middle, 2 * length):
        kernel[round(middle + step * np.sin(angle)), round(middle + step * np.cos(angle))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))


def fringe(rng: np.random.Generator, image: Picture) -> None:
    """Red and blue of slightly other size than green, in place, as simple lenses have it."""
    height, width = image.shape[:2]
    grow = float(rng.normal(0, 0.0015))
    for channel, scale in ((0, 1 + grow), (2, 1 - grow)):
        shift = np.array([width, height]) * (1 - scale) / 2
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        plane = np.ascontiguousarray(image[..., channel])
        image[..., channel] = cv2.warpAffine(
            plane, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE
        )


def sensor(
    rng: np.random.Generator, image: Picture, grain: np.random.Generator | None = None,
    care: Care = ANY,
) -> Image:  # fmt: skip
    """Noise, the sharpening of a phone, and compression; noise is drawn from ``grain``."""
    if rng.random() < 0.4:
        radius, amount = rng.uniform(0.7, 2.5), np.float32(rng.uniform(0.2, 1.8))
        soft = cv2.GaussianBlur(image, (0, 0), float(radius))
        image = np.asarray(cv2.addWeighted(image, float(1 + amount), soft, float(-amount), 0))
    source = grain or rng
    if rng.random() < 0.7:
        image = image + np.float32(rng.exponential(4.0)) * static(source, image.shape)
    if rng.random() < 0.15:
        blotches = (image.shape[0], image.shape[1])
        size = float(rng.uniform(2, 6))
        stains = [noise(source, blotches, (size, size)) for _ in range(3)]
        image = image + np.float32(rng.uniform(2, 10)) * np.dstack(stains)
    return compressed(rng, np.clip(image, 0, 255).astype(np.uint8), care)


@cache
def _bank() -> Picture:
    """White noise to cut from: drawing it anew for every picture takes longer than all else."""
    return np.random.default_rng(0).standard_normal((BANK, BANK, 3), dtype=np.float32)


def static(rng: np.random.Generator, shape: tuple[int, ...]) -> Picture:
    """White noise of unit spread, shape (h, w, 3)."""
    y, x = (int(v) for v in rng.integers(0, BANK // 2, 2))
    piece = _bank()[y : y + shape[0], x : x + shape[1]]
    if piece.shape[:2] != shape[:2]:
        times = [-(-wanted // had) for wanted, had in zip(shape[:2], piece.shape[:2], strict=True)]
        piece = np.tile(piece, (*times, 1))[: shape[0], : shape[1]]
    return np.asarray(piece * np.float32(rng.choice((-1, 1))))


def compressed(rng: np.random.Generator, pixels: Image, care: Care = ANY) -> Image:
    """Mostly JPEG once, sometimes twice, sometimes as hard as a video call."""
    chance = rng.random()
    if chance < 0.33:
        return pixels
    if chance < 0.48:
        return video(rng, pixels, care)
    for _ in range(1 if chance < 0.85 else 2):
        quality = max(care.quality, int(rng.integers(30, 96)))
        pixels = jpeg(pixels, quality, SAMPLINGS[int(rng.integers(4))])
    return pixels


def jpeg(pixels: Image, quality: int, sampling: int) -> Image:
    """There and back."""
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    coded = cv2.imencode(".jpg", pixels[..., ::-1], options)[1]
    decoded = cv2.cvtColor(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR)), cv2.COLOR_BGR2RGB)
    return np.asarray(decoded, np.uint8)


def video(rng: np.random.Generator, pixels: Image, care: Care = ANY) -> Image:
    """Few bits a picture: blocks off the JPEG grid, smoothed at their edges, poor in colour."""
    x, y = (int(v) for v in rng.integers(0, 8, 2))
    padded = cv2.copyMakeBorder(pixels, y, 0, x, 0, cv2.BORDER_REPLICATE)
    quality = max(care.quality, int(rng.integers(14, 50)))
    coded = jpeg(np.asarray(padded, np.uint8), quality, SAMPLINGS[0])[y:, x:]
    if rng.random() < 0.7:
        coded = np.asarray(cv2.GaussianBlur(coded, (0, 0), float(rng.uniform(0.35, 0.75))))
    return np.ascontiguousarray(coded)


def develop(
    rng: np.random.Generator, image: Picture, grain: np.random.Generator | None = None,
    tile: float = USUAL_TILE, care: Care = ANY,
) -> Image:  # fmt: skip
    """The whole way from linear picture (RGB 0-255) to the bytes of a photo.

    A film's pictures share the state of ``rng``, and differ in their ``grain``. What blurs keeps
    tiles that are ``tile`` pixels wide legible; ``care`` bounds what else is lost.
    """
    light(rng, image, care)
    tone(rng, image)
    if rng.random() < 0.12:
        fringe(rng, image)
    return sensor(rng, blur(rng, image, tile, care), grain, care)
