"""How fast the bridge is: frames a second, and from a pressed button to the journal on the disk.

python tests/bench/bench_bridge.py [--frames 20000] [--presses 100]

The latency is that of the reference firmware on a simulated board in real time, its 20 ms of
debouncing included, to the return of a synced commit; without gcc-avr and simavr it is left out.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(Path(__file__).parent))

from side_by_side import note  # noqa: E402

from firmware_bridge import packets, wire  # noqa: E402
from firmware_bridge.happenings import Event, Happening, Started  # noqa: E402
from firmware_bridge.link import Link  # noqa: E402
from firmware_bridge.messages import Action, ButtonMoved, Dice, Heartbeat, Sticks  # noqa: E402
from firmware_bridge.packets import Decoder, Packet  # noqa: E402
from firmware_bridge.serial_port import SerialPort  # noqa: E402
from firmware_bridge.session import Session  # noqa: E402
from table.bootstrap.bridge import Keeper  # noqa: E402
from table.journal.store import Journal  # noqa: E402

FLOOR = 100_000
"""Frames a second."""
CEILING_MS = {"p50": 30, "p99": 80}
ROUNDS = 9
FIRMWARE = ROOT / "firmware_bridge" / "firmware"


def some_packets(count: int) -> list[Packet]:
    """Packets as a lively table sends them."""
    kinds = (
        ButtonMoved(7, 0, 1, 1, 0),
        Dice(7, 1, 3, 6),
        ButtonMoved(7, 0, 1, 0, 83),
        Heartbeat(7, 300, 2, 0, 1),
        Sticks(7, 2, 0, 1, 1, 4, 1, 5),
    )
    return [wire.packet(kinds[n % len(kinds)], n, 40 * n) for n in range(count)]


def codec(count: int) -> dict[str, float]:
    """Seconds a frame: to write it, and to read it out of a stream."""
    sent = some_packets(count)
    writing, reading = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        frames = [packets.encode(packet) for packet in sent]
        written = time.perf_counter()
        stream = b"".join(frames)
        decoder, heard = Decoder(), []
        begin = time.perf_counter()
        for at in range(0, len(stream), 256):
            heard += decoder.feed(stream[at : at + 256])
        reading.append((time.perf_counter() - begin) / count)
        writing.append((written - start) / count)
        if heard != sent:
            raise SystemExit("what was read is not what was written")
    return {"write": statistics.median(writing), "read": statistics.median(reading)}


class Watch:
    """Notes when each press is in the journal."""

    def __init__(self) -> None:
        self.started = threading.Event()
        self.kept = threading.Event()
        self.at = 0.0

    def __call__(self, happening: Happening) -> None:
        """Told once the entry is on the disk."""
        now = time.perf_counter()
        if isinstance(happening, Started):
            self.started.set()
        if isinstance(happening, Event) and isinstance(happening.message, ButtonMoved):
            if happening.message.action == Action.PRESSED:
                self.at = now
            self.kept.set()


def latencies(presses: int, folder: Path) -> list[float]:
    """Seconds from the pin's change to the synced commit."""
    make = ["make", "-s", "-C", FIRMWARE, f"BUILD={folder}", "budget", "simulator"]
    subprocess.run(list(map(str, make)), check=True, stdout=sys.stderr)
    port = folder / "port"
    command = [folder / "board", folder / "table.elf", port, "1"]
    board = subprocess.Popen(
        list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    stop, watch = threading.Event(), Watch()
    book = Journal.open(folder / "journal.db")
    keeper = Keeper(book, watch)
    link = Link(Session(keeper.kept), lambda: SerialPort(str(port)), keeper.keep)
    if board.stdin is None or board.stdout is None:
        raise SystemExit("the board has no pipes")
    board.stdout.readline()
    thread = threading.Thread(target=link.run, args=(stop,))
    thread.start()
    took = []
    try:
        watch.started.wait(10)
        time.sleep(0.5)
        for number in range(presses):
            pressed = time.perf_counter()
            for word in ("press", "release"):
                watch.kept.clear()
                board.stdin.write(f"{word} 4\n")
                board.stdin.flush()
                if not watch.kept.wait(5):
                    raise SystemExit(f"press {number} did not arrive")
            took.append(watch.at - pressed)
            time.sleep(0.013 + number % 7 / 1000)
    finally:
        stop.set()
        thread.join()
        board.kill()
        board.communicate()
        book.close()
    return sorted(took)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", type=int, default=20_000)
    parser.add_argument("--presses", type=int, default=100)
    args = parser.parse_args()
    each = codec(args.frames)
    rows = [(f"{what} a frame", seconds * 1e6, 1.0) for what, seconds in each.items()]
    for what, seconds in each.items():
        print(f"{what:<8} frames  {1 / seconds:12.0f} a second  ({FLOOR} needed)")
    missed = any(1 / seconds < FLOOR for seconds in each.values())
    if shutil.which("avr-gcc") and Path("/usr/include/simavr/sim_avr.h").exists():
        with tempfile.TemporaryDirectory() as folder:
            took = latencies(args.presses, Path(folder))
        marks = {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100]}
        for name, seconds in marks.items():
            print(f"press to journal {name}  {seconds * 1e3:6.1f} ms  ({CEILING_MS[name]} at most)")
            rows.append((f"press to journal {name}", seconds * 1e6, 1.0))
            missed = missed or seconds * 1e3 > CEILING_MS[name]
    else:
        print("press to journal: NOT MEASURED, no gcc-avr or simavr here")
    note("bridge", rows)
    if missed:
        print("MISSED: see what is needed above")
    return 0


if __name__ == "__main__":
    sys.exit(main())
