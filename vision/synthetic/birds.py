"""The one of bamboo: peacocks, sparrows, phoenixes, cranes and shoots in many poses."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.synthetic import bird_poses
from vision.synthetic.bird_changes import PLAIN, Change
from vision.synthetic.bird_poses import clip as _clip
from vision.synthetic.characters import Forms
from vision.synthetic.circles import Box
from vision.synthetic.designs import drawn
from vision.synthetic.feathers import Brush, Inks, body, eyes_in, fan, head, legs, neck, wing
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, SCALE, WIDTH, Pen, curve, ellipse

ODDS = {
    "peacock": 0.12, "fantail": 0.06, "sparrow": 0.09, "phoenix": 0.11, "crane": 0.05,
    "perched": 0.08, "parrot": 0.08, "shoot": 0.02, "rooster": 0.08, "swallow": 0.05,
    "soaring": 0.05, "train": 0.07, "scroll": 0.05, "emblem": 0.05, "among_bamboo": 0.04,
}  # fmt: skip
"""The kinds of birds that were first, and how often each is drawn."""
TRAINING_ODDS = {**ODDS, "folded": 0.1}
UNSEEN_ODDS = {**ODDS, "dove": 0.12}
"""The same to train on, and for evaluation, with one kind that no training has."""


@dataclass(frozen=True, slots=True)
class Bird:
    """One bird: a kind of DRAWERS, its inks, and the seed of its pose and feathers."""

    kind: str
    inks: Inks
    seed: int
    flip: bool
    stretch: float  # most that one direction is stretched against the other
    change: Change = PLAIN

    @classmethod
    def random(cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training") -> Bird:
        """Any bird in the colours of the palette."""
        odds = TRAINING_ODDS if forms == "training" else UNSEEN_ODDS
        kind = str(rng.choice([*odds], p=np.array([*odds.values()]) / sum(odds.values())))
        options = (palette.blue, palette.red, palette.green, palette.dark)
        first = options[int(rng.choice(4, p=(0.15, 0.08, 0.47, 0.3)))]
        second = options[int(rng.integers(4))]
        if rng.random() < 0.3:
            second = first
        red = palette.red if rng.random() < 0.85 else first
        eye = options[int(rng.integers(4))] if rng.random() < 0.6 else first
        inks = (first, second, red, eye)
        seed = drawn(lambda: int(rng.integers(1 << 31)), lambda seed: seed, forms)
        flip = rng.random() < 0.45
        return cls(
            kind, inks, seed, flip, float(rng.uniform(1.0, 1.7)), Change.random(rng, options)
        )

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the bird so that it fills the box."""
        fitted(pen, box, self.stretch, self._draw)

    def _draw(self, pen: Pen) -> None:
        rng = np.random.default_rng(self.seed)
        half = np.array([WIDTH * (-0.4 if self.flip else 0.4), HEIGHT * 0.4])
        DRAWERS[self.kind](Brush(pen, np.array([WIDTH / 2, HEIGHT / 2]), half, rng, self.inks))
        pen.image[:] = self.change.of(pen.image)


def fitted(pen: Pen, box: Box, stretch: float, draw: Callable[[Pen], None]) -> None:
    """Draw on an own pen, then move it so that it fills the box, stretched by no more than that."""
    drawn = Pen()
    draw(drawn)
    left, top, wide, tall = cv2.boundingRect((drawn.image[..., 3] > 0).astype(np.uint8))
    if wide == 0 or tall == 0:
        raise ValueError("nothing drawn, expected a motif")
    x, y, width, height = (side * SCALE for side in box)
    sx, sy = 2 * width / wide, 2 * height / tall
    sx, sy = min(sx, sy * stretch), min(sy, sx * stretch)
    matrix = np.array(
        [[sx, 0, x - sx * (left + wide / 2)], [0, sy, y - sy * (top + tall / 2)]], np.float32
    )
    size = (WIDTH * SCALE, HEIGHT * SCALE)
    pen.image[:] = cv2.warpAffine(drawn.image, matrix, size, flags=cv2.INTER_LINEAR)


def _peacock(brush: Brush) -> None:
    """Seated, with the tail raised above it as an egg full of eyes."""
    main, second, _, _ = brush.inks
    waist = brush.pick(0.1, 0.4)
    wide, tall = brush.pick(0.55, 0.95), (waist + 1) * brush.pick(0.48, 0.56)
    middle = (brush.pick(-0.1, 0.15), waist - tall + 0.06)
    ink = main if brush.chance(0.65) else second
    ground = brush.some(0, 1, 1, 2)  # bare, filled, or ringed
    pointed = brush.pick(0.0, 0.3)
    t = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    rim = np.stack([np.cos(t) * (1 - pointed * np.sin(t)), np.sin(t)], 1)
    lobes = brush.some(0, 0, 10, 16, 24)
    if lobes:
        rim *= (1 - brush.pick(0.06, 0.22) * np.abs(np.sin(t * lobes / 2)))[:, None]
    shape = rim * (wide, tall) + middle
    if ground == 1:
        brush.fill([shape], ink)
    elif ground == 2:
        brush.lines([shape], brush.width, ink, closed=True)
    if brush.chance(0.65):
        count, far = brush.some(26, 36, 48, 60), brush.pick(1.06, 1.3)
        rays = []
        for angle in np.linspace(np.pi * 0.85, np.pi * 2.15, count):
            ray = np.array([np.cos(angle) * (1 - pointed * np.sin(angle)), np.sin(angle)])
            rays.append(np.stack([ray * brush.pick(0.8, 0.95), ray * far]) * (wide, tall) + middle)
        brush.lines(rays, brush.width * brush.pick(0.6, 1.1), ink)
    inside = (wide * 0.96, tall * 0.97)
    eyes_in(brush, middle, inside, wide * brush.pick(0.15, 0.25))
    _seated(brush, waist)


def _seated(brush: Brush, waist: float) -> None:
    """The body of a sitting bird under the tail, with head, wing and legs."""
    main, second, _, _ = brush.inks
    y = waist + brush.pick(0.12, 0.24)
    side = brush.pick(0.0, 0.2)
    for tip in fan(
        brush, (0.2, y), brush.pick(-0.2, 0.7), 0.4, brush.pick(0.5, 0.75), brush.some(3, 4, 6)
    ):
        brush.feather((0.1, y), _clip(tip), brush.pick(-0.1, 0.2), brush.pick(0.08, 0.15), second)
    at = (brush.pick(-0.62, -0.35), y - brush.pick(0.12, 0.36))
    neck(brush, (-0.2 + side, y), at, brush.pick(-0.4, 0.0), brush.pick(6, 16))
    body(
        brush,
        (side, y),
        (brush.pick(0.36, 0.6), brush.pick(0.14, 0.23)),
        brush.pick(-0.3, 0.3),
        main,
    )
    if brush.chance(0.5):
        tip = (side + brush.pick(0.4, 0.7), y + brush.pick(-0.25, 0.2))
        brush.feather((side - 0.15, y - 0.05), tip, brush.pick(-0.3, 0.3), 0.22, second)
    head(brush, at, brush.pick(0.08, 0.14), -1)
    legs(brush, (brush.pick(-0.1, 0.1), y + 0.14), max(0.12, 0.92 - y - 0.14))


def _fantail(brush: Brush) -> None:
    """Tail feathers spread as a wheel of leaves with eyes behind the bird."""
    main, second, red, eye = brush.inks
    root = (brush.pick(-0.15, 0.15), brush.pick(0.25, 0.5))
    lean = -np.pi / 2 + brush.pick(-0.2, 0.3)
    for ring in range(brush.some(1, 2, 2)):
        reach = (1.3, 0.85)[ring] * brush.pick(0.9, 1.05)
        fat, radius = brush.pick(0.08, 0.22), brush.pick(4, 9)
        tips = fan(brush, root, lean, brush.pick(0.6, 1.25), reach, brush.some(6, 7, 9, 11))
        for index, tip in enumerate(tips):
            end = _clip(tip)
            brush.feather(
                root, end, brush.pick(-0.05, 0.05), fat, (main, second)[(ring + index) % 2]
            )
            near = (end[0] * 0.86 + root[0] * 0.14, end[1] * 0.86 + root[1] * 0.14)
            brush.dot(near, radius, None)
            brush.dot(near, radius * 0.75, eye)
            brush.dot(near, radius * 0.35, red if eye != red else None)
    _seated(brush, root[1] - 0.12)


def _flyer(brush: Brush, tails: int, reach: float, long_tail: bool) -> None:
    """A bird in the air with wings spread and a tail of that many feathers."""
    main, second, red, _ = brush.inks
    middle = (brush.pick(-0.15, 0.15), brush.pick(-0.2, 0.2))
    lean = brush.pick(-1.1, 1.0)
    toward = (float(np.cos(lean)), float(np.sin(lean)))
    tail = (middle[0] - toward[0] * 0.3, middle[1] - toward[1] * 0.25)
    direction = lean + np.pi + brush.pick(-0.5, 0.5)
    fat = brush.pick(0.07, 0.2)
    curl = brush.pick(-0.45, 0.45)
    for index, tip in enumerate(fan(brush, tail, direction, brush.pick(0.12, 0.5), reach, tails)):
        ink = (second, red)[index % 2] if brush.chance(0.7) else main
        if long_tail and brush.chance(0.6):
            bend = (
                tail[0] + (tip[0] - tail[0]) * 0.5 + curl,
                tail[1] + (tip[1] - tail[1]) * 0.5 - curl,
            )
            brush.line(curve(tail, bend, _clip(tip), count=18), brush.pick(4, 14), ink)
            if brush.chance(0.4):
                brush.dot(_clip(tip), brush.pick(4, 9), ink)
        else:
            brush.feather(tail, _clip(tip), curl * 0.6, fat, ink)
    for side in (-1, 1):
        ink = (main, second)[brush.some(0, 1)]
        wing(brush, middle, lean + side * brush.pick(1.0, 1.9), brush.pick(0.55, 1.0), ink)
    at = (
        middle[0] + toward[0] * brush.pick(0.45, 0.8),
        middle[1] + toward[1] * brush.pick(0.4, 0.7),
    )
    neck(brush, middle, at, brush.pick(-0.2, 0.2), brush.pick(7, 18))
    body(brush, middle, (brush.pick(0.26, 0.42), brush.pick(0.13, 0.22)), lean, main)
    head(brush, at, brush.pick(0.1, 0.17), 1.0 if toward[0] > 0 else -1.0)
    if brush.chance(0.3):
        legs(brush, (middle[0], middle[1] + 0.15), brush.pick(0.1, 0.3))


def _sparrow(brush: Brush) -> None:
    """A small bird in the air."""
    _flyer(brush, brush.some(3, 4, 5), brush.pick(0.45, 0.8), long_tail=False)


def _phoenix(brush: Brush) -> None:
    """A bird in the air with long streaming tail feathers."""
    _flyer(brush, brush.some(2, 3, 4, 6), brush.pick(0.9, 1.5), long_tail=True)


def _crane(brush: Brush) -> None:
    """Standing on long legs, neck in an S, tail down."""
    main, second, _, _ = brush.inks
    y = brush.pick(-0.1, 0.15)
    tips = fan(
        brush, (0.3, y), brush.pick(0.1, 0.9), 0.4, brush.pick(0.5, 0.75), brush.some(4, 6, 8)
    )
    for tip in tips:
        brush.feather((0.1, y), tip, 0.12, 0.12, second)
    at = (brush.pick(-0.6, -0.1), brush.pick(-0.9, -0.62))
    path = curve((-0.3, y), (-0.95, y - 0.2), (0.1, at[1]), at, count=20)
    brush.line(path, brush.pick(4, 9), main)
    body(
        brush, (0.0, y), (brush.pick(0.36, 0.5), brush.pick(0.17, 0.24)), brush.pick(0.0, 0.5), main
    )
    legs(brush, (0.0, y + 0.16), 0.8 - y)
    head(brush, at, brush.pick(0.08, 0.12), -1)


def _perched(brush: Brush) -> None:
    """Upright in profile with a tail hanging down, round eye, folded wing."""
    main, second, _, eye = brush.inks
    lean = brush.pick(-0.35, 0.35)
    for index in range(brush.some(2, 3, 4)):
        end = (0.15 + lean + (index - 1) * brush.pick(0.12, 0.24), brush.pick(0.75, 0.98))
        ink = main if index % 2 else second
        brush.feather((0.05, 0.1), end, brush.pick(-0.2, 0.2), brush.pick(0.1, 0.22), ink)
    body(brush, (0.0, -0.05), (0.42, brush.pick(0.24, 0.32)), np.pi / 2 + lean * 0.6, main)
    at = (brush.pick(-0.25, 0.05), brush.pick(-0.74, -0.55))
    wing_tip = (0.3 + lean * 0.5, brush.pick(0.3, 0.6))
    brush.feather((-0.08, -0.3), wing_tip, brush.pick(0.1, 0.3), brush.pick(0.22, 0.4), second)
    head(brush, at, brush.pick(0.16, 0.28), -1)
    legs(brush, (brush.pick(-0.12, 0.02), 0.3), brush.pick(0.2, 0.5))
    if brush.chance(0.5):
        y = brush.pick(0.5, 0.85)
        brush.line(curve((-0.9, y + 0.1), (0, y - 0.1), (0.9, y)), brush.pick(3, 6), eye)


def _parrot(brush: Brush) -> None:
    """An outline of flowing strokes: big eye, curls with knobs, a long pointed tail."""
    main, second, red, _ = brush.inks
    lean = brush.pick(-0.25, 0.3)
    at = (brush.pick(-0.2, 0.1), brush.pick(-0.66, -0.5))
    tail = (0.2 + lean, 0.97)
    left = curve(at, (-0.75, -0.2), (-0.3, 0.5), tail, count=18)
    right = curve(at, (0.55, -0.3), (0.35 + lean, 0.3), tail, count=18)
    brush.lines([left, right], brush.width * 1.2, main)
    strokes = []
    for share in np.linspace(0.25, 0.85, brush.some(3, 4, 5, 6)):
        index = int(share * 17)
        a, b = left[index], right[index]
        strokes.append(curve((a[0], a[1]), ((a[0] + b[0]) / 2, a[1] + 0.2), (b[0], b[1]), count=8))
    if brush.chance(0.7):
        brush.lines(strokes, brush.width * 0.9, second)
    for _ in range(brush.some(2, 3, 4, 5)):
        side = brush.some(-1, 1)
        root = (left if side < 0 else right)[brush.some(*range(3, 15))]
        tip = (root[0] + side * brush.pick(0.3, 0.6), root[1] + brush.pick(-0.35, 0.35))
        bend = (root[0] + side * 0.1, tip[1] + brush.pick(-0.2, 0.2))
        brush.lines([curve((root[0], root[1]), bend, _clip(tip))], brush.width, main)
        brush.dot(_clip(tip), brush.pick(3, 6.5), red if brush.chance(0.3) else main)
    if brush.chance(0.6):
        tip = (at[0] + brush.pick(0.2, 0.6), brush.pick(0.1, 0.5))
        brush.feather((at[0] + 0.1, at[1] + 0.3), tip, brush.pick(-0.3, 0.3), 0.25, second)
    if brush.chance(0.5):
        legs(brush, (0.0, 0.35), brush.pick(0.2, 0.4))
    head(brush, at, brush.pick(0.16, 0.28), -1)


def _shoot(brush: Brush) -> None:
    """A single bamboo shoot or stalk with leaves, as on a few sets."""
    main, second, red, _ = brush.inks
    wide = brush.pick(0.16, 0.3)
    edges = np.linspace(0.95, -0.9, brush.some(3, 4, 5) + 1)
    bare = brush.pick(0.0, 0.7)
    for low, high in itertools.pairwise(edges):
        gap = 0.03
        part = np.array([[-wide, low - gap], [-wide * 0.86, (low + high) / 2], [-wide, high + gap]])
        shape = np.concatenate([part, part[::-1] * (-1, 1)])
        centre = shape.mean(0)
        brush.fill([shape, (shape - centre) * bare + centre], main)
        side = brush.some(-1, 1)
        for tip in fan(brush, (side * wide, high), np.pi / 2 - side * 1.2, 0.5, 0.6, 3):
            brush.feather((side * wide, high), tip, 0.1, 0.14, second)
    brush.fill([ellipse((0, -0.92), (wide, 0.06))], red)


DRAWERS: dict[str, Callable[[Brush], None]] = {
    "peacock": _peacock,
    "fantail": _fantail,
    "sparrow": _sparrow,
    "phoenix": _phoenix,
    "crane": _crane,
    "perched": _perched,
    "parrot": _parrot,
    "shoot": _shoot,
    **bird_poses.DRAWERS,
}
