"""Parts of birds and plants in a unit box: feathers, bodies, heads, legs, wings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from vision.synthetic.pen import Ink, Pen, Points, curve, ellipse, ribbon, turned

Spot: TypeAlias = tuple[float, float]
"""A place in the unit box, x and y from -1 to 1."""
Inks: TypeAlias = tuple[Ink, Ink, Ink, Ink]
"""Main line, second, red, and eye or pattern ink."""
TEXTURES = ("solid", "hollow", "spine", "barbed", "split", "striped")
SKINS = ("solid", "bare", "scales", "dots", "hatch", "ribs")


@dataclass(slots=True)
class Brush:
    """A pen in the unit box with the habits of one drawing."""

    pen: Pen
    middle: Points
    half: Points
    rng: np.random.Generator
    inks: Inks
    texture: str = "solid"
    skin: str = "solid"
    width: float = 2.6  # of a line, face pixels

    def __post_init__(self) -> None:
        """Choose the habits: texture of feathers, skin of bodies, width of lines."""
        self.texture = str(self.rng.choice(TEXTURES, p=(0.28, 0.2, 0.12, 0.16, 0.14, 0.1)))
        self.skin = str(self.rng.choice(SKINS))
        self.width = self.pick(1.8, 4.2)

    def pick(self, low: float, high: float) -> float:
        """A number between the two."""
        return float(self.rng.uniform(low, high))

    def some(self, *choices: int) -> int:
        """One of the choices."""
        return int(self.rng.choice(choices))

    def chance(self, share: float) -> bool:
        """True that often."""
        return bool(self.rng.random() < share)

    def at(self, points: Points) -> Points:
        """Unit box to face pixels."""
        return np.asarray(points * self.half + self.middle, np.float64)

    def fill(self, shapes: list[Points], ink: Ink | None) -> None:
        """Fill polygons (even-odd) given in the unit box."""
        self.pen.fill([self.at(shape) for shape in shapes], ink)

    def lines(
        self, paths: list[Points], width: float, ink: Ink | None, closed: bool = False
    ) -> None:
        """Lines of one width in face pixels."""
        self.pen.outline([self.at(path) for path in paths], width, ink, closed=closed)

    def line(self, path: Points, width: float, ink: Ink | None, taper: bool = True) -> None:
        """A stroke `width` face pixels wide, thinning to its end if tapering."""
        share = np.linspace(1, 0.25, len(path)) if taper else np.ones(len(path))
        self.pen.fill([ribbon(self.at(path), width * share)], ink)

    def dot(self, at: Spot, radius: float, ink: Ink | None) -> None:
        """A disc, radius in face pixels."""
        self.fill([ellipse(at, (radius / abs(self.half[0]), radius / self.half[1]), count=14)], ink)

    def feather(self, root: Spot, tip: Spot, bend: float, fat: float, ink: Ink) -> None:
        """A leaf from root to tip in the texture of this drawing; fat in the unit box."""
        spine, share = _spine(root, tip, bend)
        shape = ribbon(spine, fat * share)
        if self.texture == "barbed":
            self._barbs(spine, fat * share, ink)
            return
        self.fill([shape], ink)
        if self.texture in ("hollow", "spine", "striped"):
            inner = np.maximum(fat * share - 2 * self.width / float(np.abs(self.half).mean()), 0.0)
            self.fill([ribbon(spine[1:-1], inner[1:-1])], None)
        if self.texture == "spine":
            self.line(spine, self.width, ink)
        elif self.texture == "split":
            self.line(spine[2:], self.width * 0.7, None, taper=False)
        elif self.texture == "striped":
            self._barbs(spine, fat * share, ink)

    def _barbs(self, spine: Points, width: Points, ink: Ink) -> None:
        """Short slanted lines on both sides of the spine."""
        step = np.gradient(spine, axis=0)
        step /= np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-6)[:, None]
        side = np.stack([-step[:, 1], step[:, 0]], 1)
        paths = [spine]
        for index in range(2, len(spine) - 1):
            for way in (-1, 1):
                end = spine[index] + (side[index] * way + step[index] * 0.7) * width[index] * 0.55
                paths.append(np.stack([spine[index], end]))
        self.lines(paths, self.width * 0.75, ink)


def _spine(root: Spot, tip: Spot, bend: float) -> tuple[Points, Points]:
    """The bent middle line of a leaf, and its width along it as a share."""
    a, b = np.array(root), np.array(tip)
    side = np.array([-(b - a)[1], (b - a)[0]])
    middle = (a + b) / 2 + side * bend
    spine = curve((a[0], a[1]), (middle[0], middle[1]), (b[0], b[1]), count=14)
    return spine, np.sin(np.pi * np.linspace(0.06, 1, 14)) ** 0.8


def fan(
    brush: Brush, root: Spot, middle: float, spread: float, reach: float, count: int
) -> list[Spot]:
    """Tips of a fan of feathers around a direction (radians, 0 = right, down positive)."""
    tips = []
    for angle in np.linspace(middle - spread, middle + spread, count):
        far = reach * brush.pick(0.92, 1.06)
        tips.append((root[0] + far * float(np.cos(angle)), root[1] + far * float(np.sin(angle))))
    return tips


CLEAR = 1.15
"""How far around a body the ground is cleared, of its size."""


def body(brush: Brush, at: Spot, radius: Spot, turn: float, ink: Ink) -> None:
    """An oval body in the skin of this drawing, on cleared ground."""
    brush.fill([turned(ellipse((0, 0), (radius[0] * CLEAR, radius[1] * CLEAR)), turn) + at], None)
    outer = turned(ellipse((0, 0), radius), turn) + at
    if brush.skin == "solid":
        brush.fill([outer], ink)
        if brush.chance(0.4):
            brush.fill(
                [turned(ellipse((0, 0), (radius[0] * 0.6, radius[1] * 0.5)), turn) + at], None
            )
        return
    brush.lines([outer], brush.width, ink, closed=True)
    paths = []
    size = radius[1] * 0.26
    for x in np.arange(-0.78, 0.79, 0.26):
        if brush.skin == "ribs":
            tall = 0.8 * np.sqrt(1 - x * x)
            paths.append(
                np.array([[x * radius[0], -tall * radius[1]], [x * radius[0], tall * radius[1]]])
            )
            continue
        for y in (-0.5, -0.05, 0.4):
            if x * x + (abs(y) + 0.1) ** 2 > 0.72 or brush.skin == "bare":
                continue
            middle = np.array([x * radius[0], y * radius[1]])
            if brush.skin == "dots":
                paths.append(ellipse((middle[0], middle[1]), (size * 0.3, size * 0.3), count=6))
            elif brush.skin == "scales":
                paths.append(curve((-size, 0), (0, size * 2), (size, 0), count=6) + middle)
            else:
                paths.append(np.array([[-size, -size], [size, size]]) * 0.8 + middle)
    if paths:
        second = brush.inks[brush.some(0, 0, 1, 3)]
        brush.lines([turned(path, turn) + at for path in paths], brush.width * 0.7, second)


def head(brush: Brush, at: Spot, size: float, look: float) -> None:
    """A head with beak, eye and crest, looking along `look` (-1 left, 1 right)."""
    main, _second, red, eye = brush.inks
    skull = ellipse(at, (size, size * 0.8))
    brush.fill([skull], None)
    if brush.chance(0.5):
        brush.fill([skull], main)
    else:
        brush.lines([skull], brush.width, main, closed=True)
    long, droop = brush.pick(1.5, 2.6), brush.pick(-0.1, 0.6)
    beak = np.array([[0.7, -0.35], [long, droop], [0.7, 0.42]]) * (look * size, size * 0.8) + at
    ink = red if brush.chance(0.7) else main
    if brush.chance(0.7):
        brush.fill([beak], ink)
    else:
        brush.lines([beak], brush.width * 0.8, ink, closed=True)
    ring = brush.pick(0.3, 0.75)
    brush.fill([ellipse(at, (size * ring, size * ring * 0.8), count=16)], None)
    if brush.chance(0.4):
        disc = ellipse(at, (size * ring, size * ring * 0.8), count=16)
        brush.lines([disc], brush.width * 0.7, red if brush.chance(0.6) else eye, closed=True)
    dot = ellipse(at, (size * ring * 0.5, size * ring * 0.4), count=12)
    brush.fill([dot], (main, red, eye)[brush.some(0, 0, 0, 1, 2)])
    _crest(brush, at, size, look)


def _crest(brush: Brush, at: Spot, size: float, look: float) -> None:
    """Stalks with knobs, a comb, swept feathers, or nothing."""
    main, second, red, _ = brush.inks
    x, y = at
    kind = brush.some(0, 1, 1, 2, 3)
    if kind == 1:
        for k in range(brush.some(1, 2, 3)):
            tip = (x - look * size * (1.2 - k), y - size * brush.pick(1.5, 2.4))
            brush.lines(
                [curve((x, y - size * 0.6), (x, y - size * 1.3), tip)], brush.width * 0.8, main
            )
            brush.dot(tip, brush.pick(2.5, 5.5), red if k % 2 else main)
    elif kind == 2:
        for k in range(3):
            spot = (x - look * size * (0.5 * k - 0.4), y - size * 0.85)
            brush.fill([ellipse(spot, (size * 0.35, size * 0.35), count=12)], red)
    elif kind == 3:
        for k in range(brush.some(1, 2, 3)):
            tip = (x - look * size * (1.8 + 0.4 * k), y - size * (1.6 - 0.5 * k))
            brush.feather(
                (x - look * size * 0.5, y - size * 0.4), tip, 0.2 * look, size * 0.5, second
            )


def neck(brush: Brush, low: Spot, high: Spot, swing: float, fat: float) -> None:
    """A bent neck from the body to the head, filled or as two lines."""
    main = brush.inks[0]
    path = curve(
        low, (low[0] + swing, low[1]), (high[0] + swing * 0.4, high[1] + 0.1), high, count=12
    )
    brush.line(path, fat, main, taper=False)
    if brush.skin != "solid" and fat > 3 * brush.width:
        brush.line(path, fat - 2 * brush.width, None, taper=False)


def legs(brush: Brush, at: Spot, length: float) -> None:
    """Two thin legs with toes."""
    ink = brush.inks[2] if brush.chance(0.6) else brush.inks[0]
    paths = []
    gap, bent = brush.pick(0.06, 0.16), brush.pick(-0.08, 0.08)
    for side in (-gap, gap):
        x, y = at[0] + side, at[1]
        foot = (x + brush.pick(-0.05, 0.1), y + length)
        paths.append(np.array([[x, y], [x + bent, y + length * 0.5], foot]))
        toes = ((foot[0] + toe, foot[1] + 0.05) for toe in (-0.15, 0.0, 0.16))
        paths.extend(np.array([foot, toe]) for toe in toes)
    brush.lines(paths, brush.width * 0.9, ink)


def wing(brush: Brush, root: Spot, toward: float, reach: float, ink: Ink) -> None:
    """A spread wing: a fan of feathers, or an arm with a comb of strokes."""
    if brush.chance(0.6):
        bend, fat = brush.pick(-0.25, 0.25), brush.pick(0.1, 0.18)
        tips = fan(brush, root, toward, brush.pick(0.35, 0.7), reach, brush.some(4, 5, 6, 7))
        for index, tip in enumerate(tips):
            near = 0.75 + 0.25 * index / len(tips)
            end = (root[0] + (tip[0] - root[0]) * near, root[1] + (tip[1] - root[1]) * near)
            brush.feather(root, end, bend, fat, ink)
        return
    tip = (root[0] + reach * float(np.cos(toward)), root[1] + reach * float(np.sin(toward)))
    arm, _ = _spine(root, tip, brush.pick(-0.3, 0.3))
    brush.line(arm, brush.pick(5, 12), ink)
    side = brush.some(-1, 1)
    drop = np.array([-np.sin(toward), np.cos(toward)]) * side * reach * brush.pick(0.3, 0.6)
    back = np.array([np.cos(toward), np.sin(toward)]) * reach * brush.pick(-0.3, 0.3)
    combs = []
    for index in range(1, len(arm) - 1):
        share = np.sin(np.pi * (index / (len(arm) + 3)))
        combs.append(np.stack([arm[index], arm[index] + (drop + back) * share]))
    brush.lines(combs, brush.width * 1.2, ink)
    if brush.chance(0.5):
        brush.lines([np.stack([path[1] for path in combs])], brush.width, ink)


def eyes_in(brush: Brush, at: Spot, radius: Spot, size: float) -> None:
    """Rows of ring-shaped eyes packed into an oval, as in a peacock's tail."""
    _, second, red, eye = brush.inks
    style = brush.some(0, 1, 2, 3)
    ink = (eye, second, red, eye)[brush.some(0, 1, 2, 3)]
    step = size * brush.pick(2.05, 2.5)
    ratio = abs(float(brush.half[0])) / float(brush.half[1])
    clear, rings = [], []
    for row, y in enumerate(np.arange(-radius[1] + size * 0.8, radius[1], step * 0.87 * ratio)):
        for x in np.arange(-radius[0] - (step / 2 if row % 2 else 0), radius[0] + 0.01, step):
            if ((abs(x) + size * 0.6) / radius[0]) ** 2 + (
                (abs(y) + size * 0.5) / radius[1]
            ) ** 2 > 1:
                continue
            spot = (at[0] + float(x), at[1] + float(y))
            clear.append(ellipse(spot, (size, size * ratio), count=16))
            rings.append(spot)
    brush.fill(clear, None)
    for spot in rings:
        outer = ellipse(spot, (size * 0.82, size * 0.82 * ratio), count=14)
        inner = ellipse(spot, (size * 0.45, size * 0.45 * ratio), count=12)
        brush.fill([outer, inner] if style else [inner], ink)
        if style == 2:
            brush.fill([ellipse(spot, (size * 0.2, size * 0.2 * ratio), count=8)], ink)
