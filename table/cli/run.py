"""`jantaku run`: the assistant with its dashboard, until it is stopped."""

import argparse
from pathlib import Path

from table.cli.options import DEFAULT_HOST, DEFAULT_PORT, default_data_folder


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
        help=f"the folder of the journal and the photos (default {default_data_folder()})",
    )
    parser.add_argument(
        "--bridge",
        metavar="PORT",
        help="the automatic table: a device, a URL, or the UUID of a table",
    )
    parser.set_defaults(run=run)


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

    settings = read_settings(args.config, {**given(args), "bridge": args.bridge})
    serve(settings, settings.data or default_data_folder())
    return 0


NAMES = ("host", "port", "rules", "https", "data", "models", "tile_set")


def given(args: argparse.Namespace) -> dict[str, object]:
    """What the command line says, by the names of the settings."""
    return {name: getattr(args, name) for name in NAMES}
