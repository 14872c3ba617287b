"""`jantaku bridge`: the serial line to an automatic table."""

import argparse
import json
import sys
from dataclasses import asdict


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `bridge` and its commands."""
    parser = subparsers.add_parser("bridge", help="the automatic table: find its serial port")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    ports = commands.add_parser("ports", help="list the serial ports of this machine")
    ports.add_argument("--json", action="store_true", help="one line of JSON a port")
    ports.set_defaults(run=run_ports)


def run_ports(args: argparse.Namespace) -> int:
    """Print the ports; none at all is said in words on stderr and is no failure."""
    from firmware_bridge.ports import list_serial_ports

    ports = list_serial_ports()
    for port in ports:
        print(json.dumps(asdict(port)) if args.json else port)
    if not ports:
        print("no serial ports here; an automatic table's adapter adds one", file=sys.stderr)
    return 0
