"""`jantaku tiles`: learn a club's own tile set from a few photos, and list the sets it knows."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.options import default_data_folder, default_said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.enrol.enrolment import Enrolment, ShownTile

DOUBTFUL = 1
BAD_ITEM = 2
_HELP = "Enter keeps it as shown; 1.2.3=8m mends a face (1.2.3=? leaves it out); q keeps nothing"


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "tiles",
        help="learn a club's own tile set; list the sets",
        description="A set that was shown once is read nearly without a mistake.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    enrol = commands.add_parser(
        "enrol",
        help="learn a set from photos of its 34 kinds",
        description="Lay out the 34 kinds, and the red fives, in any order, face up, and "
        "photograph them once or a few times. What was read is shown to be confirmed.",
    )
    enrol.add_argument("name", metavar="NAME", help="what to call the set: a-z, 0-9, - and _")
    enrol.add_argument("photos", nargs="+", metavar="PHOTO", type=Path, help="a picture file")
    enrol.add_argument(
        "--yes", action="store_true", help="ask nothing: keep it where nothing is doubtful"
    )
    enrol.add_argument("--replace", action="store_true", help="put it in the place of an older one")
    enrol.add_argument(
        "--models", metavar="DIR", type=Path, help="take the models from there, with manifest.toml"
    )
    _add_data(enrol)
    enrol.set_defaults(run=run_enrol)
    listing = commands.add_parser("list", help="the sets that are known")
    listing.add_argument("--json", action="store_true", help="print one JSON document")
    _add_data(listing)
    listing.set_defaults(run=run_list)


def _add_data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=None,
        help=f"the folder that keeps the sets (default {default_said()})",
    )


def run_enrol(args: argparse.Namespace) -> int:
    """Learn a set: 0 where it is kept, 1 where it is doubtful or was not confirmed."""
    from vision.club import tile_set
    from vision.enrol.enrolment import propose
    from vision.imagefile import read_image
    from vision.model_store import find_model
    from vision.reader import Reader

    data: Path = args.data or default_data_folder()
    path = tile_set.file_of(data, args.name)
    _check_free(path, args)
    images = [read_image(photo) for photo in args.photos]
    digest = find_model("classifier", args.models).facts["sha256"]
    _say(f"reading {len(images)} photo{'s' * (len(images) > 1)} ...")
    enrolment = propose(Reader.open(args.models), images, digest)
    print("\n".join(shown_rows(enrolment.tiles)))
    confirmed = _unasked(enrolment, args.name) if args.yes else _asked(enrolment)
    if confirmed is None:
        return DOUBTFUL
    learned = confirmed.club(args.name)
    _keep(path, learned.to_bytes(), args)
    source = f"from {len(images)} photo{'s' * (len(images) > 1)}"
    print(f"{args.name}: {learned.kinds} kinds, {_reds(learned.reds)}, {source}")
    return 0


def _check_free(path: Path, args: argparse.Namespace) -> None:
    from vision.errors import TileSetError

    if path.exists() and not args.replace:
        raise TileSetError(
            f"a tile set {args.name!r} is there; expected another name, or --replace"
        )


def _keep(path: Path, content: bytes, args: argparse.Namespace) -> None:
    """Write the file of a set, whole or not at all."""
    from table.files import alone_in, write_atomically

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with alone_in(path.parent):
        _check_free(path, args)  # somebody else may have kept one until a person had confirmed
        write_atomically(path, content)


def run_list(args: argparse.Namespace) -> int:
    """The sets, a line each."""
    from vision.club import tile_set
    from vision.errors import TileSetError

    data: Path = args.data or default_data_folder()
    code, sets = 0, []
    for name in tile_set.names(data):
        try:
            sets.append(tile_set.load(data, name))
        except TileSetError as error:
            code = BAD_ITEM
            _say(f"jantaku: {error}")
    if args.json:
        facts = [
            {"name": one.name, "kinds": one.kinds, "reds": one.reds, "faces": len(one.classes)}
            for one in sets
        ]
        print(json.dumps(facts))
        return code
    for one in sets:
        faces = f"learned from {len(one.classes)} faces"
        print(f"{one.name}: {one.kinds} kinds, {_reds(one.reds)}, {faces}")
    if not sets and not code:
        print(f"no tile set is enrolled in {data / tile_set.FOLDER}")
    return code


def shown_rows(tiles: "Sequence[ShownTile]") -> list[str]:
    """The faces as they lie, a line a row; ! stands behind a doubtful one."""
    lines: list[str] = []
    rows: dict[tuple[int, int], list[str]] = {}
    for tile in tiles:
        mark = "!" if tile.doubt else " "
        rows.setdefault((tile.picture, tile.row), []).append(f"{tile.tile:>2}{mark}")
    before = 0
    for (picture, row), names in rows.items():
        if picture != before:
            lines.append(f"photo {picture}")
            before = picture
        lines.append(f"  {picture}.{row:<3} {' '.join(names)}".rstrip())
    return lines


def mends(line: str) -> dict[str, str]:
    """The corrections in a line: place=tile, with spaces between. Raises ``TileSetError``."""
    from vision.errors import TileSetError

    found = {}
    for word in line.split():
        place, equals, tile = word.partition("=")
        if not (place and equals and tile):
            raise TileSetError(f"{word!r}: expected a place and a tile, such as 1.2.3=8m")
        found[place] = tile
    return found


def _unasked(enrolment: "Enrolment", name: str) -> "Enrolment | None":
    doubts = enrolment.doubts()
    for doubt in doubts:
        _say(f"jantaku: {name}: {doubt}")
    return None if doubts else enrolment


def _asked(enrolment: "Enrolment") -> "Enrolment | None":
    """What a person makes of it; None where they keep nothing."""
    from vision.errors import TileSetError

    while True:
        for doubt in enrolment.doubts():
            print(f"  ! {doubt}")
        print(f"{_HELP}\n> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip().lower() in {"q", "n", "no"}:
            _say("jantaku: not confirmed; nothing was kept")
            return None
        try:
            if line.strip().lower() in {"", "y", "yes"}:
                enrolment.club("checked")
                return enrolment
            enrolment = enrolment.corrected(mends(line))
        except TileSetError as error:
            _say(f"jantaku: {error}")
            continue
        print("\n".join(shown_rows(enrolment.tiles)))


def _reds(count: int) -> str:
    return f"{count} kind{'s' * (count != 1)} of red fives" if count else "no red fives"


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
