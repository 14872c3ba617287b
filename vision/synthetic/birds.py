"""The one of bamboo: peacocks, sparrows, phoenixes, cranes and shoots, drawn from feathers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from vision.synthetic.circles import Box
from vision.synthetic.palette import Palette
from vision.synthetic.pen import (
    HEIGHT,
    SCALE,
    WIDTH,
    Ink,
    Pen,
    Points,
    curve,
    ellipse,
    ribbon,
    turned,
)

KINDS = ("peacock", "fantail", "sparrow", "phoenix", "crane", "perched", "shoot")
Inks: TypeAlias = tuple[Ink, Ink, Ink, Ink]
"""Main line, second, red, and eye or pattern ink."""


@dataclass(frozen=True, slots=True)
class Bird:
    """One bird: a kind of KINDS, its inks, and the seed of its pose and feathers."""

    kind: str
    inks: Inks
    seed: int
    flip: bool
    stretch: float  # most that one direction is stretched against the other

    @classmethod
    def random(cls, rng: np.random.Generator, palette: Palette) -> Bird:
        """Any bird in the colours of the palette."""
        kind = str(rng.choice(KINDS, p=(0.22, 0.16, 0.16, 0.16, 0.1, 0.17, 0.03)))
        first = palette.green if rng.random() < 0.6 else palette.dark
        options = (palette.blue, palette.red, palette.green, palette.dark)
        second = options[int(rng.integers(4))]
        if rng.random() < 0.2:
            second = first
        red = palette.red if rng.random() < 0.9 else first
        eye = options[int(rng.integers(4))]
        inks = (first, second, red, eye)
        seed, flip = int(rng.integers(1 << 31)), rng.random() < 0.35
        return cls(kind, inks, seed, flip, float(rng.uniform(1.0, 1.7)))

    def draw(self, pen: Pen, box: Box) -> None:
        """Draw the bird in the box."""
        rng = np.random.default_rng(self.seed)
        x, y, width, height = box
        sign = -1.0 if self.flip else 1.0
        own = Pen()
        middle = np.array([WIDTH / 2, HEIGHT / 2])
        brush = Brush(own, middle, np.array([width * sign, height]) * 0.8, rng, self.inks)
        DRAWERS[self.kind](brush)
        _fit(own, pen, (x, y, width, height), self.stretch)


def _fit(drawn: Pen, pen: Pen, box: Box, stretch: float) -> None:
    """Move what is drawn so that it fills the box, stretched by no more than `stretch`."""
    left, top, wide, tall = cv2.boundingRect((drawn.image[..., 3] > 0).astype(np.uint8))
    if wide == 0 or tall == 0:
        raise ValueError("nothing drawn, expected a bird")
    x, y, width, height = (side * SCALE for side in box)
    sx, sy = 2 * width / wide, 2 * height / tall
    sx, sy = min(sx, sy * stretch), min(sy, sx * stretch)
    matrix = np.array(
        [[sx, 0, x - sx * (left + wide / 2)], [0, sy, y - sy * (top + tall / 2)]], np.float32
    )
    size = (WIDTH * SCALE, HEIGHT * SCALE)
    moved = cv2.warpAffine(drawn.image, matrix, size, flags=cv2.INTER_LINEAR)
    pen.image[:] = np.asarray(moved, np.uint8)


@dataclass(slots=True)
class Brush:
    """A pen in the unit box: x and y from -1 to 1."""

    pen: Pen
    middle: Points
    half: Points
    rng: np.random.Generator
    inks: Inks

    def at(self, points: Points) -> Points:
        return points * self.half + self.middle

    def fill(self, shapes: list[Points], ink: Ink | None) -> None:
        self.pen.fill([self.at(shape) for shape in shapes], ink)

    def line(self, path: Points, width: float, ink: Ink | None, taper: bool = True) -> None:
        """A stroke `width` face pixels wide, thinning to its end if tapering."""
        share = np.linspace(1, 0.25, len(path)) if taper else np.ones(len(path))
        self.pen.fill([ribbon(self.at(path), width * share)], ink)

    def body(self, shape: Points, ink: Ink, bare: float) -> None:
        """A filled shape, or only its outline when `bare` (share that stays bare) is high."""
        self.fill([shape], ink)
        if bare > 0.3:
            centre = shape.mean(0)
            self.fill([(shape - centre) * bare + centre], None)

    def pick(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def some(self, *choices: int) -> int:
        return int(self.rng.choice(choices))


def _feather(
    root: tuple[float, float], tip: tuple[float, float], bend: float, fat: float
) -> Points:
    """A leaf from root to tip, bent sideways, `fat` wide (unit box)."""
    a, b = np.array(root), np.array(tip)
    side = np.array([-(b - a)[1], (b - a)[0]])
    middle = (a + b) / 2 + side * bend
    spine = curve(tuple(a), tuple(middle), tuple(b), count=14)
    return ribbon(spine, fat * np.sin(np.pi * np.linspace(0.06, 1, 14)) ** 0.8)


def _fan(
    brush: Brush, root: tuple[float, float], middle: float, spread: float, reach: float, count: int
) -> list[tuple[float, float]]:
    """Tips of a fan of feathers around the direction `middle` (radians, 0 = right)."""
    tips = []
    for angle in np.linspace(middle - spread, middle + spread, count):
        far = reach * brush.pick(0.92, 1.06)
        tips.append((root[0] + far * float(np.cos(angle)), root[1] + far * float(np.sin(angle))))
    return tips


def _head(brush: Brush, at: tuple[float, float], size: float, look: float) -> None:
    """A head with beak, eye and crest, looking along `look` (-1 left, 1 right)."""
    main, _, red, _ = brush.inks
    x, y = at
    brush.body(ellipse(at, (size, size * 0.8)), main, brush.pick(0, 0.8))
    beak = np.array(
        [[x + look * size * 0.8, y - size * 0.3], [x + look * size * 2.1, y + size * 0.2]]
    )
    brush.fill([np.concatenate([beak, [[x + look * size * 0.7, y + size * 0.4]]])], red)
    brush.fill([ellipse(at, (size * 0.36, size * 0.28), count=12)], None)
    brush.fill([ellipse(at, (size * 0.16, size * 0.14), count=10)], main)
    for k in range(brush.some(0, 1, 2, 3, 3)):
        lean = -0.9 + 0.5 * k
        tip = (x - look * size * 1.6 * lean - look * size * 0.4, y - size * brush.pick(1.7, 2.6))
        brush.line(curve((x, y - size * 0.5), (x, y - size * 1.5), tip), 2.0, main, taper=False)
        brush.fill([ellipse(tip, (size * 0.24, size * 0.2), count=10)], red if k % 2 else main)


def _legs(brush: Brush, at: tuple[float, float], length: float) -> None:
    ink = brush.inks[2] if brush.rng.random() < 0.6 else brush.inks[0]
    for side in (-0.09, 0.1):
        x, y = at[0] + side, at[1]
        foot = (x + brush.pick(-0.05, 0.1), y + length)
        brush.line(np.array([[x, y], foot]), 2.6, ink, taper=False)
        for toe in (-0.14, 0.02, 0.16):
            end = np.array([foot, (foot[0] + toe, foot[1] + 0.05)])
            brush.line(end, 2.2, ink, taper=False)


def _scales(brush: Brush, shape: Points, ink: Ink | None, count: int) -> None:
    """Small strokes or dots scattered over a body."""
    low, high = shape.min(0), shape.max(0)
    style = brush.some(0, 1, 2)
    for _ in range(count):
        x, y = brush.rng.uniform(low * 0.7 + high * 0.3, low * 0.3 + high * 0.7)
        if style == 0:
            brush.fill([ellipse((x, y), (0.03, 0.022), count=8)], ink)
        else:
            brush.line(curve((x - 0.06, y), (x, y + 0.05 * style), (x + 0.06, y)), 1.5, ink)


def _peacock(brush: Brush) -> None:
    """Seated, with the tail raised above it and full of eyes."""
    main, second, red, eye = brush.inks
    waist = brush.pick(0.12, 0.4)
    wide, tall = brush.pick(0.6, 0.95), (waist + 1) / 2
    middle = (brush.pick(-0.08, 0.08), waist - tall)
    lobes = brush.some(9, 12, 15, 22)
    t = np.linspace(-np.pi, 0, 160)
    ragged = 1 - brush.pick(0.05, 0.3) * np.abs(np.sin(t * lobes / 2)) ** brush.pick(0.5, 2)
    rim = np.stack([np.cos(t) * wide * ragged, np.sin(t) * tall * ragged], 1)
    rim[:, 1] += tall * brush.pick(0.0, 0.9)
    tail = np.concatenate([rim, [[wide * 0.35, tall], [-wide * 0.35, tall]]]) + middle
    tail[:, 1] = np.clip(tail[:, 1], -1, waist + 0.06)
    brush.body(tail, main if brush.rng.random() < 0.7 else second, brush.pick(0.0, 0.97))
    inside = brush.pick(0.07, 0.125)
    filled = brush.rng.random() < 0.5
    for row in range(4):
        y = -0.8 + row * inside * brush.pick(2.2, 2.6)
        many = max(1, round((wide * (0.55, 0.85, 0.9, 0.6)[row]) / inside / 1.1))
        for k in range(many):
            x = middle[0] + (k - (many - 1) / 2) * inside * 2.25
            if y > waist - 0.1:
                continue
            brush.fill([ellipse((x, y), (inside, inside * 0.8), count=16)], None)
            spot = ellipse((x, y), (inside * 0.76, inside * 0.6), count=14)
            hole = ellipse((x, y), (inside * 0.45, inside * 0.36), count=10)
            brush.fill([spot] if filled else [spot, hole], eye)
    _seated(brush, waist)


def _seated(brush: Brush, waist: float) -> None:
    """The body of a sitting bird under the tail, with head, wing and legs."""
    main, second, red, _ = brush.inks
    y = waist + brush.pick(0.12, 0.22)
    shape = ellipse(
        (0.08, y), (brush.pick(0.4, 0.62), brush.pick(0.15, 0.24)), brush.pick(-0.2, 0.2)
    )
    brush.fill([(shape - shape.mean(0)) * 1.15 + shape.mean(0)], None)
    brush.body(shape, main, brush.pick(0.0, 0.92))
    _scales(brush, shape, second if brush.rng.random() < 0.5 else None, brush.some(0, 8, 14))
    for tip in _fan(
        brush, (0.3, y), brush.pick(-0.1, 0.5), 0.35, brush.pick(0.45, 0.62), brush.some(3, 4, 6)
    ):
        brush.fill([_feather((0.2, y), tip, 0.1, 0.07)], second)
    head = (brush.pick(-0.66, -0.42), y - brush.pick(0.16, 0.34))
    neck = curve((-0.25, y), (-0.5, y), (head[0], head[1]), count=10)
    brush.line(neck, 9.0, main, taper=True)
    _head(brush, head, brush.pick(0.09, 0.14), -1)
    _legs(brush, (brush.pick(-0.1, 0.1), y + 0.14), max(0.1, 0.9 - y - 0.14))


def _fantail(brush: Brush) -> None:
    """Tail feathers spread as a wheel of leaves or eyes behind the bird."""
    main, second, red, eye = brush.inks
    root = (brush.pick(-0.15, 0.15), brush.pick(0.25, 0.5))
    for ring in range(brush.some(1, 2, 2)):
        reach = (1.25, 0.85)[ring] * brush.pick(0.9, 1.05)
        count = brush.some(7, 9, 11, 13)
        spread = brush.pick(0.7, 1.25)
        hollow = brush.rng.random() < 0.5
        for tip in _fan(brush, root, -np.pi / 2 + brush.pick(-0.15, 0.15), spread, reach, count):
            end = (float(np.clip(tip[0], -0.97, 0.97)), float(np.clip(tip[1], -0.97, 1)))
            leaf = _feather(root, end, brush.pick(-0.05, 0.05), brush.pick(0.1, 0.2))
            brush.body(leaf, (main, second)[ring], 0.75 if hollow else 0.0)
            near = (end[0] * 0.86 + root[0] * 0.14, end[1] * 0.86 + root[1] * 0.14)
            brush.fill([ellipse(near, (0.085, 0.07), count=14)], eye if hollow else None)
            brush.fill([ellipse(near, (0.05, 0.04), count=10)], red)
    _seated(brush, root[1] - 0.12)


def _wing(brush: Brush, root: tuple[float, float], toward: float, reach: float, ink: Ink) -> None:
    count = brush.some(4, 5, 6, 7)
    bend = brush.pick(-0.25, 0.25)
    hollow = brush.rng.random() < 0.4
    for index, tip in enumerate(_fan(brush, root, toward, brush.pick(0.35, 0.7), reach, count)):
        near = 0.75 + 0.25 * index / count
        end = (root[0] + (tip[0] - root[0]) * near, root[1] + (tip[1] - root[1]) * near)
        leaf = _feather(root, end, bend, brush.pick(0.1, 0.17))
        brush.body(leaf, ink, 0.7 if hollow else 0.0)


def _flyer(brush: Brush, tails: int, reach: float) -> None:
    """A bird in the air with wings spread and a tail of that many feathers."""
    main, second, red, _ = brush.inks
    middle = (brush.pick(-0.15, 0.15), brush.pick(-0.2, 0.15))
    lean = brush.pick(-0.9, 0.3)
    toward = (float(np.cos(lean)), float(np.sin(lean)))
    tail_root = (middle[0] - toward[0] * 0.3, middle[1] - toward[1] * 0.25)
    direction = lean + np.pi - brush.pick(-0.3, 1.0) * np.sign(toward[0] or 1)
    for tip in _fan(brush, tail_root, float(direction), brush.pick(0.15, 0.5), reach, tails):
        end = (float(np.clip(tip[0], -0.98, 0.98)), float(np.clip(tip[1], -0.98, 0.98)))
        leaf = _feather(tail_root, end, brush.pick(-0.3, 0.3), brush.pick(0.08, 0.15))
        brush.body(leaf, second if brush.rng.random() < 0.6 else red, brush.pick(0, 0.7))
    for side in (-1, 1):
        out = lean + side * brush.pick(1.2, 1.9)
        _wing(brush, middle, out, brush.pick(0.6, 0.95), (main, second)[brush.some(0, 1)])
    shape = turned(ellipse((0, 0), (0.36, 0.17)), lean) + middle
    brush.fill([(shape - middle) * 1.2 + middle], None)
    brush.body(shape, main, brush.pick(0, 0.9))
    _scales(brush, shape, red, brush.some(0, 6, 12))
    head = (middle[0] + toward[0] * 0.48, middle[1] + toward[1] * 0.42)
    _head(brush, head, brush.pick(0.1, 0.16), 1.0 if toward[0] > 0 else -1.0)


def _sparrow(brush: Brush) -> None:
    _flyer(brush, brush.some(3, 4, 5), brush.pick(0.45, 0.75))


def _phoenix(brush: Brush) -> None:
    _flyer(brush, brush.some(3, 4, 6), brush.pick(0.9, 1.4))


def _crane(brush: Brush) -> None:
    """Standing on long legs, neck in an S, tail down."""
    main, second, red, _ = brush.inks
    y = brush.pick(-0.1, 0.12)
    for tip in _fan(
        brush, (0.3, y), brush.pick(0.1, 0.9), 0.4, brush.pick(0.5, 0.75), brush.some(4, 6, 8)
    ):
        brush.fill([_feather((0.1, y), tip, 0.12, 0.12)], second)
    shape = ellipse((0.0, y), (0.46, 0.2), brush.pick(0.0, 0.4))
    brush.body(shape, main, brush.pick(0.0, 0.92))
    _scales(brush, shape, second, brush.some(4, 10))
    _legs(brush, (0.0, y + 0.16), 0.8 - y)
    head = (brush.pick(-0.6, -0.2), brush.pick(-0.85, -0.62))
    path = curve((-0.3, y), (-0.95, y - 0.2), (0.1, head[1]), head, count=20)
    brush.line(path, brush.pick(5, 9), main, taper=True)
    _head(brush, head, brush.pick(0.08, 0.12), -1)


def _perched(brush: Brush) -> None:
    """Upright in profile with a long tail hanging down, round eye, folded wing."""
    main, second, red, eye = brush.inks
    lean = brush.pick(-0.35, 0.35)
    tail = brush.some(2, 3, 4)
    for index in range(tail):
        end = (0.15 + lean + (index - 1) * brush.pick(0.12, 0.24), brush.pick(0.75, 0.98))
        leaf = _feather((0.05, 0.1), end, brush.pick(-0.2, 0.2), brush.pick(0.12, 0.22))
        brush.body(leaf, main if index % 2 else second, brush.pick(0, 0.8))
    shape = turned(ellipse((0, 0), (0.3, 0.42)), lean * 0.6) + (0.0, -0.08)
    brush.body(shape, main, brush.pick(0.3, 0.93))
    wing = _feather(
        (-0.1, -0.3), (0.3 + lean * 0.5, 0.42), brush.pick(0.1, 0.3), brush.pick(0.25, 0.4)
    )
    brush.fill([wing], None)
    brush.body(wing, second, brush.pick(0.3, 0.85))
    _scales(brush, wing, main, brush.some(4, 8, 14))
    head = (brush.pick(-0.25, 0.05), brush.pick(-0.72, -0.6))
    size = brush.pick(0.2, 0.3)
    brush.body(ellipse(head, (size, size * 0.78)), main, 0.8)
    brush.fill([ellipse(head, (size * 0.5, size * 0.42))], red if brush.rng.random() < 0.7 else eye)
    brush.fill([ellipse(head, (size * 0.25, size * 0.2), count=12)], None)
    beak = np.array([[-size * 0.9, -0.04], [-size * 1.9, 0.03], [-size * 0.8, 0.09]]) + head
    brush.fill([beak], red)
    for k in range(brush.some(0, 1, 2, 3)):
        tip = (head[0] + (k - 1) * 0.3, brush.pick(-0.98, -0.9))
        brush.line(curve(head, (head[0], -0.85), tip), 2.4, main, taper=False)
        brush.fill([ellipse(tip, (0.06, 0.05), count=10)], red if k else main)
    _legs(brush, (brush.pick(-0.12, 0.02), 0.3), brush.pick(0.25, 0.5))
    if brush.rng.random() < 0.5:
        y = brush.pick(0.5, 0.8)
        brush.line(curve((-0.9, y + 0.1), (0, y - 0.1), (0.9, y)), brush.pick(3, 5), eye)


def _shoot(brush: Brush) -> None:
    """A single bamboo shoot or stalk with leaves, as on a few sets."""
    main, second, red, _ = brush.inks
    wide = brush.pick(0.16, 0.3)
    joints = brush.some(3, 4, 5)
    edges = np.linspace(0.95, -0.9, joints + 1)
    for low, high in zip(edges[:-1], edges[1:], strict=True):
        gap = 0.03
        part = np.array([[-wide, low - gap], [-wide * 0.86, (low + high) / 2], [-wide, high + gap]])
        brush.body(np.concatenate([part, part[::-1] * (-1, 1)]), main, brush.pick(0.3, 0.6))
        side = brush.some(-1, 1)
        for tip in _fan(brush, (side * wide, high), np.pi / 2 - side * 1.2, 0.5, 0.6, 3):
            brush.fill([_feather((side * wide, high), tip, 0.1, 0.14)], second)
    brush.fill([ellipse((0, -0.92), (wide, 0.06))], red)


DRAWERS: dict[str, Callable[[Brush], None]] = {
    "peacock": _peacock,
    "fantail": _fantail,
    "sparrow": _sparrow,
    "phoenix": _phoenix,
    "crane": _crane,
    "perched": _perched,
    "shoot": _shoot,
}
