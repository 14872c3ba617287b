"""Draws the dashboard's tiles.svg: 37 tile faces and the four winds as signs.

`python -m models.fonts.page_tiles` writes table/web/dashboard/src/assets/tiles.svg anew.
"""

import math
from collections.abc import Iterable
from pathlib import Path

from models.fonts.page_shapes import (
    BLUE,
    GREEN,
    INK,
    PAPER,
    RED,
    Box,
    Point,
    at,
    character,
    definition,
    disc,
    number,
    petals,
    ring,
    shape,
    strokes,
)

ROOT = Path(__file__).resolve().parents[2]
SPRITE = ROOT / "table" / "web" / "dashboard" / "src" / "assets" / "tiles.svg"

# --- man ---

NUMERALS = "一二三四五六七八九"
HEIGHTS = (52, 96, 128, 128, 142, 142, 146, 134, 146)


def man(value: int, *, red: bool = False) -> str:
    """A number over the sign for ten thousand."""
    height = HEIGHTS[value - 1]
    wide = 214 if value > 3 else 208
    numeral = (150 - wide / 2, 96 - height / 2, wide, height)
    return character(NUMERALS[value - 1], numeral, RED if red else INK, 7) + character(
        "萬", (54, 190, 192, 192), RED, 5
    )


# --- pin ---


def coin(x: float, y: float, r: float, colour: str) -> str:
    """One circle of the pin suit: a rim, a field with a flower left white, an eye."""
    return (
        disc(x, y, r, colour)
        + ring(x, y, r * 0.78, r * 0.1, PAPER)
        + petals(x, y, r * 0.66, r * 0.24, 6, PAPER)
        + disc(x, y, r * 0.17, colour)
    )


def great_coin() -> str:
    """The one of pin: a wheel of rims, beads and two flowers."""
    x, y = 150.0, 200.0
    beads = "".join(
        disc(x + 103 * math.cos(way), y + 103 * math.sin(way), 7.5, PAPER)
        for way in (2 * math.pi * one / 24 for one in range(24))
    )
    return (
        disc(x, y, 126, GREEN)
        + ring(x, y, 118, 4, PAPER)
        + beads
        + disc(x, y, 86, PAPER)
        + ring(x, y, 80, 6, INK)
        + petals(x, y, 74, 26, 8, RED)
        + disc(x, y, 33, PAPER)
        + disc(x, y, 27, GREEN)
        + petals(x, y, 23, 9, 6, PAPER)
        + disc(x, y, 7, RED)
    )


COINS: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
    2: (68, [(150, 110, GREEN), (150, 290, BLUE)]),
    3: (56, [(74, 86, BLUE), (150, 200, RED), (226, 314, GREEN)]),
    4: (60, [(82, 98, BLUE), (218, 98, GREEN), (82, 302, GREEN), (218, 302, BLUE)]),
    5: (52, [(74, 86, BLUE), (226, 86, GREEN), (150, 200, RED), (74, 314, GREEN),
             (226, 314, BLUE)]),
    6: (51, [(84, 78, GREEN), (216, 78, GREEN), (84, 206, RED), (216, 206, RED),
             (84, 322, RED), (216, 322, RED)]),
    7: (44, [(64, 62, GREEN), (150, 104, GREEN), (236, 146, GREEN), (92, 248, RED),
             (208, 248, RED), (92, 346, RED), (208, 346, RED)]),
    8: (44, [(x, y, BLUE) for y in (54, 151, 249, 346) for x in (90, 210)]),
    9: (43, [(x, y, colour) for y, colour in ((72, GREEN), (200, RED), (328, BLUE))
             for x in (55, 150, 245)]),
}  # fmt: skip


def pin(value: int, *, red: bool = False) -> str:
    """So many coins."""
    if value == 1:
        return great_coin()
    radius, coins = COINS[value]
    return "".join(coin(x, y, radius, RED if red else colour) for x, y, colour in coins)


# --- sou ---


def stick(x: float, y: float, long: float, colour: str, lean: float = 0, wide: float = 40) -> str:
    """A cane of bamboo round a point: two joints with a knot between, and the light on it."""
    half, w = long / 2, wide / 2
    waist, knot = w * 0.56, w * 0.92
    joints = ""
    for way in (-1, 1):
        near, far = way * half * 0.08, way * half * 0.94
        slim, stout = near + way * half * 0.3, far - way * half * 0.25
        left = ((-w * 0.8, slim), (-w * 0.62, stout), (-knot, far))
        right = ((w * 0.62, stout), (w * 0.8, slim), (waist, near))
        joints += f"M{at((-waist, near))}C{at(*left)}"
        joints += f"Q{at((0, far + way * half * 0.14), (knot, far))}C{at(*right)}Z"
    bar = wide * 0.17
    middle = (
        f'<rect x="{number(-knot)}" y="{number(-bar / 2)}" width="{number(2 * knot)}"'
        f' height="{number(bar)}" rx="{number(bar / 2)}"/>'
    )
    light = "".join(
        f"M{at((0, way * half * 0.26))}L{at((0, way * half * 0.76))}" for way in (-1, 1)
    )
    turned = f" rotate({number(lean)})" if lean else ""
    return (
        f'<g fill="{colour}" transform="translate({at((x, y))}){turned}">'
        f'<path d="{joints}"/>{middle}'
        f'<path d="{light}" stroke="{PAPER}" stroke-width="{number(wide * 0.15)}"'
        f' stroke-linecap="round"/></g>'
    )


STICKS: dict[int, tuple[float, float, list[tuple[float, float, str]]]] = {
    2: (170, 60, [(150, 106, GREEN), (150, 294, BLUE)]),
    3: (172, 58, [(150, 106, BLUE), (86, 294, GREEN), (214, 294, GREEN)]),
    4: (170, 56, [(86, 106, BLUE), (214, 106, GREEN), (86, 294, GREEN), (214, 294, BLUE)]),
    5: (166, 52, [(62, 106, GREEN), (238, 106, BLUE), (150, 200, RED), (62, 294, BLUE),
                  (238, 294, GREEN)]),
    6: (170, 52, [(x, y, colour) for y, colour in ((106, GREEN), (294, BLUE))
                  for x in (62, 150, 238)]),
    7: (116, 50, [(150, 66, RED), *((x, y, colour) for y, colour in ((200, BLUE), (330, GREEN))
                                    for x in (62, 150, 238))]),
    9: (118, 50, [(x, y, colour) for y in (70, 200, 330)
                  for x, colour in ((62, GREEN), (150, RED), (238, BLUE))]),
}  # fmt: skip


def eight() -> str:
    """Two canes upright at the sides, two leaning between them, and the same upside down."""
    upper = [(44, 106, 0), (256, 106, 0), (112, 112, 31), (188, 112, -31)]
    lower = [(x, 400 - y, -lean) for x, y, lean in upper]
    return "".join(
        stick(x, y, 166, colour, lean, 46)
        for canes, colour in ((upper, GREEN), (lower, BLUE))
        for x, y, lean in canes
    )


def sou(value: int, *, red: bool = False) -> str:
    """So many canes; one is a bird."""
    if value == 1:
        return bird()
    if value == 8:
        return eight()
    long, wide, sticks = STICKS[value]
    return "".join(stick(x, y, long, RED if red else colour, 0, wide) for x, y, colour in sticks)


# --- the bird ---


def feather(root: Point, way: float, long: float, wide: float) -> str:
    """One feather of the tail: a leaf with an eye near its tip."""
    out = (math.cos(way), math.sin(way))
    side = (-out[1], out[0])

    def point(along: float, across: float) -> Point:
        return (
            root[0] + along * long * out[0] + across * wide * side[0],
            root[1] + along * long * out[1] + across * wide * side[1],
        )

    leaf = (
        f"M{at(root)}C{at(point(0.45, 0.35), point(0.7, 1.05), point(1, 0))}"
        f"C{at(point(0.7, -1.05), point(0.45, -0.35), root)}Z"
    )
    x, y = point(0.74, 0)
    return (
        f'<path fill="{GREEN}" d="{leaf}"/>'
        + disc(x, y, wide * 0.52, PAPER)
        + disc(x, y, wide * 0.38, BLUE)
        + disc(x, y, wide * 0.17, RED)
    )


def bird() -> str:
    """The one of sou: a peacock, its fan behind it."""
    root = (168.0, 262.0)
    fan = "".join(
        feather(root, math.radians(angle), long, wide)
        for angle, long, wide in (
            (-152, 128, 30), (-28, 118, 30), (-130, 178, 33), (-50, 172, 33),
            (-109, 214, 35), (-71, 212, 35), (-90, 232, 35),
        )
    )  # fmt: skip
    return fan + body()


def body() -> str:
    """The peacock without its fan: outline, body, wing, beak, eye, crest and legs."""
    return "".join(
        (
            shape(
                PAPER,
                "M88 128C60 120 44 146 58 170C72 200 66 226 76 256C88 300 130 330 176 324",
                "C226 318 244 282 232 254C222 232 192 236 168 236C132 236 122 208 122 180",
                "C122 152 114 134 88 128Z",
            ),
            shape(
                BLUE,
                "M92 138C70 132 56 150 66 170C80 200 76 226 86 252C98 292 134 318 174 314",
                "C214 310 232 282 222 260C214 244 190 248 168 246C128 244 112 212 112 180",
                "C112 158 106 142 92 138Z",
            ),
            shape(
                RED,
                "M128 252C158 244 200 250 216 270C204 300 160 306 138 288C128 278 126 262 128 252Z",
            ),
            strokes(PAPER, 5, "M146 266C164 262 184 264 198 272M148 280C162 280 176 282 188 286"),
            shape(RED, "M66 150L36 164L68 168Z"),
            disc(85, 156, 8.5, PAPER),
            disc(84, 156, 4.2, INK),
            strokes(
                GREEN,
                6,
                "M84 136C80 122 70 114 60 112M90 135C90 120 84 108 76 100",
                "M97 138C102 124 100 110 96 100",
            ),
            disc(59, 112, 6.5, RED),
            disc(75, 99, 6.5, RED),
            disc(96, 98, 6.5, RED),
            strokes(
                RED,
                9,
                "M142 316L136 362M136 362L112 374M136 362L150 376",
                "M182 314L188 362M188 362L166 374M188 362L204 374",
            ),
        )
    )


# --- honours ---

WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}
WIND_BOX: Box = (28, 56, 244, 288)


def white() -> str:
    """The white dragon: a frame with stepped corners, and a fine one within."""
    step = 30
    x, y, right, bottom = 40, 48, 260, 352
    frame = (
        f"M{x + step} {y}H{right - step}V{y + step}H{right}V{bottom - step}H{right - step}"
        f"V{bottom}H{x + step}V{bottom - step}H{x}V{y + step}H{x + step}Z"
    )
    corners = "".join(
        f'<rect x="{cx}" y="{cy}" width="15" height="15" fill="{BLUE}"/>'
        for cx in (x + 2, right - 17)
        for cy in (y + 2, bottom - 17)
    )
    return (
        f'<path fill="none" stroke="{BLUE}" stroke-width="12" stroke-linejoin="round" d="{frame}"/>'
        f'<rect x="84" y="92" width="132" height="216" rx="6" fill="none" stroke="{BLUE}"'
        f' stroke-width="5"/>{corners}'
    )


def faces() -> Iterable[tuple[str, str]]:
    """(MPSZ name, drawing) of each face."""
    for suit, draw in (("m", man), ("p", pin), ("s", sou)):
        for value in range(1, 10):
            yield f"{value}{suit}", draw(value)
        yield f"0{suit}", draw(5, red=True)
    for place, wind in enumerate(WINDS.values()):
        yield f"{place + 1}z", character(wind, WIND_BOX, INK, 8)
    yield "5z", white()
    yield "6z", character("發", (28, 52, 244, 296), GREEN, 6)
    yield "7z", character("中", (48, 44, 204, 312), RED, 9)


def sprite() -> str:
    """The whole file."""
    letters = NUMERALS + "萬" + "".join(WINDS.values()) + "發中"
    parts = [f"<defs>{''.join(map(definition, letters))}</defs>"]
    parts += [
        f'<symbol id="tile-{name}" viewBox="0 0 300 400">{drawn}</symbol>'
        for name, drawn in faces()
    ]
    parts += [
        f'<symbol id="wind-{wind}" viewBox="0 0 300 400">'
        f"{character(letter, WIND_BOX, 'currentColor', 12)}</symbol>"
        for wind, letter in WINDS.items()
    ]
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
