"""The bamboo suit from two to nine: sticks of many shapes, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.circles import Box
from vision.synthetic.designs import drawn
from vision.synthetic.palette import Palette
from vision.synthetic.pen import Ink, Pen, Points, turned

SHAPES = ("bone", "peanut", "dumbbell", "segments", "straight", "knots", "leaf", "beads")
CORES = ("none", "line", "outline", "segments", "inlay")
_FILLS = {"leaf": (0.66, 0.96), "beads": (0.72, 0.96)}
"""What share of a row's height sticks of these shapes take; they may stand apart."""

Place = tuple[float, float, float, str]
"""Centre x and y of a stick (-1..1 of the box), its turn in radians, its colour role."""


@dataclass(frozen=True, slots=True)
class Stick:
    """The shape of one stick: widths are shares of its half length."""

    shape: str
    nodes: int
    thick: float
    bulge: float
    core: str
    core_size: float
    joints: int
    joint_width: float
    joint_height: float = 0.045
    """How high half a joint is, of half the stick's length."""

    @classmethod
    def random(cls, rng: np.random.Generator) -> Stick:
        """Any of the shapes with any core that suits."""
        shape = str(rng.choice(SHAPES, p=(0.23, 0.17, 0.11, 0.14, 0.11, 0.1, 0.09, 0.05)))
        core = str(rng.choice(CORES, p=(0.12, 0.28, 0.3, 0.18, 0.12)))
        return cls(
            shape,
            int(rng.choice((1, 1, 2)) if shape != "segments" else rng.choice((1, 2, 2, 3))),
            float(rng.uniform(0.24, 0.46)),
            float(rng.uniform(0.15, 0.52)),
            core,
            float(rng.uniform(0.3, 0.62)),
            int(rng.choice((0, 1, 2))),
            float(rng.uniform(0.9, 1.35)),
        )

    def form(self) -> tuple[str | int, ...]:
        """What it is built of, whatever the sizes."""
        return self.shape, self.nodes, self.core, self.joints

    def profile(self, t: Points) -> Points:
        """Half width (1 = the widest) along the stick, t from -1 to 1."""
        phase = (t + 1) / 2 * (self.nodes + 1)
        inside = np.abs(np.sin(np.pi * phase))  # 0 at the ends and at every node
        deep = self.bulge
        if self.shape in ("bone", "knots"):
            near = np.exp(-((inside / (0.42 if self.shape == "bone" else 0.22)) ** 2))
            return 1 - deep * (1 - near)
        if self.shape in ("peanut", "segments"):
            return (1 - deep) + deep * inside**0.6
        if self.shape == "leaf":
            return np.cos(np.pi / 2 * t) ** (0.4 + 1.2 * deep)
        if self.shape == "beads":
            return np.maximum(np.sqrt(inside), 0.25)
        if self.shape == "dumbbell":
            return 1 - deep * (1 - t**4)
        return np.ones_like(t)

    def draw(
        self,
        pen: Pen,
        centre: tuple[float, float],
        half: tuple[float, float],
        turn: float,
        ink: Ink,
    ) -> None:
        """Draw a stick with half width and half length, turned clockwise by `turn`."""
        width, length = half

        def place(shape: Points) -> Points:
            return turned(shape, turn) + centre

        t = np.linspace(-1, 1, 41)
        body = self.profile(t)
        if self.shape in ("peanut", "straight", "segments"):
            body = body * np.sqrt(np.clip(1 - np.abs(t) ** 14, 0.1, 1))
        pen.fill([place(_two_sided(body * width, t * length))], ink)
        if self.core == "outline":
            rim = max(2.2, width * (1 - self.core_size))
            inner = np.maximum(body * width - rim, 0.0)
            pen.fill([place(_two_sided(inner, t * (length - rim)))], None)
        else:
            waist = float(body[4:-4].min()) * width
            pen.fill([place(shape) for shape in self._core(waist, width, length)], None)
            if self.core == "inlay" and waist > 5:
                line = _two_sided(np.full(2, width * 0.16), np.array([-0.8, 0.8]) * length)
                pen.fill([place(line)], ink)
        for at in self._joints():
            bar = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * (
                width * self.joint_width,
                max(1.0, length * self.joint_height),
            )
            pen.fill([place(bar + np.array([0.0, at * length]))], ink)

    def _core(self, waist: float, width: float, length: float) -> list[Points]:
        """The bare parts along the middle, never wider than the waist allows."""
        size = min(self.core_size * width, waist * 0.55)
        if size < 0.8:
            return []
        if self.core == "none":
            return []
        if self.core == "segments":
            edges = np.linspace(-0.9, 0.9, self.nodes + 2)
            spans = list(zip(edges[:-1] + 0.07, edges[1:] - 0.07, strict=True))
        else:
            spans = [(-0.84, 0.84)]
        wide = size * {"line": 0.5, "segments": 0.75, "inlay": 1.2}.get(self.core, 1.0)
        out = []
        for low, high in spans:
            t = np.linspace(-1, 1, 13)
            y = (low + high) / 2 + t * (high - low) / 2
            out.append(_two_sided(wide * np.sqrt(1 - 0.96 * t**8), y * length))
        return out

    @property
    def reach(self) -> float:
        """How far bars stick out, as a share of the half width."""
        return max(1.0, self.joint_width) if self.joints else 1.0

    def _joints(self) -> list[float]:
        """Where cross bars stand along the stick."""
        if self.joints == 0:
            return []
        nodes = [2 * k / (self.nodes + 1) - 1 for k in range(1, self.nodes + 1)]
        if self.joints == 1:
            return nodes
        return [n + d for n in nodes for d in (-0.09, 0.09)] + [-0.94, 0.94]


def _two_sided(half_width: Points, y: Points) -> Points:
    return np.concatenate([np.stack([half_width, y], 1), np.stack([-half_width[::-1], y[::-1]], 1)])


def _row(y: float, roles: str, xs: tuple[float, ...]) -> list[Place]:
    return [(x, y, 0.0, role) for x, role in zip(xs, roles, strict=True)]


THREE = (-1.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class BambooSuit:
    """How one set draws its sticks; see BambooSuit.draw."""

    stick: Stick
    inks: tuple[Ink, Ink, Ink]  # a, b, red
    thick: float
    stubby: float  # 0: short sticks are as wide as long ones; 1: they keep their shape
    fill: float  # share of the row's height that a stick takes
    spread: float
    many: bool  # colours beyond green and red, as on Hong Kong sets
    eight: str  # form of the eight: "upright", "leaning" or "letters"
    eight_turn: float
    eight_flip: bool
    seven_red: str  # "one" stick red, or the middle "column"
    pairs: float  # how far the two columns of three and four stand apart, of the room they have

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> BambooSuit:
        """A bamboo suit in the colours of the palette."""
        many = palette.scheme in ("hongkong", "colour") and rng.random() < 0.45
        a = palette.green
        b = (palette.blue if rng.random() < 0.7 else palette.dark) if many else a
        stick = drawn(lambda: Stick.random(rng), Stick.form, forms)
        return cls(
            stick,
            (a, b, palette.red),
            float(rng.uniform(0.75, 1.1)),
            float(rng.uniform(0.1, 1.0)),
            float(rng.uniform(*_FILLS.get(stick.shape, (0.86, 0.98)))),
            float(rng.uniform(0.86, 1.0)),
            many,
            str(rng.choice(("upright", "leaning", "letters"), p=(0.6, 0.15, 0.25))),
            float(rng.uniform(0.5, 0.95)),
            rng.random() < 0.18,
            "column" if rng.random() < 0.04 else "one",
            float(rng.triangular(0.45, 0.72, 1.0)),
        )

    def draw(self, pen: Pen, number: int, box: Box, five: Ink | None = None) -> None:
        """Draw the number (2 to 9) in the box; `five` draws a red five in that ink."""
        x, y, width, height = box
        rows = 3 if number in (7, 9) else 2
        length = height / rows * self.fill
        columns = {2: 1, 3: 2, 4: 2, 5: 3}.get(number, 3)
        limit = width / columns * 0.94 / self.stick.reach
        if number == 8:
            self._eight(pen, box)
            return
        shape = self.stick.thick * self.thick
        half = min(length * shape * (rows / 2) ** (1 - self.stubby), limit)
        if number == 2:
            half = min(half * 1.15, limit)
        room_x = (width - half) * self.spread
        if number in (3, 4):
            room_x *= self.pairs
        for px, py, turn, role in self._places(number):
            ink = five or self._ink(role)
            at = (x + px * room_x, y + py * (height - length))
            self.stick.draw(pen, at, (half, length), turn, ink)

    def _ink(self, role: str) -> Ink:
        return self.inks["abr".index(role)]

    def _places(self, number: int) -> list[Place]:
        sides = (-1.0, 1.0)
        if number == 2:
            return _row(-1, "b", (0,)) + _row(1, "a", (0,))
        if number == 3:
            return _row(-1, "b", (0,)) + _row(1, "aa", sides)
        if number in (4, 5):
            pair = "ba" if self.many else "aa"
            four = _row(-1, pair, sides) + _row(1, pair[::-1], sides)
            return four + (_row(0, "r", (0,)) if number == 5 else [])
        if number == 6:
            return _row(-1, "aaa", THREE) + _row(1, "bbb", THREE)
        if number == 7:
            low = "ara" if self.seven_red == "column" else "aba"
            return _row(-1, "r", (0,)) + _row(0, low, THREE) + _row(1, low, THREE)
        nine = "arb" if self.many else "ara"
        return [place for y in THREE for place in _row(y, nine, THREE)]

    def _eight(self, pen: Pen, box: Box) -> None:
        """An M over a W (or the other way): four sticks above, four below."""
        x, y, width, height = box
        length = height / 2 * 0.94
        lean = self.eight_turn if self.eight != "letters" else self.eight_turn * 0.75
        thin = min(length * self.stick.thick * self.thick * 0.9, width / 4 * 0.8)
        outer = 0.16 if self.eight == "leaning" else 0.0
        inner_room = width - 2.1 * thin
        inner_length = min(length * 0.98, (inner_room * 0.5) / max(np.sin(lean), 0.3))
        if self.eight == "letters":
            inner_length = min(inner_length * 1.1, length)
        for side in (-1, 1):
            for half, role in ((-1, "a"), (1, "b")):
                ink = self._ink(role)
                middle = y + half * (height - length)
                at = (x + side * (width - thin - outer * length * 0.3), middle)
                self.stick.draw(pen, at, (thin, length), outer * side * half, ink)
                turn = lean * side * (half if not self.eight_flip else -half)
                drop = (length - inner_length * np.cos(lean)) * 0.75
                # the point of the V stands low in an M, and high in a W
                low = -half if not self.eight_flip else half
                dx = inner_length * np.sin(lean) * 0.96 + thin * 0.15
                reach = -drop * low if self.eight != "letters" else -drop * 0.9 * low
                spot = (x + side * dx, middle + reach)
                self.stick.draw(pen, spot, (thin * 0.92, inner_length), -turn, ink)
