"""`jantaku bridge`: the serial line to an automatic table, or a virtual one in its place."""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from table.cli.options import default_data_folder, default_said, file_to_write

if TYPE_CHECKING:
    from firmware_bridge.happenings import Happening

JOURNAL = "bridge.db"
VIRTUAL_TABLE = "6a616e74-616b-4075-8000-766972747561"
"""The UUID of the virtual table where none is given."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `bridge` and its commands."""
    parser = subparsers.add_parser("bridge", help="the automatic table: find it, hear it, play it")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    ports = commands.add_parser("ports", help="list the serial ports of this machine")
    ports.add_argument("--json", action="store_true", help="one line of JSON a port")
    ports.add_argument("--ask", action="store_true", help="ask each port which table answers")
    ports.set_defaults(run=run_ports)
    _register_watch(commands)
    _register_simulate(commands)


def _register_watch(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    watch = commands.add_parser(
        "watch",
        help="listen to a table and keep what it says",
        description="Keeps what the table says in a journal and then acknowledges it; prints a"
        " line a happening. A table that goes away is waited for.",
    )
    watch.add_argument(
        "port",
        metavar="PORT",
        help="a device, a URL, the UUID of a table, or DRIVER:TARGET: keypad:-, counts:FILE",
    )
    watch.add_argument("--json", action="store_true", help="one line of JSON a happening")
    watch.add_argument(
        "--journal",
        type=file_to_write,
        metavar="FILE",
        help=f"default {default_said(_journal)}",
    )
    watch.add_argument(
        "--listen", action="store_true", help="keep nothing, and leave the table unacknowledged"
    )
    watch.add_argument("--wait", action="store_true", help="wait for a port that is not there yet")
    watch.set_defaults(run=run_watch)


def _register_simulate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    simulate = commands.add_parser(
        "simulate",
        help="be a virtual table on a pseudo-terminal",
        description="Prints the pseudo-terminal that it serves, then does what the lines of the"
        " script, or of the standard input, say; `help` lists them.",
    )
    simulate.add_argument("--script", type=Path, metavar="FILE", help="lines to do, then to end")
    simulate.add_argument("--uuid", default=VIRTUAL_TABLE, help="the table's UUID")
    simulate.add_argument(
        "--link", type=file_to_write, metavar="NAME", help="a lasting name for the port"
    )
    simulate.add_argument("--seed", type=int, default=0, metavar="N", help="of all accidents")
    simulate.set_defaults(run=run_simulate)


def run_ports(args: argparse.Namespace) -> int:
    """Print the ports; none at all is said in words on stderr and is no failure."""
    from firmware_bridge.discovery import ask
    from firmware_bridge.ports import list_serial_ports

    ports = list_serial_ports()
    for port in ports:
        facts, words = asdict(port), ""
        if args.ask:
            answer = ask(port.device)
            facts["table"] = None if answer.hello is None else answer.hello.uuid
            facts["words"] = words = answer.words
        print(json.dumps(facts) if args.json else f"{port}  {words}".rstrip())
    if not ports:
        print("no serial ports here; an automatic table's adapter adds one", file=sys.stderr)
    return 0


def run_watch(args: argparse.Namespace) -> int:
    """Listen until interrupted. Raises PortError for a port that cannot be opened at all."""
    import threading

    from table.bootstrap import bridge

    if not args.wait:
        bridge.check(args.port)
    tell = _printer(args.json)
    if args.listen:
        bridge.listen(args.port, tell, threading.Event())
    else:
        journal = args.journal or _journal()
        journal.parent.mkdir(parents=True, exist_ok=True)
        bridge.watch(args.port, journal, tell, threading.Event())
    return 0


def _journal() -> Path:
    """Where the events are kept unless somebody says otherwise."""
    return default_data_folder() / JOURNAL


def run_simulate(args: argparse.Namespace) -> int:
    """Serve until the script or the standard input ends, or says `quit`."""
    from uuid import UUID

    from firmware_bridge.errors import ScriptError
    from firmware_bridge.simulator import virtual_table
    from table.bootstrap.virtual_table import play

    try:
        uuid = UUID(args.uuid)
    except ValueError:
        raise ScriptError(f"--uuid {args.uuid!r}: expected a UUID") from None
    lines = None
    if args.script is not None:
        try:
            lines = args.script.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError as fault:
            raise ScriptError(f"--script {args.script}: {fault.reason}, expected UTF-8") from None
    table = virtual_table(uuid, seed=args.seed, link=args.link)
    try:
        print(table.port, flush=True)
        return play(table, lines, sys.stderr)
    finally:
        table.unplug()


def _printer(as_json: bool) -> "Callable[[Happening], None]":
    from firmware_bridge.errors import RefusedDeviceError
    from firmware_bridge.happenings import Condition, Notice
    from firmware_bridge.telling import in_words, mapping

    def tell(happening: "Happening") -> None:
        print(json.dumps(mapping(happening)) if as_json else in_words(happening), flush=True)
        if isinstance(happening, Notice) and happening.condition is Condition.REFUSED:
            raise RefusedDeviceError(happening.words)

    return tell
