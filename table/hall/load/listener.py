"""Reads the hall's live stream as a page does, and notes when it shows each table's entries."""

import http.client
import json
import threading
import time
from urllib.parse import urlsplit


class Listener:
    """A thread that listens; a hall that goes away is looked for again."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self.seen: dict[str, list[tuple[int, float]]] = {}
        """By table: up to which entry it was shown, and when (seconds since the epoch)."""
        self._thread.start()

    @property
    def shown(self) -> int:
        """Entries of all tables together."""
        return sum(seen[-1][0] for seen in list(self.seen.values()))

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=15)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.1)

    def _listen(self) -> None:
        connection = http.client.HTTPConnection(
            self._url.hostname or "", self._url.port, timeout=12
        )
        try:
            connection.request("GET", "/api/live")
            answer = connection.getresponse()
            while not self._stop.is_set():
                line = answer.readline()
                if not line:
                    return
                if line.startswith(b"data: "):
                    self._note(json.loads(line[6:]), time.time())
        finally:
            connection.close()

    def _note(self, message: dict[str, list[dict[str, int | str]]], now: float) -> None:
        for row in message["tables"]:
            seen = self.seen.setdefault(str(row["table"]), [])
            seq = int(row["seq"])
            if not seen or seq > seen[-1][0]:
                seen.append((seq, now))
