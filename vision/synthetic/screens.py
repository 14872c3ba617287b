"""Screens of invented mahjong games: flat, spotless tiles on an interface; no photo at all."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.labels import LABELS
from vision.synthetic.faces import TileSet
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image

SIZE = (1280, 720)
PLAYED = LABELS[:37]
STREAM = 91_331
FACE = (192, 256)
_ROW = 6
_HAND = 13


@dataclass(frozen=True, slots=True)
class ScreenTile:
    """A face on a screen: its label and corners (4, 2), clockwise from its own top-left."""

    tile: str
    polygon: Floats


@dataclass(frozen=True, slots=True)
class Screen:
    """A finished screen, RGB (h, w, 3), and every face on it."""

    image: Image
    tiles: tuple[ScreenTile, ...]


def game_screen(seed: int) -> Screen:
    """Screen number ``seed``, the same at every call; its set is of no training design."""
    rng = np.random.default_rng((STREAM, seed))
    faces = TileSet.random(rng, "unseen")
    image = _background(rng)
    lean = float(rng.choice((0.0, rng.uniform(0.05, 0.25))))
    high = float(rng.uniform(38, 50))
    tiles = []
    for seat in range(4):
        for at in range(int(rng.integers(4, 19))):
            square = _in_pond(seat, at, high * 0.75, high)
            tiles.append(_laid(rng, image, faces, _leaning(square, lean)))
    wide = float(rng.uniform(58, 72))
    left = 640 - wide * (_HAND + 1.4) / 2
    for at in range(_HAND + 1):
        x = left + wide * (at + 0.4 * (at == _HAND))
        square = _upright(x, 700 - wide * 4 / 3, wide * 0.98, wide * 4 / 3)
        tiles.append(_laid(rng, image, faces, square))
    tiles += [
        _laid(rng, image, faces, _upright(30 + 34 * at, 30, 33, 44))
        for at in range(rng.integers(1, 4))
    ]
    _interface(rng, image)
    if rng.random() < 0.4:
        options = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
        image = np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, options)[1], 1), np.uint8)
    return Screen(image, tuple(tiles))


def _background(rng: np.random.Generator) -> Image:
    """One colour, or one running evenly into another, with a field in the middle."""
    one, other = rng.uniform(10, 150, 3), rng.uniform(10, 150, 3)
    share = np.linspace(0, 1, SIZE[1])[:, None, None] * float(rng.random() < 0.5)
    image = np.empty((SIZE[1], SIZE[0], 3), np.uint8)
    image[:] = one * (1 - share) + other * share
    middle = tuple(int(v) for v in rng.uniform(10, 90, 3))
    cv2.rectangle(image, (560, 220), (720, 340), middle, cv2.FILLED)
    return image


def _upright(x: float, y: float, wide: float, high: float) -> Floats:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]])


def _in_pond(seat: int, at: int, wide: float, high: float) -> Floats:
    """Where discard ``at`` of a seat lies, before the table leans away."""
    row, column = divmod(at, _ROW)
    square = _upright((column - 3) * wide, 95 + row * high, wide * 0.97, high * 0.97)
    angle = -seat * np.pi / 2
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(square @ turn + (640, 280))


def _leaning(square: Floats, lean: float) -> Floats:
    """Farther things smaller, as a table that leans away shows them."""
    away = 1 - lean * (440 - square[:, 1:]) / 400
    return np.asarray(np.hstack([640 + (square[:, :1] - 640) * away, square[:, 1:]]))


def _laid(rng: np.random.Generator, image: Image, faces: TileSet, square: Floats) -> ScreenTile:
    """Draw a face of any kind into four corners."""
    tile = PLAYED[int(rng.integers(len(PLAYED)))]
    source = np.array([[0, 0], [FACE[0], 0], [FACE[0], FACE[1]], [0, FACE[1]]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, square.astype(np.float32))
    shrink = int(np.clip(FACE[0] / max(1.0, float(np.linalg.norm(square[1] - square[0]))), 1, 5))
    face = cv2.blur(faces.face(tile), (shrink, shrink))
    drawn = cv2.warpPerspective(face, matrix, SIZE, flags=cv2.INTER_LINEAR)
    inside = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(inside, np.rint(square * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    image[inside > 0] = drawn[inside > 0]
    edge = tuple(int(v) for v in np.array(faces.body_rgb) // 2)
    cv2.polylines(image, [np.rint(square * 16).astype(np.int32)], True, edge, 1, cv2.LINE_AA, 4)
    return ScreenTile(tile, square)


def _interface(rng: np.random.Generator, image: Image) -> None:
    """Scores, buttons and portraits."""
    font = cv2.FONT_HERSHEY_SIMPLEX
    for x, y in ((600, 250), (600, 285), (600, 320)):
        points = f"{int(rng.integers(10, 600)) * 100}"
        cv2.putText(image, points, (x, y), font, 0.8, (240, 220, 120), 2, cv2.LINE_AA)
    for at in range(int(rng.integers(0, 4))):
        colour = tuple(int(v) for v in rng.uniform(60, 250, 3))
        cv2.rectangle(image, (900 + 110 * at, 540), (1000 + 110 * at, 585), colour, cv2.FILLED)
        cv2.putText(
            image, ["Pon", "Chi", "Ron"][at % 3], (918 + 110 * at, 572), font, 0.9, (255,) * 3, 2
        )
    for x, y in ((70, 640), (1210, 250), (1000, 60), (70, 300)):
        colour = tuple(int(v) for v in rng.uniform(60, 250, 3))
        cv2.circle(image, (x, y), 42, colour, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(image, (x, y), 42, (250, 250, 250), 3, cv2.LINE_AA)
