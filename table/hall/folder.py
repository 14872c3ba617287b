"""The hall's folder: settings, certificates, the pages' token, its database where that is SQLite.

hall.toml:
title = "Spring Open"
hosts = ["192.168.1.10", "hall.local"]  # under which tables reach this machine
database = "sqlite:///hall.db"          # or postgresql://USER:PASSWORD@HOST/NAME
host = "0.0.0.0"                        # where the broker and the link listen
mqtt_port = 8883                        # 0: no broker
link_port = 8781                        # reports by HTTPS; 0: none
"""

import contextlib
import fcntl
import json
import re
import secrets
import shutil
import tempfile
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from table.errors import HallDataError
from table.files import write_atomically
from table.hall.data.database import Database
from table.hall.security.authority import Authority

Port = Annotated[int, Field(ge=0, le=65535)]
Host = Annotated[str, Field(min_length=1, max_length=253, pattern=r"^[A-Za-z0-9.:_-]+$")]


_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,200}")
_UNREADABLE = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Kinds of characters that nobody can see, or that no file takes: control codes, half letters."""


def _legible(title: str) -> str:
    for letter in title:
        if unicodedata.category(letter) in _UNREADABLE:
            raise ValueError(f"U+{ord(letter):04X} in it, expected characters that can be printed")
    return title


Title = Annotated[str, Field(min_length=1, max_length=80), AfterValidator(_legible)]


class HallSettings(BaseModel):
    """Everything that a hall can be told."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    title: Title
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

    @property
    def token_file(self) -> Path:
        """What opens the pages; not there before it is needed."""
        return self.path / "token"

    def token(self) -> str:
        """What opens the pages from other machines, the same at every start.

        Raises HallDataError where it can neither be read nor made.
        """
        try:
            if not self.token_file.exists():
                write_atomically(self.token_file, f"{secrets.token_urlsafe(16)}\n", mode=0o600)
            found = self.token_file.read_text(encoding="utf-8", errors="replace").strip()
        except OSError as fault:
            raise HallDataError(
                f"{self.token_file}: {fault.strerror}, expected a file with the pages' token"
            ) from None
        if not _TOKEN.fullmatch(found):
            raise HallDataError(
                f"{self.token_file}: expected a token of 20 letters, digits, _ and - or more;"
                " `jantaku hall serve --new-token` makes one"
            )
        return found

    def forget_token(self) -> None:
        """Let the next one be new: links and browsers that were let in are refused from then on."""
        self.token_file.unlink(missing_ok=True)

    def create(self, settings: HallSettings) -> None:
        """Make it. Raises HallDataError where there is a hall already, AuthorityError."""
        with self.whole() as draft:
            draft.joins.mkdir(mode=0o700)
            draft.authority.create(settings.title, settings.hosts)
            with draft.database(settings) as database:
                database.migrate()
            draft.write(settings)

    @contextlib.contextmanager
    def whole(self) -> Iterator["HallFolder"]:
        """A folder inside to make a hall in; what is in it comes here when all went well.

        Where anything failed nothing stays. Raises HallDataError where there is a hall already.
        """
        if self.settings_file.exists():
            raise HallDataError(f"hall {self.path}: there is one already, expected another folder")
        new = not self.path.exists()
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft = HallFolder(Path(tempfile.mkdtemp(prefix=".new-", dir=self.path)))
        except OSError as fault:
            raise HallDataError(f"hall {self.path}: {fault.strerror}, expected a folder") from None
        try:
            yield draft
            parts = sorted(draft.path.iterdir(), key=lambda part: part == draft.settings_file)
            for part in parts:
                if (self.path / part.name).exists():
                    raise HallDataError(
                        f"hall {self.path}: {part.name} is there, expected an empty folder"
                    )
            for part in parts:  # the settings last: they make it a hall
                part.rename(self.path / part.name)
            new = False
        finally:
            shutil.rmtree(draft.path, ignore_errors=True)
            if new:
                with contextlib.suppress(OSError):
                    self.path.rmdir()

    def write(self, settings: HallSettings) -> None:
        """Write the settings."""
        lines = [f"{name} = {_toml(value)}" for name, value in settings.model_dump().items()]
        write_atomically(self.settings_file, "\n".join(lines) + "\n", mode=0o600)

    def settings(self) -> HallSettings:
        """Read them. Raises HallDataError naming what is wrong."""
        try:
            found = tomllib.loads(self.settings_file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise HallDataError(
                f"hall {self.path}: there is none, expected a folder of `jantaku hall init`"
            ) from None
        except (ValueError, RecursionError) as fault:
            raise HallDataError(f"{self.settings_file}: not TOML, {fault}") from None
        try:
            return HallSettings(**found)
        except ValidationError as fault:
            raise HallDataError(f"{self.settings_file}: {said_of(fault)}") from None

    def database(self, settings: HallSettings) -> "Opened":
        """The database, to be used in a `with`. Raises HallDataError for one that cannot be."""
        url = settings.database
        name = url.removeprefix("sqlite:///")
        if name in {url, ""} or name.startswith("/"):
            return Opened(Database(url))
        file = (self.path / name).resolve()
        if not file.is_relative_to(self.path):
            raise HallDataError(
                f"database {url!r}: outside the hall's folder, expected a file in it, or an"
                " absolute path: sqlite:////PATH"
            )
        file.parent.mkdir(mode=0o700, exist_ok=True)
        return Opened(Database(f"sqlite:///{file}"))

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


def said_of(fault: ValidationError) -> str:
    """The first setting that cannot be, in one line: its name, the value, what was expected."""
    first = fault.errors(include_url=False)[0]
    where, shown = ".".join(map(str, first["loc"])), repr(first["input"])[:80]
    if first["type"] == "extra_forbidden":
        return f"{where}: unknown setting, expected one of {', '.join(HallSettings.model_fields)}"
    if first["type"] == "missing":
        return f"{where}: missing, expected a value"
    if first["type"] == "value_error":
        return f"{where} {shown}: {first['ctx']['error']}"
    expected = (
        first["msg"].replace("Input should be", "expected").replace("should", "expected to", 1)
    )
    return f"{where} {shown}: {expected[:1].lower()}{expected[1:]}"


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
