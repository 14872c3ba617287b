"""A record from the disk: bounded, and known by its content."""

from pathlib import Path

from scoring.ruleset import Ruleset
from table.formats.read import MOST_BYTES, read_record
from table.formats.record import Record


def load_record(path: Path, ruleset: Ruleset | None = None) -> Record:
    """Read a record up to its first fault; the ruleset says when open kans turn their indicator.

    Raises OSError where there is no such file.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if ruleset is None:
        return read_record(data)
    return read_record(data, kan_dora=ruleset.calls.kan_dora)
