"""`jantaku run`: the assistant with its dashboard, until it is stopped."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.options import DEFAULT_HOST, DEFAULT_PORT, default_data_folder, default_said

if TYPE_CHECKING:
    from table.core.events import StartKyoku


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "run",
        help="the assistant with its dashboard",
        description="Serves the dashboard of one table; prints `ready URL` when it answers.",
    )
    parser.add_argument(
        "config", nargs="?", metavar="CONFIG", type=Path, help="a TOML file with settings"
    )
    add_serving_options(parser)
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the folder of the journal and the photos (default {default_said()})",
    )
    parser.add_argument(
        "--bridge",
        metavar="PORT",
        help="the automatic table: a device, a URL, or the UUID of a table",
    )
    add_camera_options(parser)
    parser.set_defaults(run=run)


def add_camera_options(parser: argparse.ArgumentParser) -> None:
    """The options of what watches a table."""
    parser.add_argument(
        "--camera",
        metavar="[ROLE=]SOURCE",
        action="append",
        help="watch with it: camera index, file, folder, rtsp:// or http://; ROLE: table (default),"
        " hand0-hand3; may be given for each. Left out: as the settings or the set-up page say",
    )
    parser.add_argument(
        "--calibration", metavar="FILE", type=Path, help="where the table is in the picture"
    )
    parser.add_argument(
        "--start",
        metavar="FILE",
        type=Path,
        help="join a game in its middle: an mjai start_kyoku with side, the four sides at which"
        " seats 0-3 sit; only for a table that has no record yet",
    )
    parser.add_argument(
        "--accept",
        metavar="P",
        type=float,
        help="write a hand's end without asking, from this confidence (0 to 1) on",
    )


def add_serving_options(parser: argparse.ArgumentParser) -> None:
    """The options of every command that serves a table."""
    parser.add_argument(
        "--host",
        help=f"the address to listen at (default {DEFAULT_HOST}; off the loopback a token guards)",
    )
    parser.add_argument("--port", type=int, help=f"the port (default {DEFAULT_PORT}; 0: any free)")
    parser.add_argument("--rules", metavar="ID", help="the ruleset of a first game")
    parser.add_argument(
        "--https",
        action="store_true",
        default=None,
        help="encrypt, with a certificate that is made for this table and kept in its folder",
    )
    parser.add_argument(
        "--set",
        metavar="NAME",
        dest="tile_set",
        help="read tiles of this set, which was enrolled in the data folder",
    )
    parser.add_argument(
        "--models", metavar="DIR", type=Path, help="take the models from there, with manifest.toml"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until stopped."""
    from table.bootstrap.serve import serve
    from table.bootstrap.settings import read_settings

    told = {**given(args), "bridge": args.bridge, "camera": cameras(args)}
    settings = read_settings(args.config, told)
    serve(settings, settings.data or default_data_folder(), start=start(args.start))
    return 0


def start(file: Path | None) -> "StartKyoku | None":
    """The hand to begin with. Raises InvalidOptionError."""
    from table.bootstrap.joining import read_start

    return None if file is None else read_start(file)[0]


def cameras(args: argparse.Namespace) -> dict[str, object] | None:
    """What the command line says of cameras, by the names of the setting."""
    told: dict[str, object] = {}
    if args.camera:
        from vision.capture.source import parse_sources

        told |= {source.role: source.where for source in parse_sources(args.camera)}
        told["insist"] = True
    if args.calibration is not None:
        told["calibration"] = args.calibration
    if args.accept is not None:
        told["accept"] = args.accept
    if args.start is not None:
        from table.bootstrap.joining import SIDES, read_start

        told["side"] = [SIDES[side] for side in read_start(args.start)[1]]
    return told or None


NAMES = ("host", "port", "rules", "https", "data", "models", "tile_set")


def given(args: argparse.Namespace) -> dict[str, object]:
    """What the command line says, by the names of the settings."""
    return {name: getattr(args, name) for name in NAMES}
