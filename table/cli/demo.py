"""`jantaku demo`: a film is watched, beside a virtual table; in a folder that is forgotten."""

import argparse
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.run import add_serving_options, given, start

if TYPE_CHECKING:
    from collections.abc import Iterator

FILM_RULES = "tenhou"
"""What the game of the film was played by."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "demo",
        help="the dashboard of a table on film, with photos to try; needs no hardware",
        description="Serves a table whose record writes itself: a camera film of a game is watched"
        " as a camera would be, a virtual automatic table stands beside it, and there are photos of"
        " winning hands to try. Our own renderer made all of it.",
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
        "--photos",
        action="store_true",
        help="only the photos: nobody watches the film, and no automatic table stands beside it",
    )
    parser.add_argument(
        "--start",
        metavar="FILE",
        type=Path,
        help="join the film's game in its middle: an mjai start_kyoku",
    )
    parser.add_argument(
        "--film",
        metavar="FILE",
        nargs="?",
        help="watch this film in the place of the one that comes with it",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped, or play and leave."""
    from table.bootstrap.play import play
    from table.bootstrap.serve import serve
    from table.bootstrap.settings import read_settings
    from table.bootstrap.virtual_table import standing_by

    told = given(args)
    if args.play or args.photos:
        settings = read_settings(None, told)
        with _folder(settings.data) as folder:
            if args.play:
                return 0 if play(settings, folder) else 1
            serve(settings, folder, demo=True)
        return 0
    if args.rules is None:
        told["rules"] = FILM_RULES
    with (
        _film(args.film) as film,
        _folder(args.data) as folder,
        standing_by(folder, [] if args.film else _script()) as table,
    ):
        camera: dict[str, object] = {"table": film, "accept": 0.0, "insist": True}
        settings = read_settings(None, {**told, "camera": camera, "bridge": table.port})
        serve(settings, folder, demo=True, start=start(args.start), moment=table.at)
    return 0


def _script() -> list[str]:
    """What the automatic table of the film does."""
    from table.bootstrap.compose import demo_folder

    return (demo_folder() / "table.txt").read_text(encoding="utf-8").splitlines()


@contextmanager
def _film(told: str | None) -> "Iterator[str]":
    """The film of the demo as a file, wherever the package is installed."""
    if told is not None:
        yield told
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
