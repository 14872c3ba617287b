"""What a virtual table is told to do, a line each; `HELP` lists the words."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from firmware_bridge import trays
from firmware_bridge.errors import ScriptError
from firmware_bridge.messages import NOBODY, SEATS, Button, Reset
from firmware_bridge.simulator import Simulator

HELP = """\
press BUTTON [SEAT]      hold a button down: dice (with a seat), honba, set, pause
release BUTTON [SEAT]    let it go
click BUTTON [SEAT]      both
stuck BUTTON [SEAT]      as press; after ten seconds the table complains
dice SEAT A B            let the dice show A and B
sticks SEAT A B C D E    lay sticks of 10000, 5000, 1000, 500, 100 points in a tray
drift SEAT FACTOR        let the resistance of its sticks drift by this factor
riichi SEAT on|off       lay a riichi stick, take it up
flip|tear|double|swap P  damage bytes, tear, double or swap frames, with this probability
silence SECONDS          say and hear nothing for so long
flood BYTES              send so much noise at once
reboot [power|pin|brown_out|watchdog]
unplug SECONDS           pull the cable for so long
wait SECONDS             do nothing meanwhile
quit
"""
CLICK_S = 0.05
LONGEST_S = 86_400
MOST_STICKS = 255
MOST_DRIFT = 100
MOST_NOISE = 1_000_000
Steps = Iterator[float]
"""Seconds to wait before the next step."""


class Performer:
    """Carries out the lines of a script on a virtual table, one after the other."""

    def __init__(self, table: Simulator) -> None:
        self.table = table
        self.done = False
        self._sticks = [(0, 0, 0, 0, 0)] * SEATS
        self._drift = [1.0] * SEATS
        self._slots = [trays.EMPTY] * SEATS
        self._acts: dict[str, Callable[[Sequence[str]], Steps]] = {
            "press": self._press, "stuck": self._press, "release": self._release,
            "click": self._click, "dice": self._dice, "sticks": self._lay, "drift": self._drifted,
            "riichi": self._riichi, "silence": self._silence, "flood": self._flood,
            "reboot": self._reboot, "unplug": self._unplug, "wait": self._wait, "quit": self._quit,
            **dict.fromkeys(("flip", "tear", "double", "swap"), self._damage),
        }  # fmt: skip

    def perform(self, line: str) -> Steps:
        """Do one line, yielding the seconds to wait; raises ScriptError before doing anything."""
        word, *arguments = line.partition("#")[0].split() or [""]
        if not word:
            return
        if word not in self._acts:
            raise ScriptError(f"{line.strip()!r}: expected one of {' '.join(self._acts)}")
        if word in {"flip", "tear", "double", "swap"}:
            arguments = [word, *arguments]
        try:
            yield from self._acts[word](arguments)
        except (ValueError, IndexError, KeyError) as fault:
            raise ScriptError(f"{line.strip()!r}: {word} cannot take {fault}") from None

    def all(self, lines: Iterable[str]) -> Steps:
        """Do every line."""
        for line in lines:
            yield from self.perform(line)

    def _press(self, arguments: Sequence[str]) -> Steps:
        button, seat = _button(arguments)
        self.table.device.press(button, seat)
        if button is Button.DICE:
            self.table.device.throw(seat, *(self.table.random.randint(1, 6) for _ in range(2)))
        yield from ()

    def _release(self, arguments: Sequence[str]) -> Steps:
        self.table.device.release(*_button(arguments))
        yield from ()

    def _click(self, arguments: Sequence[str]) -> Steps:
        yield from self._press(arguments)
        yield CLICK_S
        yield from self._release(arguments)

    def _dice(self, arguments: Sequence[str]) -> Steps:
        seat, first, second = map(int, arguments)
        if not {first, second} <= set(range(1, 7)):
            raise ValueError(f"{first} and {second}, expected 1-6 each")
        self.table.device.throw(_seat(seat), first, second)
        yield from ()

    def _lay(self, arguments: Sequence[str]) -> Steps:
        seat = _seat(int(arguments[0]))
        first, second, third, fourth, fifth = (
            int(_between(text, 0, MOST_STICKS, whole=True)) for text in arguments[1:]
        )
        self._sticks[seat] = first, second, third, fourth, fifth
        self._weigh(seat)
        yield from ()

    def _drifted(self, arguments: Sequence[str]) -> Steps:
        seat = _seat(int(arguments[0]))
        self._drift[seat] = _between(arguments[1], 1 / MOST_DRIFT, MOST_DRIFT)
        self._weigh(seat)
        yield from ()

    def _weigh(self, seat: int) -> None:
        slots = trays.counted(self._sticks[seat], self._drift[seat], self._slots[seat])
        self._slots[seat] = slots
        counts, quality = trays.told(slots)
        self.table.device.fill(seat, counts, quality)

    def _riichi(self, arguments: Sequence[str]) -> Steps:
        seat, present = arguments
        self.table.device.lay_riichi(_seat(int(seat)), {"on": True, "off": False}[present])
        yield from ()

    def _damage(self, arguments: Sequence[str]) -> Steps:
        what, probability = arguments
        setattr(self.table.faults, what, _between(probability, 0, 1))
        yield from ()

    def _silence(self, arguments: Sequence[str]) -> Steps:
        seconds = _between(arguments[0], 0, LONGEST_S)
        self.table.faults.silent = True
        yield seconds
        self.table.faults.silent = False

    def _flood(self, arguments: Sequence[str]) -> Steps:
        self.table.flood(int(_between(arguments[0], 0, MOST_NOISE, whole=True)))
        yield from ()

    def _reboot(self, arguments: Sequence[str]) -> Steps:
        self.table.reboot(Reset[arguments[0].upper()] if arguments else Reset.WATCHDOG)
        yield from ()

    def _unplug(self, arguments: Sequence[str]) -> Steps:
        seconds = _between(arguments[0], 0, LONGEST_S)
        self.table.unplug()
        yield seconds
        self.table.plug()

    def _wait(self, arguments: Sequence[str]) -> Steps:
        yield _between(arguments[0], 0, LONGEST_S)

    def _quit(self, _arguments: Sequence[str]) -> Steps:
        self.done = True
        yield from ()


def _button(arguments: Sequence[str]) -> tuple[Button, int]:
    button = Button[arguments[0].upper()]
    seat = _seat(int(arguments[1])) if len(arguments) > 1 else NOBODY
    if (button is Button.DICE) != (seat != NOBODY):
        raise ValueError(f"{arguments[0]} with seat {seat}: only a dice button has a seat")
    return button, seat


def _seat(seat: int) -> int:
    if not 0 <= seat < SEATS:
        raise ValueError(f"seat {seat}, expected 0-3")
    return seat


def _between(text: str, least: float, most: float, *, whole: bool = False) -> float:
    """A number of a script. Raises ValueError for one that cannot be."""
    number = int(text) if whole else float(text)
    if not least <= number <= most:
        raise ValueError(f"{text}, expected {least} to {most}")
    return number
