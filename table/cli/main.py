"""`jantaku`: reads the command line, runs one subcommand, turns named failures into one line."""

import argparse
import io
import os
import signal
import sys
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn

from table.cli import (
    bridge,
    compare,
    convert,
    demo,
    doctor,
    hall,
    journal,
    markers,
    read,
    record,
    render,
    replay,
    rules,
    run,
    score,
    simulate,
    tiles,
)
from table.cli.options import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

COMMANDS = (
    read, tiles, score, rules, replay, compare, convert, simulate, render, record, markers, run,
    demo, journal, doctor, bridge, hall,
)  # fmt: skip
"""The subcommands in the order of the help. They are light: heavy imports wait for their `run`."""

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE
EXIT_TERMINATED = 143  # 128 + SIGTERM


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command line; `argv` without the program's name.

    Returns 0 for yes, 1 for no, 2 for bad usage or bad input (one line on stderr).
    """
    _open_streams()
    try:
        with _terminable():
            code = _run(argv)
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left; the interpreter's own last flush must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_BROKEN_PIPE
    except _TerminatedError:
        return EXIT_TERMINATED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as failure:
        if not isinstance(failure, _named_failures()):
            raise
        print(f"jantaku: {one_line(failure)}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return code


class _TerminatedError(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


@contextmanager
def _terminable() -> "Iterator[None]":
    """Have SIGTERM end what runs inside as Ctrl-C does, with nothing left half done."""
    if threading.current_thread() is not threading.main_thread():  # signals are the main thread's
        yield
        return

    def end(*_: object) -> NoReturn:
        raise _TerminatedError

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _open_streams() -> None:
    """Have an input that ends at once where there is none, and an output that takes every text.

    What comes in and is no text shows as such. Started with no output (`>&-`), what is printed goes
    nowhere, and so do messages without theirs (`2>&-`), which print() would put into the output;
    where the locale lacks a letter, or a file's name is no text, the letter's number is printed, as
    JSON has it too. What is said on stderr and reaches nobody changes no exit.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    elif isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    elif sys.stderr is sys.__stderr__ and isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = _Messages(sys.stderr)


class _Messages(io.TextIOWrapper):
    """The stderr that this process was given; a full disk or a reader who left costs nothing."""

    def __init__(self, given: io.TextIOWrapper) -> None:
        given.flush()
        buffer = open(given.fileno(), "wb", closefd=False)  # noqa: SIM115
        super().__init__(buffer, given.encoding, given.errors, line_buffering=True)

    def write(self, text: str) -> int:
        """Write what can be written."""
        with suppress(OSError):
            super().write(text)
        return len(text)

    def flush(self) -> None:
        """Send what can be sent."""
        with suppress(OSError):
            super().flush()


def build_parser() -> argparse.ArgumentParser:
    """The whole command line, with every subcommand registered."""
    parser = _OneLineParser(
        prog="jantaku",
        description="Reads the tiles of a riichi mahjong table, scores and explains every win.",
    )
    parser.add_argument("--version", action=_Version, help="show the version and exit")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.register(subparsers)
    return parser


class _Version(argparse.Action):
    """Looks for the version only when asked, for that takes a while."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "nargs": 0})

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"jantaku {_version()}")
        parser.exit()


class _OneLineParser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, as every other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {' '.join(message.split())}\n")


def _run(argv: "Sequence[str] | None") -> int:
    args = build_parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    return run(args)


def _named_failures() -> tuple[type[Exception], ...]:
    """The failures that are a person's to mend; anything else is a bug and shows itself whole."""
    from firmware_bridge.errors import BridgeError
    from scoring.errors import ScoringError
    from table.errors import TableError
    from vision.errors import VisionError

    return (ScoringError, VisionError, BridgeError, TableError, OSError)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("jantaku")
    except PackageNotFoundError:
        return "(not installed)"
