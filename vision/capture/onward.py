"""Time that goes on: a machine that starts anew counts from its start, and so does every film."""

from dataclasses import replace
from typing import Final

from vision.capture.frames import Frame

_GAP_NS: Final = 1_000_000_000


class Onward:
    """Names the moments of cameras that share a clock, so that all come after one seen before."""

    def __init__(self, after_ns: int = -1) -> None:
        """``after_ns``: the latest moment that was seen; -1 for none."""
        self._after_ns = after_ns
        self._known = False
        self.later_ns = 0
        """How much later than by the cameras' clock moments are named."""

    def named(self, frame: Frame) -> Frame:
        """The frame with its moment named; the first that comes decides for all."""
        if not self._known:
            self._known = True
            if frame.captured_ns <= self._after_ns:
                self.later_ns = self._after_ns + _GAP_NS - frame.captured_ns
        if not self.later_ns:
            return frame
        return replace(frame, captured_ns=frame.captured_ns + self.later_ns)
