"""`jantaku rules`: the rulesets, each entry with its clause, and how two of them differ."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import argparse

    from scoring.ruleset import Ruleset


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser("rules", help="the rulesets and how they differ")
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)

    listing = actions.add_parser("list", help="the rulesets there are")
    listing.set_defaults(run=run, action="list")

    show = actions.add_parser("show", help="every entry of a ruleset with its clause")
    show.add_argument("id", metavar="ID")
    show.set_defaults(run=run, action="show")

    diff = actions.add_parser("diff", help="the entries in which two rulesets differ")
    diff.add_argument("id", metavar="A")
    diff.add_argument("other", metavar="B")
    diff.set_defaults(run=run, action="diff")

    for action in (listing, show, diff):
        action.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 0."""
    from table.config import load_ruleset, ruleset_ids

    if args.action == "list":
        _list([load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()], as_json=args.json)
    elif args.action == "show":
        _show(load_ruleset(args.id), as_json=args.json)
    else:
        _diff(load_ruleset(args.id), load_ruleset(args.other), as_json=args.json)
    return 0


def _list(rulesets: list[Ruleset], *, as_json: bool) -> None:
    """Print ids and names."""
    if as_json:
        print(json.dumps([{"id": ruleset.id, "name": ruleset.name} for ruleset in rulesets]))
        return
    for ruleset in rulesets:
        print(f"{ruleset.id:<12} {ruleset.name}")


def _show(ruleset: Ruleset, *, as_json: bool) -> None:
    """Print every entry."""
    if as_json:
        print(json.dumps(ruleset.to_mapping(), ensure_ascii=False))
        return
    print(f"{ruleset.id}: {ruleset.name}")
    section = ""
    for path, value in ruleset.entries():
        if path.partition(".")[0] != section:
            section = path.partition(".")[0]
            print(f"\n{section}")
        print(f"  {path.partition('.')[2]:<24} {_text(value):<24} {ruleset.clauses[path]}".rstrip())


def _diff(first: Ruleset, second: Ruleset, *, as_json: bool) -> None:
    """Print the entries whose value differs, and those that only rest on another clause."""
    values, others = dict(first.entries()), dict(second.entries())
    differences = []
    clauses_only = []
    for path in dict.fromkeys([*values, *others]):
        entry = {
            "entry": path,
            first.id: _side(first, values, path),
            second.id: _side(second, others, path),
        }
        if path not in values or path not in others or values[path] != others[path]:
            differences.append(entry)
        elif first.clauses[path] != second.clauses[path]:
            clauses_only.append(entry)
    if as_json:
        document = {"differ": differences, "same_value_other_clause": clauses_only}
        print(json.dumps(document, ensure_ascii=False))
        return
    _print_entries(f"{first.id} and {second.id} differ in", differences)
    _print_entries("the same value, from another clause", clauses_only)


def _side(ruleset: Ruleset, values: dict[str, Any], path: str) -> dict[str, Any] | None:
    """Return one ruleset's value and clause of an entry, or None if it has no such entry."""
    if path not in values:
        return None
    return {"value": values[path], "clause": ruleset.clauses[path]}


def _print_entries(title: str, entries: list[dict[str, Any]]) -> None:
    """Print entries of two rulesets below each other."""
    print(f"{title}: {len(entries)}")
    for entry in entries:
        print(f"  {entry.pop('entry')}")
        for name, side in entry.items():
            text = "-" if side is None else f"{_text(side['value']):<24} {side['clause']}"
            print(f"    {name:<12} {text}".rstrip())


def _text(value: object) -> str:
    """Write a value for people."""
    if isinstance(value, dict):
        return " ".join(f"{key} {_text(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
