"""`jantaku record`: watches a table through a camera or a film, and keeps its record."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.cli.options import default_data_folder

if TYPE_CHECKING:
    from table.core.events import StartKyoku

SIDES = ("bottom", "right", "top", "left")


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "record",
        help="watch a table and keep its record",
        description="Watches a table through a camera, a film, a folder of frames or a stream and"
        " writes DIR/record.mjai.jsonl, DIR/journal.db, DIR/evidence/ and DIR/summary.json."
        " A run that was cut off goes on in the same DIR. Exit 1 when questions stay open.",
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
    parser.add_argument("--bridge", metavar="PORT", help="listen to the automatic table too")
    parser.add_argument(
        "--calibration", metavar="FILE", type=Path, help="where the table is in the picture"
    )
    parser.add_argument("--models", metavar="DIR", type=Path, help="take the models from there")
    parser.add_argument(
        "--set", metavar="NAME", dest="club", help="read tiles of this set, which was enrolled"
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the folder that keeps the sets (default {default_data_folder()})",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the record is written and nothing stays open, 1 where questions do."""
    from table.bootstrap.recording_run import Watch, Wish
    from table.config import load_ruleset
    from vision.capture_source import parse_sources
    from vision.club import load
    from vision.plane_file import read_plane

    ruleset = load_ruleset(args.rules)
    sources = parse_sources(args.sources)
    table = next(source for source in sources if source.role == "table")
    start, sides = _start(args.start)
    plane = read_plane(args.calibration) if args.calibration is not None else None
    club = load(args.data or default_data_folder(), args.club) if args.club else None
    for unused in (*(str(one) for one in sources if one is not table), args.bridge):
        if unused is not None:
            print(f"jantaku: {unused}: is not watched yet, only the table is", file=sys.stderr)
    wish = Wish(table, ruleset, args.out, start, sides, plane, args.models, club=club)
    summary = Watch(wish, _progress).run()
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    _report(summary, args.json)
    return 1 if summary["questions"] or summary["lost"] else 0


def _start(file: Path | None) -> "tuple[StartKyoku | None, tuple[int, ...]]":
    """The hand to begin with and the sides of seats 0-3."""
    from table.core.codec import parse_event
    from table.core.events import StartKyoku
    from table.errors import InvalidOptionError

    if file is None:
        return None, (0, 1, 2, 3)
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise InvalidOptionError(f"--start {file}: {fault}; expected a JSON object") from None
    if not isinstance(told, dict):
        raise InvalidOptionError(f"--start {file}: expected a JSON object, start_kyoku")
    named = told.pop("side", list(SIDES))
    if not isinstance(named, list) or sorted(map(str, named)) != sorted(SIDES):
        raise InvalidOptionError(f"--start {file}: side {named!r}, expected the four of {SIDES}")
    told.setdefault("type", "start_kyoku")
    told.setdefault("tehais", [["?"] * 13] * 4)
    told.setdefault("dora_marker", "?")
    event = parse_event(told)
    if not isinstance(event, StartKyoku):
        raise InvalidOptionError(f"--start {file}: {told['type']!r}, expected start_kyoku")
    return event, tuple(SIDES.index(str(side)) for side in named)


def _progress(done: int, total: int) -> None:
    if done % 20 == 0 and sys.stderr.isatty():
        print(f"\r\x1b[K{done}/{total or '?'} frames", end="", file=sys.stderr, flush=True)


def _report(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary, ensure_ascii=False))
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
