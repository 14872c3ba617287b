"""`jantaku hall load`: try a hall out with virtual tables."""

import argparse
import json
import sys

from table.cli.options import within

MOST = 999_999
"""Of whatever is counted: far more than any machine plays."""


def register(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the verb."""
    load = verbs.add_parser(
        "load",
        help="try it out: virtual tables, a broker, a database, kills",
        description="Plays virtual tables against a hall in a temporary folder, and prints what was"
        " lost, doubled and late; exit 1 unless every entry is there once, in order, unchanged.",
    )
    load.add_argument("--tables", metavar="N", type=int, default=10)
    load.add_argument("--minutes", metavar="M", type=within(float, 0, MOST), default=1.0)
    load.add_argument(
        "--speed",
        metavar="E",
        type=within(float, 0, MOST),
        default=1.0,
        help="events a second and table",
    )
    count = within(int, 0, MOST)
    load.add_argument("--events", metavar="N", type=count, default=0, help="a table, at any speed")
    load.add_argument("--seed", metavar="N", type=int, default=1)
    for name, what in (
        ("broker-kills", "kill -9 of the broker"),
        ("ingest-kills", "kill -9 of the hall"),
        ("database-restarts", "PostgreSQL stopped without a farewell"),
        ("table-kills", "kill -9 of a process of tables"),
    ):
        load.add_argument(f"--{name}", metavar="N", type=count, default=0, help=what)
    load.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    load.add_argument("--https", action="store_true", help="without a broker")
    load.add_argument("--json", action="store_true", help="print one JSON document")
    load.set_defaults(run=run_load)


def run_load(args: argparse.Namespace) -> int:
    """0 where nothing was lost, doubled, changed or out of order."""
    from table.hall.load import run as loading

    names = loading.Load.__slots__
    load = loading.Load(**{name: getattr(args, name) for name in names})
    result = loading.run_load(load, lambda line: print(line, file=sys.stderr))
    print(json.dumps(result) if args.json else "\n".join(loading.words(result)))
    return 0 if result["good"] else 1
