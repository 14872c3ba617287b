"""Curves of an evaluation as small SVG charts."""

from collections.abc import Mapping, Sequence
from typing import Any

WIDE, HIGH, LEFT, LOW = 360, 190, 40, 30
"""Pixels of a chart and of its margins at the left and below."""

LINES = (("recall", "#2979ff"), ("precision", "#ff9100"), ("class_accuracy", "#00a152"))


def charts(curves: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """All curves as HTML: a chart each, what stands for what above them."""
    keys = "".join(
        f"<b style='color:{colour}'>■</b> {name.replace('_', ' ')} &ensp;" for name, colour in LINES
    )
    drawn = "".join(chart(name, curve) for name, curve in curves.items())
    return f"<h2>Robustness</h2><p>{keys}</p><div class=faces>{drawn}</div>"


def sheet(curves: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """All curves as one SVG file, two a row, what stands for what at its foot."""
    drawn = "".join(
        f"<g transform='translate({at % 2 * WIDE} {at // 2 * HIGH})'>{chart(name, curve)}</g>"
        for at, (name, curve) in enumerate(curves.items())
    )
    high = -(-len(curves) // 2) * HIGH + LOW
    keys = "".join(
        f"<text x='{LEFT + 160 * at}' y='{high - 10}' fill='{colour}'>"
        f"{name.replace('_', ' ')}</text>"
        for at, (name, colour) in enumerate(LINES)
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{2 * WIDE}' height='{high}'"
        f" style='font:12px system-ui;color:#777'>{drawn}{keys}</svg>\n"
    )


def chart(name: str, curve: Sequence[Mapping[str, Any]]) -> str:
    """One curve as an SVG figure; the points lie evenly, their amounts stand below."""
    step = (WIDE - LEFT - 12) / max(1, len(curve) - 1)
    parts = []
    for share in (0, 0.5, 0.9, 1):
        y = _height(share)
        parts.append(
            f"<path d='M{LEFT} {y:.1f}H{WIDE - 12}' stroke='#8886'/>"
            f"<text x='4' y='{y + 4:.1f}'>{share:g}</text>"
        )
    for at, point in enumerate(curve):
        place = f"x='{LEFT + at * step:.1f}' y='{HIGH - 8}' text-anchor='middle'"
        parts.append(f"<text {place}>{point['amount']:g}</text>")
    for key, colour in LINES:
        points = [
            f"{LEFT + at * step:.1f},{_height(point[key]):.1f}"
            for at, point in enumerate(curve)
            if point[key] is not None
        ]
        parts.append(
            f"<polyline points='{' '.join(points)}' fill='none' stroke='{colour}'"
            " stroke-width='2' />"
        )
    style = "font:11px system-ui;fill:currentColor"
    return (
        f"<svg width='{WIDE}' height='{HIGH}' style='{style}' role='img' aria-label='{name}'>"
        f"<text x='{WIDE / 2}' y='12' text-anchor='middle'>{name}</text>{''.join(parts)}</svg>"
    )


def _height(share: float) -> float:
    """Where a share is drawn; the upper tenth, where the curves differ, takes half the chart."""
    stretched = share * 0.5 / 0.9 if share < 0.9 else 0.5 + (share - 0.9) * 5
    return 20 + (HIGH - 20 - LOW) * (1 - stretched)
