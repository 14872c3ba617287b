"""`jantaku convert`: a record of a game into another format, whole or not at all."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.options import check_outputs, file_to_write, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.ruleset import Ruleset
    from table.core.events import TableEvent
    from table.formats.convert import Converted

FORMATS = ("mjai", "tenhou6", "csv", "html", "pdf")
_ENDINGS = (".gz", ".jsonl", ".json")


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "convert",
        help="a record of a game into another format",
        description=(
            "Reads mjai lines, tenhou.net/6 JSON, mjlog XML (each also .gz) and our own records,"
            " and writes one of the formats. What a format cannot say is refused with the reason,"
            " or goes into OUT's sidecar *.evidence.json; beside csv, html and pdf it is told."
        ),
    )
    parser.add_argument("record", metavar="RECORD", type=Path)
    parser.add_argument("--to", metavar="FORMAT", required=True, choices=FORMATS,
                        help=" ".join(FORMATS))  # fmt: skip
    parser.add_argument("--out", metavar="FILE", type=file_to_write, required=True)
    parser.add_argument(
        "--rules", metavar="ID", help="the ruleset: mjai says it, sheets score by it"
    )
    parser.add_argument("--seat", metavar="N", type=int, choices=range(4),
                        help="mjai: only what this seat saw, 0-3")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the file is written; raises TableError or OSError, and then nothing is."""
    from scoring.seats import Seat
    from table.config import load_ruleset
    from table.errors import InvalidOptionError, RecordError
    from table.formats.convert import convert
    from table.formats.load import load_record

    if args.seat is not None and args.to != "mjai":
        raise InvalidOptionError(f"--seat {args.seat} --to {args.to}: expected it with --to mjai")
    sidecar = sidecar_path(args.out)
    check_outputs(args.record, {"--out": args.out, "the sidecar of --out": sidecar})
    ruleset = None if args.rules is None else load_ruleset(args.rules)
    record = load_record(args.record, ruleset)
    if ruleset is None and not (args.to == "mjai" and record.said):
        ruleset = _named_ruleset(record.events)
    seat = None if args.seat is None else Seat(args.seat)
    try:
        done = convert(record, args.to, ruleset=ruleset, seat=seat)
    except RecordError as failure:
        raise type(failure)(f"{args.record}: {failure}") from None
    beside, warnings = _write(done, args.to, args.out, sidecar)
    for warning in warnings:
        print(f"jantaku: {warning}", file=sys.stderr)
    if args.json:
        named = None if beside is None else str(beside)
        answer = {"out": str(args.out), "sidecar": named, "warnings": warnings}
        print_json(answer)
    else:
        told = "" if beside is None else f", and what it cannot say {beside}"
        print(f"wrote {args.out}{told}", file=sys.stderr)
    return 0


def _write(
    done: "Converted", target: str, out: Path, sidecar: Path
) -> "tuple[Path | None, list[str]]":
    """Write the file and its sidecar; the sidecar, where there is one, and what is to be said."""
    from table.files import is_open_already, write_atomically
    from table.formats.convert import sidecar_bytes

    warnings = list(done.warnings)
    beside = None
    if done.sidecar is not None:
        if is_open_already(out):
            warnings.append(
                f"{out}: no sidecar can lie there; what {target} cannot say is left out"
            )
        else:
            beside = sidecar
            write_atomically(beside, sidecar_bytes(done.sidecar))
    write_atomically(out, done.content)
    if beside is None and _is_sidecar(sidecar, target):
        sidecar.unlink()  # of the file that was there before
        warnings.append(f"{sidecar}: lay beside another record, and is removed")
    return beside, warnings


def sidecar_path(out: Path) -> Path:
    """`game.mjai.evidence.json` beside `game.mjai.jsonl`."""
    name = out.name
    while (ending := Path(name).suffix) in _ENDINGS and Path(name).stem:
        name = name.removesuffix(ending)
    return out.with_name(f"{name}.evidence.json")


def _is_sidecar(path: Path, target: str) -> bool:
    """Whether there is one of ours, for a record in this format."""
    try:
        told = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(told, dict) and "jantaku_evidence" in told and told.get("beside") == target


def _named_ruleset(events: "Sequence[TableEvent]") -> "Ruleset | None":
    """The ruleset that the record names, where there is such a one."""
    from table.config import load_ruleset
    from table.core.events import StartGame
    from table.errors import UnknownRulesetError

    head = events[0] if events else None
    if not isinstance(head, StartGame) or not head.rules:
        return None
    try:
        return load_ruleset(head.rules)
    except UnknownRulesetError:
        return None
