"""Hours of film through a watched table, with accidents: `python tests/bench/endurance.py DIR`.

The demo's film is looped as a network camera and read at full speed: every frame, as fast as the
table's eyes take them; each time round is a game. By a seed the camera drops, the bridge is cut,
and the process that sees or the whole table is killed -9; the game goes on meanwhile, as fast as it
plays. After each accident the camera must write again by itself; all that was ever acknowledged
must stand in one whole chain. A line an accident and a line a look at the memory is added to
DIR/endurance.jsonl: called again, the same table goes on where it was. Only frames that were read
count as film.
"""

import argparse
import json
import random
import statistics
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import cv2
import httpx

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "kit")]

from loading import load  # noqa: E402

from table.bootstrap.recording_ledger import SOURCE as CAMERA  # noqa: E402
from table.core.events import EndKyoku  # noqa: E402
from table.journal.store import audit  # noqa: E402

LOOK_S = 1.0
FPS = 10.0
KINDS = ("blind", "blind", "blind", "bridge", "bridge", "bridge", "eyes", "eyes", "table")
NAMES = ["Aki", "Ben", "Chie", "Dai"]


VIRTUAL, HAPPENS = load("tests/table/virtual.py"), load("tests/table/accidents.py")


class Reel:
    """A film, looped: a camera on the network that gives its next frame to whoever asks."""

    def __init__(self, film, coded, *, begin):
        self.film, self.coded, self.ends = film, coded, [0]
        self._code()
        self.cut = threading.Event()
        """While it is set nobody gets a frame."""
        self.read = 0
        self._next, self._begin = begin, begin
        self._line, self._asked = None, time.monotonic()
        self._lock = threading.Lock()
        self._pictures = self.coded.open("rb")
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpg"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    @property
    def rounds(self):
        """How often the film has begun."""
        return self._next // (len(self.ends) - 1) - self._begin // (len(self.ends) - 1)

    @property
    def film_s(self):
        """How much film has been read."""
        return self.read / FPS

    @property
    def at(self):
        """The next frame's number, loops and what nobody saw counted."""
        return self._next

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)
        self._pictures.close()

    def _code(self):
        """Code the film once, cheaper than to decode it every time."""
        places = self.coded.with_suffix(".json")
        if places.exists():
            self.ends = json.loads(places.read_text())
            return
        film = cv2.VideoCapture(str(self.film))
        with self.coded.open("wb") as out:
            while (taken := film.read())[0]:
                _, data = cv2.imencode(".jpg", taken[1], [cv2.IMWRITE_JPEG_QUALITY, 85])
                self.ends.append(self.ends[-1] + out.write(data.tobytes()))
        places.write_text(json.dumps(self.ends))

    def _handler(self):
        reel = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                reel.give(self)

            def log_message(self, *_):
                pass

        return Handler

    def give(self, request):
        """The next frame; whoever comes anew has missed what was played meanwhile."""
        if self.cut.is_set():
            request.send_error(503)
            return
        with self._lock:
            now = time.monotonic()
            if request is not self._line:
                self._next += int((now - self._asked) * FPS)
            self._line, self._asked = request, now
            number, self._next, self.read = self._next, self._next + 1, self.read + 1
            at = number % (len(self.ends) - 1)
            self._pictures.seek(self.ends[at])
            data = self._pictures.read(self.ends[at + 1] - self.ends[at])
        with suppress(OSError):
            request.send_response(200)
            request.send_header("X-Film-Ns", str(round(number / FPS * 1e9)))
            request.send_header("Content-Length", str(len(data)))
            request.end_headers()
            request.wfile.write(data)


class Run:
    """One call: the table, its camera and its bridge, and what has come of them so far."""

    def __init__(self, args, table, reel):
        self.folder, self.table, self.reel = args.folder, table, reel
        self.book = self.folder / "endurance.jsonl"
        self.lines = [*map(json.loads, self.book.read_text().splitlines())] if (
            self.book.exists()
        ) else []  # fmt: skip
        self.before_s = max((one["film_s"] for one in self.lines), default=0.0)
        self.before_wall_s = max((one["wall_s"] for one in self.lines), default=0.0)
        self.began = time.monotonic()
        self.chance = random.Random(f"{args.seed} {len(self.lines)}")
        self.rounds = self.presses = 0
        self.patience_s = 60 * args.patience
        data, seen = self.folder / "data", self.folder / "acknowledged.json"
        self.server = HAPPENS.Watched(
            [Path(__file__).with_name("endurance_table.py"), "run", "--port", "0", "--data", data,
             "--rules", "tenhou", "--camera", reel.url, "--accept", "0", "--bridge", table.port]
        )  # fmt: skip
        if seen.exists():
            self.server.seen = {int(one): known for one, known in json.loads(seen.read_text())}

    @property
    def film_s(self):
        """Film shown, in this call and those before."""
        return self.before_s + self.reel.film_s

    def note(self, **told):
        """Add a line."""
        wall_s = self.before_wall_s + time.monotonic() - self.began
        line = {"film_s": round(self.film_s, 1), "at": self.reel.at, "wall_s": round(wall_s, 1)}
        line |= told
        self.lines.append(line)
        with self.book.open("a") as out:
            out.write(json.dumps(line) + "\n")

    def look(self):
        """What a visitor and the kernel see; at the film's beginning people begin a game."""
        self.server.look()
        if self.reel.rounds > self.rounds:
            self.rounds = self.reel.rounds
            self.begin_game()
        sizes = memory_mb(self.server.process.pid)
        self.note(mb=round(sum(sizes), 1), each=sizes, entries=len(self.server.seen))

    def begin_game(self):
        for number in range(20):
            seq = self.server.http.get("/api/state").json()["seq"]
            order = {"expected_seq": seq, "client_id": f"{self.film_s}-{number}", "names": NAMES,
                     "ruleset": "tenhou"}  # fmt: skip
            if self.server.http.post("/api/games", json=order).status_code < 300:
                return

    def rest(self, film_s, until):
        """Let it watch so much film, and no longer than to a moment."""
        end, patience = self.film_s + film_s, time.monotonic() + film_s + self.patience_s
        while self.film_s < end and time.monotonic() < until:
            if time.monotonic() > patience:
                raise SystemExit(f"it does not go on: {self.film_s:.0f} s of film were read")
            with suppress(httpx.HTTPError):
                self.look()
            time.sleep(LOOK_S)

    def accident(self):
        """One accident, and how long it takes until the camera writes again."""
        kind = self.chance.choice(KINDS)
        throw = self.presses
        with self.table.moved() as simulator:
            simulator.device.throw(throw % 4, 1 + throw % 6, 1 + throw // 6 % 6)
        self.presses += 1
        time.sleep(self.chance.uniform(0.0, 0.3))
        self.server.look()
        if kind == "blind":
            self.reel.cut.set()
            time.sleep(self.chance.uniform(0.5, 8.0))
            self.reel.cut.clear()
        elif kind == "bridge":
            HAPPENS.cut_the_bridge(self.server, self.table, self.chance)
        elif kind == "eyes":
            HAPPENS.kill_the_eyes(self.server, self.chance)
        else:
            self.server.kill()
            self.note(lost=self.lost())
            self.server.start()
        self.note(accident=kind, back_s=round(self.goes_on(), 1))

    def goes_on(self):
        """Seconds until the camera has written again."""
        began, before = time.monotonic(), self.server.camera_lines()
        while self.server.camera_lines() <= before:
            if time.monotonic() > began + self.patience_s:
                told = self.server.http.get("/api/watch").json()
                raise SystemExit(f"it does not go on: {told['condition']}, {told['words']}")
            self.look()
            time.sleep(0.3)
        return time.monotonic() - began

    def lost(self):
        """How many acknowledged entries are not in the journal as they were told."""
        found = audit(self.folder / "data" / "journal.db")
        if found.fault is not None:
            raise SystemExit(f"the journal's chain is broken: {found.fault}")
        kept = {entry.seq: entry.hash for entry in found.entries}
        seen = list(self.server.seen.items())
        (self.folder / "acknowledged.json").write_text(json.dumps(seen))
        return sum(kept.get(seq) != known for seq, known in seen)

    def hands(self):
        """How many ends of hands the camera has written, those that it corrected too."""
        entries = audit(self.folder / "data" / "journal.db").entries
        return sum(isinstance(one.event, EndKyoku) and one.source == CAMERA for one in entries)

    def arrived(self):
        """How many of the table's presses are in the journal, each once."""
        prefix = f"bridge:{VIRTUAL.TABLE}:{self.table.simulator.device.boot}:"
        entries = audit(self.folder / "data" / "journal.db").entries
        names = [one.client_id or "" for one in entries]
        numbers = {one.removeprefix(prefix) for one in names if one.startswith(prefix)}
        return sum(one.isdecimal() and one != "0" for one in numbers)


def begin_at(folder):
    """The number of the first frame: where the last call was."""
    book = folder / "endurance.jsonl"
    lines = book.read_text().splitlines() if book.exists() else []
    return json.loads(lines[-1])["at"] if lines else 0


def memory_mb(pid):
    """Resident memory of a process and all it has started, each."""
    found = []
    for one in HAPPENS.family(pid):
        status = HAPPENS.told(Path(f"/proc/{one}/status"))
        size = next((line for line in status.splitlines() if line.startswith("VmRSS")), "")
        found.append(round(int(size.split()[1]) / 1024, 1) if size else 0.0)
    return found


def report(lines):
    """What all calls come to."""
    memory = [one["mb"] for one in lines if "mb" in one]
    accidents = [one for one in lines if "accident" in one]
    by_kind = {kind: [] for kind in dict.fromkeys(KINDS)}
    for one in accidents:
        by_kind[one["accident"]].append(one["back_s"])
    hours = max((one["film_s"] for one in lines), default=0.0) / 3600
    print(f"{hours:.2f} hours of film, {len(accidents)} accidents")
    for kind, back in by_kind.items():
        if back:
            print(f"  {kind}: {len(back)}, writes again after {statistics.median(back):.0f} s"
                  f" (median), {max(back):.0f} s (most)")  # fmt: skip
    print(f"acknowledged and lost: {sum(one.get('lost', 0) for one in lines)} of"
          f" {max((one.get('entries', 0) for one in lines), default=0)}")  # fmt: skip
    for one in lines:
        if "presses" in one:
            print(f"ends of hands written, corrections counted too: {one['hands']}")
            print(f"presses on the table: {one['arrived']} of {one['presses']} are in the journal")
    if len(memory) > 1:
        first, last = (statistics.median(part) for part in (memory[:30], memory[-30:]))
        print(f"memory all told: {first:.0f} MB at first, {last:.0f} MB at last,"
              f" {max(memory):.0f} MB at most")  # fmt: skip
    film_s, wall_s = (max(one[name] for one in lines) for name in ("film_s", "wall_s"))
    print(f"frames looked at: {film_s * FPS:.0f}, {film_s * FPS / wall_s:.1f} a second:"
          f" {film_s / wall_s:.2f} times as fast as it plays, accidents included")  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--hours", type=float, default=4.0, help="film time, earlier calls too")
    parser.add_argument("--minutes", type=float, default=600.0, help="stop after so long, by clock")
    parser.add_argument("--every", type=float, default=3.0, help="minutes of film, 0: no accidents")
    parser.add_argument("--patience", type=float, default=15.0, help="minutes until it must go on")
    parser.add_argument("--seed", type=int, default=8)
    parser.add_argument("--film", type=Path, default=Path(str(files("table"))) / "demo/film.mp4")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    boots = args.folder / "boots"
    boot = 1 + (int(boots.read_text()) if boots.exists() else 0)
    boots.write_text(str(boot))
    end = time.monotonic() + 60 * args.minutes
    with (
        VIRTUAL.VirtualTable(args.folder / "port", boot=boot) as table,
        Reel(args.film, args.folder / "film.mjpg", begin=begin_at(args.folder)) as reel,
    ):
        run = Run(args, table, reel)
        try:
            while run.film_s < 3600 * args.hours and time.monotonic() < end:
                pause_s = run.chance.expovariate(1 / 60 / args.every) if args.every else 60.0
                run.rest(min(pause_s, max(0.0, 3600 * args.hours - run.film_s)), end)
                if args.every:
                    run.accident()
                report(run.lines)
            with suppress(AssertionError):
                HAPPENS.wait_until(lambda: not len(table.simulator.device.ring))
            run.server.look()
        finally:
            run.server.kill()
            run.note(lost=run.lost(), hands=run.hands(), presses=run.presses, arrived=run.arrived())
    report(run.lines)
    print(flush=True)
    return 1 if any(one.get("lost") for one in run.lines) else 0


if __name__ == "__main__":
    sys.exit(main())
