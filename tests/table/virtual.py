"""A virtual automatic table that serves its pseudo-terminal in a thread, for tests to press on."""

import threading
from contextlib import contextmanager
from uuid import UUID

from firmware_bridge.device import Device
from firmware_bridge.faults import Faults
from firmware_bridge.messages import Button
from firmware_bridge.simulator import Simulator

__all__ = ["TABLE", "Button", "VirtualTable"]

TABLE = UUID("6a616e74-616b-4075-8000-000000000001")


class VirtualTable:
    """Its parts are moved with the lock held; between that, the thread serves the line."""

    def __init__(self, link, *, boot=1, **faults):
        self.lock = threading.Lock()
        self.simulator = Simulator(Device(TABLE, boot), Faults(**faults), link=link)
        self.port = str(link)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._serve)

    @contextmanager
    def moved(self):
        """The simulator, its thread held off."""
        with self.lock:
            yield self.simulator

    def _serve(self):
        while not self._stop.is_set():
            with self.lock:
                self.simulator.step(0.001)
            self._stop.wait(0.0005)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stop.set()
        self._thread.join()
        self.simulator.unplug()
