"""The middle of an automatic table: panels, displays, lamps and buttons, dice under a dome."""

import numpy as np

from vision.synthetic.characters import choose_font, fonts_with
from vision.synthetic.sheet import Colour, Sheet, circle, placed, rounded, square
from vision.synthetic.solids import Floats
from vision.synthetic.surfaces import muted

WINDS = ("東南西北", "东南西北", "ESWN", "1234")
ORIGIN: Floats = np.zeros(2)
LIGHT = 150


def bright(rng: np.random.Generator) -> list[float]:
    """A lamp's colour: white, or loud."""
    if rng.random() < 0.35:
        return [float(v) for v in rng.uniform(190, 255, 3)]
    tone = rng.uniform(10, 90, 3)
    tone[rng.integers(3)] = rng.uniform(180, 255)
    if rng.random() < 0.4:
        tone[rng.integers(3)] = rng.uniform(120, 255)
    return [float(v) for v in tone]


def any_ink(rng: np.random.Generator) -> list[float]:
    """Black, white, grey or a lamp's colour."""
    chance = rng.random()
    if chance < 0.35:
        return [float(v) for v in rng.uniform(5, 60) + rng.uniform(0, 12, 3)]
    if chance < 0.7:
        return [float(v) for v in rng.uniform(150, 250) + rng.uniform(-8, 5, 3)]
    return bright(rng)


def button(rng: np.random.Generator, sheet: Sheet, at: Floats, radius: float) -> None:
    """A round button or ring lamp: bands and ticks about a hub, as a circle tile has them too."""
    sheet.disc(at, radius, any_ink(rng))
    if rng.random() < 0.5:
        sheet.ring(at, radius * 0.97, radius * rng.uniform(0.86, 0.94), any_ink(rng))
    kind = rng.random()
    low, high = np.sort(rng.uniform(0.3, 0.95, 2))
    if kind < 0.35:
        ticks(rng, sheet, at, radius, (float(low), float(high)))
    elif kind < 0.75:
        for _ in range(int(rng.integers(1, 4))):
            inner, outer = np.sort(rng.uniform(0.1, 0.95, 2))
            sheet.ring(at, radius * outer, radius * inner, any_ink(rng))
    hub = radius * float(rng.uniform(0.12, 0.55))
    sheet.disc(at, hub, any_ink(rng))
    if rng.random() < 0.5:
        sheet.disc(at, hub * float(rng.uniform(0.3, 0.8)), any_ink(rng))
    if rng.random() < 0.3:
        glint = at + rng.normal(0, radius * 0.25, 2)
        sheet.disc(glint, radius * float(rng.uniform(0.05, 0.16)), [250.0, 250.0, 250.0])


def ticks(
    rng: np.random.Generator, sheet: Sheet, at: Floats, radius: float, band: tuple[float, float]
) -> None:
    """Rays around a button."""
    count, ink = int(rng.integers(8, 60)), any_ink(rng)
    half = np.pi / count * float(rng.uniform(0.3, 0.7))
    rays = []
    for angle in np.arange(count) * 2 * np.pi / count:
        corners = [(band[0], -half), (band[1], -half), (band[1], half), (band[0], half)]
        ray = [(r * np.cos(angle + a), r * np.sin(angle + a)) for r, a in corners]
        rays.append(at + radius * np.array(ray))
    sheet.fill_all(rays, ink)


def display(
    rng: np.random.Generator, sheet: Sheet, at: Floats, size: float, angle: float, ink: Colour
) -> None:
    """Lit digits: strokes of seven segments."""
    digits = int(rng.integers(1, 7))
    thick = float(rng.uniform(0.13, 0.3))
    for place in np.arange(digits) - (digits - 1) / 2:
        level = [(0.0, 0.8 * row, 0.7, thick) for row in (-1, 0, 1)]
        upright = [(0.38 * x, 0.42 * y, thick, 0.7) for x in (-1, 1) for y in (-1, 1)]
        for x, y, wide, tall in (*level, *upright):
            if rng.random() < 0.7:
                spot = placed(np.array([place * 1.25 + x, y]) * size, at, angle)
                sheet.box(spot, (wide * size, tall * size), angle, ink)


def dice(rng: np.random.Generator, sheet: Sheet, at: Floats, size: float) -> None:
    """A die from above, its pips in rows: white, or of a colour."""
    angle = float(rng.uniform(0, np.pi))
    pale = rng.random() < 0.65
    body = rng.uniform(215, 252, 3).tolist() if pale else bright(rng)
    sheet.slab(at, (size, size), angle, body, size * 0.2)
    pips = int(rng.integers(1, 7))
    ink = [200.0, 30.0, 30.0] if pips in (1, 4) and pale else [25.0, 25.0, 30.0]
    if not pale:
        ink = [245.0, 245.0, 245.0]
    wide = 0.19 if pips == 1 else 0.1
    sheet.fill_all(
        [circle(placed(np.array(s) * size / 2, at, angle), size * wide) for s in PIPS[pips]], ink
    )


PIPS = {
    1: ((0.0, 0.0),),
    2: ((-0.55, -0.55), (0.55, 0.55)),
    3: ((-0.55, -0.55), (0.0, 0.0), (0.55, 0.55)),
    4: ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)),
    5: ((-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5), (0.0, 0.0)),
    6: ((-0.5, -0.6), (-0.5, 0.0), (-0.5, 0.6), (0.5, -0.6), (0.5, 0.0), (0.5, 0.6)),
}
"""Where the pips of a die are, in halves of its side."""


def console(rng: np.random.Generator, sheet: Sheet, half: float, middle: Floats = ORIGIN) -> None:
    """A whole console about ``middle``, no wider than twice ``half`` mm."""
    dark = rng.uniform(8, 55, 3) if rng.random() < 0.75 else muted(rng).astype(np.float64)
    half *= float(rng.uniform(0.7, 1.0))
    panel(rng, sheet, half, middle, dark)
    lamp = bright(rng)
    wheels, winds, digits = rng.random(3) < (0.35, 0.5, 0.65)
    names = WINDS[int(rng.integers(len(WINDS)))]
    font = choose_font(rng, names)
    far = half * float(rng.uniform(0.62, 0.8))
    tone = any_ink(rng)
    for seat in range(4):
        angle = seat * np.pi / 2

        def at(x: float, y: float, angle: float = angle) -> Floats:
            return placed(np.array([x, -y]), middle, angle)

        if digits:
            size = (half * 0.75, half * 0.3)
            sheet.box(at(0, far), size, angle, (dark * 0.5).tolist())
            if rng.random() < 0.85:
                display(rng, sheet, at(0, far), half * 0.16, angle, lamp)
        elif wheels:
            button(np.random.default_rng(int(dark.sum() * 1000)), sheet, at(0, far), half * 0.24)
        for step in (-0.55, 0.55):
            if rng.random() < 0.5:
                spot = at(half * step, far + half * rng.uniform(-0.2, 0.1))
                button(rng, sheet, spot, half * float(rng.uniform(0.04, 0.13)))
        if winds:
            sheet.write(font, names[seat], at(half * 0.4, far * 0.75), half * 0.16, angle, tone)
    dome(rng, sheet, half, middle, dark)


def panel(
    rng: np.random.Generator, sheet: Sheet, half: float, middle: Floats, dark: Floats
) -> None:
    """The plate of a console: round or square, perhaps rimmed and lined."""
    rim = any_ink(rng)
    if rng.random() < 0.5:
        cut = float(rng.uniform(0, half * 0.6))
        sheet.fill(square(half, cut) + middle, rim if rng.random() < 0.5 else dark.tolist())
        sheet.fill(square(half * 0.96, cut * 0.96) + middle, dark.tolist())
        return
    sheet.disc(middle, half, rim if rng.random() < 0.5 else dark.tolist())
    sheet.disc(middle, half * 0.96, dark.tolist())
    for _ in range(int(rng.integers(0, 3))):
        radius = half * float(rng.uniform(0.4, 0.95))
        sheet.ring(middle, radius, radius - float(rng.uniform(0.4, 2)), any_ink(rng))


def dome(rng: np.random.Generator, sheet: Sheet, half: float, middle: Floats, dark: Floats) -> None:
    """The glass in the middle with two or three dice."""
    radius = half * float(rng.uniform(0.3, 0.45))
    if rng.random() < 0.5:
        ticks(rng, sheet, middle, radius * 1.3, (0.8, 0.98))
    sheet.disc(middle, radius, (dark + rng.uniform(10, 60)).clip(0, 255).tolist())
    if rng.random() < 0.4:
        sheet.ring(middle, radius, radius * float(rng.uniform(0.85, 0.96)), any_ink(rng))
    for _ in range(int(rng.choice([0, 2, 2, 3]))):
        dice(rng, sheet, middle + rng.normal(0, radius * 0.35, 2), float(rng.uniform(9, 15)))
    if rng.random() < 0.3:
        glint = middle + rng.normal(0, radius * 0.4, 2)
        sheet.disc(glint, radius * float(rng.uniform(0.05, 0.2)), [245.0, 245.0, 245.0])


def plate(rng: np.random.Generator, sheet: Sheet, at: Floats, angle: float) -> None:
    """A dealer's or round plate with a character on it: no tile."""
    ground = bright(rng) if rng.random() < 0.5 else muted(rng).tolist()
    if min(ground) > LIGHT:  # as light as a tile: then of another colour
        ground[int(rng.integers(3))] *= 0.4
    size = (float(rng.uniform(12, 40)), float(rng.uniform(20, 60)))
    if rng.random() < 0.3:
        sheet.disc(at, size[0] / 2, ground)
        size = (size[0], size[0])
    else:
        sheet.slab(at, size, angle, ground, float(rng.uniform(1, 6)))
    ink = any_ink(rng)
    if rng.random() < 0.4:
        inner = rounded((size[0] * 0.84, size[1] * 0.88), 2.0)
        sheet.fill_all([placed(inner, at, angle), placed(inner * 0.93, at, angle)], ink)
    text = "東南西北中E"[int(rng.integers(6))]
    names = fonts_with(text)
    font = names[int(rng.integers(len(names)))]
    sheet.write(font, text, at, min(size) * float(rng.uniform(0.4, 0.8)), angle, ink)
