"""A toy tile set: a red band above six cells that spell the class; a classifier that reads them."""

import numpy as np

from vision.detections import Detections
from vision.labels import CLASS_OF, LABELS
from vision.nets.classifier import Glance
from vision.nets.crops import cut

WIDE = 48
STEP = 80
EDGE = 30
FELT = (20, 90, 160)
CELLS = [(y, x) for y in (32, 49) for x in (15, 32, 49)]
"""Middles of the cells in an upright crop, as (row, column)."""


def face(label, wide):
    """The face as uint8 [h,w,3]."""
    high = wide * 4 // 3
    pixels = np.full((high, wide, 3), 250, np.uint8)
    pixels[: high // 3] = (230, 20, 20)
    for bit in range(6):
        black = CLASS_OF[label] >> bit & 1
        if black or label == "other":
            row, column = divmod(bit, 3)
            top = high // 3 + row * (high // 3)
            pixels[top : top + high // 3, column * wide // 3 : (column + 1) * wide // 3] = (
                15 if label != "other" else 110 + 140 * (bit % 3 == 0)
            )
    return pixels


def picture(labels, columns=9, wide=WIDE):
    """A picture of tiles in rows."""
    rows = -(-len(labels) // columns)
    image = np.full((rows * STEP + EDGE, columns * STEP + EDGE, 3), FELT, np.uint8)
    for at, label in enumerate(labels):
        left, top = EDGE + STEP * (at % columns), EDGE + STEP * (at // columns)
        pixels = face(label, wide)
        image[top : top + len(pixels), left : left + wide] = pixels
    return image


def faces_in(image):
    """The quadrilaterals of the faces of such a picture."""
    quads = []
    for top in range(EDGE, image.shape[0], STEP):
        for left in range(EDGE, image.shape[1], STEP):
            if image[top + 1, left + 1, 0] > 200:
                wide = int((image[top + 1, left:, 0] > 200).argmin())
                right, bottom = left + wide, top + wide * 4 // 3
                quads.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return np.array(quads, np.float32).reshape(-1, 4, 2)


class ToyClassifier:
    """Spells a face; ``misread`` says what it takes a label for, ``twins`` look the same to it."""

    def __init__(self, misread=None, twins=()):
        self.misread = misread or {}
        self.twins = twins
        self.glances = 0

    def glance(self, crops, _alone=False):
        self.glances += len(crops)
        kinds = np.full((len(crops), len(LABELS)), 1e-4, np.float32)
        turns = np.full((len(crops), 4), 1e-3, np.float32)
        features = np.zeros((len(crops), 64), np.float32)
        for at, crop in enumerate(crops.astype(int)):
            label, turn = spelled(crop)
            turns[at, turn] = 1
            for other, chance in self.misread.get(label, {label: 1.0}).items():
                kinds[at, CLASS_OF[other]] = chance
            looks = shades(crop, turn)
            if label in self.twins:
                looks = shades(np.array(cut(picture(["2s"]), faces_in(picture(["2s"]))))[0], 0)
            features[at, 6 * turn : 6 * turn + 6] = looks
            features[at, 24:] = 0.02 * np.sin(crop[12:52, 30].sum(axis=1))
        kinds /= kinds.sum(axis=1, keepdims=True)
        turns /= turns.sum(axis=1, keepdims=True)
        unsure, still = np.full(len(crops), 0.5, np.float32), np.zeros((len(crops), 8), np.float32)
        return Glance(kinds, turns, features, unsure, still)

    def classify(self, image, quads):
        seen = self.glance(cut(image, quads))
        return seen.kinds, seen.turns.argmax(axis=1)


def spelled(crop):
    """Label and turn of a crop."""
    edges = [crop[14, 32], crop[32, 49], crop[49, 32], crop[32, 14]]
    turn = int(np.argmax([red - green for red, green, _ in edges]))
    upright = np.rot90(crop, turn)
    if (np.abs(shades(upright, 0)) < 0.5).sum() >= 3:
        return "other", turn
    code = sum(1 << bit for bit, shade in enumerate(shades(upright, 0)) if shade < 0)
    return LABELS[min(code, len(LABELS) - 1)], turn


def shades(crop, turn):
    """The cells of a crop, -1 black to 1 white."""
    upright = np.rot90(crop, turn).astype(float)
    cells = np.array([upright[y - 3 : y + 4, x - 3 : x + 4].mean() for y, x in CELLS])
    return 2 * cells / max(cells.max(), 1) - 1


class ToyReader:
    """Sees the faces of toy pictures, and names them as its classifier does.

    ``reflected`` says of a picture whether it looks as in a mirror.
    """

    def __init__(self, classifier=None, reflected=lambda _image: False):
        self.classifier = classifier or ToyClassifier()
        self.reflected = reflected

    def mirrored(self, image, _found):
        return self.reflected(image)

    def classified(self, image):
        quads = faces_in(image)
        if not len(quads):
            return Detections.empty()
        kinds, turns = self.classifier.classify(image, quads)
        assert not turns.any()
        return Detections(quads, np.ones(len(quads)), kinds.argmax(axis=1), kinds)
