"""`jantaku compare`: an observed record against the truth."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.cli.options import print_json

if TYPE_CHECKING:
    from table.formats.record import Record


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "compare",
        help="hold an observed record against the truth",
        description="Aligns a record, or a folder that `record` wrote, with the true game, round by"
        " round, and counts what agrees. Exit 1 when something differs.",
    )
    parser.add_argument("record", metavar="RECORD", type=Path, help="a record, or record's DIR")
    parser.add_argument("truth", metavar="TRUTH", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when all agrees, 1 when something differs."""
    from table.replay.agreement import agreement

    folder = args.record if args.record.is_dir() else None
    path = folder / "record.mjai.jsonl" if folder is not None else args.record
    record, truth = _game(path, 0), _game(args.truth, 1)
    questions = [] if folder is None else _questions(folder / "summary.json")
    found = agreement(record.events, truth.events, questions)
    if args.json:
        print_json(found.mapping())
    else:
        print(
            f"{found.exact} of {found.rounds} rounds exact, F1 {found.f1:.4f}, points right in"
            f" {found.points}, {found.silent} silent errors, {found.questions} questions"
        )
        for one in found.differences:
            asked = "" if not one.asked else " (asked)"
            print(f"  round {one.round}: {list(one.told)}, true: {list(one.true)}{asked}")
    return 1 if found.differences else 0


def _game(path: Path, hands: int) -> "Record":
    """A record of so many hands at least: a camera may have seen none.

    Raises UnreadableRecordError, OSError.
    """
    from table.core.events import StartKyoku
    from table.errors import UnreadableRecordError
    from table.formats.load import load_record

    record = load_record(path)
    found = sum(isinstance(event, StartKyoku) for event in record.events)
    if not record.events or found < hands:
        why = record.fault or "no hand, expected a record of a game"
        raise UnreadableRecordError(f"{path}: {why}")
    return record


def _questions(summary: Path) -> list[Any]:
    """The questions of a summary; none where there is no summary."""
    from table.errors import UnreadableRecordError

    if not summary.exists():
        return []
    try:
        questions = json.loads(summary.read_text(encoding="utf-8"))["questions"]
    except (ValueError, KeyError, TypeError, RecursionError):
        questions = None
    if not isinstance(questions, list):
        raise UnreadableRecordError(f"{summary}: expected a summary with its questions")
    return questions
