"""When the pictures of a film were taken: by its own stamps, counted where it has none."""

from typing import Final

_ROUNDED_NS: Final = 1_000_000
"""Many films stamp their pictures to a millisecond; where the count agrees, it is the finer one."""

_LEAP_NS: Final = 60_000_000_000
"""A stamp that leaps further than this, or goes back, is of a clock that began anew."""


class Stamps:
    """Names the moments of a film's pictures, each after the one before."""

    def __init__(self, fps: float) -> None:
        """``fps``: how many pictures a second it has in the mean."""
        self._fps = fps
        self._stamp_ns = self._begun_ns = self._counted_ns = self._last_ns = 0

    def moment(self, number: int, stamp_ms: float) -> int:
        """Of the picture ``number``, in nanoseconds from the first; every one must be asked for.

        ``stamp_ms`` is what the film says of it; 0 where it says nothing.
        """
        stamp, counted = round(stamp_ms * 1e6), round(number / self._fps * 1e9)
        if number == 0:
            self._stamp_ns = self._begun_ns = stamp
            return 0
        next_ns = self._last_ns + counted - self._counted_ns
        if stamp <= 0:
            at = next_ns
        elif not 0 < stamp - self._stamp_ns <= _LEAP_NS:
            at, self._begun_ns, self._stamp_ns = next_ns, stamp - next_ns, stamp
        else:
            at, self._stamp_ns = stamp - self._begun_ns, stamp
            if abs(at - counted) <= _ROUNDED_NS:
                at = counted
        self._counted_ns, self._last_ns = counted, max(at, self._last_ns + 1)
        return self._last_ns
