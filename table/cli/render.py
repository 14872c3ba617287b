"""`jantaku render`: the synthetic camera: a game becomes a film of the table, with its truth."""

import argparse
import sys
import time
from pathlib import Path

from table.cli.options import check_outputs, file_to_write, within


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "render",
        help="make a film of a game, as a camera over the table would see it",
        description="Films a recorded or simulated game: arms reach, cover and leave, tiles lie a"
        " little askew, light wanders. The truth has a line for the first frame in which the table"
        " rests after each event: all tiles in that frame's pixels, seen or not. The same game and"
        " seed give the same film; the seed chooses table, tiles, habits, light and camera.",
    )
    parser.add_argument("record", metavar="GAME", type=Path, help="mjai, tenhou.net/6 or mjlog")
    parser.add_argument("--out", metavar="FILM.mp4", type=file_to_write, required=True)
    parser.add_argument(
        "--truth", metavar="TRUTH.jsonl", type=file_to_write, help="packed if it ends in .gz"
    )
    parser.add_argument("--hands", metavar="DIR", type=Path, help="films of each player's hand too")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="default 0")
    parser.add_argument("--size", metavar="WxH", default="1920x1080", help="default 1920x1080")
    parser.add_argument("--fps", metavar="N", type=float, default=10.0, help="default 10")
    parser.add_argument("--pace", metavar="X", type=float, default=1.0, help="2: twice as quick")
    parser.add_argument(
        "--unseen", action="store_true", help="tile designs that no training picture has"
    )
    hidden = parser.add_argument_group("what a camera may also do, for tests")
    hidden.add_argument(
        "--faults", action="store_true", help="hands that stay, a knock, lost frames"
    )
    hidden.add_argument("--turned", metavar="N", type=int, default=0, help="quarter turns")
    hidden.add_argument("--mirrored", action="store_true")
    hidden.add_argument("--calm", action="store_true", help="no noise, no shake, steady light")
    hidden.add_argument(
        "--simple", action="store_true", help="a straight lens, no smear, plain arms in turn"
    )
    hidden.add_argument(
        "--quality", metavar="CRF", type=within(int, 0, 51), help="0 to 51, less is better"
    )
    hidden.add_argument("--rounds", metavar="N", type=int, help="only the first N hands")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the film is made; raises RecordError or FilmError, or OSError and then nothing is."""
    from table.bootstrap.filming import film, first_hands, read_scenes, with_faults
    from vision.synthetic.film_shooting import Settings
    from vision.synthetic.film_writer import QUALITY

    films = {} if args.hands is None else hand_files(args.hands)
    check_outputs(args.record, {"--out": args.out, "--truth": args.truth, **films})
    settings = Settings(
        seed=args.seed, size=_size(args.size), fps=args.fps, pace=args.pace,
        forms="unseen" if args.unseen else "training", calm=args.calm, turns=args.turned,
        mirrored=args.mirrored, simple=args.simple,
        quality=QUALITY if args.quality is None else args.quality,
    )  # fmt: skip
    told = read_scenes(args.record, args.seed)
    if args.rounds is not None:
        told = first_hands(told, args.rounds)
    if args.faults:
        settings = with_faults(settings, told)
    began, bar = time.monotonic(), _Bar()
    made = film(told, args.out, args.truth, settings, bar.show, args.hands)
    bar.done()
    spent = time.monotonic() - began
    print(
        f"{args.out}: {made.scenes} scenes, {made.frames} frames, {made.seconds:.0f} s of film"
        f" in {spent:.0f} s",
        file=sys.stderr,
    )
    return 0


def hand_files(folder: Path) -> dict[str, Path]:
    """The films of the four hands, and their truths, by what an error calls them."""
    names = [f"hand{seat}{ending}" for seat in range(4) for ending in (".mp4", ".jsonl")]
    return {f"--hands: {name} in": folder / name for name in names}


def _size(text: str) -> tuple[int, int]:
    """Width and height; raises FilmError."""
    from vision.errors import FilmError

    wide, times, high = text.partition("x")
    if not (times and wide.isdecimal() and high.isdecimal() and len(text) < 12):
        raise FilmError(f"size {text!r}, expected WIDTHxHEIGHT as in 1920x1080")
    return int(wide), int(high)


class _Bar:
    """How far the film is, on a terminal."""

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """Say so."""
        if self._wanted:
            filled = 40 * done // max(1, total)
            bar = "#" * filled + "." * (40 - filled)
            print(f"\r[{bar}] {done}/{total} scenes", end="", file=sys.stderr, flush=True)

    def done(self) -> None:
        """Leave the line."""
        if self._wanted:
            print("\r\033[K", end="", file=sys.stderr)
