"""The join file: all that a table needs to reach its hall, made by `jantaku hall invite`."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from table.errors import LinkError
from table.files import write_atomically
from table.hall.link.https_way import HttpsWay
from table.hall.link.mqtt_way import MqttWay
from table.hall.link.sender import Way
from table.hall.security.authority import client_context
from table.hall.wire import TABLE_NAME

FOLDER = "hall"
"""In the table's data folder."""
_FILE = "link.json"
_MOST_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class Join:
    """What a join file says."""

    table: str
    hall: str
    """The event's title."""
    host: str
    mqtt_port: int
    link_port: int
    ca: str
    certificate: str
    key: str
    by: Literal["mqtt", "https"] = "mqtt"

    def text(self) -> str:
        """The file."""
        return json.dumps({"jantaku_hall": 1, **asdict(self)}, indent=1) + "\n"

    def install(self, data: Path) -> Path:
        """Put it into a table's data folder; the next `jantaku run` is joined."""
        folder = data / FOLDER
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(folder / "ca.crt", self.ca)
        write_atomically(folder / "table.crt", self.certificate)
        write_atomically(folder / "table.key", self.key, mode=0o600)
        write_atomically(folder / _FILE, self.text(), mode=0o600)
        return folder


def read_join(path: Path) -> Join:
    """Read a join file. Raises LinkError, OSError."""
    with path.open("rb") as file:
        data = file.read(_MOST_BYTES)
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or fields.pop("jantaku_hall", None) != 1:
        raise LinkError(f"{path}: expected a join file of `jantaku hall invite`")
    try:
        join = Join(**fields)
    except TypeError:
        raise LinkError(f"{path}: expected the fields {', '.join(Join.__slots__)}") from None
    kinds = {"mqtt_port": int, "link_port": int}
    for name in Join.__slots__:
        if type(getattr(join, name)) is not kinds.get(name, str):
            raise LinkError(f"{path}: {name}, expected {kinds.get(name, str).__name__}")
    if not TABLE_NAME.fullmatch(join.table) or join.by not in {"mqtt", "https"}:
        raise LinkError(f"{path}: table {join.table[:40]!r} by {join.by[:10]!r}, expected a name")
    return join


def leave(data: Path) -> None:
    """Take a table's data folder out of its hall; the journal stays as it is."""
    for name in (_FILE, "table.key", "table.crt", "ca.crt"):
        (data / FOLDER / name).unlink(missing_ok=True)


def installed(data: Path) -> Join | None:
    """What a table's data folder says; None for a table of its own. Raises LinkError."""
    path = data / FOLDER / _FILE
    return read_join(path) if path.is_file() else None


def way_of(data: Path, join: Join, instance: str) -> Way:
    """The way to the hall of an installed join file. Raises AuthorityError."""
    folder = data / FOLDER
    context = client_context(folder / "ca.crt", folder / "table.crt", folder / "table.key")
    if join.by == "https":
        return HttpsWay(join.host, join.link_port, context)
    return MqttWay(join.host, join.mqtt_port, join.table, context, instance)
