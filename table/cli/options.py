"""What the commands share: defaults, and how a failure is said."""

import os
from pathlib import Path

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8765


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
