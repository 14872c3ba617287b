"""Characters as brushes have written them for centuries: each form drawn from the ways of a stroke.

Where `skeletons` lists single forms, these are families: a stroke may be a dot or a sweep, stand
upright and turn, begin with a flick from the side, end in a hook, touch its neighbour or keep away.
Strokes are as there: a kind and control points in the box -1..1 (y down), with two kinds more:
t turning (heavy to the bend, then drawn out to a point), k hook (from full width to a point).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from vision.synthetic.pen import Points

Stroke = tuple[str, Points]
Rng = np.random.Generator


def _line(kind: str, *points: tuple[float, float]) -> Stroke:
    return kind, np.array(points, float)


def _pick(rng: Rng, *names: str) -> str:
    return names[int(rng.integers(len(names)))]


def _between(rng: Rng, low: float, high: float) -> float:
    return float(rng.uniform(low, high))


def eight(rng: Rng) -> list[Stroke]:
    """Write 八: two strokes apart, touching at the top or joined; the right one in seven ways."""
    gap = _between(rng, 0.3, 0.6) if rng.random() < 0.6 else _between(rng, -0.02, 0.3)
    middle = _between(rng, -0.15, 0.15)
    low = _between(rng, 0.4, 0.95)
    left = _eight_left(rng, middle - gap / 2, low)
    low = float(np.clip(low + rng.normal(0, 0.2), 0.4, 0.98))
    right = _eight_right(rng, middle + gap / 2, _between(rng, -0.98, -0.45), low)
    return _set_in(rng, [*left, *right])


def _set_in(rng: Rng, strokes: list[Stroke]) -> list[Stroke]:
    """The strokes as a hand sets them: now and then squat, tall, narrow or leaning."""
    if rng.random() < 0.5:
        return strokes
    wide, tall = _between(rng, 0.7, 1.0), _between(rng, 0.6, 1.0)
    lean = float(rng.normal(0, 0.12))
    matrix = np.array([[wide, 0.0], [-lean * tall, tall]])
    return [(kind, points @ matrix) for kind, points in strokes]


def _eight_left(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the left stroke of 八 from a top near x down to `low`."""
    top = _between(rng, -0.7, 0.1)
    end = (_between(rng, -1.0, -0.68), low)
    bow = _between(rng, 0.0, 0.3)
    way = _pick(
        rng, "sweep", "sweep", "upright", "dot", "spurred", "spurred", "level", "hooked", "short"
    )
    if way == "short":  # little more than a dot, drawn out level or rising to the left
        high = _between(rng, -0.1, 0.4)
        tip = (end[0], high + _between(rng, 0.05, 0.4))
        return [_line("p", (x, high), (x - 0.1, tip[1]), tip)]
    if way == "dot":
        return [_line("d", (x, top), (x - _between(rng, 0.2, 0.5), _between(rng, 0.3, 0.75)))]
    if way == "upright":
        return [_line("p", (x, top), (x, low * 0.5), (x - 0.15, low), end)]
    path = ((x, top), (x - 0.12, top * 0.4 + low * 0.6 + bow), end)
    if way == "spurred":  # the brush is set down sideways before it sweeps
        size = _between(rng, 0.14, 0.3)
        spur = (x - size * _between(rng, -0.4, 1.0), top - size * _between(rng, -0.3, 0.9))
        after = (x + size * _between(rng, 0.2, 0.9), top + size * _between(rng, 0.0, 0.8))
        start = _pick(rng, "d", "k")
        return [_line(start, spur, after), _line("p", *path)]
    if way == "level":  # the stroke is drawn out flat to the left
        return [_line("p", (x, top), (x - 0.1, low - 0.05), (end[0], low - 0.05))]
    if way == "hooked":  # the tip turns back towards the right stroke
        back = (end[0] * 0.4 + x * 0.6, low - _between(rng, 0.2, 0.6))
        hook = (end[0] * 0.8 + x * 0.2, low + _between(rng, 0.0, 0.12))
        return [_line("v", *path), _line("k", end, hook, back)]
    return [_line("p", *path)]


def _eight_right(rng: Rng, x: float, top: float, low: float) -> list[Stroke]:
    """Write the right stroke of 八 from (x, top)."""
    end = (_between(rng, 0.72, 1.0), low)
    way = _pick(rng, "press", "turn", "turn", "flick", "wave", "hooked", "dot", "arched", "foot")
    if way == "foot":  # upright, then a long level foot that grows heavy
        bend = _between(rng, -0.1, 0.2)
        return [_line("n", (x, top), (x + bend, low), (x + bend, low), (1.0, low * 0.9))]
    if way == "turn":  # tall and upright, then level to a point
        bend = _between(rng, 0.0, 0.25)
        return [_line("t", (x, top), (x + bend * 0.2, low * 0.7), (x + bend, low + 0.15), end)]
    if way == "flick":  # a level flick comes first
        length = _between(rng, 0.2, 0.55)
        flick = _line(
            "h", (x - length, top + _between(rng, -0.05, 0.22)), (x - 0.05, top - 0.1), (x, top)
        )
        return [flick, _line("n", (x, top), (x, low * 0.4), end)]
    if way == "wave":
        return [_line("n", (x, top), (x + 0.5, top * 0.5), (x, low * 0.8), end)]
    if way == "hooked":
        hook = (end[0] - _between(rng, -0.05, 0.2), low - _between(rng, 0.2, 0.45))
        return [_line("v", (x, top), (x + 0.05, low), end), _line("k", end, hook)]
    if way == "dot":
        return [_line("d", (x, top * 0.7), (x + 0.25, 0.0), (end[0] * 0.8, low * 0.85))]
    if way == "arched":  # it rises before it falls
        start = (x - _between(rng, 0.1, 0.4), top + _between(rng, 0.15, 0.4))
        return [_line("n", start, (x, top - 0.2), (x + 0.1, low * 0.5), end)]
    return [_line("n", (x, top), (x + _between(rng, 0.0, 0.4), low * 0.4), end)]


def nine(rng: Rng) -> list[Stroke]:
    """Write 九: a sweep crossed by a stroke that turns down and hooks up, round or square."""
    x, cross = _between(rng, -0.45, -0.1), _between(rng, -0.55, -0.2)
    sweep = _line(
        "p", (x, _between(rng, -0.98, -0.75)), (x + _between(rng, -0.15, 0.12), 0.3),
        (_between(rng, -1.0, -0.7), _between(rng, 0.6, 0.95)),
    )  # fmt: skip
    corner = (_between(rng, 0.1, 0.45), cross - _between(rng, 0.0, 0.25))
    low = _between(rng, 0.6, 0.9)
    across = _line("h", (_between(rng, -0.98, -0.6), cross), corner)
    end = (_between(rng, 0.8, 1.0), _between(rng, 0.3, low - 0.05))
    way = _pick(rng, "round", "round", "square", "sloped", "flat", "parted")
    if way == "parted":  # the hook is a stroke of its own, upright, hardly joined
        foot = (end[0], low + _between(rng, -0.05, 0.1))
        rest = [_line("v", corner, (corner[0] - 0.15, low + 0.2), foot)]
        top = (foot[0] + _between(rng, -0.05, 0.1), _between(rng, -0.3, 0.2))
        hook = _line(_pick(rng, "k", "v", "d"), (foot[0], foot[1] - 0.1), top)
        return _set_in(rng, [sweep, across, *rest, hook])
    if way == "square":
        foot = (corner[0] + 0.02, low)
        rest = [_line("v", corner, foot), _line("h", foot, (end[0], low))]
    elif way == "sloped":
        foot = (corner[0] - _between(rng, 0.05, 0.3), low * 0.5)
        rest = [_line("v", corner, foot, (end[0] * 0.6, low + 0.1), (end[0], low))]
    elif way == "flat":
        rest = [_line("t", corner, (corner[0] - 0.1, low), (corner[0] + 0.1, low), (end[0], low))]
        return _set_in(rng, [sweep, across, *rest])
    else:
        rest = [_line("v", corner, (corner[0] - 0.15, low + 0.25), (end[0], low))]
    hook = _line("k", (end[0], low), (end[0] + _between(rng, -0.15, 0.06), end[1]))
    return _set_in(rng, [sweep, across, *rest, hook])


def six(rng: Rng) -> list[Stroke]:
    """Write 六: a dot or stroke on top, a long level one, and two legs in many ways."""
    level = _between(rng, -0.45, -0.1)
    x = _between(rng, -0.15, 0.12)
    tops = {
        "dot": _line("d", (x - 0.12, -1), (x + 0.12, level - 0.28)),
        "upright": _line("v", (x, -1), (x, level)),
        "sweep": _line("p", (x + 0.15, -1), (x - 0.12, level - 0.15)),
        "level": _line("h", (x - 0.15, -0.9), (x + 0.2, level - 0.3)),
    }
    rise = _between(rng, 0.0, 0.12)
    bar = _line("h", (_between(rng, -0.98, -0.8), level + rise), (0.9, level - rise))
    low = _between(rng, 0.65, 0.95)
    head = level + _between(rng, 0.1, 0.4)
    left, right = (-_between(rng, 0.1, 0.35), head), (_between(rng, 0.1, 0.35), head)
    way = _pick(rng, "sweep", "dots", "hooked", "joined")
    far = (_between(rng, -0.9, -0.5), low)
    legs = {
        "sweep": [_line("p", left, (left[0] - 0.1, low * 0.6), far)],
        "dots": [_line("d", left, (far[0] * 0.8, low * 0.9))],
        "hooked": [_line("v", left, far), _line("k", far, (far[0] + 0.35, low - 0.25))],
        "joined": [_line("v", left, far), _line("k", right, (0, low * 0.4), far)],
    }[way]
    end = (_between(rng, 0.55, 0.95), _between(rng, 0.6, 0.95))
    last = _pick(rng, "d", "n", "d")
    legs.append(_line(last, right, (right[0] + 0.2, end[1] * 0.6), end))
    return [tops[_pick(rng, *tops)], bar, *legs]


def seven(rng: Rng) -> list[Stroke]:
    """Write 七: a rising level stroke and an upright one that turns, with or without a hook."""
    rise = _between(rng, 0.05, 0.32)
    y = _between(rng, -0.1, 0.12)
    bar = _line("h", (_between(rng, -0.98, -0.8), y + rise), (0, y), (0.95, y - rise))
    x = _between(rng, -0.3, 0.1)
    low = _between(rng, 0.65, 0.9)
    end = (_between(rng, 0.6, 0.95), _between(rng, low - 0.15, low + 0.05))
    top = (x + _between(rng, -0.05, 0.2), -0.95)
    way = _pick(rng, "round", "square", "drawn", "slanted")
    if way == "square":
        down = [_line("v", top, (x, low)), _line("h", (x, low), end)]
    elif way == "slanted":
        foot = (x - 0.25, 0.4)
        down = [_line("p", top, foot), _line("h", foot, (x, low + 0.2), end)]
    elif way == "drawn":
        return [bar, _line("t", top, (x - 0.05, low), (x, low + 0.1), end)]
    else:
        down = [_line("v", top, (x - 0.1, low + 0.3), end)]
    if rng.random() < 0.6:
        down.append(_line("k", end, (end[0] + _between(rng, -0.1, 0.08), end[1] - 0.42)))
    return [bar, *down]


def four(rng: Rng) -> list[Stroke]:
    """Write 四: a frame, upright or narrowing, and two legs within that run out or turn."""
    narrow = _between(rng, 0.0, 0.3)
    top, low = _between(rng, -0.75, -0.45), _between(rng, 0.5, 0.8)
    a, b = (-0.85, top), (0.85, top - _between(rng, 0.0, 0.12))
    c, d = (-0.85 + narrow, low), (0.85 - narrow, low)
    frame = [_line("v", a, c), _line("h", a, b), _line("v", b, d)]
    if rng.random() < 0.85:
        frame.append(_line("h", (c[0], low - 0.05), (d[0], low - 0.08)))
    x = _between(rng, 0.15, 0.3)
    turn = _pick(rng, "upright", "turn", "dots", "wave")
    left = _line("p", (-x, top), (-x, 0.0), (c[0] + 0.2, low * _between(rng, 0.2, 0.7)))
    if turn == "upright":
        left, legs = _line("v", (-x, top), (-x, low)), [_line("v", (x, top), (x, low))]
    elif turn == "turn":
        legs = [_line("v", (x, top), (x, 0.25)), _line("h", (x, 0.22), (d[0] - 0.02, 0.18))]
    elif turn == "dots":
        left = _line("d", (-x, top + 0.15), (-x - 0.15, 0.2))
        legs = [_line("d", (x, top + 0.15), (x + 0.12, 0.2))]
    else:
        legs = [_line("v", (x, top), (x - 0.1, 0.3), (d[0] - 0.05, 0.25))]
    return [*frame, left, *legs]


def five(rng: Rng) -> list[Stroke]:
    """Write 五: upright or leaning, its turn square or run on to the base line."""
    rise = _between(rng, 0.0, 0.1)
    top = _line("h", (_between(rng, -0.85, -0.5), -0.76), (_between(rng, 0.5, 0.85), -0.76 - rise))
    base = _between(rng, 0.68, 0.85)
    lean = _between(rng, 0.0, 0.5)
    foot = (-lean, base)
    x = _between(rng, -0.1, 0.15)
    corner = (_between(rng, 0.4, 0.62), -0.1 - rise)
    mid = _line("h", (_between(rng, -0.7, -0.4), -0.02), corner)
    down = (corner[0] - _between(rng, 0.0, 0.2), base)
    ways = {
        "plain": [_line("v", (x, -0.76), foot), mid, _line("v", corner, down)],
        "sweep": [_line("p", (x, -0.76), (x, 0.2), foot), mid, _line("p", corner, down)],
        "run": [_line("v", (x, -0.76), foot), mid, _line("v", corner, (corner[0], 0.5), down)],
    }
    bar = _line("h", (_between(rng, -1, -0.85), base), (0, base - rise), (0.95, base - rise))
    return [top, *ways[_pick(rng, *ways)], bar]


def old_five(rng: Rng) -> list[Stroke]:
    """Write 伍: a standing person beside a narrow five."""
    x = _between(rng, -0.62, -0.5)
    person = [
        _line("p", (x + 0.15, -0.95), (x - 0.05, -0.4), (-1.0, _between(rng, -0.15, 0.1))),
        _line("v", (x - 0.06, -0.35), (x - 0.06, 0.95)),
    ]
    wide = _between(rng, 0.6, 0.68)
    beside = [(kind, points * (wide, 0.95) + (0.36, 0.0)) for kind, points in five(rng)]
    return [*person, *beside]


def hatsu(rng: Rng) -> list[Stroke]:
    """Write 發: two wings on top, a bow and a club below them, in few strokes or many."""
    wings = _between(rng, -0.3, 0.12)
    x = _between(rng, -0.15, 0.15)
    strokes = [*_left_wing(rng, x, wings), *_right_wing(rng, x, wings)]
    gap = _between(rng, -0.05, 0.1)
    strokes += [*_bow(rng, wings + gap), *_club(rng, wings + gap)]
    return _set_in(rng, strokes)


def _left_wing(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the upper left of 發: a flick that sweeps down to `low`, and a dot or two across."""
    corner = (x - _between(rng, 0.1, 0.3), _between(rng, -0.9, -0.65))
    start = (corner[0] - _between(rng, 0.25, 0.5), corner[1] + _between(rng, -0.05, 0.22))
    tip = (_between(rng, -1.0, -0.75), low)
    sweep = _line("p", corner, (corner[0] - 0.2, (corner[1] + low) / 2 + 0.1), tip)
    strokes = [_line(_pick(rng, "h", "h", "d"), start, corner), sweep]
    for share in (0.35, 0.7)[: int(rng.integers(1, 3))]:
        at = (corner[0] + (tip[0] - corner[0]) * share, corner[1] + (low - corner[1]) * share)
        long = _between(rng, 0.12, 0.3)
        strokes.append(_line("d", (at[0] - long, at[1] - long * 0.8), (at[0] + 0.02, at[1])))
    return strokes


def _right_wing(rng: Rng, x: float, low: float) -> list[Stroke]:
    """Write the upper right of 發: a stroke pressed down to the right, a dot or two on it."""
    top = (x + _between(rng, 0.0, 0.2), _between(rng, -1.0, -0.8))
    end = (_between(rng, 0.75, 1.0), low + _between(rng, -0.1, 0.15))
    middle = ((top[0] + end[0]) / 2 - 0.1, (top[1] + end[1]) / 2 + _between(rng, 0.0, 0.15))
    strokes = [_line(_pick(rng, "n", "n", "d"), top, middle, end)]
    if rng.random() < 0.3:  # the stroke begins upright, as a drop
        foot = (top[0] + 0.08, _between(rng, -0.65, -0.45))
        strokes = [_line("d", top, foot), _line("n", foot, middle, end)]
    for share in (0.3, 0.62)[: int(rng.integers(1, 3))]:
        at = (top[0] + (end[0] - top[0]) * share, top[1] + (end[1] - top[1]) * share)
        long = _between(rng, 0.15, 0.32)
        way = _pick(rng, "p", "d", "v")
        strokes.append(_line(way, (at[0] + long, at[1] - long * 0.9), (at[0] + 0.03, at[1])))
    return strokes


def _bow(rng: Rng, top: float) -> list[Stroke]:
    """Write the lower left of 發: 弓 in full, run together, as ticks above each other, or 矢."""
    right, left = _between(rng, -0.2, 0.05), _between(rng, -0.75, -0.45)
    low = _between(rng, 0.7, 0.98)
    room = low - top
    way = _pick(rng, "full", "run", "ticks", "arrow")
    if way == "ticks":
        count = int(rng.integers(2, 4))
        ticks = [
            _line(
                _pick(rng, "h", "p", "d"), (left, top + room * (step + 0.4) / (count + 0.4)),
                (right, top + room * step / (count + 0.4)),
            )
            for step in range(count)
        ]  # fmt: skip
        return [*ticks, _line("p", (right, top), (right + 0.05, top + room * 0.5), (left, low))]
    if way == "arrow":
        mid = top + room * 0.5
        legs = [_line("p", (right - 0.15, top), (right - 0.2, mid), (left - 0.15, low))]
        legs.append(_line("d", (right - 0.2, mid), (right + 0.1, low)))
        bars = [(left, mid - 0.05, right + 0.05), (left + 0.1, top + room * 0.2, right)]
        return [*(_line("h", (a, y), (b, y - 0.05)) for a, y, b in bars), *legs]
    first, second = top + room * 0.28, top + room * 0.5
    rest = [
        _line("v", (right, top), (right - 0.03, first)),
        _line("h", (left, first + 0.03), (right, first)),
        _line("v", (left, first), (left - 0.02, second)),
        _line("h", (left, second), (right + 0.02, second - 0.05)),
        _line("v", (right, second - 0.05), (right, low - 0.15), (right - 0.1, low)),
        _line("k", (right - 0.1, low), (left + 0.1, low - _between(rng, 0.1, 0.25))),
    ]
    if way == "run":
        rest = [
            _line("p", (right, top), (right - 0.1, first), (left, first + 0.05)),
            _line("h", (left, first + 0.05), (right, second - 0.05)),
            _line("p", (right, second - 0.05), (right, low - 0.2), (left, low)),
        ]
    return [_line("h", (left, top + 0.05), (right, top)), *rest]


def _club(rng: Rng, top: float) -> list[Stroke]:
    """Write the lower right of 發: 殳 with its head, or two strokes across each other."""
    left, right = _between(rng, 0.12, 0.28), _between(rng, 0.55, 0.75)
    neck = top + _between(rng, 0.2, 0.35)
    low = _between(rng, 0.8, 0.98)
    head = {
        "table": [
            _line("p", (left, top), (left - 0.05, neck - 0.08), (left - 0.18, neck)),
            _line("h", (left, top), (right, top - 0.04)),
            _line("v", (right, top - 0.04), (right, neck - 0.08), (right + 0.2, neck - 0.08)),
        ],
        "flick": [_line("p", (right - 0.1, top - 0.05), (left, neck))],
        "dots": [
            _line("d", (left, top), (left + 0.1, neck)),
            _line("p", (right, top), (0.4, neck)),
        ],
        "none": [],
    }[_pick(rng, "table", "table", "flick", "dots", "none")]
    bar = _line("h", (left - 0.1, neck + 0.12), (right + 0.05, neck + 0.05))
    sweep = (right + 0.05, neck + 0.05), (right - 0.2, (neck + low) / 2 + 0.1), (left - 0.3, low)
    press = _line(_pick(rng, "n", "n", "d"), (left, neck + 0.15), (0.5, 0.7), (0.95, low))
    return [*head, bar, _line("p", *sweep), press]


FAMILIES: dict[str, Callable[[Rng], list[Stroke]]] = {
    "四": four,
    "五": five,
    "伍": old_five,
    "六": six,
    "七": seven,
    "八": eight,
    "九": nine,
    "發": hatsu,
}
"""Characters with a family of forms, and what draws one of them."""
