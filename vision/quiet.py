"""OpenCV without its own remarks on stderr: what matters is raised as an error of ours."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

_lock = threading.Lock()
_inside = 0
_before = 0


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """While inside (threads may nest and overlap), OpenCV logs nothing."""
    global _inside, _before  # noqa: PLW0603 - OpenCV's log level is one for the whole process
    with _lock:
        if _inside == 0:
            _before = cv2.utils.logging.setLogLevel(0)
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                cv2.utils.logging.setLogLevel(_before)
