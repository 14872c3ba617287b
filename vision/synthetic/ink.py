"""How ink lies in the tile: wobble of the tool, worn patches, grooves, rims, body grain."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.pen import HEIGHT, WIDTH, Ink

Picture = npt.NDArray[np.uint8]
Field = npt.NDArray[np.float32]


HALF = 128


@dataclass(frozen=True, slots=True)
class Finish:
    """How the ink of one set lies: all numbers 0 for flat, perfect print."""

    seed: int
    wobble: float  # pixels by which lines wander
    wear: float  # 0..1 share of the ink that is thinned
    mottle: float  # 0..1 unevenness of the tone
    groove: float  # strength of light and shadow at the edges of the groove
    light: float  # direction that the groove is lit from, radians
    core: float  # how far the middle of a stroke is lighter (+) or darker (-) than its edge
    soften: float  # blur of the ink's edge, pixels
    grow: tuple[float, float]  # pixels by which strokes grow (+) or shrink (-) across x and y
    grain: float  # unevenness of the body, 0..255 steps
    gloss: float = 0.0  # glint of lacquer along the grooves

    @classmethod
    def random(cls, rng: np.random.Generator) -> Finish:
        """A plausible finish; a third of the sets are plain print."""
        plain = rng.random() < 0.3
        deep = 0.0 if plain else rng.gamma(1.5, 0.35)
        return cls(
            seed=int(rng.integers(1 << 31)),
            wobble=float(min(rng.gamma(1.2, 0.45), 2.0)),
            wear=float(rng.random() ** 3 * 0.6) if rng.random() < 0.4 else 0.0,
            mottle=float(rng.random() ** 2 * 0.4),
            groove=float(min(deep, 1.4)),
            light=float(rng.uniform(-np.pi, np.pi)),
            core=0.0 if plain else float(rng.normal(0.05, 0.25)),
            soften=float(rng.choice([0.0, 0.5, 0.8, 1.2])),
            grow=_growth(rng),
            grain=float(rng.gamma(1.5, 1.0)),
            gloss=0.0 if plain or rng.random() < 0.55 else float(rng.uniform(0.2, 1.0)),
        )


def _growth(rng: np.random.Generator) -> tuple[float, float]:
    """Both directions alike, or strokes along one of them heavier."""
    both = float(np.clip(rng.normal(0.1, 0.5), -0.8, 1.4))
    if rng.random() < 0.7:
        return both, both
    other = float(np.clip(both + rng.normal(0, 0.7), -0.8, 1.4))
    return both, other


def smooth_noise(rng: np.random.Generator, cells: int) -> Field:
    """Noise of about unit spread over the face, `cells` waves across its width."""
    coarse = rng.standard_normal((max(2, cells * 4 // 3), max(2, cells)), np.float32)
    return np.asarray(
        cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.float32
    )


def body(rgb: Ink, finish: Finish, rng: np.random.Generator) -> Field:
    """The bare face: the body's colour with a faint cloud and grain, float [256, 192, 3]."""
    cloud = smooth_noise(rng, 4) * finish.grain * 0.6 + smooth_noise(rng, 60) * finish.grain * 0.4
    return np.asarray(np.array(rgb, np.float32) + cloud[..., None], np.float32)


def lay(
    motif: Picture, ground: Field, finish: Finish, rng: np.random.Generator, *, fine: bool = False
) -> Picture:
    """Put a premultiplied RGBA motif (twice the face size) on the ground as this set's ink.

    `fine` motifs have lines too thin to be made thinner still.
    """
    image = _shaped(motif, finish, fine, rng)
    small: Field = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(
        np.float32
    )
    if finish.soften > 0:
        small = cv2.GaussianBlur(small, (0, 0), 0.3 + finish.soften * 0.6).astype(np.float32)
    colour: Field = small[..., :3]
    alpha: Field = small[..., 3:] / np.float32(255)
    if finish.mottle > 0 or abs(finish.core) > 0.02:
        colour = _toned(colour, alpha, finish, rng)
    if finish.wear > 0:
        thin = smooth_noise(rng, 14) + 0.7 * smooth_noise(rng, 50)
        keep: Field = (1 - finish.wear * np.clip(thin * 0.6, 0, 1)[..., None]).astype(np.float32)
        colour, alpha = colour * keep, alpha * keep
    out = colour + ground * (1 - alpha)
    if finish.groove > 0:
        out = out + _relief(alpha[..., 0], finish)[..., None]
    if finish.gloss > 0:
        out = out + (255 - out) * _glint(alpha[..., 0], finish, rng)[..., None]
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _shaped(motif: Picture, finish: Finish, fine: bool, rng: np.random.Generator) -> Picture:
    """The motif with wandering lines and thicker or thinner strokes."""
    across, along = (round(side * 2) for side in finish.grow)
    image = motif
    if max(across, along) > 0:
        image = _grown(image, max(across, 0), max(along, 0))
    if min(across, along) < 0 and not fine:
        image = _shrunk(image, max(-across, 0), max(-along, 0))
    if finish.wobble > 0.15:
        height, width = image.shape[:2]
        strength = finish.wobble * 2
        shift = [
            cv2.resize(smooth_noise(rng, 9), (width, height)) * strength * 0.5
            + cv2.resize(smooth_noise(rng, 3), (width, height)) * strength
            for _ in "xy"
        ]
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        image = np.asarray(cv2.remap(image, x + shift[0], y + shift[1], cv2.INTER_LINEAR), np.uint8)
    return image


def _oval(x: int, y: int) -> Picture:
    return np.asarray(
        cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * x + 1, 2 * y + 1)), np.uint8
    )


def _grown(image: Picture, x: int, y: int) -> Picture:
    """Strokes dilated; colours follow their own edge."""
    spread = cv2.dilate(image, _oval(x, y))
    inside = (image[..., 3] > HALF).astype(np.uint8)
    grown = np.asarray(cv2.copyTo(image, inside, spread.copy()), np.uint8)
    grown[..., 3] = spread[..., 3]
    return grown


def _shrunk(image: Picture, x: int, y: int) -> Picture:
    """Strokes eroded."""
    alpha = cv2.erode(image[..., 3], _oval(x, y))
    ratio = alpha.astype(np.float32) / np.maximum(image[..., 3], 1)
    return np.asarray(image * ratio[..., None], np.uint8)


def _toned(colour: Field, alpha: Field, finish: Finish, rng: np.random.Generator) -> Field:
    """Uneven tone, and a lighter or darker middle of each stroke."""
    tone = 1 + finish.mottle * 0.35 * smooth_noise(rng, 12)[..., None]
    depth = cv2.GaussianBlur(alpha[..., 0], (0, 0), 2.2)[..., None]
    lift = finish.core * 120 * np.clip(depth * 2 - 1, 0, 1) * alpha
    return np.asarray(np.clip(colour * tone + lift, 0, 255 * alpha), np.float32)


def _relief(alpha: Field, finish: Finish) -> Field:
    """Light on one lip of the groove and shadow under the other, in grey steps."""
    soft = cv2.GaussianBlur(alpha, (0, 0), 1.1)
    gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    slope = gx * np.cos(finish.light) + gy * np.sin(finish.light)
    return np.asarray(np.clip(slope, -2.0, 2.0) * 16 * finish.groove, np.float32)


def _glint(alpha: Field, finish: Finish, rng: np.random.Generator) -> Field:
    """White lines of light within lacquered grooves, broken here and there, 0..1."""
    deep = cv2.GaussianBlur(alpha, (0, 0), 2.0)
    gx = cv2.Sobel(deep, cv2.CV_32F, 1, 0, ksize=3)
    gy = cv2.Sobel(deep, cv2.CV_32F, 0, 1, ksize=3)
    slope = -(gx * np.cos(finish.light) + gy * np.sin(finish.light))
    sharp = np.clip(slope * 4.5 - 0.5, 0, 1) ** 2 * np.clip(deep * 2.5 - 1, 0, 1)
    broken = np.clip(0.6 + 0.7 * smooth_noise(rng, 9), 0, 1)
    return np.asarray(finish.gloss * sharp * broken, np.float32)
