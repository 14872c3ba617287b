"""`jantaku doctor`: the health of models, cameras, serial ports, disk and settings, in words."""

import argparse
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from table.cli.options import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    default_data_folder,
    default_said,
    one_line,
    print_json,
)
from table.errors import TableError

if TYPE_CHECKING:
    from table.bootstrap.settings import Settings

SCARCE_BYTES = 1_000_000_000
"""Below this, a club evening of photos may fill the disk."""

EMPTY_BYTES = 50_000_000
"""Below this, the journal itself is in danger."""


class Health(StrEnum):
    """How one part is; only `BROKEN` makes the doctor's answer a no."""

    WELL = "well"
    NOTE = "note"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one part of the machine."""

    part: str
    health: Health
    words: str

    def __str__(self) -> str:
        """`well    journal   ...`, for people."""
        return f"{self.health:<7} {self.part:<12} {self.words}"


@dataclass(frozen=True, slots=True)
class Situation:
    """What the machine is to be looked at for."""

    data: Path
    port: int
    models: Path | None
    """A folder of its own for the models; None: the released ones."""
    bridge: str | None = None
    """The port of the automatic table; None: there is none."""
    host: str = DEFAULT_HOST


Check = Callable[[Situation], Iterator[Finding]]


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "doctor", help="the health of models, cameras, serial ports, disk and settings"
    )
    parser.add_argument(
        "config", nargs="?", metavar="CONFIG", type=Path, help="the settings to check, a TOML file"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help=f"the data folder to look at (default {default_said()})",
    )
    parser.add_argument(
        "--port", type=int, help=f"the dashboard's port to try (default {DEFAULT_PORT})"
    )
    parser.add_argument("--bridge", metavar="PORT", help="the automatic table to ask")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Look at every part; 0 where nothing is broken, 1 where something is."""
    settings, situation = look_at_settings(args)
    findings = [settings]
    findings += [finding for check in CHECKS for finding in check(situation)]
    healthy = all(finding.health is not Health.BROKEN for finding in findings)
    if args.json:
        parts = [asdict(finding) for finding in findings]
        print_json({"healthy": healthy, "findings": parts})
    else:
        for finding in findings:
            print(finding)
    return 0 if healthy else 1


def look_at_settings(args: argparse.Namespace) -> tuple[Finding, Situation]:
    """The settings, and what they say of the rest; where they cannot be read, the options alone."""
    from scoring.errors import ScoringError
    from table.bootstrap.settings import read_settings

    given = {"data": args.data, "port": args.port, "bridge": args.bridge}
    try:
        settings = read_settings(args.config, given)
    except (TableError, ScoringError, OSError) as failure:
        settings = _options_alone(given)
        finding = Finding("settings", Health.BROKEN, one_line(failure))
    else:
        words = "no file, all defaults" if args.config is None else f"{args.config} can be used"
        finding = _as_run_takes(settings) or Finding("settings", Health.WELL, words)
    data = settings.data or default_data_folder()
    bridge = None if settings.bridge is None else settings.bridge.port
    return finding, Situation(data, settings.port, settings.models, bridge, settings.host)


def _as_run_takes(settings: "Settings") -> Finding | None:
    """What `jantaku run` refuses of settings that can be read; the rest has checks of its own."""
    from firmware_bridge.errors import BridgeError
    from table.bootstrap.serve import check_given
    from table.bootstrap.tile_sets import set_of
    from vision.club import tile_set
    from vision.errors import VisionError

    try:
        check_given(settings)
        chosen = set_of(settings, settings.data or default_data_folder())
        if chosen is not None:
            tile_set.load(*chosen)
    except (VisionError, BridgeError, OSError) as failure:
        return Finding("settings", Health.BROKEN, one_line(failure))
    return None


def _options_alone(given: dict[str, Any]) -> "Settings":
    """The settings by the options that can be used, above the defaults."""
    from table.bootstrap.settings import read_settings

    usable = {}
    for name, value in given.items():
        try:
            read_settings(None, {name: value})
        except TableError:  # then this is what is broken, and is told
            continue
        usable[name] = value
    return read_settings(None, usable)


def check_models(situation: Situation) -> Iterator[Finding]:
    """The models are there, are the ones of the manifest, and load."""
    from vision.errors import ModelError
    from vision.model_store import find_model
    from vision.reader import Reader

    broken = False
    for name in ("detector", "classifier"):
        try:
            model = find_model(name, situation.models)
        except ModelError as failure:
            broken = True
            yield Finding(name, Health.BROKEN, str(failure))
        else:
            sha256 = model.facts["sha256"]
            yield Finding(name, Health.WELL, f"{model.path}, sha256 {sha256[:12]}… as released")
    if not broken:
        try:
            Reader.open(situation.models)
        except ModelError as failure:
            yield Finding("reader", Health.BROKEN, str(failure))
        else:
            yield Finding("reader", Health.WELL, "both models load and fit the program")


def check_rulesets(_situation: Situation) -> Iterator[Finding]:
    """Every preset can be read."""
    from scoring.errors import ScoringError
    from table.config import load_ruleset, ruleset_ids

    for ruleset_id in ruleset_ids():
        try:
            ruleset = load_ruleset(ruleset_id)
        except (ScoringError, TableError) as failure:
            yield Finding("ruleset", Health.BROKEN, str(failure))
        else:
            yield Finding("ruleset", Health.WELL, f"{ruleset.name} ({ruleset_id})")


def check_dashboard(_situation: Situation) -> Iterator[Finding]:
    """The dashboard's pages are built."""
    import table.web

    page = Path(table.web.__file__).parent / "static" / "index.html"
    if page.is_file():
        yield Finding("dashboard", Health.WELL, f"{page}")
    else:
        yield Finding("dashboard", Health.BROKEN, f"{page} is missing; `make setup` builds it")


def check_cameras(_situation: Situation) -> Iterator[Finding]:
    """The cameras of this machine; none is no illness, since photos can be given as files."""
    from vision.capture.camera import list_cameras

    cameras = list_cameras()
    for camera in cameras:
        yield Finding("camera", Health.WELL, f"{camera.index}: {camera.name}")
    if not cameras:
        yield Finding("camera", Health.NOTE, "none found; photos can be given as files")


def check_serial_ports(_situation: Situation) -> Iterator[Finding]:
    """The serial ports of this machine; none is no illness, since a table may be moved by hand."""
    from firmware_bridge.ports import list_serial_ports

    ports = list_serial_ports()
    for port in ports:
        if os.access(port.device, os.R_OK | os.W_OK):
            yield Finding("serial port", Health.WELL, str(port))
        else:
            words = f"{port.device}: this user may not open it; add the user to its group"
            yield Finding("serial port", Health.NOTE, f"{words} (Debian: adduser USER dialout)")
    if not ports:
        yield Finding("serial port", Health.NOTE, "none found; needed for an automatic table only")


def check_bridge(situation: Situation) -> Iterator[Finding]:
    """The automatic table answers; it is only asked, and nothing is taken from it."""
    from firmware_bridge.discovery import ask, find
    from firmware_bridge.errors import BusyPortError, PortError
    from firmware_bridge.serial_port import SerialPort

    if situation.bridge is None:
        return
    try:
        port = SerialPort(find(situation.bridge))
    except BusyPortError as failure:
        yield Finding("bridge", Health.NOTE, f"{failure}; is it a running Jantaku?")
    except PortError as failure:
        yield Finding("bridge", Health.BROKEN, str(failure))
    else:
        answer = ask(port.name, lambda _: port)
        if answer.hello is None:
            words = f"port {port.name}: {answer.words}; is the table on, and is this its port?"
            yield Finding("bridge", Health.BROKEN, words)
        else:
            firmware = f"{answer.hello.firmware_major}.{answer.hello.firmware_minor}"
            words = f"port {port.name}: {answer.words} answers, firmware {firmware}"
            yield Finding("bridge", Health.WELL, words)


def check_data_folder(situation: Situation) -> Iterator[Finding]:
    """The data folder can be written, or made; nothing is written to find out."""
    folder = situation.data.absolute()
    try:
        there = next(place for place in (folder, *folder.parents) if place.exists())
    except OSError as failure:  # a folder above it that this user may not look into
        yield Finding("data folder", Health.BROKEN, one_line(failure))
        return
    if not there.is_dir():
        yield Finding("data folder", Health.BROKEN, f"{there} is a file, expected a folder")
    elif not os.access(there, os.W_OK | os.X_OK):
        yield Finding("data folder", Health.BROKEN, f"{there} cannot be written by this user")
    elif there == folder:
        yield Finding("data folder", Health.WELL, f"{folder} can be written")
    else:
        yield Finding("data folder", Health.WELL, f"{folder} is not there yet and can be made")
    free = shutil.disk_usage(there).free
    words = f"{free / 1e9:.1f} GB free for {folder}"
    if free < EMPTY_BYTES:
        yield Finding("disk", Health.BROKEN, f"{words}, expected 0.05 GB at the least")
    elif free < SCARCE_BYTES:
        yield Finding("disk", Health.NOTE, f"{words}, little for an evening of photos")
    else:
        yield Finding("disk", Health.WELL, words)


def check_port(situation: Situation) -> Iterator[Finding]:
    """The dashboard's network port is free, or somebody, perhaps we, listens there already."""
    from table.bootstrap.serve import take_port
    from table.errors import BusyPortError, InvalidOptionError

    try:
        take_port(situation.host, situation.port).close()
    except InvalidOptionError as failure:
        yield Finding("port", Health.BROKEN, one_line(failure))
    except BusyPortError as failure:
        yield Finding("port", Health.NOTE, f"{failure}; is a dashboard running already?")
    else:
        yield Finding("port", Health.WELL, f"{situation.port} is free")


CHECKS: tuple[Check, ...] = (
    check_models,
    check_rulesets,
    check_dashboard,
    check_cameras,
    check_serial_ports,
    check_bridge,
    check_data_folder,
    check_port,
)
