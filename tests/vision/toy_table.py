"""A table drawn flat, with a reader that knows its colours: frames for tests of what follows."""

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.capture.frames import Frame
from vision.detections import Detections
from vision.labels import CLASS_OF, LABELS, NONE
from vision.plane.map import TablePlane

SIZE = (640, 640)
SCALE = 0.8
"""Pixels a millimetre: a tile is 20.8 pixels wide."""

FELT = (60, 110, 40)
SKIN = (130, 170, 215)
RAIL = (25, 35, 60)
_GRAIN = np.random.default_rng(5).normal(0, 1, (SIZE[1], SIZE[0], 3)).astype(np.float32)
TILE = (26.0, 34.0)
HALF = 360.0


def plane():
    matrix = np.array([[SCALE, 0, 320.0], [0, -SCALE, 320.0], [0, 0, 1.0]])
    return TablePlane(SIZE, matrix, TILE, HALF)


def colour(label):
    """A face's own colour, blue first."""
    index = CLASS_OF[label]
    return (235 - 3 * index, 120 + 3 * index, 245 - index)


@dataclass
class Toy:
    """What lies on the table: name -> (label, x, y, angle), and arms as polygons in mm."""

    tiles: dict = field(default_factory=dict)
    arms: list = field(default_factory=list)
    shift: tuple = (0.0, 0.0)
    light: float = 1.0
    fps: float = 10.0
    number: int = 0
    noise: float = 1.0

    def quads(self):
        """Corners in pixels of the faces, from their own top-left."""
        found = []
        for label, x, y, angle in self.tiles.values():
            up = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            right = np.array([up[1], -up[0]])
            half = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * np.array(TILE) / 2
            spots = np.array([x, y]) + half[:, :1] * right + half[:, 1:] * up
            found.append((label, plane().to_px(spots) + np.array(self.shift)))
        return found

    def frame(self):
        image = np.full((SIZE[1], SIZE[0], 3), RAIL, np.uint8)
        low, high = (round(320 + side * HALF * SCALE) for side in (-1, 1))
        cv2.rectangle(image, (low, low), (high, high), FELT, cv2.FILLED)
        for number in range(12):  # what does not move, and tells how the camera does
            cv2.circle(image, (20 + 53 * number, 12), 6, (200, 200, 60), cv2.FILLED)
            cv2.circle(image, (12, 20 + 53 * number), 6, (60, 200, 200), cv2.FILLED)
            cv2.circle(image, (628, 20 + 53 * number), 6, (220, 60, 200), cv2.FILLED)
        step = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]])
        image = cv2.warpAffine(image, step, SIZE, borderMode=cv2.BORDER_REPLICATE)
        for label, quad in self.quads():
            corners = np.rint(quad).astype(np.int32)
            cv2.fillConvexPoly(image, corners, (70, 70, 70))
            inner = np.rint(quad.mean(axis=0) + 0.86 * (quad - quad.mean(axis=0)))
            cv2.fillConvexPoly(image, inner.astype(np.int32), colour(label))
        for arm in self.arms:
            cv2.fillConvexPoly(image, np.rint(plane().to_px(np.array(arm))).astype(np.int32), SKIN)
        image = cv2.GaussianBlur(image, (0, 0), 1.0)
        grain = np.roll(_GRAIN, self.number * 7919) * np.float32(self.noise)
        pixels = np.clip(image * np.float32(self.light) + grain, 0, 255).astype(np.uint8)
        frame = Frame(self.number, round(self.number / self.fps * 1e9), pixels)
        self.number += 1
        return frame


@dataclass
class ToyReader:
    """Sees a toy's tiles where their own colour is to be seen."""

    toy: Toy
    boxes: list = field(default_factory=list)
    sure: float = 0.95
    in_a_mirror: bool = False
    strokes: set = field(default_factory=set)
    """Of these faces only the middle third is found."""
    unseen: set = field(default_factory=set)
    """These are found only where they are shown larger or smaller than usual."""
    hidden: set = field(default_factory=set)
    """These are never found, and known only where somebody says that they lie."""
    aslant: set = field(default_factory=set)
    """These are found at a place where they seem to lie turned."""
    doubled: set = field(default_factory=set)
    """These are found twice, a little apart."""
    merged: set = field(default_factory=set)
    """These are found as one thing, and are nothing where they are looked at."""
    strange: dict = field(default_factory=dict)
    """Faces that are taken for others: label -> chances by label."""

    def read_region(self, image, box, short_side):
        assert short_side > 5
        self.boxes.append(box)
        usual = abs(short_side / (SCALE * TILE[0]) - 1) < 0.05
        quads = [
            (label, self.found_as(label, quad))
            for label, quad in self.toy.quads()
            if box[0] < quad[:, 0].min() and quad[:, 0].max() < box[2]
            and box[1] < quad[:, 1].min() and quad[:, 1].max() < box[3]
            and self.shown(image, label, quad) and not (usual and label in self.unseen)
            and label not in self.hidden
        ]  # fmt: skip
        quads += [(label, quad + 4.0) for label, quad in quads if label in self.doubled]
        one = [quad for label, quad in quads if label in self.merged]
        quads = [(label, quad) for label, quad in quads if label not in self.merged]
        if one:
            low, high = np.concatenate(one).min(axis=0), np.concatenate(one).max(axis=0)
            quads.append(("9s", np.array([low, (high[0], low[1]), high, (low[0], high[1])])))
        return self.detections(quads)

    def found_as(self, label, quad):
        if label in self.strokes:
            return narrowed(quad)
        if label in self.aslant:
            middle = quad.mean(axis=0)
            return middle + np.roll((quad - middle) * np.array([1.18, 0.85]), 1, axis=0)
        return quad

    def mirrored(self, image, found):
        return self.in_a_mirror and image.size > 0 and len(found) > 0

    def read_faces(self, image, quads):
        return self.detections([(self.label_at(image, quad), quad) for quad in quads])

    near_faces = read_faces

    def features(self, image, quads):
        """Each face's own."""
        labels = [self.label_at(image, quad) for quad in quads]
        faces = [np.random.default_rng(CLASS_OF[one]).random((2, 64)) ** 4 for one in labels]
        return np.array(faces, np.float32).reshape(-1, 2, 64)

    def label_at(self, image, quad):
        """What lies about a place, if it is to be seen."""
        return next(
            (
                label for label, there in self.toy.quads()
                if np.abs(there.mean(axis=0) - quad.mean(axis=0)).max() < 6
                and self.shown(image, label, there) and label not in self.merged
            ),
            "none",
        )  # fmt: skip

    def shown(self, image, label, quad):
        x, y = np.rint(quad.mean(axis=0)).astype(int)
        away = image[y, x, ::-1].astype(int) - np.array(colour(label)) * self.toy.light
        return np.abs(away).max() < 25

    def detections(self, found):
        if not found:
            return Detections.empty()
        chances = np.full((len(found), len(LABELS)), 1e-4, np.float32)
        for row, (label, _) in zip(chances, found, strict=True):
            other = "9p" if label != "9p" else "1m"
            read = self.strange.get(label, {label: self.sure, other: 1 - self.sure})
            for name, chance in read.items():
                row[CLASS_OF[name]] += chance
        chances /= chances.sum(axis=1, keepdims=True)
        quads = np.stack([quad for _, quad in found]).astype(np.float32)
        confidence = (1 - chances[:, NONE]).astype(np.float32)
        return Detections(quads, confidence, chances.argmax(axis=1), chances)


def narrowed(quad):
    """The middle third of a face, from top to bottom."""
    return np.array([
        (2 * quad[0] + quad[1]) / 3, (quad[0] + 2 * quad[1]) / 3,
        (quad[3] + 2 * quad[2]) / 3, (2 * quad[3] + quad[2]) / 3,
    ])  # fmt: skip


def whole_table():
    """Four walls and four first rows."""
    tiles, labels = {}, iter(f"{rank}{suit}" for suit in "mpsz" for rank in range(1, 5))
    for side in range(4):
        c, s = [(1, 0), (0, 1), (-1, 0), (0, -1)][side]
        for place in range(14):
            x, y = -176 + 26.4 * place, -270.0
            tiles[f"wall{side} {place}"] = ("back", c * x - s * y, s * x + c * y, 90.0 + 90 * side)
        for place in range(4):
            x, y = -65.0 + 26.6 * place, -109.0
            tiles[f"pond{side} {place}"] = (
                next(labels), c * x - s * y, s * x + c * y, (90.0 + 90 * side) % 360,
            )  # fmt: skip
    return tiles


def river(seat_labels):
    """Tiles of the bottom seat's first row."""
    return {
        f"river{place}": (label, -65.0 + 26.6 * place, -109.0, 90.0)
        for place, label in enumerate(seat_labels)
    }
