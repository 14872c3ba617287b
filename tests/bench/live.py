"""How soon the dashboard tells what a camera saw: `python tests/bench/live.py FILM SCENES`.

The film is played as a network camera at 30 pictures a second, by the clock, to a table that is
served to people; a client follows it over its WebSocket. SCENES is the film's truth, as `jantaku
render --truth` writes it: an event's delay runs from the moment at which the table lies still after
it to the message's arrival. After the film a moment from its middle stays in view, with a sensor's
noise: that is an idle table. Processor time is that of the served table and all it has started.
"""

import argparse
import asyncio
import gzip
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path

import cv2
import numpy as np
import websockets

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "kit"), str(Path(__file__).resolve().parent)]

from endurance import HAPPENS, NAMES  # noqa: E402
from loading import load  # noqa: E402

STREAM = load("tests/table/stream.py")

FPS = 30
STILLS, NOISE = 12, 1.5
"""So many pictures of a table at rest, with noise of so many grey levels."""
TOLD = ("dahai", "chi", "pon", "daiminkan", "ankan", "kakan", "reach")
"""What is told as soon as it is seen; riichis accepted and ends of hands wait on purpose."""
SETTLED_S = 2
"""Seconds until a change of what the camera shows is over."""
TICKS = os.sysconf("SC_CLK_TCK")


class Camera(STREAM.Stream):
    """A film as a network camera: its first picture until it rolls, then by the clock."""

    def __init__(self, film, still_s):
        super().__init__(film)
        self.film_fps, self.pictures = coded(film)
        self.stills = stills(film, still_s)
        self.began = None
        self.idle = False

    @property
    def ends_s(self):
        """How long the film is."""
        return len(self.pictures) / self.film_fps

    def now(self, number):
        """The picture of this moment, the camera's ``number``-th."""
        if self.idle:
            return self.stills[number % len(self.stills)]
        if self.began is None:
            return self.pictures[0]
        at = int((time.monotonic() - self.began) * self.film_fps)
        return self.pictures[min(at, len(self.pictures) - 1)]

    def _play(self):
        due = time.monotonic()
        while not self._stop.is_set():
            with self._fresh:
                self._number += 1
                self._newest = self.now(self._number)
                self._fresh.notify_all()
            due += 1 / FPS
            self._stop.wait(max(0.0, due - time.monotonic()))


def coded(film):
    """Its pictures a second, and each as a JPEG."""
    taken, pictures = cv2.VideoCapture(str(film)), []
    while (one := taken.read())[0]:
        pictures.append(jpeg(one[1]))
    return taken.get(cv2.CAP_PROP_FPS), pictures


def stills(film, at_s):
    """JPEGs of one moment, each with noise of its own."""
    taken = cv2.VideoCapture(str(film))
    taken.set(cv2.CAP_PROP_POS_MSEC, 1000 * at_s)
    still, noise = taken.read()[1].astype(np.float32), np.random.default_rng(1)
    return [
        jpeg(np.clip(still + noise.normal(0, NOISE, still.shape), 0, 255).astype(np.uint8))
        for _ in range(STILLS)
    ]


def jpeg(picture):
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


async def follow(url, heard, stop):
    """Keep when each entry of the camera was heard of, until told to stop."""
    async with websockets.connect(url, max_size=None) as line:
        while not stop.is_set():
            with suppress(TimeoutError):
                message = json.loads(await asyncio.wait_for(line.recv(), 0.2))
                moment = time.monotonic()
                heard += [(moment, one["event"]) for one in message.get("entries", [])
                          if one["source"] == "camera" and one.get("event")]  # fmt: skip


def truth(scenes):
    """What happens in a film, and when [s] the table lies still after it."""
    opened = gzip.open if scenes.suffix == ".gz" else open
    with opened(scenes, "rt") as lines:
        told = [json.loads(line) for line in lines]
    return [(one["t"], one["event"]) for one in told if one["event"] is not None]


def name(event):
    """What two tellings of one event have in common."""
    return event["type"], event.get("actor"), event.get("pai") if event["type"] in TOLD else None


def delays(true, heard):
    """Seconds from each event to its telling, and how many were told of those that are."""
    true = [(t, name(one)) for t, one in true if one["type"] in TOLD]
    heard = [(t, name(one)) for t, one in heard if one["type"] in TOLD]
    match = SequenceMatcher(None, [one for _, one in true], [one for _, one in heard], False)
    late = [heard[b + at][0] - true[a + at][0] for a, b, size in match.get_matching_blocks()
            for at in range(size)]  # fmt: skip
    return late, len(true)


def spent_s(pid):
    """Processor time of a process and of all that it has started."""
    found = 0
    for one in HAPPENS.family(pid):
        fields = HAPPENS.told(Path(f"/proc/{one}/stat")).rpartition(")")[2].split()
        found += sum(map(int, fields[11:13]))
    return found / TICKS


def share(server, seconds):
    """How much of a processor core is spent meanwhile."""
    before, began = spent_s(server.process.pid), time.monotonic()
    time.sleep(seconds)
    return (spent_s(server.process.pid) - before) / (time.monotonic() - began)


def report(true, heard, busy, idle):
    """What it comes to."""
    late, events = delays(true, heard)
    late.sort()
    print(f"{len(late)} of {events} discards, calls and riichis told as they were")
    if late:
        p95 = late[max(0, round(0.95 * len(late)) - 1)]
        print(f"delay: {1000 * statistics.median(late):.0f} ms (median), {1000 * p95:.0f} ms (p95),"
              f" {1000 * late[-1]:.0f} ms (most)")  # fmt: skip
    print(f"processor: {100 * busy:.0f} % of a core while they play, {100 * idle:.1f} % idle")


def played(server, camera, rules, idle_s):
    """What is heard of the film, when [s after it began]; and the processor's two shares."""
    heard, stop = [], threading.Event()
    HAPPENS.wait_until(lambda: server.condition() != "opening", 90)
    begin = {"expected_seq": server.http.get("/api/state").json()["seq"], "names": NAMES,
             "ruleset": rules, "client_id": "live-begin"}  # fmt: skip
    server.http.post("/api/games", json=begin).raise_for_status()
    url = f"{server.http.base_url}".replace("http", "ws", 1).rstrip("/") + "/api/live"
    ear = threading.Thread(target=lambda: asyncio.run(follow(url, heard, stop)))
    ear.start()
    time.sleep(SETTLED_S)
    camera.began = time.monotonic()
    busy = share(server, camera.ends_s + SETTLED_S)
    camera.idle = True
    time.sleep(5 * SETTLED_S)
    idle = share(server, idle_s)
    stop.set()
    ear.join()
    return [(moment - camera.began, event) for moment, event in heard], busy, idle


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("film", type=Path)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("--rules", default="tenhou")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds of a table at rest")
    args = parser.parse_args()
    true = truth(args.scenes)
    discards = [t for t, one in true if one["type"] == "dahai"]
    camera = Camera(args.film, discards[len(discards) // 2])
    with camera, tempfile.TemporaryDirectory() as folder:
        server = HAPPENS.Watched(
            ["-m", "table", "run", "--port", "0", "--data", folder, "--rules", args.rules,
             "--camera", camera.url, "--accept", "0"]
        )  # fmt: skip
        try:
            heard, busy, idle = played(server, camera, args.rules, args.idle)
        finally:
            server.kill()
    report(true, heard, busy, idle)
    return 0


if __name__ == "__main__":
    sys.exit(main())
