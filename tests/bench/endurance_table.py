"""`jantaku run` for the endurance run: its camera gives every frame of a film, at full speed.

The frames are asked for one by one from the film's server, so that none is passed over and no time
is waited for; what they are timed by is the film. All else is the table as it is served to people.
"""

import http.client
import sys
import threading
import time
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[2]), str(HERE.parent)]

from table.bootstrap import compose, watching_eyes  # noqa: E402
from table.cli.main import main  # noqa: E402
from vision.capture.live import LiveCapture  # noqa: E402

AT = "X-Film-Ns"
"""When a frame is in the film, loops counted."""


class FilmClock:
    """The film's time: that of the newest frame, and what has gone by since."""

    def __init__(self):
        self._film_ns, self._told_ns = 0, time.monotonic_ns()

    def __call__(self):
        return self._film_ns + time.monotonic_ns() - self._told_ns

    def tell(self, film_ns):
        """A frame of this moment has come."""
        self._film_ns, self._told_ns = film_ns, time.monotonic_ns()


class Asking:
    """A camera that gives its next frame when it is asked."""

    def __init__(self, source, clock):
        where = urlsplit(source.where)
        self._path, self._clock, self._first = where.path, clock, None
        self._line = http.client.HTTPConnection(where.hostname, where.port, timeout=4)
        self._first = self._next()

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self._first is not None

    def read(self):
        told, self._first = self._first or self._next(), None
        if told is None:
            return False, None
        film_ns, data = told
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        self._clock.tell(film_ns)
        return True, image

    def release(self):
        self._line.close()

    def _next(self):
        try:
            self._line.request("GET", self._path)
            answer = self._line.getresponse()
            data = answer.read()
        except (OSError, http.client.HTTPException):
            return None
        return (int(answer.headers[AT]), data) if answer.status == http.HTTPStatus.OK else None


class EveryFrame(LiveCapture):
    """A live camera that waits until its newest frame was taken before it goes on."""

    def __init__(self, source):
        clock = FilmClock()
        self._wanted = threading.Event()
        super().__init__(source, partial(Asking, clock=clock), clock)

    def read(self, timeout_s=1.0):
        frame = super().read(timeout_s)
        self._wanted.set()
        return frame

    def close(self):
        self._stop.set()
        self._wanted.set()
        super().close()

    def _take(self, frame):
        super()._take(frame)
        self._wanted.clear()
        while self._newest.number > self._given and not self._stop.is_set():
            self._wanted.wait(0.1)
            self._wanted.clear()


class AtOnce:
    """The next frame is always worth a look."""

    def wait_s(self, _frame):
        return 0.0


def watch(pipe, wish):
    """What the process of the eyes runs."""
    watching_eyes.open_source = EveryFrame
    watching_eyes.Pace = AtOnce
    watching_eyes.watch(pipe, wish)


if __name__ == "__main__":
    compose.Kit = partial(compose.Kit, eyes=HERE.stem)
    sys.exit(main())
