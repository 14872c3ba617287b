"""What a camera does to a scene: light, lens, sensor, compression."""

import cv2
import numpy as np

from vision.synthetic.surfaces import Image, Picture, noise


def light(rng: np.random.Generator, image: Picture) -> None:
    """Uneven light and the colour of the lamp, in place."""
    height, width = image.shape[:2]
    angle, strength = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
    x = np.linspace(-0.5, 0.5, width, dtype=np.float32) * np.float32(np.cos(angle) * strength)
    y = np.linspace(-0.5, 0.5, height, dtype=np.float32) * np.float32(np.sin(angle) * strength)
    field = 1 + x[None, :] + y[:, None]
    if rng.random() < 0.4:
        field *= 1 + np.float32(rng.uniform(0.02, 0.12)) * noise(
            rng, (height, width), (height / 3, width / 3)
        )
    warmth = rng.normal(0, 0.07)
    tint = np.array([1 + warmth, 1 + rng.normal(0, 0.025), 1 - warmth], np.float32)
    image *= field[..., None] * (tint * np.float32(np.exp(rng.normal(-0.02, 0.2))))


def tone(rng: np.random.Generator, image: Picture) -> None:
    """Contrast, saturation and gamma, in place."""
    grey = image.mean(axis=2, keepdims=True)
    saturation = np.float32(np.clip(rng.normal(1.0, 0.22), 0.3, 1.7))
    image -= grey
    image *= saturation
    image += grey
    contrast = np.float32(np.clip(rng.normal(1.0, 0.14), 0.6, 1.5))
    middle = np.float32(image.mean())
    image -= middle
    image *= contrast
    image += middle
    np.clip(image, 0, 255, out=image)
    if rng.random() < 0.5:
        image[:] = 255 * (image / 255) ** np.float32(np.exp(rng.normal(0, 0.15)))


def blur(rng: np.random.Generator, image: Picture) -> Picture:
    """Defocus, motion, or the softness of an enlarged picture."""
    chance = rng.random()
    if chance < 0.35:
        return image
    if chance < 0.7:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.3))))
    if chance < 0.82:
        length = int(rng.integers(2, 7))
        kernel = np.zeros((length, length), np.float32)
        angle = rng.uniform(0, np.pi)
        middle = (length - 1) / 2
        for step in np.linspace(-middle, middle, 2 * length):
            kernel[round(middle + step * np.sin(angle)), round(middle + step * np.cos(angle))] += 1
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()))
    height, width = image.shape[:2]
    scale = rng.uniform(0.5, 0.9)
    small = cv2.resize(
        image, (int(width * scale), int(height * scale)), interpolation=cv2.INTER_AREA
    )
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))


def sensor(
    rng: np.random.Generator, image: Picture, grain: np.random.Generator | None = None
) -> Image:
    """Noise, the sharpening of a phone, and JPEG; the noise itself is drawn from ``grain``."""
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + np.float32(rng.uniform(0.2, 1.2)) * (image - soft)
    if rng.random() < 0.7:
        sigma = np.float32(rng.exponential(4.0))
        image = image + sigma * (grain or rng).standard_normal(image.shape, dtype=np.float32)
    pixels: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = int(rng.integers(30, 96))
        coded = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        decoded = cv2.cvtColor(np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR)), cv2.COLOR_BGR2RGB)
        pixels = np.asarray(decoded, np.uint8)
    return pixels


def develop(
    rng: np.random.Generator, image: Picture, grain: np.random.Generator | None = None
) -> Image:
    """The whole way from linear picture (RGB 0–255) to the bytes of a photo.

    A film's pictures share the state of ``rng``, and differ in their ``grain``.
    """
    light(rng, image)
    tone(rng, image)
    return sensor(rng, blur(rng, image), grain)
