"""`jantaku replay`: a finished record through the table engine, every payment checked."""

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.cli.options import print_json, read_option

if TYPE_CHECKING:
    from table.formats.record import Record
    from table.replay.checking import Report

SHOWN = 20
"""Mismatches that a person is shown; `--json` has them all."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "replay",
        help="play a finished record and check every payment",
        description="Reads mjai lines, tenhou.net/6 JSON, mjlog XML (each also .gz) and our own"
        " records. With --check every event, win, payment and score is held against the ruleset;"
        " exit 1 when something differs. A record that says that it is of the east wind only, or"
        " without open tanyao, is checked as such.",
    )
    parser.add_argument("record", metavar="RECORD", type=Path)
    parser.add_argument("--rules", metavar="ID", default="wrr2015", help="default wrr2015")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="switch one entry"
    )
    parser.add_argument("--check", action="store_true", help="compare with the ruleset")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when all agrees, 1 when something differs, 2 when the record breaks off in a fault."""
    from table.config import load_ruleset, ruleset_options
    from table.formats.load import load_record
    from table.replay.adapting import options_of
    from table.replay.checking import check

    options = dict(map(read_option, args.option))
    ruleset = load_ruleset(args.rules, options)
    record = load_record(args.record, ruleset)
    own = {"rounds", *ruleset_options(args.rules)}
    said = {name: value for name, value in options_of(record).items() if name in own}
    if said:
        ruleset = load_ruleset(args.rules, {**said, **options})
    report = check(record.events, ruleset)
    mismatches = [_shown(record, one) for one in report.mismatches] if args.check else []
    if args.json:
        answer = {
            "rounds": report.rounds,
            "wins": report.wins,
            "events": report.events,
            "mismatches": mismatches,
            "unknown": report.unknown,
            "doubts": list(report.doubts),
            "scores": list(report.scores),
            "fault": None if record.fault is None else str(record.fault),
        }
        print_json(answer)
    else:
        _print(args.record, report)
        if args.check:
            _print_check(report, mismatches, whole=record.fault is None)
    if record.fault is not None:
        print(f"jantaku: {args.record}: {record.fault}", file=sys.stderr)
        return 2
    return 1 if mismatches else 0


def _shown(record: "Record", mismatch: Any) -> dict[str, Any]:
    """A mismatch with the place that the file calls its own."""
    return {**asdict(mismatch), "place": record.places[mismatch.event]}


def _print(path: Path, report: "Report") -> None:
    """What was played."""
    scores = " ".join(map(str, report.scores))
    print(f"{path}: {report.rounds} hands, {report.wins} wins, {report.events} events")
    print(f"points at the end: {scores}")


def _print_check(report: "Report", mismatches: list[dict[str, Any]], *, whole: bool) -> None:
    """What the check found; of a record that breaks off it does not say that all agrees."""
    if report.unknown:
        print(f"{report.unknown} events could not be judged: {'; '.join(report.doubts)}")
    for one in mismatches[:SHOWN]:
        clause = f" ({one['clause']})" if one["clause"] else ""
        print(
            f"{one['place']}: {one['what']}: expected {one['expected']}, got {one['got']}{clause}"
        )
    if len(mismatches) > SHOWN:
        print(f"... and {len(mismatches) - SHOWN} more")
    if mismatches:
        print(f"{len(mismatches)} mismatches")
    elif whole:
        print("everything agrees")
