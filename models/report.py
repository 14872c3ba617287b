"""Annotated pictures of an evaluation and one HTML page, the worst cases first."""

import html
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.charts import charts
from models.keeping import Kept, numbered
from models.measure import Judged, judge
from vision.imagefile import Image, write_jpeg
from vision.nets.crops import cut

GREEN, RED, BLUE, ORANGE = (0, 200, 83), (255, 23, 68), (41, 121, 255), (255, 145, 0)
CASES = 120
"""So many single faces are shown of a set, and so many whole pictures."""
PICTURES = 24
_FACE = 96
_WIDEST = 1600

_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 78rem; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 3rem; }
table { border-collapse: collapse; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; }
td.n { font-variant-numeric: tabular-nums; text-align: right; }
.faces { display: flex; flex-wrap: wrap; gap: .8rem; }
figure { margin: 0; } .faces figure { width: 7rem; } .faces img { width: 6rem; height: 6rem; }
figcaption { font-size: .8rem; } .pictures img { max-width: 100%; }
.pictures figure { margin: 0 0 1.5rem; } b.bad { color: #d3143c; }
"""


def write_report(
    folder: Path, read: Mapping[str, Sequence[Kept]], figures: Mapping[str, dict[str, Any]],
    curves: Mapping[str, Sequence[dict[str, Any]]] | None = None,
) -> None:  # fmt: skip
    """Write ``index.html`` and its pictures below a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = [_summary_table(figures), charts(curves) if curves else ""]
    for name, kept in read.items():
        judged = {one.number: judge(one.image, one.seconds, one.tiles, one.mended) for one in kept}
        worst = sorted(judged, key=lambda number: -_badness(judged[number]))
        drawn = [number for number in worst if _badness(judged[number])][:PICTURES]
        cases = sorted(
            (case for number in judged for case in _cases(number, judged[number])),
            key=lambda case: -case[0],
        )[:CASES]
        wanted = {*drawn, *(case[1] for case in cases)}
        images = pictures_of(name, wanted)
        parts.append(_set_part(folder, name, judged, drawn, cases, images))
    page = (
        "<!doctype html><html lang=en><meta charset=utf-8><title>What the reader misreads</title>"
        f"<meta name=viewport content='width=device-width'><style>{_STYLE}</style>"
        f"<h1>What the reader misreads</h1>{''.join(parts)}</html>"
    )
    (folder / "index.html").write_text(page, encoding="utf-8")


Corners = Sequence[tuple[float, float]]
"""A face's corners in pixels."""

Case = tuple[float, int, str, Corners]
"""How bad, in which picture, the caption as HTML, and the face's corners."""


def _cases(number: int, photo: Judged) -> Iterable[Case]:
    for label, tile in photo.wrong:
        text = f"<b class=bad>{label.tile}</b> read as <b>{tile.tile}</b> {tile.confidence:.0%}"
        yield 2 + tile.confidence, number, text, tile.polygon
    for tile in photo.extra:
        yield (
            1 + tile.confidence,
            number,
            f"no face: <b>{tile.tile}</b> {tile.confidence:.0%}",
            (tile.polygon),
        )
    for label in photo.missed:
        yield 1.5, number, f"missed <b>{label.tile}</b>", box_corners(label.box)
    for label, tile in photo.right:
        if tile.confidence < 0.6:
            text = f"{label.tile}, only {tile.confidence:.0%}"
            yield 1 - tile.confidence, number, text, tile.polygon


def _badness(photo: Judged) -> float:
    sure = sum(tile.confidence for _, tile in photo.wrong)
    return sure + len(photo.wrong) + len(photo.missed) + len(photo.extra)


def pictures_of(name: str, wanted: set[int]) -> dict[int, Image]:
    """The pictures of a set with these numbers; renders are made again."""
    last = max(wanted, default=-1)
    found = {}
    for number, make in numbered(name, 1, last + 1):
        if number in wanted:
            found[number] = make().picture()
    return found


def _set_part(
    folder: Path, name: str, judged: Mapping[int, Judged], drawn: Sequence[int],
    cases: Sequence[Case], images: Mapping[int, Image],
) -> str:  # fmt: skip
    below = folder / name
    below.mkdir(exist_ok=True)
    faces = []
    for at, (_, number, text, corners) in enumerate(cases):
        crop = cut(images[number], np.array([corners], np.float32), _FACE, 0.35)[0]
        write_jpeg(below / f"face{at:03d}.jpg", crop)
        faces.append(_figure(f"{name}/face{at:03d}.jpg", f"{text}<br>{judged[number].image}"))
    pictures = []
    for number in drawn:
        file = f"{Path(judged[number].image).stem}.jpg"
        write_jpeg(below / file, annotated(images[number], judged[number]))
        photo = judged[number]
        told = f"{len(photo.wrong)} wrong, {len(photo.missed)} missed, {len(photo.extra)} false"
        pictures.append(_figure(f"{name}/{file}", f"{html.escape(photo.image)}: {told}"))
    return (
        f"<h2>{name}</h2><p>{len(judged)} pictures. Faces, the worst first:</p>"
        f"<div class=faces>{''.join(faces)}</div><p>Pictures with mistakes, the worst first. Green "
        "right, red wrong, blue missed, orange no face there; the thick side is the face's top.</p>"
        f"<div class=pictures>{''.join(pictures)}</div>"
    )


def _figure(source: str, caption: str) -> str:
    return (
        f"<figure><img loading=lazy src='{html.escape(source)}' alt=''>"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _summary_table(figures: Mapping[str, dict[str, Any]]) -> str:
    keys = [key for key in next(iter(figures.values()), {}) if key != "confusions"]
    head = "".join(f"<th>{name}</th>" for name in figures)
    rows = []
    for key in keys:
        cells = "".join(f"<td class=n>{_shown(one.get(key))}</td>" for one in figures.values())
        rows.append(f"<tr><th>{key.replace('_', ' ')}</th>{cells}</tr>")
    return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def annotated(image: Image, photo: Judged) -> Image:
    """The picture with every judgement on it, enlarged where it is small."""
    times = 2 if max(image.shape[:2]) * 2 <= _WIDEST else 1
    canvas = np.asarray(cv2.resize(image, None, fx=times, fy=times), np.uint8)
    for label, tile in photo.right + photo.wrong:
        good = (label, tile) in photo.right
        text = tile.tile if good else f"{tile.tile} not {label.tile} {tile.confidence:.2f}"
        _outline(canvas, times * np.array(tile.polygon), GREEN if good else RED, text)
    for tile in photo.extra + photo.flowers_named:
        text = f"{tile.tile} {tile.confidence:.2f}"
        _outline(canvas, times * np.array(tile.polygon), ORANGE, text)
    for label in photo.missed:
        corners = times * np.array(box_corners(label.box))
        _outline(canvas, corners, BLUE, f"missed {label.tile}")
    return canvas


def box_corners(box: tuple[float, float, float, float]) -> Corners:
    """The corners of an upright box (x1, y1, x2, y2), clockwise."""
    a, b, c, d = box
    return [(a, b), (c, b), (c, d), (a, d)]


def _outline(canvas: Image, corners: Any, colour: tuple[int, int, int], text: str) -> None:
    points = np.rint(corners).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, 2, cv2.LINE_AA)
    cv2.line(canvas, points[0].tolist(), points[1].tolist(), colour, 5, cv2.LINE_AA)
    x, y = points.mean(axis=0).astype(int).tolist()
    spot = (x - 5 * len(text), y)
    cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.55, colour, 1, cv2.LINE_AA)
