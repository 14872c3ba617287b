"""What the commands share: defaults, what is read of options, and how a failure is said."""

import argparse
import codecs
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765
_LONG = 20
"""No number of an option has so many digits."""
_Number = TypeVar("_Number", int, float)


def default_data_folder() -> Path:
    """`$XDG_DATA_HOME/jantaku`, which is `~/.local/share/jantaku` where nothing else is set.

    Raises InvalidOptionError for a user that has no home.
    """
    from table.errors import InvalidOptionError

    home = Path(os.environ.get("XDG_DATA_HOME", ""))
    if home.is_absolute():  # the specification has relative paths ignored
        return home / "jantaku"
    try:
        return Path.home() / ".local" / "share" / "jantaku"
    except RuntimeError:
        raise InvalidOptionError(
            "this user has no home: expected the option for the data folder, or XDG_DATA_HOME"
        ) from None


def default_said(folder: Callable[[], Path] = default_data_folder) -> str:
    """A default folder as a help text says it."""
    from table.errors import InvalidOptionError

    try:
        return str(folder()).replace("%", "%%")
    except InvalidOptionError:
        return "none, for this user has no home"


def one_line(failure: Exception) -> str:
    """A failure as one line that names the value."""
    if isinstance(failure, OSError) and failure.strerror and failure.filename is not None:
        return f"{failure.filename}: {failure.strerror}"
    return " ".join(str(failure).split()) or type(failure).__name__


def print_json(document: object, *, flush: bool = False) -> None:
    """Print one line of JSON.

    Where the output is not UTF-8 every letter is a number, as JSON has it: what a locale puts in
    the place of those that it lacks would be none.
    """
    whole = codecs.lookup(sys.stdout.encoding).name == "utf-8"
    print(json.dumps(document, ensure_ascii=not whole), flush=flush)


def file_to_write(text: str) -> Path:
    """The name of a file, for argparse; it need not be there."""
    path = Path(text)
    if text == "-":
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected the name of a file to write; /dev/stdout is the standard output"
        )
    if not path.name or path.is_dir():
        raise argparse.ArgumentTypeError(f"{text!r}: expected the name of a file to write")
    return path


def within(
    kind: Callable[[str], _Number], least: _Number, most: _Number
) -> Callable[[str], _Number]:
    """A number from least to most, for argparse."""

    def read(text: str) -> _Number:
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:  # no NaN is
            raise argparse.ArgumentTypeError(f"{text!r}: expected {least:g} to {most:g}")
        return number

    return read


def check_outputs(record: Path, outputs: Mapping[str, Path | None]) -> None:
    """See that files to write are neither the record that is read nor each other.

    Raises InvalidOptionError.
    """
    from table.errors import InvalidOptionError

    taken = {"the record itself": record}
    for option, path in outputs.items():
        if path is None:
            continue
        for name, other in taken.items():
            if _is_same_file(path, other):
                raise InvalidOptionError(f"{option} {path}: it is {name}, expected another")
        taken[f"{option} too"] = path


def _is_same_file(path: Path, other: Path) -> bool:
    """Whether both are one file, there or not yet; what is a pipe or a device loses nothing."""
    if path.exists() and other.exists():
        return path.is_file() and path.samefile(other)
    return os.path.realpath(path) == os.path.realpath(other)


def read_option(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE, where the value is true, false, a number or a word."""
    from table.errors import InvalidOptionError

    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise InvalidOptionError(f"--option {text!r}: expected NAME=VALUE")
    if value in {"true", "false"}:
        return name, value == "true"
    digits = value.removeprefix("-")
    number = digits.isascii() and digits.isdigit() and len(digits) < _LONG
    return name, int(value) if number else value
