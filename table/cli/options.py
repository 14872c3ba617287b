"""What the commands share: defaults, and how a failure is said."""

import os
from pathlib import Path
from typing import Any

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765
_LONG = 20
"""No number of an option has so many digits."""


def default_data_folder() -> Path:
    """`$XDG_DATA_HOME/jantaku`, which is `~/.local/share/jantaku` where nothing else is set."""
    home = os.environ.get("XDG_DATA_HOME", "")
    # The specification has relative paths ignored.
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "jantaku"


def one_line(failure: Exception) -> str:
    """A failure as one line that names the value."""
    if isinstance(failure, OSError) and failure.strerror and failure.filename is not None:
        return f"{failure.filename}: {failure.strerror}"
    return " ".join(str(failure).split()) or type(failure).__name__


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
