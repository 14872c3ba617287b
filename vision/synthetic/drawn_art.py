"""The CC0 faces as one more design source: recoloured by hue class."""

from __future__ import annotations

import zipfile
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.synthetic.characters import ART
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, SCALE, WIDTH, Ink

Picture = npt.NDArray[np.uint8]


@cache
def faces() -> dict[str, Picture]:
    """The faces by label, straight (not premultiplied) RGBA [256, 192, 4]."""
    found = {}
    with zipfile.ZipFile(ART / "faces.zip") as archive:
        for name in sorted(archive.namelist()):
            raw = np.frombuffer(archive.read(name), np.uint8)
            picture = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED)
            if picture is None or picture.ndim != 3:
                raise ValueError(f"{ART / 'faces.zip'}: {name} is not an RGBA picture")
            found[name.removesuffix(".png")] = np.asarray(
                cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8
            )
    return found


def motif(
    label: str, palette: Palette, number_ink: Ink, size: tuple[float, float], lean: float
) -> Picture:
    """The face of a label in a set's inks, premultiplied RGBA at pen scale.

    size: shares of the face across and along; lean: shear.
    """
    source = faces()[label]
    rgb = source[..., :3].astype(np.int16)
    alpha = source[..., 3].astype(np.float32) / 255
    top, low = rgb.max(2), rgb.min(2)
    white = low > 170
    coloured = (top - low) > 60
    which = np.argmax(rgb, 2)
    bright_red = (which == 0) & (top > 205) & coloured
    inks = {
        "dark": (~coloured, number_ink if label[1] == "m" else palette.blue),
        "red": (coloured & (which == 0), palette.red),
        "green": (coloured & (which == 1), palette.green),
        "blue": (coloured & (which == 2), palette.wind if label[1] == "z" else palette.blue),
        "five": (bright_red if label[0] == "0" else np.zeros_like(white), palette.five),
    }
    colour = np.zeros((*source.shape[:2], 3), np.float32)
    for mask, ink in inks.values():
        colour[mask] = ink
    alpha = np.where(white, 0, alpha)
    image = np.dstack([colour * alpha[..., None], alpha * 255]).astype(np.float32)
    sx, sy = size[0] * SCALE, size[1] * SCALE
    shear = -lean * sy
    left = WIDTH * SCALE / 2 - sx * WIDTH / 2 - shear * HEIGHT / 2
    top = HEIGHT * SCALE / 2 - sy * HEIGHT / 2
    matrix = np.array([[sx, shear, left], [0, sy, top]], np.float32)
    out = cv2.warpAffine(image, matrix, (WIDTH * SCALE, HEIGHT * SCALE), flags=cv2.INTER_LINEAR)
    return np.asarray(np.clip(out, 0, 255), np.uint8)
