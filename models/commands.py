"""What the commands of this folder share: a fault is one line, a folder keeps how it was made."""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any, Final

from table.cli.options import one_line, within
from table.files import write_atomically
from vision.errors import VisionError

SHARE = within(float, 0.0, 1.0)
SEED = within(int, 0, 2**32 - 1)
COUNT = within(int, 1, 99_999_999)
AMOUNT = within(int, 0, 99_999_999)

MADE_WITH: Final = "made_with.json"


class UnusableError(Exception):
    """What a command was given cannot be used; one line names it and what was expected."""


def in_a_line(main: Callable[[], int | None]) -> Callable[[], int]:
    """The command so that what it cannot use is said in one line, and its exit status is 2."""

    @wraps(main)
    def command() -> int:
        try:
            return main() or 0
        except (UnusableError, OSError, VisionError) as fault:
            print(one_line(fault), file=sys.stderr)
            return 2

    return command


def file_there(expected: str) -> Callable[[str], Path]:
    """A file that is there, for argparse."""
    return _there(expected, Path.is_file)


def folder_there(expected: str) -> Callable[[str], Path]:
    """A folder that is there, for argparse."""
    return _there(expected, Path.is_dir)


def _there(expected: str, right: Callable[[Path], bool]) -> Callable[[str], Path]:
    def read(text: str) -> Path:
        path = Path(text)
        if not right(path):
            raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}")
        return path

    return read


def keep_options(
    folder: Path, options: Mapping[str, Any], before: Mapping[str, Any] | None
) -> None:
    """Write down what a folder is made with, so that nobody goes on with anything else.

    ``before`` are the options of a folder that says nothing; None where nobody knows them. Raises
    ``UnusableError``.
    """
    file, wanted = folder / MADE_WITH, json.dumps(options)
    if file.exists():
        try:
            known = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as fault:
            raise UnusableError(f"{file}: {one_line(fault)}; expected a mapping") from None
    elif before is None:
        raise UnusableError(
            f"{folder}: no {MADE_WITH} says how it was made; "
            f"expected another folder, or that file with what is true, such as {wanted}"
        )
    else:
        known = json.loads(json.dumps(before))
    if known != json.loads(wanted):
        raise UnusableError(
            f"{folder}: was made with {json.dumps(known)}; "
            f"expected that or another folder, not {wanted}"
        )
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(file, wanted + "\n")
