"""Write the model card's pictures: what the reader misreads, and how long it holds out.

    python -m models.evaluate --sets tables_1080p tables_4k clutter --curves 3
    python -m models.card [--kept FOLDER] [--out DIR] [--models DIR]

``misread.jpg`` shows faces of our own renders that were read wrongly, the surest mistakes first,
then those that were missed; ``robustness.svg`` draws the curves. Both come from what an evaluation
kept. Photos that others own are counted in the figures and never shown.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from models.charts import sheet
from models.commands import UnusableError, in_a_line
from models.evaluate import KEPT
from models.keeping import Kept, code_of, read_kept
from models.measure import Judged, judge
from models.report import Corners, box_corners, pictures_of
from models.robustness import disturbed_by, kept_in
from models.samples import RENDERS
from vision.imagefile import Image, write_jpeg
from vision.nets.crops import cut

OUT = Path(__file__).parent / "card"

STALE = "was measured by other models or code; expected models.evaluate to have run since"

COLUMNS, MOST = 10, 60
_FACE, _WORDS = 112, 34
"""Pixels of a face's side, and of the words below it."""

_MARGIN = 0.35
"""So much of its surroundings is shown with a face, in sides."""

Mistake = tuple[float, str, int, Corners, tuple[str, str]]
"""How bad, in which set and picture, the face's corners, and two lines about it."""


def mistakes(kept: Sequence[Kept]) -> list[Mistake]:
    """What was read wrongly, falsely or not at all, the surest first."""
    found: list[Mistake] = []
    for one in kept:
        photo = judge(one.image, one.seconds, one.tiles, one.mended)
        found += [(worth, one.set, one.number, *case) for worth, *case in _cases(photo)]
    return sorted(found, key=lambda case: -case[0])


def _cases(photo: Judged) -> list[tuple[float, Corners, tuple[str, str]]]:
    named = [(tile, f"{label.tile} as {tile.tile}") for label, tile in photo.wrong]
    named += [(tile, f"no face: {tile.tile}") for tile in photo.extra]
    wrong = [
        (1 + tile.confidence, tile.polygon, (words, f"{tile.confidence:.0%}"))
        for tile, words in named
    ]
    missed = [(0.5, box_corners(label.box), (f"{label.tile} missed", "")) for label in photo.missed]
    return [*wrong, *missed]


def contact_sheet(cases: Sequence[Mistake]) -> Image:
    """The faces in rows, each with its words. Raises ``ValueError`` where there are none."""
    if not cases:
        raise ValueError("no mistakes of renders are kept; run models.evaluate first")
    high = -(-len(cases) // COLUMNS) * (_FACE + _WORDS)
    canvas = np.full((high, COLUMNS * _FACE, 3), 255, np.uint8)
    for name in sorted({case[1] for case in cases}):
        images = pictures_of(name, {case[2] for case in cases if case[1] == name})
        for at, (_, set_, number, corners, words) in enumerate(cases):
            if set_ == name:
                _put(canvas, at, images[number], corners, words)
    return canvas


def _put(canvas: Image, at: int, image: Image, corners: Corners, words: tuple[str, str]) -> None:
    row, column = divmod(at, COLUMNS)
    x, y = column * _FACE, row * (_FACE + _WORDS)
    face = cut(image, np.array([corners], np.float32), _FACE - 4, _MARGIN)[0]
    canvas[y : y + _FACE - 4, x : x + _FACE - 4] = face
    for line, text in enumerate(words):
        spot = (x + 2, y + _FACE + 8 + 13 * line)
        cv2.putText(canvas, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)


def evaluated(folder: Path, name: str, models: Path | None) -> list[Kept]:
    """What an evaluation kept of a set; nothing where it was not evaluated.

    Raises ``UnusableError`` where pictures are now others than were read, or would be read
    otherwise.
    """
    file = folder / f"{name}.jsonl"
    kept = [one for _, one in read_kept(file, code_of(name, models))]
    if file.is_file() and not kept:
        raise UnusableError(f"{file}: {STALE}")
    return kept


def curves_in(folder: Path, models: Path | None) -> dict[str, Any]:
    """The curves that an evaluation kept. Raises as above, or ``OSError``."""
    file = folder / "robustness.json"
    kept = kept_in(file)
    if kept["code"].partition(" ")[0] != disturbed_by(models):
        raise UnusableError(f"{file}: {STALE}")
    curves: dict[str, Any] = kept["curves"]
    return curves


@in_a_line
def main() -> int:
    """Write the two pictures; 2 where no evaluation was kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kept", type=Path, metavar="DIR", default=KEPT)
    parser.add_argument("--out", type=Path, metavar="DIR", default=OUT)
    parser.add_argument("--models", type=Path, metavar="DIR", help="models that were measured")
    args = parser.parse_args()
    kept = [one for name in RENDERS for one in evaluated(args.kept, name, args.models)]
    try:
        faces = contact_sheet(mistakes(kept)[:MOST])
        drawn = sheet(curves_in(args.kept, args.models))
    except ValueError as error:
        print(f"{args.kept}: {error}", file=sys.stderr)
        return 2
    args.out.mkdir(parents=True, exist_ok=True)
    write_jpeg(args.out / "misread.jpg", faces)
    (args.out / "robustness.svg").write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
