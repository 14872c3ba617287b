"""`jantaku simulate`: a whole legal game under any ruleset, for tests and demos."""

import argparse
import sys

from table.cli.options import file_to_write


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "simulate",
        help="play a whole legal game, for tests and demos",
        description="Plays a game with simple but sensible players and writes it as mjai lines."
        " The same seed and ruleset give the same game.",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="default 0")
    parser.add_argument("--rules", metavar="ID", default="wrr2015", help="default wrr2015")
    parser.add_argument(
        "--out", metavar="FILE", type=file_to_write, help="instead of the standard output"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 when the game is written; raises UnknownRulesetError, or OSError and then nothing is."""
    from table.config import load_ruleset
    from table.files import write_atomically
    from table.formats.mjai_write import replay_lines
    from table.formats.said_rules import start_says
    from table.simulator.game import simulate

    ruleset = load_ruleset(args.rules)
    events = simulate(ruleset, args.seed)
    said = start_says(events, ruleset)
    lines = "".join(f"{line}\n" for line in replay_lines(events, said))
    if args.out is None:
        sys.stdout.write(lines)
    else:
        write_atomically(args.out, lines)
    return 0
