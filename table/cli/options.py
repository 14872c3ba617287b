"""What the commands share: where the data lies and where the dashboard listens, unless told."""

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
