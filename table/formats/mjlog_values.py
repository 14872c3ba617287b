"""Numbers in the attributes of mjlog, read with care."""

from scoring.seats import Seat
from table.core.events import SEATS


def number(attributes: dict[str, str], name: str) -> int:
    """One whole number. Raises ValueError."""
    return numbers(attributes, name, 1)[0]


def numbers(attributes: dict[str, str], name: str, count: int) -> list[int]:
    """So many whole numbers, comma between. Raises ValueError."""
    text = attributes.get(name, "")
    parts = text.split(",") if len(text) < 1000 else []
    if len(parts) != count or not all(_is_whole(part) for part in parts):
        raise ValueError(f"{name} {text[:60]!r}, expected {count} whole numbers")
    return [int(part) for part in parts]


def seat_of(attributes: dict[str, str], name: str) -> Seat:
    """A seat 0-3. Raises ValueError."""
    value = number(attributes, name)
    if not 0 <= value <= 3:
        raise ValueError(f"{name} {value}, expected a seat 0-3")
    return SEATS[value]


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10
