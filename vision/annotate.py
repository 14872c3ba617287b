"""A picture with what was read drawn on it: outlines, names, and confidence where it is low."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.imagefile import Image
from vision.labels import UNKNOWN
from vision.model_store import USUALLY_SURE
from vision.reading import ReadTile

_SURE: Final = (0, 200, 83)
_UNSURE: Final = (255, 145, 0)
_UNREAD: Final = (255, 23, 68)
_INK: Final = (255, 255, 255)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
_LETTER_HEIGHT: Final = 21.0
"""Pixels of a capital letter of the font at scale 1."""


def annotated(image: Image, tiles: Sequence[ReadTile], sure_from: float = USUALLY_SURE) -> Image:
    """A copy of the picture uint8 [H,W,3] RGB with the tiles drawn on it.

    Outlines are green where the name is as sure as ``sure_from``, orange where less so, red where
    there is none; the thick side is the top of the face. Lines and letters grow with the tiles.
    """
    canvas = image.copy()
    for tile in tiles:
        corners = np.array(tile.polygon, np.float64)
        lengths = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
        thickness = max(1, round(float(lengths.min()) / 28))
        colour = _colour(tile, sure_from)
        outline = np.rint(corners).astype(np.int32)
        cv2.polylines(canvas, [outline], True, colour, thickness, cv2.LINE_AA)
        top = [tuple(int(value) for value in corner) for corner in outline[:2]]
        cv2.line(canvas, top[0], top[1], colour, 3 * thickness, cv2.LINE_AA)
    for tile in tiles:
        _write(canvas, tile, sure_from)
    return canvas


def _colour(tile: ReadTile, sure_from: float) -> tuple[int, int, int]:
    if tile.tile == UNKNOWN:
        return _UNREAD
    return _SURE if tile.confidence >= sure_from else _UNSURE


def _write(canvas: Image, tile: ReadTile, sure_from: float) -> None:
    """The name, and where it is not certain the confidence below it, on the middle of the face."""
    corners = np.array(tile.polygon, np.float64)
    size = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
    height = max(7.0, 0.26 * size)
    x, y = corners.mean(axis=0)
    lines = [(tile.tile, height)]
    if tile.confidence < sure_from:
        lines.append((f"{100 * tile.confidence:.0f}%", 0.8 * height))
    top = y - 0.75 * height * len(lines)
    for text, tall in lines:
        _line(canvas, text, x, top, tall, _colour(tile, sure_from))
        top += 1.6 * tall


def _line(
    canvas: Image, text: str, x: float, top: float, tall: float, colour: tuple[int, int, int]
) -> None:
    scale = tall / _LETTER_HEIGHT
    weight = max(1, round(tall / 9))
    (wide, high), _ = cv2.getTextSize(text, _FONT, scale, weight)
    pad = max(1, round(tall / 6))
    left, upper = round(x - wide / 2), round(top)
    corner = (left + wide + pad, upper + high + 2 * pad)
    cv2.rectangle(canvas, (left - pad, upper), corner, colour, cv2.FILLED)
    cv2.putText(canvas, text, (left, upper + high + pad), _FONT, scale, _INK, weight, cv2.LINE_AA)
