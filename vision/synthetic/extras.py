"""What stands beside the suits: corner indices, flower and season tiles, backs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.synthetic.birds import fitted
from vision.synthetic.characters import Forms, choose_font, draw_character
from vision.synthetic.circles import Box, Wheel
from vision.synthetic.feathers import Brush, Inks, fan
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, WIDTH, Ink, Pen, curve, ellipse

FLOWERS = "梅蘭菊竹春夏秋冬"
LETTERS = {1: "E", 2: "S", 3: "W", 4: "N", 6: "F", 7: "C"}
LARGE = (40.0, 96.0)
"""How high large digits are, face pixels."""


@dataclass(frozen=True, slots=True)
class CornerIndex:
    """Small digits and letters in a corner, or in two opposite ones."""

    font: str
    inks: tuple[Ink, Ink, Ink, Ink]  # thousands, circles, bamboo, honours
    size: float
    inset: tuple[float, float]
    both: bool
    white: str
    right: bool

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> CornerIndex:
        """Digits in one ink or in an ink per suit."""
        pool = (palette.dark, palette.blue, palette.red, palette.green)
        one = pool[int(rng.integers(3))]
        inks = (one, one, one, one) if rng.random() < 0.5 else (pool[0], pool[2], pool[1], pool[0])
        return cls(
            choose_font(rng, "0123456789ESWNCFPB", forms),
            inks,
            float(rng.uniform(24, 42)),
            (float(rng.uniform(15, 27)), float(rng.uniform(18, 32))),
            rng.random() < 0.35,
            "B" if rng.random() < 0.3 else "P",
            rng.random() < 0.15,
        )

    @classmethod
    def large(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> CornerIndex:
        """Digits up to a third of the face high, in one corner: motifs have to make room."""
        small = cls.random(rng, palette, forms)
        size = float(rng.triangular(LARGE[0], LARGE[0], LARGE[1]))
        margin = float(rng.uniform(6, 16))
        inset = (margin + size * 0.4, margin + size / 2)
        return replace(small, size=size, inset=inset, both=False)

    def left_free(self, rng: np.random.Generator) -> Box:
        """Where a motif stands beside such digits."""
        wide, tall = WIDTH - 0.55 * self.size, HEIGHT - 0.75 * self.size
        x = wide / 2 if self.right else WIDTH - wide / 2
        fill_x, fill_y = (float(share) for share in rng.uniform(0.78, 0.95, 2))
        return x, HEIGHT - tall / 2, wide / 2 * fill_x, tall / 2 * fill_y

    def push(self, rng: np.random.Generator) -> tuple[float, float]:
        """How far motifs of such a set stand away from the corner, face pixels."""
        if self.both:
            return 0.0, 0.0
        share = float(rng.uniform(0, 0.35)) * self.size
        return (-share if self.right else share) * 0.6, share

    def draw(self, pen: Pen, number: int, suit: str) -> None:
        """Draw the index of a tile of the suit m, p, s or z."""
        text = str(number) if suit != "z" else LETTERS.get(number, self.white)
        self.write(pen, text, self.inks["mpsz".index(suit)])

    def write(self, pen: Pen, text: str, ink: Ink) -> None:
        """Write one letter into the corner, or the two opposite ones."""
        x, y = self.inset
        x = WIDTH - x if self.right else x
        box = (x, y, self.size * 0.8, self.size)
        draw_character(pen, self.font, text, box, ink, weight=0.3)
        if self.both:
            far = (WIDTH - box[0], HEIGHT - box[1], box[2], box[3])
            draw_character(pen, self.font, text, far, ink, weight=0.3, turn=True)


def draw_flower(pen: Pen, box: Box, palette: Palette, rng: np.random.Generator) -> None:
    """A flower or season tile: an invented plant or figure, often with a character and a digit."""
    x, y, width, height = box
    pool = (palette.green, palette.red, palette.blue, palette.dark)
    inks: Inks = (palette.green, palette.dark, pool[1 + int(rng.integers(2))], palette.blue)
    kind = int(rng.choice(6, p=(0.22, 0.12, 0.08, 0.46, 0.06, 0.06)))
    captioned = rng.random() < 0.85
    seed = int(rng.integers(1 << 31))

    def plant(own: Pen) -> None:
        half = np.array([WIDTH, HEIGHT]) * 0.4
        middle = np.array([WIDTH, HEIGHT]) / 2
        brush = Brush(own, middle, half, np.random.default_rng(seed), inks)
        (_grass, _figure, _branch, _branch, _building, _bowl)[kind](brush)

    if kind == 2:
        font = choose_font(rng, FLOWERS)
        area = (x, y, width * 1.7, height * 1.5)
        ink = pool[int(rng.integers(4))]
        draw_character(pen, font, FLOWERS[int(rng.integers(8))], area, ink, weight=0.5, tight=0.6)
    else:
        share = float(rng.uniform(0.72, 1.0)) if captioned else 1.0
        low = (x, y + height * (1 - share), width, height * share)
        fitted(pen, low, float(rng.uniform(1.1, 1.8)), plant)
    if captioned:
        _caption(pen, pool, rng)


def _caption(pen: Pen, pool: tuple[Ink, ...], rng: np.random.Generator) -> None:
    """The small character in one upper corner and the digit in the other."""
    side = bool(rng.integers(2))
    size = float(rng.uniform(40, 64))
    left, right = size * 0.6, WIDTH - size * 0.6
    top = float(rng.uniform(32, 44))
    character = FLOWERS[int(rng.integers(8))]
    ink = pool[1 + int(rng.integers(3))]
    font = choose_font(rng, FLOWERS)
    draw_character(
        pen, font, character, (left if side else right, top, size, size), ink, weight=0.4
    )
    if rng.random() < 0.85:
        digit = str(rng.integers(1, 5)) if rng.random() < 0.8 else "一二三四"[int(rng.integers(4))]
        box = (right if side else left, top, size * 0.6, size * 0.8)
        draw_character(pen, choose_font(rng, digit), digit, box, ink, weight=0.3)


def _blossom(brush: Brush, at: tuple[float, float], size: float) -> None:
    petals = brush.some(4, 5, 5, 6, 8)
    hollow = brush.chance(0.6)
    ink = brush.inks[2] if brush.chance(0.85) else brush.inks[3]
    for k in range(petals):
        angle = 2 * np.pi * k / petals + 0.3
        far = (at[0] + size * np.cos(angle), at[1] + size * 0.8 * np.sin(angle))
        petal = ellipse(far, (size * 0.62, size * 0.5), count=18)
        brush.fill([petal], None if hollow else ink)
        if hollow:
            brush.lines([petal], brush.width, ink, closed=True)
    brush.fill([ellipse(at, (size * 0.5, size * 0.4), count=14)], None)
    brush.fill([ellipse(at, (size * 0.3, size * 0.24), count=12)], ink)


def _branch(brush: Brush) -> None:
    """A bent stem with leaves and blossoms."""
    stem = curve(
        (brush.pick(-0.5, 0.3), 1.0),
        (brush.pick(-0.9, 0.9), 0.3),
        (brush.pick(-0.9, 0.9), -0.2),
        (brush.pick(-0.4, 0.6), brush.pick(-0.8, -0.3)),
        count=20,
    )
    brush.line(stem, brush.pick(3, 9), brush.inks[brush.some(0, 1)])
    for _ in range(brush.some(6, 8, 10, 14)):
        root = stem[brush.some(*range(3, 19))]
        tip = np.clip(root + brush.rng.normal(0, 0.3, 2) + (0, -0.05), -0.98, 0.98)
        fat = brush.pick(0.08, 0.2)
        brush.feather(
            (root[0], root[1]), (tip[0], tip[1]), brush.pick(-0.3, 0.3), fat, brush.inks[0]
        )
    for _ in range(brush.some(1, 2, 3, 4)):
        at = np.clip(stem[brush.some(*range(4, 20))] + brush.rng.normal(0, 0.15, 2), -0.75, 0.75)
        _blossom(brush, (at[0], at[1]), brush.pick(0.12, 0.28))


def _grass(brush: Brush) -> None:
    """Long leaves from one root, or bamboo stalks with leaves."""
    root = (brush.pick(-0.3, 0.3), 0.9)
    stalks = brush.chance(0.4)
    for tip in fan(brush, root, -np.pi / 2, brush.pick(0.3, 0.8), 1.5, brush.some(3, 5, 7, 9)):
        end = (float(np.clip(tip[0], -1, 1)), float(np.clip(tip[1], -0.9, 1)))
        if not stalks:
            brush.feather(root, end, brush.pick(-0.4, 0.4), brush.pick(0.06, 0.14), brush.inks[0])
            continue
        brush.lines([np.array([root, end])], brush.pick(3, 7), brush.inks[brush.some(0, 3)])
        for share in (0.4, 0.65, 0.9):
            at = (root[0] + (end[0] - root[0]) * share, root[1] + (end[1] - root[1]) * share)
            for leaf in fan(brush, at, brush.some(0, 3) + 0.4, 0.5, 0.4, 3):
                brush.feather(at, leaf, 0.1, 0.1, brush.inks[0])
    for _ in range(brush.some(0, 1, 2)):
        _blossom(brush, (brush.pick(-0.6, 0.6), brush.pick(-0.4, 0.5)), brush.pick(0.1, 0.2))


def _figure(brush: Brush) -> None:
    """A robed figure, a few strokes."""
    robe = np.array([[-0.2, -0.4], [0.2, -0.4], [brush.pick(0.35, 0.7), 0.95], [-0.55, 0.95]])
    if brush.chance(0.5):
        brush.fill([robe], brush.inks[3])
    brush.lines([robe], brush.width * 1.3, brush.inks[1], closed=True)
    face = ellipse((0, -0.58), (0.2, 0.17))
    brush.lines([face], brush.width, brush.inks[1], closed=True)
    brush.fill([ellipse((0, -0.72), (0.22, 0.09))], brush.inks[1])
    for side in (-1, 1):
        sleeve = curve((side * 0.15, -0.3), (side * 0.8, -0.1), (side * brush.pick(0.2, 0.8), 0.4))
        brush.line(sleeve, brush.pick(6, 14), brush.inks[2])
    for _ in range(brush.some(2, 4, 6)):
        x = brush.pick(-0.3, 0.3)
        brush.line(
            curve((x, -0.2), (x * 1.2, 0.3), (x * 1.6, 0.9)), 2, brush.inks[brush.some(1, 2)]
        )


def _building(brush: Brush) -> None:
    """A pavilion of one to three roofs."""
    floors = brush.some(1, 2, 3)
    for floor in range(floors):
        y = 0.9 - floor * 1.6 / floors
        tall, wide = 0.8 / floors, 0.75 - 0.15 * floor
        wall = np.array(
            [[-wide * 0.7, y], [wide * 0.7, y], [wide * 0.7, y - tall], [-wide * 0.7, y - tall]]
        )
        brush.lines([wall], brush.width, brush.inks[1], closed=True)
        roof = curve((-wide * 1.2, y - tall), (-0.3, y - tall * 1.3), (0, y - tall * 2.1), count=8)
        brush.fill([np.concatenate([roof, roof[::-1] * (-1, 1)])], brush.inks[brush.some(0, 2)])
        for x in np.linspace(-wide * 0.5, wide * 0.5, 3 + floor):
            brush.lines([np.array([[x, y], [x, y - tall]])], brush.width, brush.inks[2])


def _bowl(brush: Brush) -> None:
    """A vase or bowl with something growing from it."""
    wide = brush.pick(0.35, 0.7)
    t = np.linspace(0, 1, 12)
    edge = np.stack(
        [-wide * (0.6 + 0.4 * np.sin(np.pi * t * brush.pick(0.6, 1.2))), 0.3 + 0.68 * t], 1
    )
    shape = np.concatenate([edge, edge[::-1] * (-1, 1)])
    if brush.chance(0.5):
        brush.fill([shape], brush.inks[3])
    brush.lines([shape], brush.width * 1.2, brush.inks[1], closed=True)
    for tip in fan(brush, (0.0, 0.3), -np.pi / 2, 0.7, 1.0, brush.some(3, 5, 7)):
        brush.feather((0.0, 0.3), tip, brush.pick(-0.2, 0.2), 0.12, brush.inks[0])
        if brush.chance(0.4):
            _blossom(brush, (tip[0] * 0.8, tip[1] * 0.8), brush.pick(0.08, 0.16))


def draw_back(pen: Pen, box: Box, ink: Ink, rng: np.random.Generator) -> None:
    """What a patterned back bears: a medallion, a frame, a lattice or letters."""
    x, y, width, height = box
    kind = int(rng.integers(4))
    if kind == 0:
        size = np.array([width, width]) * rng.uniform(0.4, 0.8)
        Wheel.ornate(rng, 2).draw(pen, (x, y), size, (ink, ink))
    elif kind == 1:
        half = np.array([width, height]) * rng.uniform(0.7, 0.95)
        corners = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * half + (x, y)
        pen.outline([corners], float(rng.uniform(2, 6)), ink)
    elif kind == 2:
        step = float(rng.uniform(16, 40))
        lines = np.arange(-HEIGHT, WIDTH + HEIGHT, step)
        for at in lines:
            pen.outline([np.array([[at, 0.0], [at + HEIGHT, HEIGHT]])], 1.5, ink)
            pen.outline([np.array([[at, 0.0], [at - HEIGHT, HEIGHT]])], 1.5, ink)
    else:
        text = "中發東南西北"[int(rng.integers(6))]
        draw_character(pen, choose_font(rng, text), text, (x, y, width, width), ink)
