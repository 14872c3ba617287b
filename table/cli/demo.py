"""`jantaku demo`: the assistant with photos to try, in a folder that is forgotten afterwards."""

import argparse
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.run import add_serving_options, given

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until stopped, or play and leave."""
    from table.bootstrap.play import play
    from table.bootstrap.serve import serve
    from table.bootstrap.settings import read_settings

    settings = read_settings(None, given(args))
    with _folder(settings.data) as folder:
        if args.play:
            return 0 if play(settings, folder) else 1
        serve(settings, folder, demo=True)
    return 0


@contextmanager
def _folder(kept: Path | None) -> "Iterator[Path]":
    """The folder to keep, or a fresh one that is removed afterwards."""
    if kept is not None:
        yield kept
        return
    with tempfile.TemporaryDirectory(prefix="jantaku-demo-") as fresh:
        yield Path(fresh)
