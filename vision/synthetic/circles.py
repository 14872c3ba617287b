"""The circle suit: wheels built of bands, and where they stand for one to nine."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.synthetic.characters import Forms
from vision.synthetic.designs import drawn
from vision.synthetic.palette import Palette
from vision.synthetic.pen import Ink, Pen, Points, curve, ellipse, turned

BANDS = ("solid", "slots", "petals", "loops", "dots", "teeth", "scallop", "spokes", "line", "gap")
CENTRES = ("dot", "blank", "ring", "cross", "flower", "square", "swirl", "eye", "none")
Box = tuple[float, float, float, float]
"""Centre x, centre y, half width, half height of the motif, face pixels."""


@dataclass(frozen=True, slots=True)
class Band:
    """One annulus of a wheel: a kind of BANDS, radii as shares of the wheel's, repeats."""

    kind: str
    outer: float
    inner: float
    count: int
    second: bool  # drawn in the second ink


@dataclass(frozen=True, slots=True)
class Wheel:
    """A circle design: bands from the rim inwards, and a centre of CENTRES."""

    bands: tuple[Band, ...]
    centre: str
    centre_size: float
    second_centre: bool
    turn: float

    @classmethod
    def random(cls, rng: np.random.Generator) -> Wheel:
        """A design for the small circles of two to nine."""
        recipe = str(rng.choice(("rings", "gear", "rosette", "donut", "coin", "free"), p=RECIPES))
        count = int(rng.choice((6, 8, 8, 10, 12, 12, 14, 16)))
        rim = float(rng.uniform(0.68, 0.84))
        core = float(rng.uniform(0.24, 0.42))
        if recipe == "rings":
            return cls(
                _rings(rng), str(rng.choice(("dot", "blank", "eye", "ring"))), 0.22, False, 0
            )
        if recipe == "gear":
            edge = str(rng.choice(("teeth", "scallop", "solid"), p=(0.4, 0.4, 0.2)))
            inside = str(
                rng.choice(("slots", "petals", "spokes", "loops"), p=(0.55, 0.2, 0.1, 0.15))
            )
            bands: tuple[Band, ...] = (
                Band(edge, 1, rim, count, False),
                Band(inside, rim + (0.04 if inside == "slots" else -0.02), core, count, False),
            )
            return cls(bands, str(rng.choice(CENTRES)), core * 0.8, rng.random() < 0.1, 0)
        if recipe == "rosette":
            bands = (Band("loops" if rng.random() < 0.4 else "petals", 1, core, count, False),)
            return cls(bands, str(rng.choice(("dot", "ring", "eye"))), core * 0.9, False, 0)
        if recipe == "donut":
            bands = (Band("solid", 1, float(rng.uniform(0.45, 0.72)), count, False),)
            second = rng.random() < 0.3
            centre = str(rng.choice(("dot", "dot", "eye", "flower", "cross", "blank")))
            return cls(bands, centre, float(rng.uniform(0.2, 0.4)), second, 0)
        if recipe == "coin":
            bands = (
                Band("solid", 1, rim + 0.06, count, False),
                Band("solid", rim - 0.02, 0, count, False),
                Band("gap", core + 0.12, 0, count, False),
            )
            return cls(bands, str(rng.choice(CENTRES)), core, rng.random() < 0.2, 0)
        return cls.ornate(rng, int(rng.integers(1, 4)))

    @classmethod
    def ornate(cls, rng: np.random.Generator, layers: int) -> Wheel:
        """A freely composed design of that many bands, as for the one of circles."""
        stops = np.cumsum(rng.uniform(0.5, 1.2, layers))
        centre = float(rng.uniform(0.18, 0.45))
        edges = 1 - np.concatenate([[0.0], stops / stops[-1]]) * (1 - centre)
        bands = []
        for index in range(layers):
            kinds = ("solid", "scallop", "teeth", "petals", "loops") if index == 0 else BANDS
            count = int(rng.choice((8, 10, 12, 12, 14, 16, 16, 20, 24)))
            band = Band(
                str(rng.choice(kinds)),
                float(edges[index]),
                float(edges[index + 1]) + (0.03 if rng.random() < 0.5 else 0.0),
                count,
                index > 0 and rng.random() < 0.35,
            )
            bands.append(band)
        kind = str(rng.choice([kind for kind in CENTRES if kind not in ("blank", "none")]))
        return cls(tuple(bands), kind, centre * 0.9, rng.random() < 0.6, float(rng.uniform(0, 1)))

    def draw(
        self, pen: Pen, centre: tuple[float, float], radius: Points, inks: tuple[Ink, Ink]
    ) -> None:
        """Draw the wheel with radii (x, y) in the first ink, marked parts in the second."""
        for band in self.bands:
            ink = inks[1] if band.second else inks[0]
            _draw_band(pen, band, centre, radius, ink, self.turn)
        ink = inks[1] if self.second_centre else inks[0]
        _draw_centre(pen, self.centre, centre, radius * self.centre_size, ink, self.turn)

    def form(self) -> tuple[str, ...]:
        """What it is built of, whatever the sizes."""
        return (*(band.kind for band in self.bands), self.centre)


RECIPES = (0.27, 0.33, 0.08, 0.14, 0.1, 0.08)


def _rings(rng: np.random.Generator) -> tuple[Band, ...]:
    """Two to four concentric rings."""
    rings = int(rng.integers(1, 4))
    edges = np.linspace(1, 0.26, rings * 2 + 1) + np.append(0, rng.normal(0, 0.03, rings * 2))
    return tuple(
        Band("solid", float(edges[2 * i]), float(edges[2 * i + 1]), 8, False) for i in range(rings)
    )


def _star(count: int, outer: float, inner: float, smooth: bool) -> Points:
    """A closed rim of unit radius with `count` lobes or teeth between two radii."""
    t = np.linspace(0, 2 * np.pi, count * 8, endpoint=False)
    wave = np.abs(np.sin(t * count / 2)) if smooth else (np.sin(t * count) > -0.2).astype(float)
    r = inner + (outer - inner) * wave
    return np.stack([r * np.cos(t), r * np.sin(t)], 1)


def _draw_band(
    pen: Pen, band: Band, centre: tuple[float, float], radius: Points, ink: Ink, turn: float
) -> None:
    outer, inner, count = band.outer, band.inner, band.count
    hole = ellipse((0, 0), (inner, inner))
    rim = ellipse((0, 0), (outer, outer))

    def place(shape: Points) -> Points:
        return shape * radius + centre

    if band.kind == "gap":
        pen.fill([place(rim)], None)
    elif band.kind in ("solid", "line"):
        if band.kind == "line":
            hole = ellipse((0, 0), ((outer * 3 + inner) / 4,) * 2)
        pen.fill([place(rim), place(hole)], ink)
    elif band.kind in ("teeth", "scallop"):
        low = outer - (outer - inner) * (0.45 if band.kind == "teeth" else 0.55)
        pen.fill([place(_star(count, outer, low, band.kind == "scallop")), place(hole)], ink)
    else:
        if band.kind == "slots":
            pen.fill([place(rim), place(hole)], ink)
        _repeat(pen, band, centre, radius, None if band.kind == "slots" else ink, turn)


def _repeat(
    pen: Pen, band: Band, centre: tuple[float, float], radius: Points, ink: Ink | None, turn: float
) -> None:
    """The petals, slots, dots or spokes of a band."""
    middle, depth = (band.outer + band.inner) / 2, (band.outer - band.inner) / 2
    room = np.pi * middle / band.count
    size = {
        "slots": (depth * 0.86, min(room * 0.66, depth * 2)),
        "petals": (depth, min(room * 0.8, depth * 2)),
        "loops": (depth, min(room * 0.98, depth * 2)),
        "dots": (min(depth, room) * 0.75,) * 2,
        "spokes": (depth, room * 0.3),
    }[band.kind]
    one = ellipse((middle, 0), size, count=14)
    turns = (np.arange(band.count) + turn) * 2 * np.pi / band.count
    pen.fill([turned(one, angle) * radius + centre for angle in turns], ink)
    if band.kind == "loops":
        inside = (one - np.array([middle, 0])) * 0.6 + np.array([middle, 0])
        pen.fill([turned(inside, angle) * radius + centre for angle in turns], None)


def _draw_centre(
    pen: Pen, kind: str, centre: tuple[float, float], radius: Points, ink: Ink, turn: float
) -> None:
    rx, ry = float(radius[0]), float(radius[1])
    disc = ellipse(centre, (rx, ry))
    if kind in ("dot", "eye", "ring", "swirl"):
        inner = {"dot": 0.0, "eye": 0.7, "ring": 0.6, "swirl": 0.85}[kind]
        pen.fill([disc, ellipse(centre, (rx * inner, ry * inner))] if inner else [disc], ink)
        if kind == "eye":
            pen.disc(centre, (rx * 0.4, ry * 0.4), ink)
        if kind == "swirl":
            for side in (1, -1):
                path = turned(
                    curve((-0.7 * side, 0), (-0.3, -0.8 * side), (0.3, 0.8 * side), (0.6, 0.1)),
                    turn * 6,
                )
                pen.stroke(path * radius + centre, 0.22 * rx, ink)
    elif kind == "flower":
        count = 4 + int(turn * 997) % 5
        one = ellipse((0.6, 0), (0.4, 0.26), count=12)
        pen.fill([turned(one, k * 2 * np.pi / count) * radius + centre for k in range(count)], ink)
    elif kind in ("cross", "square"):
        if kind == "square":
            box = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * 0.8
            pen.fill([box * radius + centre, box * 0.7 * radius + centre], ink)
        for angle in (0, np.pi / 2):
            bar = np.array([[-1.0, -0.18], [1, -0.18], [1, 0.18], [-1, 0.18]]) * 0.8
            pen.fill([turned(bar, angle) * radius + centre], ink)


# Places as (x, y, colour role): x and y from -1 to 1, role a, b or r (red).
_PLACES: dict[int, tuple[tuple[float, float, str], ...]] = {
    2: ((0, -1, "a"), (0, 1, "b")),
    3: ((-1, -1, "b"), (0, 0, "r"), (1, 1, "a")),
    4: ((-1, -1, "b"), (1, -1, "a"), (-1, 1, "a"), (1, 1, "b")),
    5: ((-1, -1, "b"), (1, -1, "a"), (0, 0, "r"), (-1, 1, "a"), (1, 1, "b")),
    8: tuple((x, y, "b") for y in (-1, -1 / 3, 1 / 3, 1) for x in (-1, 1)),
    9: tuple((x, y, "arb"[int(y) + 1]) for y in (-1.0, 0.0, 1.0) for x in (-1, 0, 1)),
}


@dataclass(frozen=True, slots=True)
class CircleSuit:
    """How one set draws its circles; see CircleSuit.draw."""

    wheel: Wheel
    big: Wheel
    big_size: float
    two: Wheel
    size: float  # radius of the small circles: 1 makes them touch in a row of the nine
    spread: float  # how far the places go out to the edge of the box
    inks: tuple[Ink, Ink, Ink]  # a, b, red
    centre_inks: tuple[Ink, Ink]
    big_inks: tuple[Ink, Ink]
    mirror: bool
    split: float  # height of the gap between the parts of six and seven
    apart: float  # distance of the two, in radii
    flat: float  # slope of the seven's upper three
    wide: float  # how far the columns of six to eight stand apart: 0 touching, 1 at the edges
    pairs: float  # how far those of four and five do, of the room they have

    @classmethod
    def random(
        cls, rng: np.random.Generator, palette: Palette, forms: Forms = "training"
    ) -> CircleSuit:
        """A circle suit in the colours of the palette."""
        wheel = drawn(lambda: Wheel.random(rng), Wheel.form, forms)
        big = wheel
        if rng.random() < 0.9:
            layers = int(rng.integers(2, 5))
            big = drawn(lambda: Wheel.ornate(rng, layers), Wheel.form, forms)
        choice = rng.random()
        pairs = [(palette.green, palette.blue), (palette.blue, palette.green)]
        pairs += [(palette.green, palette.dark), (palette.dark, palette.dark)]
        pairs += [(palette.dark, palette.blue)]
        a, b = pairs[int(rng.integers(3))] if choice < 0.55 else pairs[int(rng.integers(5))]
        if palette.scheme in ("riichi", "mono"):
            a = b = palette.dark if choice < 0.75 else palette.blue
        red = palette.red if rng.random() < 0.96 else a
        own = rng.random() < 0.6
        return cls(
            wheel,
            big,
            float(rng.triangular(0.7, 0.98, 1.04)),
            wheel if rng.random() < 0.7 else replace(big, second_centre=False),
            float(
                rng.triangular(0.8, 1.02, 1.08) if rng.random() < 0.7 else rng.uniform(0.62, 0.9)
            ),
            float(rng.uniform(0.9, 1.0)),
            (a, b, red),
            (palette.red if own else a, palette.red if own else b),
            (a if rng.random() < 0.8 else red, red if rng.random() < 0.75 else b),
            rng.random() < 0.12,
            float(rng.uniform(-0.3, -0.06)),
            float(rng.uniform(1.1, 2.4)),
            float(rng.uniform(0.5, 1.1)),
            float(rng.triangular(0.0, 0.0, 0.5) if rng.random() < 0.6 else rng.uniform(0.2, 1.0)),
            float(1.0 if rng.random() < 0.6 else rng.uniform(0.7, 1.0)),
        )

    def draw(self, pen: Pen, number: int, box: Box, five: Ink | None = None) -> None:
        """Draw the number in the box; `five` draws a red five in that ink."""
        x, y, width, height = box
        if number == 1:
            radius = min(width * self.big_size, height)
            square = np.array([radius, min(radius * 1.08, height)])
            self.big.draw(pen, (x, y), square, self.big_inks)
            return
        limit = {2: 0.5, 3: 0.37, 4: 0.44, 5: 0.38, 6: 0.42, 7: 0.34, 8: 0.45, 9: 0.335}[number]
        rows = {2: 0.46, 3: 0.34, 4: 0.4, 5: 0.33, 6: 0.31, 7: 0.29, 8: 0.25, 9: 0.32}[number]
        size = min(width * limit, height * rows) * self.size
        radius_xy = np.array([min(size * 1.04, width * limit), min(size, height * rows)])
        room = np.array([width, height]) * self.spread - radius_xy
        if number == 2:
            room[1] = min(room[1], size * self.apart)
        wheel = self.two if number == 2 else self.wheel
        for px, py, role in self._places(number, radius_xy / room):
            ink, second = self._ink(role)
            if five is not None:
                ink = second = five
            at = (x + px * room[0], y + py * room[1])
            wheel.draw(pen, (float(at[0]), float(at[1])), radius_xy, (ink, second))

    def _ink(self, role: str) -> tuple[Ink, Ink]:
        a, b, red = self.inks
        if role == "r":
            return red, red
        return (a, self.centre_inks[0]) if role == "a" else (b, self.centre_inks[1])

    def _places(self, number: int, size: Points) -> list[tuple[float, float, str]]:
        """Where the circles stand; `size` is their radius in units of the room."""
        if number == 6:
            low = max(1 - 2.3 * size[1], self.split + 0.1)
            rows = ((-1.0, "a"), (low, "r"), (1.0, "r"))
            side = self._side(float(size[0]) * 1.15)
            return [(x * side, y, role) for y, role in rows for x in (-1, 1)]
        if number == 7:
            side = self._side(float(size[0]) * 1.1)
            low = 1 - 2.15 * float(size[1])
            fall = min(float(size[1]) * self.flat, (low - 1.6 * float(size[1]) + 1) / 2)
            top = [(x, -1 + fall * (x + 1), "a") for x in (-1.0, 0.0, 1.0)]
            if self.mirror:
                top = [(-x, y, role) for x, y, role in top]
            return top + [(x * side, y, "r") for y in (low, 1.0) for x in (-1, 1)]
        places = list(_PLACES[number])
        if self.mirror and number == 3:
            places = [(-x, y, role) for x, y, role in places]
        if number in (4, 5, 8):
            side = self._side(float(size[0]) * 1.1) if number == 8 else self.pairs
            places = [(x * side, y, role) for x, y, role in places]
        return places

    def _side(self, touching: float) -> float:
        """How far from the middle the columns of six to eight stand, of the room they have."""
        return touching + (1 - touching) * self.wide if touching < 1 else 1.0
