"""Whether tiles are being mixed: many lie aslant, and none of them lay so as it was discarded."""

from typing import Final

from table.watch.seen.sheet import Sheet
from vision.observation import Observation

ASLANT_DEG: Final = 14.0
"""What lies so far from square to the table was not put down with care."""
FEWEST: Final = 3
SHARE: Final = 0.2
"""So many lie aslant, and such a share of all, while tiles are mixed."""
LAIN_NS: Final = 2_000_000_000
"""A tile of the hand that has lain aslant for so long was only laid carelessly."""
CALM_NS: Final = 1_500_000_000
"""So long nothing has lain so when they are mixed no more."""
LONGEST_NS: Final = 120_000_000_000
"""What lies aslant for longer is not being mixed: the table was found amiss, perhaps."""
YOUNG: Final = 8
"""No more faces than so many are seen of tiles that are only taken for a hand."""


class Mixing:
    """Remembers when tiles were last seen mixed."""

    def __init__(self) -> None:
        self._last_ns: int | None = None
        self._since_ns = 0

    def look(self, seen: Observation, sheet: Sheet | None = None) -> bool:
        """Whether tiles are mixed now, or were a moment ago; `sheet`: the hand at play."""
        now = seen.captured_ns
        known = frozenset() if sheet is None or self.was(sheet) else sheet.tracks
        aslant = sum(
            abs((one.angle_deg + 45) % 90 - 45) > ASLANT_DEG
            for one in seen.sightings
            if one.track not in known or now - one.first_ns < LAIN_NS
        )
        if aslant >= FEWEST and aslant >= SHARE * len(seen.sightings):
            if self._last_ns is None or now - self._last_ns >= CALM_NS:
                self._since_ns = now
            self._last_ns = now
        lately = self._last_ns is not None and now - self._last_ns < CALM_NS
        return lately and now - self._since_ns < LONGEST_NS

    @staticmethod
    def was(sheet: Sheet) -> bool:
        """Whether what was noted of a hand may be nothing but the tiles that are mixed."""
        return not sheet.indicators and sheet.most <= YOUNG
