"""Pictures of tiles inked in a colour for each class, and networks that see them perfectly."""

import cv2
import numpy as np

from vision import geometry
from vision.honesty import AS_SEEN
from vision.labels import CLASS_OF, LABELS
from vision.nets.classifier import Classifier
from vision.nets.decode import STRIDE
from vision.nets.detector import ALIGNMENT, Detector
from vision.picture import scales
from vision.picture.room import room_around
from vision.reader import Reader

BODY = 250
AFAR = 256
"""No canvas is larger on which a whole picture is seen from afar."""


def tile_at(x, y, angle, short):
    wide, high = short, 1.34 * short
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    turn = np.deg2rad(angle)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return (half @ matrix.T + [x, y]).astype(np.float32)


def ink(label):
    """A colour of its own for each class."""
    index = CLASS_OF[label]
    return (40 + 30 * (index % 6), 40 + 30 * (index // 6), 10)


class World:
    """A picture of tiles with a beam and a stem in their label's ink, and who sees it."""

    def __init__(self, width, height, tiles):
        self.image = np.full((height, width, 3), (20, 90, 160), np.uint8)
        self.tiles = tiles
        self.looks = []
        self.window = None
        self.room = room_around(width, height)
        for label, quad in tiles:
            texture = np.full((134, 100, 3), BODY, np.uint8)
            texture[56:79] = texture[56:, 36:64] = ink(label)
            source = np.array([[0, 0], [100, 0], [100, 134], [0, 134]], np.float32)
            matrix = cv2.getPerspectiveTransform(source, quad)
            size = (width, height)
            mask = cv2.warpPerspective(np.full((134, 100), 255, np.uint8), matrix, size)
            face = cv2.warpPerspective(texture, matrix, size)
            self.image[mask > 127] = face[mask > 127]

    def detector(self, image):
        """Sees every tile whose short side is 24 to 180 pixels in the picture it is shown.

        None from afar, which is no look that is kept.
        """
        _, high, wide, _ = image.shape
        if self.window is None and max(wide, high) <= AFAR:
            return self.peaks([], [])
        self.looks.append((wide, high))
        left, top, scale = self.window or (-self.room, -self.room, self.scale_of(image[0]))
        cells, corners = [], []
        for _, quad in self.tiles:
            seen = (quad - (left, top)) * scale
            column, row = (seen.mean(axis=0) // STRIDE).astype(int)
            inside = 0 <= column < wide // STRIDE and 0 <= row < high // STRIDE
            if inside and 24 <= geometry.short_sides(seen[None])[0] <= 180:
                centre = (np.array([column, row]) + 0.5) * STRIDE
                start = np.roll(seen, -int(seen.sum(axis=1).argmin()), axis=0)
                cells.append((row, column))
                corners.append(np.tile((start - centre).ravel(), 2))
        return self.peaks(cells, corners)

    def peaks(self, cells, corners):
        """What a detector's network says of faces, all of them sure."""
        heat = np.zeros((len(cells), 3, 3), np.float32)
        heat[:, 1, 1] = 0.9
        return {
            "cells": np.array(cells, np.int64).reshape(-1, 2),
            "heat": heat,
            "corners": np.tile(np.array(corners, np.float32).reshape(-1, 16, 1, 1), (1, 1, 3, 3)),
        }

    def scale_of(self, canvas):
        for scale in self.scales:
            sides = [side + 2 * self.room for side in self.image.shape[:2]]
            size = [max(1, round(side * scale)) for side in sides]
            if [-(-side // ALIGNMENT) * ALIGNMENT for side in size] == list(canvas.shape[:2]):
                return scale
        raise AssertionError(f"an unexpected look of {canvas.shape}")

    def classifier(self, crops):
        """Knows the ink of each class, if much is inked; the turn is where the pale top lies."""
        kind = np.full((len(crops), len(LABELS)), 1e-5, np.float32)
        turn = np.zeros((len(crops), 4), np.float32)
        far, near, middle = (round(part * crops.shape[1]) for part in (0.77, 0.22, 0.5))
        for at, crop in enumerate(crops.astype(int)):
            places = [(near, middle), (middle, far), (far, middle), (middle, near)]
            edges = [crop[place] for place in places]
            turn[at, int(np.argmax([edge.sum() for edge in edges]))] = 1
            apart = [np.abs(crop[middle, middle] - ink(label)).sum() for label in LABELS]
            inked = (np.abs(crop - crop[middle, middle]).sum(axis=2) < 40).mean()
            known = min(apart) < 60 and inked > 0.12
            kind[at, int(np.argmin(apart)) if known else CLASS_OF["none"]] = 1
        return {"kind": kind / kind.sum(axis=1, keepdims=True), "turn": turn}

    def read(self, *more_scales, thresholds=None, honesty=AS_SEEN):
        height, width = self.image.shape[:2]
        self.scales = [scales.first_scale(width, height), *more_scales]
        return self.reader(thresholds, honesty).read(self.image)

    def reader(self, thresholds=None, honesty=AS_SEEN):
        return Reader(Detector(self.detector), Classifier(self.classifier), thresholds, honesty)
