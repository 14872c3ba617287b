"""What the dashboard's tile faces are drawn with: inks, paths, shapes, and characters of a font.

A face is a box of 300 by 400. The characters' outlines are a font's (Yuji Syuku, SIL Open Font
License 1.1, as vision/synthetic/art/glyphs.npz keeps them); all else is drawn by numbers.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from vision.synthetic.characters import glyphs

FONT = "yuji-syuku"

INK, RED, GREEN, BLUE, PAPER = "#1d2440", "#b3201a", "#17613c", "#21408f", "#fffbef"
Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width, height."""

SMOOTH = math.radians(38)
"""An outline that turns less at a corner is round there."""


def number(value: float) -> str:
    """A number as short as a tenth allows."""
    return f"{value:.1f}".removesuffix(".0")


def at(*points: Point) -> str:
    """Points as a path names them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in points)


def turn(before: Point, here: Point, after: Point) -> float:
    """How much the way turns here, in radians."""
    way_in = math.atan2(here[1] - before[1], here[0] - before[0])
    way_out = math.atan2(after[1] - here[1], after[0] - here[0])
    return abs((way_out - way_in + math.pi) % (2 * math.pi) - math.pi)


class Pen:
    """Writes a path in whole steps from where it is, without adding the roundings up."""

    def __init__(self, start: Point) -> None:
        self.x, self.y = map(round, start)
        self.path = f"M{self.x} {self.y}"

    def line(self, *points: Point) -> None:
        """Straight on through these points."""
        for point in points:
            self._go("l", point)

    def curve(self, by: Point, to: Point) -> None:
        """In a curve that the first point pulls."""
        self._go("q", by, to)

    def _go(self, letter: str, *points: Point) -> None:
        steps = [f"{round(x) - self.x} {round(y) - self.y}" for x, y in points]
        self.path += (letter + " ".join(steps)).replace(" -", "-")
        self.x, self.y = map(round, points[-1])


def outline(points: Sequence[Point]) -> str:
    """A closed path: round where the polygon turns little, sharp where it turns much."""
    count = len(points)
    middle = [
        ((x + points[(i + 1) % count][0]) / 2, (y + points[(i + 1) % count][1]) / 2)
        for i, (x, y) in enumerate(points)
    ]
    pen = Pen(middle[-1])
    for i, here in enumerate(points):
        if turn(points[i - 1], here, points[(i + 1) % count]) < SMOOTH:
            pen.curve(here, middle[i])
        else:
            pen.line(here, middle[i])
    return pen.path + "z"


@cache
def contours_of(letter: str) -> tuple[tuple[Point, ...], ...]:
    """The outlines of a character, moved so that its box begins at the origin."""
    contours = glyphs()[FONT][letter]
    left = min(float(contour[:, 0].min()) for contour in contours)
    top = min(float(contour[:, 1].min()) for contour in contours)
    return tuple(tuple((float(x) - left, float(y) - top) for x, y in one) for one in contours)


def size_of(letter: str) -> Point:
    """Width and height of a character, in its own units."""
    points = [point for contour in contours_of(letter) for point in contour]
    return max(x for x, _ in points), max(y for _, y in points)


def definition(letter: str) -> str:
    """The character in its own units, to be used in any size and colour."""
    drawn = "".join(map(outline, contours_of(letter)))
    return f'<path id="c-{ord(letter):x}" fill-rule="evenodd" d="{drawn}"/>'


def character(letter: str, box: Box, colour: str, bold: float = 5) -> str:
    """A character that fills the box, `bold` units stouter than the font has it."""
    left, top, width, height = box
    wide, high = size_of(letter)
    across, down = (width - bold) / wide, (height - bold) / high
    place = f"translate({at((left + bold / 2, top + bold / 2))}) scale({across:.4f} {down:.4f})"
    return (
        f'<use href="#c-{ord(letter):x}" fill="{colour}" stroke="{colour}"'
        f' stroke-width="{number(2 * bold / (across + down))}" stroke-linejoin="round"'
        f' transform="{place}"/>'
    )


def petals(x: float, y: float, far: float, size: float, count: int, colour: str) -> str:
    """Petals round a point, each a leaf from the middle outwards."""
    path = ""
    for one in range(count):
        way = 2 * math.pi * one / count - math.pi / 2
        tip = (x + far * math.cos(way), y + far * math.sin(way))
        sides = [
            (
                x + far * 0.55 * math.cos(way) + side * size * math.sin(way),
                y + far * 0.55 * math.sin(way) - side * size * math.cos(way),
            )
            for side in (1, -1)
        ]
        path += f"M{at((x, y))}Q{at(sides[0], tip)}Q{at(sides[1], (x, y))}Z"
    return f'<path fill="{colour}" d="{path}"/>'


def disc(x: float, y: float, r: float, colour: str) -> str:
    """A filled circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{colour}"/>'


def ring(x: float, y: float, r: float, width: float, colour: str) -> str:
    """A circle's line."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="none"'
        f' stroke="{colour}" stroke-width="{number(width)}"/>'
    )


def shape(colour: str, *parts: str) -> str:
    """A filled path."""
    return f'<path fill="{colour}" d="{"".join(parts)}"/>'


def strokes(colour: str, width: float, *parts: str) -> str:
    """Lines with round ends."""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{number(width)}"'
        f' stroke-linecap="round" stroke-linejoin="round" d="{"".join(parts)}"/>'
    )
