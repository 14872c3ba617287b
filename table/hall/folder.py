"""The hall's folder: its settings, its certificates, its database where that is SQLite.

hall.toml:
title = "Spring Open"
hosts = ["192.168.1.10", "hall.local"]  # under which tables reach this machine
database = "sqlite:///hall.db"          # or postgresql://USER:PASSWORD@HOST/NAME
host = "0.0.0.0"                        # where the broker and the link listen
mqtt_port = 8883                        # 0: no broker
link_port = 8781                        # reports by HTTPS; 0: none
"""

import fcntl
import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table.errors import HallDataError
from table.files import write_atomically
from table.hall.data.database import Database
from table.hall.security.authority import Authority

Port = Annotated[int, Field(ge=0, le=65535)]
Host = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:_-]+$")]


class HallSettings(BaseModel):
    """Everything that a hall can be told."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: str = Field(min_length=1, max_length=80)
    hosts: list[Host] = Field(min_length=1, max_length=20)
    database: str = "sqlite:///hall.db"
    host: Host = "0.0.0.0"  # noqa: S104 - tables are other machines; certificates guard it
    mqtt_port: Port = 8883
    link_port: Port = 8781


@dataclass(frozen=True, slots=True)
class HallFolder:
    """A folder of `jantaku hall init`."""

    path: Path

    def __post_init__(self) -> None:
        """One folder has one name, from wherever it is called: a broker is known by its files."""
        object.__setattr__(self, "path", self.path.resolve())

    @property
    def settings_file(self) -> Path:
        """Where the settings are."""
        return self.path / "hall.toml"

    @property
    def authority(self) -> Authority:
        """The certificates."""
        return Authority(self.path / "pki")

    @property
    def broker(self) -> Path:
        """The broker's files."""
        return self.path / "broker"

    @property
    def joins(self) -> Path:
        """The join files of the tables, as they were made."""
        return self.path / "join"

    def create(self, settings: HallSettings) -> None:
        """Make it. Raises HallDataError where there is a hall already, AuthorityError."""
        if self.settings_file.exists():
            raise HallDataError(f"hall {self.path}: there is one already, expected another folder")
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.joins.mkdir(mode=0o700, exist_ok=True)
        except OSError as fault:
            raise HallDataError(f"hall {self.path}: {fault.strerror}, expected a folder") from None
        self.authority.create(settings.title, settings.hosts)
        with self.database(settings) as database:
            database.migrate()
        self.write(settings)

    def write(self, settings: HallSettings) -> None:
        """Write the settings."""
        lines = [f"{name} = {_toml(value)}" for name, value in settings.model_dump().items()]
        write_atomically(self.settings_file, "\n".join(lines) + "\n", mode=0o600)

    def settings(self) -> HallSettings:
        """Read them. Raises HallDataError naming what is wrong."""
        try:
            return HallSettings(**tomllib.loads(self.settings_file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise HallDataError(
                f"hall {self.path}: there is none, expected a folder of `jantaku hall init`"
            ) from None
        except (ValueError, RecursionError) as fault:
            raise HallDataError(f"{self.settings_file}: not TOML, {fault}") from None
        except ValidationError as fault:
            first = fault.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise HallDataError(f"{self.settings_file}: {where}: {first['msg']}") from None

    def database(self, settings: HallSettings) -> "Opened":
        """The database, to be used in a `with`."""
        url = settings.database
        if url.startswith("sqlite:///") and not url.startswith("sqlite:////"):
            url = f"sqlite:///{self.path / url.removeprefix('sqlite:///')}"
        return Opened(Database(url))

    def lock(self) -> IO[str]:
        """A lock that ends with the process. Raises HallDataError while another hall has it."""
        lock = (self.path / "hall.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise HallDataError(
                f"hall {self.path}: another `jantaku hall serve` runs, expected to be the only one"
            ) from None
        return lock


@dataclass(frozen=True, slots=True)
class Opened:
    """A database that is closed at the end of a `with`."""

    database: Database

    def __enter__(self) -> Database:
        return self.database

    def __exit__(self, *_: object) -> None:
        self.database.close()


def _toml(value: object) -> str:
    """JSON's texts, numbers and lists of texts are TOML's too."""
    return json.dumps(value, ensure_ascii=False)
