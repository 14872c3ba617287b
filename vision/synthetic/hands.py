"""Somebody's hand over the tiles, with its sleeve, nails, rings and watch: no face is there."""

import cv2
import numpy as np

from vision.synthetic.pen import ribbon
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import Image, Picture, muted, noise

SKINS = ((244, 208, 182), (224, 172, 134), (198, 140, 100), (141, 85, 54), (92, 56, 38))
BREADTH = 3.3
"""How many tiles wide a hand is."""


class Hand:
    """One hand in a picture: outlines in its own frame, x along the arm to the fingertips."""

    def __init__(self, rng: np.random.Generator, image: Picture, tile: float) -> None:
        self.rng, self.image = rng, image
        height, width = image.shape[:2]
        self.breadth = float(np.clip(BREADTH * tile * rng.uniform(0.8, 1.25), 30, 0.45 * width))
        side = rng.uniform(0, 2 * np.pi)
        frame = np.array([width, height], np.float64)
        start = frame * (0.5 + 0.75 * np.array([np.cos(side), np.sin(side)]))
        self.palm = start + (frame * rng.uniform(0.25, 0.75, 2) - start) * rng.uniform(0.45, 0.95)
        along = (self.palm - start) / max(float(np.linalg.norm(self.palm - start)), 1.0)
        self.axes = np.stack([along, [-along[1], along[0]]])
        self.reach = float(np.linalg.norm(self.palm - start)) / self.breadth + 2.0
        skin = np.array(SKINS[int(rng.integers(len(SKINS)))]) * rng.uniform(0.8, 1.08)
        self.skin: Floats = np.clip(skin + rng.normal(0, 8, 3), 10, 252)
        self.mask: Image = np.zeros((height, width), np.uint8)

    def place(self, points: Floats) -> Floats:
        """Pixels of points in hand breadths about the palm's middle."""
        return np.asarray(self.palm + points @ self.axes * self.breadth)

    def lay(self, outlines: list[Floats], colour: Floats, round_off: float = 0.1) -> None:
        """Paint shapes of one stuff, darker towards their edges."""
        pixels = [self.place(outline) for outline in outlines]
        sigma = max(0.6, self.breadth * round_off)
        everything = np.concatenate(pixels)
        low = np.maximum(np.floor(everything.min(axis=0) - 2 * sigma), 0).astype(int)
        high = np.ceil(everything.max(axis=0) + 2 * sigma).astype(int)
        part = np.s_[low[1] : max(high[1], low[1]), low[0] : max(high[0], low[0])]
        drawn = np.zeros_like(self.mask[part])
        if drawn.size == 0:
            return
        for outline in pixels:
            fixed = np.round((outline - low) * 16).astype(np.int32)
            cv2.fillPoly(drawn, [fixed], 255, cv2.LINE_AA, 4)
        alpha = drawn.astype(np.float32) / 255
        shade = (0.55 + 0.5 * cv2.GaussianBlur(alpha, (0, 0), sigma)) * alpha
        self.image[part] *= 1 - alpha[..., None]
        self.image[part] += shade[..., None] * colour.astype(np.float32)
        self.mask[part] = np.maximum(self.mask[part], drawn)

    def finger(self, root: Floats, tip: Floats, thick: float) -> Floats:
        """A finger's outline with its rounded end."""
        joint = (root + tip) / 2 + self.rng.normal(0, 0.04, 2)
        path = np.array([root, (root + joint) / 2, joint, (joint + tip) / 2, tip])
        body = ribbon(path, thick)
        t = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        end = tip + thick * 0.5 * np.column_stack([np.cos(t), np.sin(t)])
        return cv2.convexHull(np.concatenate([body, end]).astype(np.float32))[:, 0].astype(float)

    def paint(self) -> None:
        """Arm, palm and fingers, then what is worn."""
        rng = self.rng
        t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        palm = np.column_stack([0.55 * np.cos(t), 0.5 * np.sin(t)])
        far = -self.reach
        arm = np.array([[-0.3, -0.32], [-0.3, 0.32], [far, 0.5], [far, -0.5]])
        thumb = 1.0 if rng.random() < 0.5 else -1.0
        curl = rng.uniform(0.45, 1.0)
        roots = [np.array([0.35, y]) for y in (-0.36, -0.12, 0.12, 0.36)]
        spread = rng.uniform(0.05, 0.45)
        ends = []
        for root, long in zip(roots, (0.75, 0.95, 1.0, 0.85), strict=True):
            angle = root[1] * spread * 2 + rng.normal(0, 0.06)
            ends.append(root + long * curl * np.array([np.cos(angle), np.sin(angle)]))
        base = np.array([-0.15, 0.42 * thumb])
        roots.append(base)
        ends.append(base + np.array([rng.uniform(0.25, 0.7), thumb * rng.uniform(0.15, 0.5)]))
        self.lay([palm, arm], self.skin)
        for root, tip in zip(roots, ends, strict=True):
            self.lay([self.finger(root, tip, 0.21)], self.skin * rng.uniform(0.94, 1.04), 0.05)
        self.wear(roots, ends)

    def wear(self, roots: list[Floats], ends: list[Floats]) -> None:
        """Nails, a ring, a watch, and the sleeve."""
        rng = self.rng
        nails = rng.random() < 0.7
        polish = np.clip(self.skin * 1.12 + 6, 0, 255)
        if rng.random() < 0.3:
            polish = muted(rng).astype(np.float64)
        t = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        for root, tip in zip(roots, ends, strict=True):
            if nails:
                along = (tip - root) / max(float(np.linalg.norm(tip - root)), 1e-6)
                nail = np.column_stack([0.08 * np.cos(t), 0.06 * np.sin(t)])
                self.lay([tip + nail @ np.stack([along, [-along[1], along[0]]])], polish, 0.02)
        if rng.random() < 0.25:
            which = int(rng.integers(4))
            middle = roots[which] + 0.3 * (ends[which] - roots[which])
            metal = np.array([[225.0, 190, 90], [215, 215, 220]])[int(rng.integers(2))]
            band = np.array([[-0.03, -0.12], [0.03, -0.12], [0.03, 0.12], [-0.03, 0.12]])
            self.lay([middle + band], metal, 0.02)
        if rng.random() < 0.25:
            self.watch()
        if rng.random() < 0.75:
            self.sleeve(-float(rng.uniform(0.75, 1.6)))

    def watch(self) -> None:
        """A strap and a round or square dial with rings and hands."""
        rng = self.rng
        strap = np.array([[-0.12, -0.4], [0.12, -0.4], [0.12, 0.4], [-0.12, 0.4]])
        middle = np.array([-0.62, 0.0])
        self.lay([middle + strap], rng.uniform(5, 120, 3), 0.05)
        t = np.linspace(0, 2 * np.pi, 28 if rng.random() < 0.7 else 4, endpoint=False) + np.pi / 4
        for size in (0.27, 0.23, float(rng.uniform(0.1, 0.2))):
            dial = size * np.column_stack([np.cos(t), np.sin(t)])
            self.lay([middle + dial], rng.uniform(10, 250, 3), 0.02)

    def sleeve(self, cuff: float) -> None:
        """Cloth from the cuff on, plain or striped."""
        rng, far = self.rng, -self.reach - 0.3
        cloth = muted(rng).astype(np.float64)
        self.lay([np.array([[cuff, -0.5], [cuff, 0.5], [far, 0.75], [far, -0.75]])], cloth)
        if rng.random() < 0.3:
            other = muted(rng).astype(np.float64)
            pitch = float(rng.uniform(0.12, 0.5))
            for at in np.arange(cuff - pitch, far, -pitch)[:12]:
                stripe = np.array([[0, -0.5], [0, 0.5], [-0.4 * pitch, 0.5], [-0.4 * pitch, -0.5]])
                self.lay([stripe + np.array([at, 0.0])], other, 0.02)


def hands(rng: np.random.Generator, image: Picture, tile: float = 40.0) -> Image:
    """Lay a hand over a picture whose tiles are ``tile`` pixels wide; where it is (0 or 255)."""
    hand = Hand(rng, image, tile)
    before = image.copy()
    hand.paint()
    height, width = image.shape[:2]
    blur = max(1.0, hand.breadth * float(rng.uniform(0.05, 0.25)))
    coarse = cv2.resize(hand.mask, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(coarse.astype(np.float32) / 255, (0, 0), max(0.5, blur / 4))
    offset = rng.normal(0, hand.breadth * 0.12, 2)
    moved = np.array([[width / (width // 4), 0, offset[0]], [0, height / (height // 4), offset[1]]])
    shadow = cv2.warpAffine(soft, moved, (width, height))
    before *= (1 - np.float32(rng.uniform(0.1, 0.5)) * shadow)[..., None]
    grain = 1 + np.float32(0.05) * noise(rng, (height, width), (hand.breadth / 4,) * 2)
    alpha = (hand.mask.astype(np.float32) / 255)[..., None]
    image *= alpha * grain[..., None]
    image += before * (1 - alpha)
    return hand.mask
