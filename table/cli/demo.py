"""`jantaku demo`: the assistant with photos to try, in a folder that is forgotten afterwards."""

import argparse
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.run import add_serving_options, given

if TYPE_CHECKING:
    from collections.abc import Iterator

FILM_RULES = "tenhou"
"""What the game of the film was played by."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="the dashboard with photos to try; needs no hardware",
        description="Serves a table with photos of winning hands, which our renderer made.",
    )
    add_serving_options(parser)
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="keep the journal and the photos there"
    )
    parser.add_argument(
        "--play",
        action="store_true",
        help="play a short session through the dashboard's API and leave; 1 for a wrong reading",
    )
    parser.add_argument(
        "--film",
        action="store_true",
        help="watch the film of a game that comes with it: the record writes itself",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped, or play and leave."""
    from table.bootstrap.play import play
    from table.bootstrap.serve import serve
    from table.bootstrap.settings import read_settings

    told = given(args)
    if args.film and args.rules is None:
        told["rules"] = FILM_RULES
    settings = read_settings(None, told)
    with _folder(settings.data) as folder:
        if args.play:
            return 0 if play(settings, folder) else 1
        with _film(wanted=args.film) as film:
            serve(settings, folder, demo=True, film=film)
    return 0


@contextmanager
def _film(*, wanted: bool) -> "Iterator[str | None]":
    """The film of the demo as a file, wherever the package is installed."""
    if not wanted:
        yield None
        return
    from importlib.resources import as_file

    from table.bootstrap.compose import demo_folder

    with as_file(demo_folder() / "film.mp4") as film:
        if not film.is_file():
            from table.errors import InvalidOptionError

            raise InvalidOptionError("demo: its film is not installed, expected film.mp4")
        yield str(film)


@contextmanager
def _folder(kept: Path | None) -> "Iterator[Path]":
    """The folder to keep, or a fresh one that is removed afterwards."""
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="jantaku-demo-") as fresh:
        yield Path(fresh)
