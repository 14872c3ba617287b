"""`jantaku read`: the tiles in photos, a line a photo."""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.cli.options import default_data_folder, default_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.reader import Reader
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
        help="read a tile less sure than this as ?, 0 to 1, or `sure`: as sure as names must be of "
        "which one in a thousand is wrong; else what is as likely no such tile is ?",
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
    from vision.club.tile_set import load
    from vision.errors import ImageError
    from vision.model_store import sure_from
    from vision.reader import Reader, Thresholds

    sure, least = sure_from(args.models), args.min_confidence
    thresholds = Thresholds()
    if least is not None:
        thresholds = Thresholds(name=sure if least == SURE else least, seen=0.0)
    club = load(args.data or default_data_folder(), args.club) if args.club else None
    reader = Reader.open(args.models, thresholds=thresholds, club=club)
    if args.annotate is not None:
        args.annotate.mkdir(parents=True, exist_ok=True)
    code = 0
    for number, (image, name) in enumerate(zip(args.images, _names(args.images), strict=True), 1):
        _progress(number, len(args.images), image)
        try:
            reading = _read(reader, image, args.annotate and args.annotate / name, sure)
        except (ImageError, OSError) as error:
            code = BAD_ITEM
            _report_bad(image, error, args.json)
        else:
            _report(image, reading, args.json, sure)
    return code


def _read(reader: "Reader", image: str, drawing: Path | None, sure: float) -> "Reading":
    from vision.annotate import annotated
    from vision.imagefile import read_image, write_jpeg

    pixels = read_image(Path(image))
    reading = reader.read(pixels)
    if drawing is not None:
        write_jpeg(drawing, annotated(pixels, reading.tiles, sure))
    return reading


def _names(images: "Sequence[str]") -> list[str]:
    """A file name for each drawing, after its photo; numbered where two photos share a name.

    No photo is called `.tiles.jpg`, so that a drawing in the photos' own folder replaces none.
    """
    seen: Counter[str] = Counter()
    names = []
    for image in images:
        stem = Path(image).stem
        seen[stem] += 1
        names.append(f"{stem}.tiles.jpg" if seen[stem] == 1 else f"{stem}-{seen[stem]}.tiles.jpg")
    return names


def _report(image: str, reading: "Reading", as_json: bool, sure: float) -> None:
    if as_json:
        _print_json({"image": image, **reading.to_json()})
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
        _print_json({"image": image, "error": message})
    print(f"jantaku: {image}: {message}", file=sys.stderr)


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False), flush=True)


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
