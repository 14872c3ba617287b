"""Honours as brushes have written them: 西 and 發, whose forms differ most from set to set."""

from __future__ import annotations

from vision.synthetic.strokes import Rng, Stroke, between, line, pick, set_in


def west(rng: Rng) -> list[Stroke]:
    """Write 西: a long bar, a box at or well below it, and two legs that reach into it."""
    high, tilt = between(rng, -0.95, -0.75), between(rng, -0.02, 0.12)
    top, low = between(rng, -0.5, -0.15), between(rng, 0.55, 0.95)
    wide, reach = between(rng, 0.55, 0.85), between(rng, 0.6, 1.0)
    inner = wide * between(rng, 0.8, 1.0)
    left, right = between(rng, -0.35, -0.1), between(rng, 0.1, 0.35)
    start = (high, (high + top) / 2, top)[int(rng.integers(3))]
    foot = between(rng, top + 0.2, (top + low) / 2 + 0.15)
    away = left - between(rng, 0.05, 0.3)
    strokes = [
        line("h", (-reach, high + tilt / 2), (reach, high - tilt / 2)),
        line("v", (-wide, top), (-inner, low)),
        line("h", (-wide, top + tilt / 2), (wide, top - tilt / 2)),
        line("v", (wide, top), (inner, low)),
        line("p", (left, start), (left, foot - 0.15), (away, foot)),
        line("v", (right, start), (right, foot)),
    ]
    if rng.random() < 0.6:  # the right leg turns to the side
        strokes.append(line("h", (right, foot), (wide * 0.85, foot - 0.03)))
    if rng.random() < 0.7:  # the box is closed
        base = low - between(rng, 0.0, 0.25)
        strokes.append(line("h", (-inner, base), (inner, base)))
    return strokes


def hatsu(rng: Rng) -> list[Stroke]:
    """Write 發: two wings on top, a bow and a club below them, in few strokes or many."""
    wings = between(rng, -0.3, 0.12)
    x = between(rng, -0.15, 0.15)
    strokes = [*_left_wing(rng, x, wings), *_right_wing(rng, x, wings)]
    gap = between(rng, -0.05, 0.1)
    strokes += [*_bow(rng, wings + gap), *_club(rng, wings + gap)]
    return set_in(rng, strokes)


def _left_wing(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the upper left of 發: a flick that sweeps down to `low`, and a dot or two across."""
    corner = (x - between(rng, 0.1, 0.3), between(rng, -0.9, -0.65))
    start = (corner[0] - between(rng, 0.25, 0.5), corner[1] + between(rng, -0.05, 0.22))
    tip = (between(rng, -1.0, -0.75), low)
    sweep = line("p", corner, (corner[0] - 0.2, (corner[1] + low) / 2 + 0.1), tip)
    strokes = [line(pick(rng, "h", "h", "d"), start, corner), sweep]
    for share in (0.35, 0.7)[: int(rng.integers(1, 3))]:
        at = (corner[0] + (tip[0] - corner[0]) * share, corner[1] + (low - corner[1]) * share)
        long = between(rng, 0.12, 0.3)
        strokes.append(line("d", (at[0] - long, at[1] - long * 0.8), (at[0] + 0.02, at[1])))
    return strokes


def _right_wing(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the upper right of 發: a stroke pressed down to the right, a dot or two on it."""
    top = (x + between(rng, 0.0, 0.2), between(rng, -1.0, -0.8))
    end = (between(rng, 0.75, 1.0), low + between(rng, -0.1, 0.15))
    middle = ((top[0] + end[0]) / 2 - 0.1, (top[1] + end[1]) / 2 + between(rng, 0.0, 0.15))
    strokes = [line(pick(rng, "n", "n", "d"), top, middle, end)]
    if rng.random() < 0.3:  # the stroke begins upright, as a drop
        foot = (top[0] + 0.08, between(rng, -0.65, -0.45))
        strokes = [line("d", top, foot), line("n", foot, middle, end)]
    for share in (0.3, 0.62)[: int(rng.integers(1, 3))]:
        at = (top[0] + (end[0] - top[0]) * share, top[1] + (end[1] - top[1]) * share)
        long = between(rng, 0.15, 0.32)
        way = pick(rng, "p", "d", "v")
        strokes.append(line(way, (at[0] + long, at[1] - long * 0.9), (at[0] + 0.03, at[1])))
    return strokes


def _bow(rng: Rng, top: float) -> list[Stroke]:
    """Write the lower left of 發: 弓 in full, run together, as ticks above each other, or 矢."""
    right, left = between(rng, -0.2, 0.05), between(rng, -0.75, -0.45)
    low = between(rng, 0.7, 0.98)
    room = low - top
    way = pick(rng, "full", "run", "ticks", "arrow")
    if way == "ticks":
        count = int(rng.integers(2, 4))
        ticks = [
            line(
                pick(rng, "h", "p", "d"), (left, top + room * (step + 0.4) / (count + 0.4)),
                (right, top + room * step / (count + 0.4)),
            )
            for step in range(count)
        ]  # fmt: skip
        return [*ticks, line("p", (right, top), (right + 0.05, top + room * 0.5), (left, low))]
    if way == "arrow":
        mid = top + room * 0.5
        legs = [line("p", (right - 0.15, top), (right - 0.2, mid), (left - 0.15, low))]
        legs.append(line("d", (right - 0.2, mid), (right + 0.1, low)))
        bars = [(left, mid - 0.05, right + 0.05), (left + 0.1, top + room * 0.2, right)]
        return [*(line("h", (a, y), (b, y - 0.05)) for a, y, b in bars), *legs]
    first, second = top + room * 0.28, top + room * 0.5
    rest = [
        line("v", (right, top), (right - 0.03, first)),
        line("h", (left, first + 0.03), (right, first)),
        line("v", (left, first), (left - 0.02, second)),
        line("h", (left, second), (right + 0.02, second - 0.05)),
        line("v", (right, second - 0.05), (right, low - 0.15), (right - 0.1, low)),
        line("k", (right - 0.1, low), (left + 0.1, low - between(rng, 0.1, 0.25))),
    ]
    if way == "run":
        rest = [
            line("p", (right, top), (right - 0.1, first), (left, first + 0.05)),
            line("h", (left, first + 0.05), (right, second - 0.05)),
            line("p", (right, second - 0.05), (right, low - 0.2), (left, low)),
        ]
    return [line("h", (left, top + 0.05), (right, top)), *rest]


def _club(rng: Rng, top: float) -> list[Stroke]:
    """Write the lower right of 發: 殳 with its head, or two strokes across each other."""
    left, right = between(rng, 0.12, 0.28), between(rng, 0.55, 0.75)
    neck = top + between(rng, 0.2, 0.35)
    low = between(rng, 0.8, 0.98)
    head = {
        "table": [
            line("p", (left, top), (left - 0.05, neck - 0.08), (left - 0.18, neck)),
            line("h", (left, top), (right, top - 0.04)),
            line("v", (right, top - 0.04), (right, neck - 0.08), (right + 0.2, neck - 0.08)),
        ],
        "flick": [line("p", (right - 0.1, top - 0.05), (left, neck))],
        "dots": [
            line("d", (left, top), (left + 0.1, neck)),
            line("p", (right, top), (0.4, neck)),
        ],
        "none": [],
    }[pick(rng, "table", "table", "flick", "dots", "none")]
    bar = line("h", (left - 0.1, neck + 0.12), (right + 0.05, neck + 0.05))
    sweep = (right + 0.05, neck + 0.05), (right - 0.2, (neck + low) / 2 + 0.1), (left - 0.3, low)
    press = line(pick(rng, "n", "n", "d"), (left, neck + 0.15), (0.5, 0.7), (0.95, low))
    return [*head, bar, line("p", *sweep), press]
