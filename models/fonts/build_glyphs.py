"""Turn the open fonts of package.json and of Debian into the glyph pack that faces are drawn from.

Usage: npm ci && python build_glyphs.py --debian FOLDER   (see README.md)
"""

from __future__ import annotations

import argparse
import itertools
from pathlib import Path

import cv2
import numpy as np
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
ART = HERE.parents[1] / "vision" / "synthetic" / "art"
CHARACTERS = "一二三四五伍六七八九萬万東东南西北發发発中白梅蘭菊竹春夏秋冬0123456789ESWNCFPB"
DEBIAN = {
    "aoyagi-kouzan-t": ("fonts-aoyagi-kouzan-t", "aoyagi-kouzan-t/AoyagiKouzanT.ttf"),
    "aoyagi-soseki": ("fonts-aoyagi-soseki", "aoyagi-soseki/aoyagi-soseki.ttf"),
    "kouzan-mouhitsu": ("fonts-kouzan-mouhitsu", "kouzan-mouhitsu/kouzan-mouhitsu.ttf"),
    "kouzan-gyosho": ("fonts-kouzan-mouhitsu", "kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf"),
    "kouzan-sousho": ("fonts-kouzan-mouhitsu", "kouzan-mouhitsu/KouzanBrushFontSousyo.ttf"),
    "dejima-mincho": ("fonts-dejima-mincho", "dejima-mincho/dejima-mincho-r227.ttf"),
    "kiloji-b": ("fonts-kiloji", "kiloji/kiloji_b.ttf"),
    "seto": ("fonts-seto", "seto/setofont.ttf"),
}
"""Fonts by name: the Debian package, and the file below its truetype folder."""
BOX = 1024  # outlines are stored in a box of this size, y down
WEIGHTS = (700, 800, 600, 900, 500, 400)  # the first of these that a font has


def font_files(package: Path) -> list[Path]:
    """The woff2 subset files of the one upright weight that is used."""
    for weight in WEIGHTS:
        files = sorted(package.glob(f"files/*-{weight}-normal.woff2"))
        if files:
            return files
    raise SystemExit(f"{package.name}: no upright woff2 file of a weight in {WEIGHTS}")


def flatten(font: TTFont, glyph_name: str) -> list[np.ndarray]:
    """The contours of a glyph as polygons in font units, y up."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph_name].draw(pen)
    contours: list[np.ndarray] = []
    points: list[tuple[float, float]] = []
    for operator, arguments in pen.value:
        if operator == "moveTo":
            points = [arguments[0]]
        elif operator == "lineTo":
            points.append(arguments[0])
        elif operator == "qCurveTo":
            points.extend(_quadratic(points, arguments))
        elif operator == "curveTo":
            points.extend(_curve((points[-1], *arguments)))
        elif points:
            contours.append(np.array(points, float))
            points = []
    return [contour for contour in contours if len(contour) > 2]


def _quadratic(
    before: list[tuple[float, float]], arguments: tuple[object, ...]
) -> list[tuple[float, float]]:
    """Points of a TrueType spline (implied on-curve points between controls)."""
    if arguments[-1] is None:  # a contour without any on-curve point
        ring = np.array(arguments[:-1], float)
        start = (ring[-1] + ring[0]) / 2
        before.append(tuple(start))
        arguments = (*map(tuple, ring), tuple(start))
    here, out = before[-1], []
    controls, end = arguments[:-1], arguments[-1]
    for index, control in enumerate(controls):
        last = index == len(controls) - 1
        stop = end if last else tuple((np.add(control, controls[index + 1]) / 2).tolist())
        out.extend(_curve((here, control, stop)))
        here = stop
    return out or [end]


def _curve(control: tuple[object, ...]) -> list[tuple[float, float]]:
    """Points of a Bezier curve of degree 2 or 3, without its start."""
    t = np.linspace(0, 1, 9)[1:, None]
    p = np.array(control, float)
    while len(p) > 1:
        p = [a + (b - a) * t for a, b in itertools.pairwise(p)]
    return [tuple(point) for point in p[0].tolist()]


def simplify(contours: list[np.ndarray], em: float, ascent: float) -> list[np.ndarray]:
    """Redraw overlapping contours by winding number as even-odd polygons in the box, int16."""
    scale = BOX / (em * 1.2)
    winding = np.zeros((BOX, BOX), np.int16)
    for contour in contours:
        xy = contour * (scale, -scale) + (
            BOX * 0.5 - em * scale * 0.5,
            BOX * 0.5 + (ascent - em * 0.5) * scale,
        )
        layer = np.zeros((BOX, BOX), np.uint8)
        cv2.fillPoly(layer, [np.round(xy * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
        area = np.dot(xy[:, 0], np.roll(xy[:, 1], 1)) - np.dot(xy[:, 1], np.roll(xy[:, 0], 1))
        winding += layer.astype(np.int16) * (1 if area > 0 else -1)
    found, _ = cv2.findContours(
        (winding != 0).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE
    )
    polygons = [cv2.approxPolyDP(c, 1.1, True)[:, 0] for c in found if cv2.contourArea(c) > 30]
    return [p.astype(np.int16) for p in polygons if len(p) > 2]


def read_font(files: list[Path]) -> dict[str, list[np.ndarray]]:
    """Every wanted character that the font's files have, as polygons."""
    glyphs: dict[str, list[np.ndarray]] = {}
    for file in files:
        font = TTFont(file, lazy=True)
        table = font.getBestCmap()
        for character in CHARACTERS:
            if character in glyphs or ord(character) not in table:
                continue
            em = float(font["head"].unitsPerEm)
            polygons = simplify(flatten(font, table[ord(character)]), em, em * 0.86)
            if polygons:
                glyphs[character] = polygons
    return glyphs


def main() -> None:
    """Write glyphs.npz and the licence notices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", type=Path, default=HERE / "node_modules")
    parser.add_argument("--debian", type=Path, required=True, help="the unpacked Debian packages")
    options = parser.parse_args()
    packages = sorted((options.modules / "@fontsource").iterdir())
    fonts = {package.name: font_files(package) for package in packages}
    for name, (_, file) in DEBIAN.items():
        fonts[name] = [options.debian / "usr/share/fonts/truetype" / file]
    points, contour_sizes, glyph_sizes, codes, owners, missing = [], [], [], [], [], {}
    for number, (name, files) in enumerate(fonts.items()):
        glyphs = read_font(files)
        missing[name] = "".join(c for c in CHARACTERS if c not in glyphs)
        print(f"{name}: {len(glyphs)} glyphs, missing {missing[name] or 'none'}")
        for character, polygons in glyphs.items():
            codes.append(ord(character))
            owners.append(number)
            glyph_sizes.append(len(polygons))
            contour_sizes.extend(len(p) for p in polygons)
            points.extend(polygons)
    ART.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        ART / "glyphs.npz",
        fonts=np.array(list(fonts)),
        codes=np.array(codes, np.uint32),
        owners=np.array(owners, np.uint8),
        glyph_sizes=np.array(glyph_sizes, np.uint16),
        contour_sizes=np.array(contour_sizes, np.uint16),
        points=np.concatenate(points),
    )
    write_notices(packages, missing)
    write_debian_notices(options.debian)


def owner_of(package: Path, licence: str) -> str:
    """The copyright notice: the licence file's, or else the one inside the font."""
    owner = " ".join(licence.split("This Font Software", maxsplit=1)[0].split())
    if "Copyright" in owner:
        return owner
    inside = TTFont(font_files(package)[0], lazy=True)["name"].getDebugName(0)
    if not inside:
        raise SystemExit(f"{package.name}: no copyright notice in LICENSE or in the font")
    return f"Copyright {inside}"


def write_notices(packages: list[Path], missing: dict[str, str]) -> None:
    """Write the copyright line and coverage of every font of npm, then the licence text once."""
    lines = [
        "Outlines of these fonts lie in glyphs.npz,",
        "each under the SIL Open Font License 1.1 (text below).",
        "",
    ]
    for package in packages:
        licence = (package / "LICENSE").read_text(encoding="utf-8").strip()
        lacks = f" (not in this font: {missing[package.name]})" if missing[package.name] else ""
        lines.append(f"{package.name}: {owner_of(package, licence)}{lacks}")
    lines += ["", licence[licence.index("This Font Software") :], ""]
    (ART / "OFL.txt").write_text("\n".join(lines), encoding="utf-8")


def write_debian_notices(folder: Path) -> None:
    """Write what each Debian package says of its fonts' copyright and licence."""
    lines = ["Outlines of these fonts, as Debian ships them, lie in glyphs.npz too.", ""]
    packages = sorted({package for package, _ in DEBIAN.values()})
    for package in packages:
        names = ", ".join(name for name, (owner, _) in DEBIAN.items() if owner == package)
        notice = (folder / "usr/share/doc" / package / "copyright").read_text(encoding="utf-8")
        lines += [f"== {names}", "", notice.split("Files: debian/")[0].strip(), ""]
        licence = notice.split("Files: debian/")[-1].split("\n\n", 1)[-1]
        if "\n" not in notice.split("License:")[1].split("Files: debian/")[0].strip():
            lines += [licence.strip(), ""]
    text = "\n".join(line.rstrip() for line in "\n".join(lines).splitlines())
    (ART / "DEBIAN-FONTS.txt").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
