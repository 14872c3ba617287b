"""`jantaku record`: watches a table through a camera or a film, and keeps its record."""

import argparse
import sys
from pathlib import Path
from typing import Any

from table.cli.options import default_data_folder, default_said, print_json, within


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "record",
        help="watch a table and keep its record",
        description="Watches a table through a camera, a film, a folder of frames or a stream and"
        " writes DIR/record.mjai.jsonl, DIR/journal.db, DIR/evidence/ and DIR/summary.json."
        " A run that was cut off goes on in the same DIR, with the same film, log, rules and"
        " start. Exit 1 when questions stay open.",
    )
    parser.add_argument(
        "sources",
        nargs="+",
        metavar="[ROLE=]SOURCE",
        help="camera index, file, folder, rtsp:// or http://; ROLE: table (default), hand0-hand3",
    )
    parser.add_argument("--rules", metavar="ID", default="wrr2015", help="default wrr2015")
    parser.add_argument("--out", metavar="DIR", type=Path, required=True)
    parser.add_argument(
        "--start",
        metavar="FILE",
        type=Path,
        help="the hand that is being played: an mjai start_kyoku with side, the four sides at which"
        " seats 0-3 sit",
    )
    parser.add_argument(
        "--bridge",
        metavar="PORT",
        help="listen to the automatic table too: a device, a URL, a UUID, DRIVER:TARGET, or a log,"
        " the lines of `bridge watch --json` with the film's time as their t_ms",
    )
    parser.add_argument(
        "--evidence-gb",
        metavar="GB",
        type=within(float, 0, 1e5),
        default=2.0,
        help="how large pictures and films of evidence may grow; the oldest go first (default 2)",
    )
    parser.add_argument(
        "--calibration", metavar="FILE", type=Path, help="where the table is in the picture"
    )
    _add_reading_options(parser)
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def _add_reading_options(parser: argparse.ArgumentParser) -> None:
    """With what tiles are read."""
    parser.add_argument("--models", metavar="DIR", type=Path, help="take the models from there")
    parser.add_argument(
        "--set", metavar="NAME", dest="club", help="read tiles of this set, which was enrolled"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the folder that keeps the sets (default {default_said()})",
    )


def run(args: argparse.Namespace) -> int:
    """0 when the record is written and nothing stays open, 1 where questions do."""
    from table.bootstrap.joining import read_start
    from table.bootstrap.recording_run import Watch, Wish
    from table.config import load_ruleset
    from vision.capture.source import parse_sources
    from vision.club.tile_set import load
    from vision.plane.file import read_plane

    ruleset = load_ruleset(args.rules)
    sources = parse_sources(args.sources)
    start, sides = (None, (0, 1, 2, 3)) if args.start is None else read_start(args.start)
    plane = read_plane(args.calibration) if args.calibration is not None else None
    club = load(args.data or default_data_folder(), args.club) if args.club else None
    wish = Wish(
        sources, ruleset, args.out, start, sides, plane, args.models, club=club,
        bridge=args.bridge, evidence_bytes=round(args.evidence_gb * 1e9),
    )  # fmt: skip
    summary = Watch(wish, _progress, _say).run()
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    _report(summary, args.json)
    return 1 if summary["questions"] or summary["lost"] else 0


def _progress(done: int, total: int) -> None:
    if done % 20 == 0 and sys.stderr.isatty():
        print(f"\r\x1b[K{done}/{total or '?'} frames", end="", file=sys.stderr, flush=True)


def _say(line: str) -> None:
    print(f"jantaku: {line}", file=sys.stderr)


def _report(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(summary)
        return
    questions = summary["questions"]
    print(
        f"{summary['rounds']} rounds, {summary['events']} events, {len(questions)} questions, "
        f"{summary['frames']} frames in {summary['seconds']:.0f} s"
    )
    for question in questions:
        print(f"  round {question['round']}, event {question['event']}: {question['kind']}")
    for reason in summary["lost"]:
        print(f"  out of sync: {reason}")
