"""OpenCV without remarks on stderr, its own and its codecs': what matters is heard, and raised."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Final, TypeVar

import cv2

os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")  # quiet; read when OpenCV opens a film
_STDERR: Final = 2
Made = TypeVar("Made")


class _Hush:
    """Something of the whole process that is silenced while at least one thread asks for it."""

    def __init__(self, silence: Callable[[], Callable[[], object]]) -> None:
        self._silence = silence
        self._lock = threading.Lock()
        self._inside = 0
        self._restore: Callable[[], object] = lambda: None

    @contextmanager
    def __call__(self) -> Iterator[None]:
        """Silence it while inside; threads may nest and overlap."""
        with self._lock:
            if self._inside == 0:
                self._restore = self._silence()
            self._inside += 1
        try:
            yield
        finally:
            with self._lock:
                self._inside -= 1
                if self._inside == 0:
                    self._restore()


def _silence_log() -> Callable[[], object]:
    before = cv2.utils.logging.setLogLevel(0)
    return lambda: cv2.utils.logging.setLogLevel(before)


def _silence_stderr() -> Callable[[], object]:
    try:
        kept = os.dup(_STDERR)
    except OSError:  # a daemon may have closed it: then nothing can be written there
        return lambda: None
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    os.close(nowhere)

    def restore() -> None:
        os.dup2(kept, _STDERR)
        os.close(kept)

    return restore


quiet_opencv: Final = _Hush(_silence_log)
"""While inside, OpenCV logs nothing."""

quiet_codecs: Final = _Hush(_silence_stderr)
"""While inside, nothing reaches stderr, where libpng and libjpeg write without a log."""

_LISTENING: Final = threading.Lock()


def overheard(work: Callable[[], Made]) -> tuple[Made, str]:
    """What the work makes, and what codecs wrote to stderr meanwhile, where nothing arrives.

    Their other users' remarks are among it: stderr is the whole process's. One listens at a time.
    """
    with _LISTENING, quiet_codecs(), TemporaryFile() as file:
        try:
            hushed = os.dup(_STDERR)
        except OSError:  # closed, as above: then codecs say nothing
            return work(), ""
        os.dup2(file.fileno(), _STDERR)
        try:
            made = work()
        finally:
            os.dup2(hushed, _STDERR)
            os.close(hushed)
        file.seek(0)
        return made, file.read().decode(errors="replace")
