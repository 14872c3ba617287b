"""`jantaku score`: what a win is worth and why; one hand, a file of cases, or an uncertain hand."""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from table.cli.options import print_json, read_option

if TYPE_CHECKING:
    from scoring.case import Case
    from scoring.ruleset import Ruleset

FLAGS: Final = (
    ("riichi", "the winner has declared riichi"),
    ("double-riichi", "... in the first uninterrupted turn"),
    ("open-riichi", "... with the waiting tiles shown"),
    ("ippatsu", "won within one turn of the riichi"),
    ("haitei", "self-draw of the last tile"),
    ("houtei", "ron on the last discard"),
    ("rinshan", "self-draw of a replacement tile"),
    ("chankan", "ron on the tile of a kan"),
    ("tenhou", "the dealer's first tiles"),
    ("chiihou", "self-draw in the first uninterrupted turn"),
    ("renhou", "ron before the own first turn"),
)
JUDGED: Final = ("valid", "reason", "han", "fu", "yaku", "limit", "payments", "total")
"""The keys of a case's `expect` that `ok` compares."""
OF_HAND: Final = (
    "win", "tsumo", "ron", "seat", "round", *(flag for flag, _ in FLAGS), "dora", "ura", "honba",
    "sticks", "context", "readings",
)  # fmt: skip
"""The options that go with HAND alone: a file says these things itself."""


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "score",
        help="score a win and explain it",
        usage="jantaku score HAND [MELD...] --win TILE --tsumo|--ron --seat WIND [options]\n"
        "       jantaku score --cases FILE | --uncertain FILE [--rules ID] [--json]",
        description="HAND has the concealed tiles in any order, as in 123m406p789s11z (0 a red"
        " five), mjai's names, or ids: before the numbers 0..135; the winning tile may be among"
        " them or, with one tile less, come from --win alone. MELD is chi:123m, pon:777z,"
        " daiminkan:, ankan: or kakan:, with @WIND behind it for the seat that fed it.",
    )
    parser.set_defaults(run=run)
    parser.add_argument(
        "hand", metavar="HAND", nargs="*", help="concealed tiles, and melds with their word"
    )
    parser.add_argument("--win", metavar="TILE", help="the winning tile")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--tsumo", action="store_true", help="the winning tile was drawn")
    way.add_argument("--ron", action="store_true", help="the winning tile was another player's")
    parser.add_argument("--seat", metavar="WIND", help="the winner's seat wind: E (dealer) S W N")
    parser.add_argument("--round", metavar="WIND", help="the round wind (E)")
    for flag, text in FLAGS:
        parser.add_argument(f"--{flag}", action="store_true", help=text)
    parser.add_argument("--dora", metavar="TILES", help="indicators, as turned up")
    parser.add_argument("--ura", metavar="TILES", help="indicators beneath them")
    parser.add_argument("--honba", metavar="N", type=int, help="counters")
    parser.add_argument("--sticks", metavar="N", type=int, help="all riichi bets")
    parser.add_argument("--rules", metavar="ID", default=None, help="the ruleset (wrr2015)")
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="switch one entry"
    )
    parser.add_argument("--context", metavar="FILE", help="JSON: what the table knows besides")
    parser.add_argument("--cases", metavar="FILE", help="score each case of a JSON lines file")
    parser.add_argument("--uncertain", metavar="FILE", help="score a hand with alternatives")
    parser.add_argument(
        "--readings", action="store_true", help="show every reading of HAND, and why it lost"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Score what was given; 0 for yes, 1 for a refused win or a failed case, 2 for bad input."""
    ways = [name for name in ("hand", "cases", "uncertain") if getattr(args, name)]
    if len(ways) != 1:
        print(
            "jantaku score: expected one of HAND, --cases FILE, --uncertain FILE", file=sys.stderr
        )
        return 2
    if ways == ["hand"]:
        return _run_hand(args)
    _check_file_options(args, ways[0])
    return _run_cases(args) if ways == ["cases"] else _run_uncertain(args)


def _check_file_options(args: argparse.Namespace, way: str) -> None:
    """See that no option would be passed over, or never looked at for want of a case."""
    from table.config import load_ruleset
    from table.errors import InvalidOptionError

    for name in OF_HAND:
        if getattr(args, name.replace("-", "_")) not in {None, False}:
            raise InvalidOptionError(f"--{name}: expected with HAND, not with --{way}")
    if args.rules is not None:
        load_ruleset(args.rules)


def _run_hand(args: argparse.Namespace) -> int:
    """Score one hand and explain it."""
    from scoring.case import parse_case
    from scoring.engine import score
    from table.cli.score_report import readings, report

    case = parse_case(_case_of(args))
    ruleset = _ruleset(args, case)
    result = score(case.hand, case.win, ruleset)
    ways = None
    if args.readings:
        from scoring.ranking import ranked

        ways = ranked(case.hand, case.win, ruleset)
    if args.json:
        more = {} if ways is None else {"readings": [one.to_mapping() for one in ways]}
        print_json(result.to_mapping() | more)
    else:
        print(report(case.hand, case.win, ruleset, result, colours=_colours()))
        if ways is not None:
            print(readings(ways, colours=_colours()))
    return 0 if result.valid else 1


def _colours() -> bool:
    """Whether somebody looks at a terminal that shows colours."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def _run_cases(args: argparse.Namespace) -> int:
    """Score each line of a file; a bad line is reported and the rest go on."""
    from scoring.errors import InvalidCaseError

    failed = bad = done = 0
    with _opened(args.cases) as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            done += 1
            outcome = _judge(args, number, line)
            bad += "error" in outcome
            failed += outcome.get("ok") is False
            if args.json:
                print_json(outcome)
            else:
                print(_outcome_line(outcome))
    if not done:
        raise InvalidCaseError(f"{args.cases}: no case, expected a line a case")
    print(f"{done} cases: {failed} failed, {bad} not readable", file=sys.stderr)
    return 2 if bad else 1 if failed else 0


def _judge(args: argparse.Namespace, number: int, line: str) -> dict[str, Any]:
    """Score one case and compare it with what it expects."""
    from scoring.case import parse_case
    from scoring.engine import score
    from scoring.errors import InvalidCaseError, ScoringError
    from table.errors import TableError

    name: object = f"line {number}"
    try:
        mapping = _json(line)
        if not isinstance(mapping, dict):
            raise InvalidCaseError(f"case {line.strip()[:40]!r}: expected a JSON object")
        name = mapping.get("id", name)
        if not isinstance(mapping.get("expect", {}), dict):
            raise InvalidCaseError(f"field 'expect' = {mapping['expect']!r}: expected dict")
        case = parse_case(mapping)
        result = score(case.hand, case.win, _ruleset(args, case)).to_mapping()
    except (ScoringError, TableError) as failure:
        return {"id": name, "error": str(failure)}
    return {"id": name, "ok": _agrees(result, mapping.get("expect")), "result": result}


def _agrees(result: dict[str, Any], expect: object) -> bool | None:
    """Compare the judged keys that are expected, yaku in any order; None where nothing is."""
    if not isinstance(expect, dict):
        return None
    return all(_set(result.get(key)) == _set(expect[key]) for key in JUDGED if key in expect)


def _set(value: object) -> object:
    """Return a list, of yaku, as one that has no order."""
    return sorted(map(str, value)) if isinstance(value, list) else value


def _outcome_line(outcome: dict[str, Any]) -> str:
    """Say how one case went."""
    if "error" in outcome:
        return f"{outcome['id']}: error: {outcome['error']}"
    result = outcome["result"]
    word = {True: "ok", False: "FAILED", None: "scored"}[outcome["ok"]]
    answer = result["total"] if result["valid"] else f"refused, {result['reason']}"
    return f"{outcome['id']}: {word}: {answer}"


def _run_uncertain(args: argparse.Namespace) -> int:
    """Rank what an uncertain hand may be; 1 if it can be no win."""
    from scoring.case import parse_rules
    from scoring.errors import InvalidCaseError
    from scoring.uncertain import read_uncertain

    with _opened(args.uncertain) as lines:
        mapping = _json("".join(lines), args.uncertain)
    if not isinstance(mapping, dict):
        raise InvalidCaseError(f"{args.uncertain}: expected a JSON object")
    verdict = read_uncertain(mapping, _load(args, *parse_rules(mapping)))
    if args.json:
        print_json(verdict.to_mapping())
    else:
        for one in verdict.hands:
            print(f"{one.probability:7.2%}  {one.hand}: {one.result}")
        print(f"{verdict.impossible} combinations are impossible")
        if verdict.check is not None:
            place = "" if verdict.check.meld is None else f" of meld {verdict.check.meld}"
            print(f"check tile {verdict.check.index}{place}: {verdict.check.why}")
    return 0 if any(one.result.valid for one in verdict.hands) else 1


def _case_of(args: argparse.Namespace) -> dict[str, Any]:
    """Return the command line as a case; the winning tile is added to a hand that lacks one."""
    from scoring.case import check_context_keys
    from scoring.errors import InvalidCaseError

    for name in ("win", "seat"):
        if getattr(args, name) is None:
            raise InvalidCaseError(f"--{name}: missing, expected with HAND")
    if not (args.tsumo or args.ron):
        raise InvalidCaseError("--tsumo or --ron: missing, expected with HAND")
    concealed, melds = _tiles_of(args.hand, args.win)
    case: dict[str, Any] = {
        "concealed": concealed,
        "melds": melds,
        "win_tile": args.win,
        "win": "tsumo" if args.tsumo else "ron",
        "seat_wind": args.seat,
        "round_wind": "E" if args.round is None else args.round,
        "dora_indicators": args.dora or "",
        "ura_indicators": args.ura or "",
        "honba": args.honba or 0,
        "riichi_sticks": args.sticks or 0,
    }
    for flag, _ in FLAGS:
        name = flag.replace("-", "_")
        case[name] = getattr(args, name)
    if args.context is not None:
        with _opened(args.context) as lines:
            case["context"] = _json("".join(lines), args.context)
        if isinstance(case["context"], dict):
            check_context_keys(case["context"])
    return case


def _tiles_of(parts: list[str], win_tile: str) -> tuple[list[str], list[str]]:
    """Tell the concealed tiles from the melds, which have a word before their colon."""
    from scoring.notation import read_tile, read_tiles

    numbered = ("ids:", "tenhou:")
    melds = [part for part in parts if ":" in part and not part.lower().startswith(numbered)]
    concealed = [str(tile) for part in parts if part not in melds for tile in read_tiles(part)]
    if len(concealed) + 3 * len(melds) == 13:
        concealed.append(str(read_tile(win_tile)))
    return concealed, melds


def _ruleset(args: argparse.Namespace, case: Case) -> Ruleset:
    """Return the ruleset that the case or else the command line names, with its switches."""
    return _load(args, case.ruleset, case.options)


def _load(args: argparse.Namespace, ruleset_id: str | None, options: dict[str, Any]) -> Ruleset:
    """Return a ruleset; switches of the command line come on top."""
    from table.config import DEFAULT_RULESET, load_ruleset

    switched = options | dict(map(read_option, args.option))
    if ruleset_id is None:
        ruleset_id = DEFAULT_RULESET if args.rules is None else args.rules
    return load_ruleset(ruleset_id, switched)


def _json(text: str, file: str | None = None) -> Any:
    """Read JSON; a complaint names the file, if one is given."""
    from scoring.errors import InvalidCaseError

    try:
        return json.loads(text, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError) as error:
        where = "" if file is None else f"{file}: "
        raise InvalidCaseError(f"{where}{text.strip()[:40]!r}: expected JSON ({error})") from None


def _finite(text: str) -> float:
    """Read a number that JSON can also say."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text}, expected a finite number")
    return number


def _opened(path: str) -> AbstractContextManager[TextIO]:
    """Open a file of text; "-" is the standard input. What is no UTF-8 shows as such."""
    if path == "-":
        if isinstance(sys.stdin, io.TextIOWrapper):  # as a file is read, whatever the locale
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
        return nullcontext(sys.stdin)
    return Path(path).open(encoding="utf-8-sig", errors="replace")
