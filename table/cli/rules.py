"""`jantaku rules`: the rulesets, each entry with its clause, and how two of them differ."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from table.cli.options import print_json
from table.cli.text_table import Paint, lines

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
    show.add_argument("--names", action="store_true", help="call the entries as presets do")
    show.set_defaults(run=run, action="show")

    diff = actions.add_parser("diff", help="the entries in which two rulesets differ")
    diff.add_argument("id", metavar="A")
    diff.add_argument("other", metavar="B")
    diff.add_argument("--names", action="store_true", help="call the entries as presets do")
    diff.add_argument("--all", action="store_true", help="same values from other clauses too")
    diff.set_defaults(run=run, action="diff")

    for action in (listing, show, diff):
        action.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Print what was asked for; 0."""
    from table.config import load_ruleset, ruleset_ids

    if args.action == "list":
        _list([load_ruleset(ruleset_id) for ruleset_id in ruleset_ids()], as_json=args.json)
    elif args.action == "show":
        _show(load_ruleset(args.id), args)
    else:
        _diff(load_ruleset(args.id), load_ruleset(args.other), args)
    return 0


class Entry(NamedTuple):
    """One entry of a ruleset."""

    value: Any
    clause: str


def _entries(ruleset: Ruleset) -> dict[str, Entry]:
    """Return the entries of a ruleset in the order in which a person reads them."""
    from table.wording.entries import SECTIONS

    order = list(SECTIONS)
    entries = {path: Entry(value, ruleset.clauses[path]) for path, value in ruleset.entries()}
    return dict(sorted(entries.items(), key=lambda entry: order.index(entry[0].partition(".")[0])))


def _list(rulesets: list[Ruleset], *, as_json: bool) -> None:
    """Print ids, names and own options; the first of all games is marked."""
    from table.config import DEFAULT_RULESET, ruleset_options

    if as_json:
        listed = [
            {
                "id": ruleset.id,
                "name": ruleset.name,
                "options": list(ruleset_options(ruleset.id)),
                "default": ruleset.id == DEFAULT_RULESET,
            }
            for ruleset in rulesets
        ]
        print(json.dumps(listed))
        return
    rows = []
    for ruleset in rulesets:
        notes = ["where none is named"] if ruleset.id == DEFAULT_RULESET else []
        own = ruleset_options(ruleset.id)
        notes += [f"options: {', '.join(own)}"] if own else []
        rows.append((ruleset.id, ruleset.name, "; ".join(notes)))
    print("\n".join(line.removeprefix("  ") for line in lines(rows, "lll", _paint())))


def _show(ruleset: Ruleset, args: argparse.Namespace) -> None:
    """Print every entry, and what the own options change."""
    from table.config import load_ruleset, ruleset_options

    if args.json:
        print_json(ruleset.to_mapping())
        return
    paint = _paint()
    print(paint("strong", f"{ruleset.name} ({ruleset.id})"))
    entries = _entries(ruleset)
    _print_sections(entries, names=args.names)
    for option in ruleset_options(ruleset.id):
        switched = _entries(load_ruleset(ruleset.id, {option: True}))
        print(paint("strong", f"\nOption {option}"))
        changed = {path: entry for path, entry in switched.items() if entries.get(path) != entry}
        _print_rows(changed, names=args.names)


def _print_sections(entries: dict[str, Entry], *, names: bool) -> None:
    """Print entries below the headings of their sections."""
    from table.wording.entries import SECTIONS

    for section, title in SECTIONS.items():
        within = {path: entry for path, entry in entries.items() if path.startswith(f"{section}.")}
        if within:
            print(_paint()("strong", f"\n{title}"))
            _print_rows(within, names=names)


def _print_rows(entries: dict[str, Entry], *, names: bool) -> None:
    """Print entries as a table: what it is, its value, its clause."""
    rows = [
        (_called(path, names=names), _in_words(path, entry), entry.clause)
        for path, entry in entries.items()
    ]
    print("\n".join(lines(rows, "lll", _paint())))


def _diff(first: Ruleset, second: Ruleset, args: argparse.Namespace) -> None:
    """Print the entries whose value differs, and those that only rest on another clause."""
    values, others = _entries(first), _entries(second)
    pairs = {path: (values.get(path), others.get(path)) for path in {**values, **others}}
    differ: dict[str, tuple[Entry | None, Entry | None]] = {}
    same: dict[str, tuple[Entry | None, Entry | None]] = {}
    for path, (one, other) in pairs.items():
        if one is None or other is None or one.value != other.value:
            differ[path] = (one, other)
        elif one.clause != other.clause:
            same[path] = (one, other)
    ids = (first.id, second.id)
    if args.json:
        document = {
            "differ": [_documented(path, ids, pair) for path, pair in differ.items()],
            "same_value_other_clause": [
                _documented(path, ids, pair) for path, pair in same.items()
            ],
        }
        print_json(document)
        return
    titles = (f"{first.name} ({first.id})", f"{second.name} ({second.id})")
    print(_paint()("strong", f"{titles[0]} and {titles[1]}: {_many(len(differ))} differ"))
    _print_pairs(differ, ids, names=args.names)
    if args.all:
        print(_paint()("strong", f"\n{_many(len(same))} of the same value rest on other clauses"))
        _print_pairs(same, ids, names=args.names)
    elif same:
        print(f"\n{_many(len(same))} of the same value rest on other clauses (--all shows them)")


def _many(count: int) -> str:
    """Say how many entries."""
    return f"{count} {'entry' if count == 1 else 'entries'}"


def _documented(
    path: str, ids: tuple[str, str], pair: tuple[Entry | None, Entry | None]
) -> dict[str, Any]:
    """Return one entry of two rulesets for a program."""
    sides = [None if side is None else side._asdict() for side in pair]
    return {"entry": path, **dict(zip(ids, sides, strict=True))}


def _print_pairs(
    pairs: dict[str, tuple[Entry | None, Entry | None]], ids: tuple[str, str], *, names: bool
) -> None:
    """Print entries of two rulesets, the two values of each below each other."""
    from table.wording.entries import SECTIONS

    for section, title in SECTIONS.items():
        rows = []
        for path, pair in pairs.items():
            if not path.startswith(f"{section}."):
                continue
            called = _called(path, names=names)
            for ruleset_id, side in zip(ids, pair, strict=True):
                value = "not played" if side is None else _in_words(path, side)
                rows.append((called, ruleset_id, value, side.clause if side else ""))
                called = ""
        if rows:
            print(_paint()("strong", f"\n{title}"))
            print("\n".join(lines(rows, "llll", _paint())))


def _called(path: str, *, names: bool) -> str:
    """Return the words for an entry, or its name as options have it."""
    from table.wording.values import label

    return path.removeprefix("yaku.") if names else label(path)


def _in_words(path: str, entry: Entry) -> str:
    """Return the value of an entry in words."""
    from table.wording.values import words

    return words(path, entry.value)


def _paint() -> Paint:
    """Return the colours for where the output goes."""
    return Paint(on=sys.stdout.isatty() and "NO_COLOR" not in os.environ)
