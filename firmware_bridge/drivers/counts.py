"""Points that were typed, or read off a table's own display, as counts of the trays.

`counts:FILE` takes lines of four numbers, by seat 0-3 or as a first line names them (seat0-seat3,
or east, south, west, north); an empty place was not counted. `counts:FILE,100` takes them as
displays show them, in hundreds. The same file taken twice is in the journal once.
"""

import csv
import sys
import threading
import time
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware_bridge.drivers.driver import Counter, Keep
from firmware_bridge.errors import DriverError
from firmware_bridge.happenings import Condition, Kept, Notice
from firmware_bridge.messages import SEATS, STICK_VALUES, Capability, Quality, Sticks

STANDARD_INPUT = "-"
COLUMNS = (
    ("seat0", "seat1", "seat2", "seat3"),
    ("east", "south", "west", "north"),
)
MOST = 255
SMALLEST = 100
DIGITS = 9
"""More than these are too many points, whatever they say."""
Row = tuple[int | None, ...]
"""The points of seats 0-3; None where nobody counted."""


class Counts:
    """A file of points, or what is typed."""

    def __init__(self, target: str) -> None:
        """Raises DriverError for a unit other than 1 or 100."""
        name, comma, unit = target.rpartition(",")
        self.name, unit = (name, unit) if comma else (target, "1")
        if unit not in {"1", "100"}:
            raise DriverError(f"counts:{target}: unit {unit!r}, expected 1 or 100")
        self.unit = int(unit)

    def run(self, kept: Kept, keep: Keep, stop: threading.Event) -> None:
        """Hand on every line; one that cannot be is said, and the rest goes on."""
        if self.name == STANDARD_INPUT:
            lines: Iterator[str] = iter(sys.stdin.readline, "")
            boot = int(time.time() * 1000)
        else:
            data = Path(self.name).read_bytes()
            lines = iter(data.decode("utf-8", errors="replace").splitlines())
            boot = zlib.crc32(data)
        counter = Counter(f"counts:{self.name}", boot, Capability.STICKS)
        device = str(counter.device)
        if kept.number(device, boot) is None:
            keep(counter.started(kept))
        order: Sequence[int] = range(SEATS)
        for place, line in enumerate(lines, 1):
            if stop.is_set():
                return
            try:
                cells = _cells(line)
                if not cells:
                    continue
                if (named := _order(cells)) is not None:
                    order = named
                    continue
                row = _row(cells, order, self.unit)
            except DriverError as fault:
                keep(Notice(Condition.LYING, f"{self.name}, line {place}: {fault}", device))
                continue
            for seat, points in enumerate(row):
                if points is not None:
                    keep(counter.event(_sticks(boot, seat, points), 0))


def _cells(line: str) -> list[str]:
    """The cells of a line, whatever separates them: commas, semicolons, tabs or spaces.

    Raises DriverError.
    """
    text = line.strip().removeprefix("\ufeff")
    if not text or text.startswith("#"):
        return []
    separator = next((mark for mark in ";\t," if mark in text), " ")
    try:
        cells = next(csv.reader([text], delimiter=separator, skipinitialspace=True))
    except csv.Error as fault:
        raise DriverError(f"{text[:40]!r}: {fault}, expected four numbers") from None
    return [cell.strip().lower() for cell in cells]


def _order(cells: Sequence[str]) -> list[int] | None:
    """The seats of the columns, where this line names them."""
    for names in COLUMNS:
        if set(cells) == set(names) and len(cells) == SEATS:
            return [names.index(cell) for cell in cells]
    return None


def _row(cells: Sequence[str], order: Sequence[int], unit: int) -> Row:
    if len(cells) != SEATS:
        raise DriverError(f"{len(cells)} numbers, expected four")
    row: list[int | None] = [None] * SEATS
    for seat, cell in zip(order, cells, strict=True):
        if cell:
            row[seat] = _points(cell, unit)
    return tuple(row)


def _points(cell: str, unit: int) -> int:
    digits = cell.replace("'", "").replace("_", "")
    if not (digits.isascii() and digits.isdecimal()):
        raise DriverError(f"{cell!r}, expected points of 0 or more: sticks cannot lie below zero")
    digits = digits.lstrip("0") or "0"
    points = int(digits) * unit if len(digits) <= DIGITS else None
    if points is None or points % SMALLEST or points > MOST * STICK_VALUES[0]:
        raise DriverError(f"{cell!r}, expected hundreds up to {MOST * STICK_VALUES[0]}")
    return points


def _sticks(boot: int, seat: int, points: int) -> Sticks:
    """The fewest sticks that are worth so much."""
    counts = []
    for value in STICK_VALUES:
        count, points = divmod(points, value)
        counts.append(count)
    first, second, third, fourth, fifth = counts
    return Sticks(boot, seat, Quality.GOOD, first, second, third, fourth, fifth)
