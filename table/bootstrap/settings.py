"""The settings of a table: a TOML file, checked, and overridden by the command line.

rules = "wrr2015"
names = ["Aki", "Ben", "Chie", "Dai"]   # seats 0-3 of the first game
host = "127.0.0.1"                      # anything off the loopback needs the printed token
port = 8765                             # 0: any free one
https = false                           # true: with a certificate that is made for this table
data = "evening"                        # a folder, from where this file lies
models = "models"                       # a folder with manifest.toml; left out: the released
tile_set = "club"                       # a set that was enrolled in the data folder

[camera]                                # what watches the table
table = "0"                             # an index, a file, a folder, rtsp:// or http://
hand0 = "1"                             # a camera before a seat's hand; so hand1, hand2, hand3
calibration = "table.json"              # where the table is in the picture; left out: found
side = ["bottom", "right", "top", "left"]   # at which side of the picture seats 0-3 sit
accept = 0.98                           # a hand's end surer than this needs nobody
insist = false                          # true: whatever cameras are chosen on the page
evidence_gb = 2.0                       # how large pictures and films of evidence may grow

[bridge]                                # an automatic table
port = "/dev/ttyUSB0"                   # a device, a URL, or the UUID of a table
first_dealer = 0                        # the table's number of the place of seat 0; left out:
                                        # of who throws the dice first in a game
lasting_s = 30.0                        # a difference of sticks is asked about after so long
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from table.config import DEFAULT_RULESET, load_ruleset
from table.errors import InvalidOptionError
from table.ingest.doubts import LASTING_S
from table.web.views.base import PlayerName
from vision.capture.source import ROLES

DEFAULT_NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")
Given = TypeVar("Given", str, Path)


def _without_nul(value: Given) -> Given:
    if "\0" in str(value):
        raise ValueError("U+0000 in it, expected what can be a name")
    return value


Name = Annotated[str, AfterValidator(_without_nul)]
File = Annotated[Path, AfterValidator(_without_nul)]


class BridgeSettings(BaseModel):
    """The automatic table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    port: Name = Field(min_length=1)
    first_dealer: int | None = Field(default=None, ge=0, le=3)
    lasting_s: float = Field(default=LASTING_S, gt=0, le=3600)


Side = Literal["bottom", "right", "top", "left"]
SIDES: Final[tuple[Side, ...]] = ("bottom", "right", "top", "left")
Where = Annotated[Name, Field(min_length=1, max_length=500)]


class CameraSettings(BaseModel):
    """What watches the table, and how."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    table: Where | None = None
    hand0: Where | None = None
    hand1: Where | None = None
    hand2: Where | None = None
    hand3: Where | None = None
    calibration: File | None = None
    side: list[Side] = Field(default=list(SIDES), min_length=4, max_length=4)
    accept: float | None = Field(default=None, ge=0, le=1)
    insist: bool = False
    evidence_gb: float = Field(default=2.0, gt=0, le=10_000)

    @property
    def sources(self) -> tuple[str, ...]:
        """`ROLE=SOURCE` of each; none without the table's."""
        named = ((role, getattr(self, role)) for role in ROLES)
        told = tuple(f"{role}={where}" for role, where in named if where is not None)
        return told if self.table is not None else ()

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides of seats 0-3 as numbers. Raises InvalidOptionError."""
        if sorted(self.side) != sorted(SIDES):
            raise InvalidOptionError(f"camera.side = {self.side}: expected each of {SIDES} once")
        return tuple(SIDES.index(one) for one in self.side)


class Settings(BaseModel):
    """Everything that a table can be told."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rules: str = DEFAULT_RULESET
    names: list[PlayerName] = Field(default=list(DEFAULT_NAMES), min_length=4, max_length=4)
    host: Name = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8765, ge=0, le=65535)
    https: bool = False
    data: File | None = None
    models: File | None = None
    tile_set: Name | None = None
    bridge: BridgeSettings | None = None
    camera: CameraSettings = CameraSettings()


def read_settings(file: Path | None, given: dict[str, Any]) -> Settings:
    """The settings of a file, what the command line gave (not None) standing above them.

    Raises InvalidOptionError naming the file, the line, the field and the value;
    UnknownRulesetError; OSError where the file cannot be read.
    """
    text = "" if file is None else file.read_text(encoding="utf-8", errors="replace")
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise InvalidOptionError(f"{file}: not TOML, {fault}") from None
    for name in ("data", "models"):
        if file is not None and isinstance(table.get(name), str):
            table[name] = file.parent / table[name]
    if file is not None and isinstance(table.get("camera"), dict):
        _beside(file, table["camera"])
    chosen = {name: value for name, value in given.items() if value is not None}
    if "camera" in chosen:
        said = table.get("camera")
        chosen["camera"] = {**(said if isinstance(said, dict) else {}), **chosen["camera"]}
    if "bridge" in chosen:
        said = table.get("bridge")
        rest = said if isinstance(said, dict) else {}
        chosen["bridge"] = {**rest, "port": chosen["bridge"]}
    try:
        settings = Settings(**(table | chosen))
    except ValidationError as fault:
        raise InvalidOptionError(_first_fault(fault, file, text, given)) from None
    load_ruleset(settings.rules)
    _ = settings.camera.sides
    return settings


def _beside(file: Path, camera: dict[str, Any]) -> None:
    """Paths in the file are from where it lies."""
    for name in ("calibration", *ROLES):
        told = camera.get(name)
        if isinstance(told, str) and told and not told.isdecimal() and "://" not in told:
            camera[name] = str(file.parent / told)
    if isinstance(camera.get("calibration"), str):
        camera["calibration"] = Path(camera["calibration"])


_PARTS: dict[str, type[BaseModel]] = {"bridge": BridgeSettings, "camera": CameraSettings}


_OPTIONS = {
    "bridge.port": "bridge", "camera.calibration": "calibration", "camera.accept": "accept",
    **{f"camera.{role}": "camera" for role in ROLES},
}  # fmt: skip
"""The options of the command line that are not named as their setting is."""


def _first_fault(
    fault: ValidationError, file: Path | None, text: str, given: dict[str, Any]
) -> str:
    """The first fault in words; `given` is what the command line said."""
    first = fault.errors()[0]
    where = [part for part in first["loc"] if isinstance(part, str)]
    name = ".".join(where)
    value, message = first["input"], first["msg"][:1].lower() + first["msg"][1:]
    if isinstance(value, Path):  # of the file's folder and what it says
        value = str(value)
    if first["type"] == "value_error":
        message = str(first["ctx"]["error"])
    if first["type"] == "extra_forbidden":
        known = _PARTS.get(where[0], Settings) if len(where) > 1 else Settings
        message = f"expected one of {', '.join(known.model_fields)}"
    said = given.get(where[0])
    if isinstance(said, dict):
        said = said.get(where[-1])
    option = _OPTIONS.get(name, name)
    told = said is not None and "." not in option
    place = f"--{option}" if told else f"{file}{_line(text, where)}: {name}"
    return f"{place} = {value!r}: {message}"


def _line(text: str, where: list[str]) -> str:
    """The line that sets a field, or else the table it is in, as ":7"; or nothing."""
    found = 0
    for name in where:
        key = re.compile(rf"""\s*\[*\s*["']?{re.escape(name)}["']?\s*[]=.]""")
        lines = enumerate(text.splitlines()[found:], found + 1)
        found = next((number for number, line in lines if key.match(line)), found)
    return f":{found}" if found else ""
