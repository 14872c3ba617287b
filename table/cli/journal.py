"""`jantaku journal`: whether a table's record is whole."""

import argparse
import json
import sys
from pathlib import Path


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser("journal", help="whether a table's record is whole")
    verbs = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    verify = verbs.add_parser(
        "verify",
        help="check every entry and its place in the chain",
        description="Checks a journal; exit 1 names the first bad entry. Changes nothing.",
    )
    verify.add_argument("file", metavar="FILE", type=Path, help="a journal.db")
    verify.add_argument("--json", action="store_true", help="print one JSON document")
    verify.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 for a whole journal, 1 for a broken one."""
    from table.journal.store import verify

    good, fault = verify(args.file)
    if args.json:
        answer = {"entries": good, "fault": None if fault is None else str(fault)}
        print(json.dumps(answer, ensure_ascii=False))
    elif fault is None:
        print(f"{args.file}: {good} entries, the chain is whole")
    else:
        print(f"{args.file}: {good} entries are good, then {fault}", file=sys.stderr)
    return 0 if fault is None else 1
