"""The four markers on a sheet of A4, to be printed at full size and cut out."""

from typing import Final

from vision.plane.markers import MODULES, RIM_MM, SIDE_MM, modules

PAGE_MM: Final = (210, 297)
_WHOLE: Final = SIDE_MM + 2 * RIM_MM
_PLACES: Final = ((25.0, 60.0), (120.0, 60.0), (25.0, 160.0), (120.0, 160.0))
_SEATS: Final = ("first seat (East)", "second seat", "third seat", "fourth seat")
_WORDS: Final = (
    "Print at 100 %. Cut out along the thin lines.",
    "Lay marker k flat on the cloth in the right corner of seat k, upright as its player sees it,",
    "its lower right corner in the corner of the cloth. Take them away when the game begins.",
)


def marker_sheet() -> str:
    """The sheet as SVG, in millimetres."""
    width, height = PAGE_MM
    size = f'width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    parts += [
        f'<text x="25" y="{25 + 6 * line}" font-family="sans-serif" font-size="4">{words}</text>'
        for line, words in enumerate(_WORDS)
    ]
    for number, (left, top) in enumerate(_PLACES):
        parts += _marker(number, left, top)
    return "\n".join([*parts, "</svg>", ""])


def marker_page() -> str:
    """The sheet as a page that a browser prints."""
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        "<title>Jantaku markers</title>\n"
        "<style>@page { size: A4; margin: 0 } body { margin: 0 } svg { display: block }</style>\n"
        f"{marker_sheet()}</html>\n"
    )


def _marker(number: int, left: float, top: float) -> list[str]:
    """A marker with its rim, its corner at ``left`` and ``top``, and whose it is."""
    cell = SIDE_MM / MODULES
    place = f'x="{left:g}" y="{top:g}" width="{_WHOLE:g}" height="{_WHOLE:g}"'
    lines = [f'<rect {place} fill="white" stroke="#999" stroke-width="0.2"/>']
    for y, row in enumerate(modules(number)):
        for x, black in enumerate(row):
            if black:
                at = (left + RIM_MM + x * cell, top + RIM_MM + y * cell)
                lines.append(
                    f'<rect x="{at[0]:.4f}" y="{at[1]:.4f}" width="{cell:.4f}"'
                    f' height="{cell:.4f}" fill="black"/>'
                )
    words = f"{number}: {_SEATS[number]}"
    lines.append(
        f'<text x="{left:g}" y="{top - 2:g}" font-family="sans-serif" font-size="4">{words}</text>'
    )
    return lines
