"""Which key is which button: a letter a button, or a file of one's own.

q = "riichi 0"      # any button of the protocol, and a seat 0-3 where it has one
"""

import tomllib
from pathlib import Path

from firmware_bridge.errors import DriverError
from firmware_bridge.messages import NOBODY, SEATS, Button

Keys = dict[str, tuple[Button, int]]
SEATED = frozenset({Button.DICE, Button.DEALER, Button.RIICHI, Button.RON, Button.TSUMO})
_SEATS = {str(seat): seat for seat in range(SEATS)}
ROWS = {
    Button.DICE: "1234",
    Button.RIICHI: "qwer",
    Button.RON: "asdf",
    Button.TSUMO: "zxcv",
}
"""The keys of seats 0-3."""
DEFAULT: Keys = {
    **{key: (button, seat) for button, row in ROWS.items() for seat, key in enumerate(row)},
    "h": (Button.HONBA, NOBODY),
    " ": (Button.SET, NOBODY),
    "p": (Button.PAUSE, NOBODY),
}
CODES = {
    **dict(zip(range(2, 12), "1234567890", strict=True)),
    **dict(zip(range(16, 26), "qwertyuiop", strict=True)),
    **dict(zip(range(30, 39), "asdfghjkl", strict=True)),
    **dict(zip(range(44, 51), "zxcvbnm", strict=True)),
    **dict(zip((71, 72, 73, 75, 76, 77, 79, 80, 81, 82), "7894561230",
                                      strict=True)),
    55: "*", 57: " ", 74: "-", 78: "+", 83: ".", 98: "/", 28: "enter", 96: "enter",
}  # fmt: skip
"""The kernel's key codes, by what is printed on the key; those of a number pad too."""


def read_keys(path: Path) -> Keys:
    """Read a file of keys. Raises DriverError naming the key, OSError where there is none."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise DriverError(f"{path}: not TOML, {fault}") from None
    return {key: _button(path, key, said) for key, said in table.items()}


def _button(path: Path, key: str, said: object) -> tuple[Button, int]:
    name, *seats = said.split() if isinstance(said, str) else [""]
    button = Button.__members__.get(name.upper())
    numbers = all(seat.isascii() and seat.isdecimal() for seat in seats)
    if button is None or not numbers or len(seats) != (button in SEATED):
        known = " ".join(one.name.lower() for one in Button)
        raise DriverError(
            f"{path}: {key} = {said!r}, expected one of {known}; with a seat for"
            f" {' '.join(sorted(one.name.lower() for one in SEATED))}"
        )
    seat = _SEATS.get(seats[0]) if seats else NOBODY
    if seat is None:
        raise DriverError(f"{path}: {key} = {said!r}, expected a seat 0-3")
    return button, seat
