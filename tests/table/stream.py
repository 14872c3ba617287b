"""A camera on the network: a film as an MJPEG stream, by the clock, that can be cut off."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

EDGE = "jantaku-frame"


class Stream:
    """Serves the newest frame to whoever asks; the film is looped."""

    def __init__(self, film, *, fps=10.0, pace=1.0):
        self.film, self.fps, self.pace = film, fps, pace
        self.cut = threading.Event()
        """While it is set nobody gets a picture, and who has a line loses it."""
        self._stop = threading.Event()
        self._newest = None
        self._number = 0
        self._fresh = threading.Condition()
        stream = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                stream.give(self)

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/table.mjpg"
        self._threads = [
            threading.Thread(target=self._server.serve_forever, daemon=True),
            threading.Thread(target=self._play, daemon=True),
        ]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join(10)

    def give(self, request):
        if self.cut.is_set():
            request.send_error(503)
            return
        request.send_response(200)
        request.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={EDGE}")
        request.end_headers()
        seen = -1
        while not (self._stop.is_set() or self.cut.is_set()):
            with self._fresh:
                if not self._fresh.wait_for(lambda: self._number > seen, 0.5):  # noqa: B023
                    continue
                seen, data = self._number, self._newest
            head = f"--{EDGE}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                request.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return

    def _play(self):
        began, number = time.monotonic(), 0
        while not self._stop.is_set():
            film = cv2.VideoCapture(str(self.film))
            while not self._stop.is_set():
                there, image = film.read()
                if not there:
                    break
                number += 1
                due = began + number / self.fps / self.pace
                late = time.monotonic() - due
                if late > 1:
                    began += late
                self._stop.wait(max(0.0, -late))
                _, coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
                with self._fresh:
                    self._newest, self._number = coded.tobytes(), self._number + 1
                    self._fresh.notify_all()
            film.release()
