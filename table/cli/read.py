"""`jantaku read`: the tiles in photos, a line a photo."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.options import default_data_folder, default_said, print_json
from table.errors import InvalidOptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.imagefile import Image
    from vision.reading import Reading

BAD_ITEM = 2
SURE = "sure"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "read",
        help="the tiles in photos",
        description="Reads the tiles in photos: names, places, confidence and alternatives.",
    )
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a picture file")
    parser.add_argument("--json", action="store_true", help="print one JSON line a photo")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="write the photos there, tiles drawn on them"
    )
    parser.add_argument(
        "--min-confidence",
        metavar="P",
        type=_probability,
        help="read a tile less sure than this as ?, 0 to 1, or `sure`: from where on a name is "
        "told for sure (the models' manifest says sure_from, or it is 0.9); else what is as likely "
        "no such tile is ?",
    )
    parser.add_argument(
        "--models", metavar="DIR", type=Path, help="take the models from there, with manifest.toml"
    )
    parser.add_argument(
        "--set", metavar="NAME", dest="club", help="read tiles of this set, which was enrolled"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the folder that keeps the sets (default {default_said()})",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read all photos; 0, or 2 where one of them could not be used (the others are read)."""
    from vision.annotate import annotated
    from vision.club.tile_set import load
    from vision.errors import ImageError
    from vision.imagefile import read_image
    from vision.model_store import sure_from
    from vision.reader import Reader, Thresholds

    sure, least = sure_from(args.models), args.min_confidence
    thresholds = Thresholds()
    if least is not None:
        thresholds = Thresholds(name=sure if least == SURE else least, seen=0.0)
    club = load(args.data or default_data_folder(), args.club) if args.club else None
    reader = Reader.open(args.models, thresholds=thresholds, club=club)
    drawings = _drawings(args.images, args.annotate)
    code = 0
    for number, (image, drawing) in enumerate(zip(args.images, drawings, strict=True), 1):
        _progress(number, len(args.images), image)
        try:
            pixels = read_image(Path(image))
        except (ImageError, OSError) as error:
            code = BAD_ITEM
            _report_bad(image, error, args.json)
            continue
        reading = reader.read(pixels)
        _report(image, reading, args.json, sure)
        if drawing is not None and not _drawn(drawing, annotated(pixels, reading.tiles, sure)):
            code = BAD_ITEM
    return code


def _drawings(images: "Sequence[str]", folder: Path | None) -> "Sequence[Path | None]":
    """Where each drawing goes: named after its photo, numbered where that name is taken.

    Raises ``InvalidOptionError`` where one would replace a photo that is to be read.
    """
    if folder is None:
        return [None] * len(images)
    folder.mkdir(parents=True, exist_ok=True)
    names: dict[str, None] = {}
    for image in images:
        stem, number = Path(image).stem, 1
        name = f"{stem}.tiles.jpg"
        while name in names:
            number += 1
            name = f"{stem}-{number}.tiles.jpg"
        names[name] = None
    photos = {os.path.realpath(image): image for image in images}
    for name in names:
        if photo := photos.get(os.path.realpath(folder / name)):
            raise InvalidOptionError(
                f"--annotate {folder}: a drawing would replace the photo {photo}; "
                "expected another folder"
            )
    return [folder / name for name in names]


def _drawn(path: Path, drawing: "Image") -> bool:
    from vision.imagefile import write_jpeg

    try:
        write_jpeg(path, drawing)
    except OSError as error:
        print(f"jantaku: {path}: the drawing is not written: {error.strerror}", file=sys.stderr)
        return False
    return True


def _report(image: str, reading: "Reading", as_json: bool, sure: float) -> None:
    if as_json:
        print_json({"image": image, **reading.to_json()}, flush=True)
        return
    for note in reading.notes:
        print(f"jantaku: {image}: {note}", file=sys.stderr)
    print(f"{image}: {len(reading.tiles)} tiles in {reading.width} x {reading.height} pixels")
    for tile in reading.tiles:
        x = sum(corner[0] for corner in tile.polygon) / 4
        y = sum(corner[1] for corner in tile.polygon) / 4
        others = "  ".join(f"{name} {chance:.0%}" for name, chance in tile.alternatives)
        doubt = "unsure  " if tile.tile != "?" and tile.confidence < sure else ""
        place = f"at {x:5.0f},{y:5.0f}  {doubt}"
        print(f"  {tile.tile:<4} {tile.confidence:>4.0%}  {place}{others}".rstrip())


def _report_bad(image: str, error: Exception, as_json: bool) -> None:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    message = reason.removeprefix(f"{image}: ")
    if as_json:
        print_json({"image": image, "error": message}, flush=True)
    print(f"jantaku: {image}: {message}", file=sys.stderr)


def _progress(number: int, total: int, image: str) -> None:
    if total > 1 and sys.stderr.isatty():
        print(f"\r\x1b[K{number}/{total} {Path(image).name}", end="", file=sys.stderr, flush=True)
        if number == total:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _probability(text: str) -> float | str:
    if text == SURE:
        return SURE
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 1, or sure")
    return value
