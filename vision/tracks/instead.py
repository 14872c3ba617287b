"""Another tile read in a known one's place may be the known one, half under a hand.

What shows beside resting fingers may be read as surely as any face, and as another one.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.plane.map import Matrix
from vision.tracks.fuse import Look, Track
from vision.tracks.how_alike import same_kind

_KNOWN_NS: Final = 1_000_000_000
"""What has lain so long is known."""

_LASTS_NS: Final = 250_000_000
"""So long another must be read where a known tile lay."""

_RESTS_NS: Final = 5_000_000_000
"""So long a hand is waited for: what seems to be one may lie there for good."""

_LAID_NS: Final = 3_000_000_000
"""So long the hand that laid a tile may lie over it."""

_ASIDE: Final = 1.6
"""So many of its lengths away what was laid aside lies, at most: an indicator off its ura."""

_SURE, _LIKELY = 0.9, 0.5
_DOUBTS_NS: Final = 5_000_000_000
"""So long a known tile is asked about in whose place another was read."""

_PAUSE_NS: Final = 300_000_000
"""What was not believed is read again after so long."""


class Instead:
    """Judges what is read in the place of known tiles."""

    def __init__(self, hand_at: Callable[[Matrix], bool]) -> None:
        """``hand_at``: whether something as large as a hand lies at an outline in pixels."""
        self._hand_at = hand_at
        self._since: dict[int, int] = {}
        """Track -> since when another is read in its place,"""
        self._read: dict[int, int] = {}
        """and when it was last."""
        self._laid: dict[int, int] = {}
        """Track -> when it was first seen beside a hand."""
        self._agreed: dict[int, int] = {}
        """Track -> when it was last read as itself, lately."""

    def begun(self, track: Track, now: int) -> None:
        """A tile is seen for the first time."""
        self._laid = {one: at for one, at in self._laid.items() if now - at < _LAID_NS}
        self._agreed = {one: at for one, at in self._agreed.items() if now - at < _LAID_NS}
        if self._hand_at(track.quad):
            self._laid[track.number] = now

    def agrees(self, track: Track, look: Look, now: int) -> None:
        """What is read there may be the known tile: where it is not surely so, it is asked again.

        But for a while only.
        """
        if look.chances[same_kind(int(track.chances.argmax()))].sum() >= _LIKELY:
            self._agreed[track.number] = now
        elif now - self._since.get(track.number, now - _DOUBTS_NS) < _DOUBTS_NS:
            self._read[track.number] = now
            return
        self._since.pop(track.number, None)
        self._read.pop(track.number, None)

    def believed(
        self, track: Track, now: int, new: Sequence[Look] = (), near: Sequence[Track] = ()
    ) -> bool:
        """Whether what is read in its place is so: else it is asked about again.

        The known tile may lie elsewhere now: ``new`` is what was read that nobody knew, ``near``
        what is followed, of which some came up a moment ago, when it was last read already.
        """
        if not track.face_up or now - track.first_ns < _KNOWN_NS or self._is_laid(track, now):
            return True
        before = max(now - _LAID_NS, self._agreed.get(track.number, track.first_ns))
        came = (one for one in near if one.first_ns > before)
        aside: Sequence[Look | Track] = [*new, *came]
        if any(_is_aside(track, one) for one in aside):
            return True
        since = self._since.setdefault(track.number, now)
        self._read[track.number] = now
        return now - since >= (_RESTS_NS if self._hand_at(track.quad) else _LASTS_NS)

    def is_same(self, track: Track, look: Look, now: int) -> bool:
        """Whether what is read in its place is itself, first seen half under the hand."""
        return track.face_up and look.face_up and self._is_laid(track, now)

    def _is_laid(self, track: Track, now: int) -> bool:
        """Whether the hand that laid it lay over it a moment ago."""
        return now - self._laid.get(track.number, now - _LAID_NS) < _LAID_NS

    def due(self, tracks: Sequence[Track], now: int) -> list[Matrix]:
        """The outlines of tiles whose places are to be read again."""
        if not self._read:
            return []
        known = {track.number: track for track in tracks}
        for number in [one for one in self._read if one not in known]:
            del self._read[number], self._since[number]
        return [known[one].quad for one, read in self._read.items() if now - read >= _PAUSE_NS]


def _is_aside(track: Track, look: Look | Track) -> bool:
    """Whether another look surely shows a known tile's face near its place."""
    if look.face_up != track.face_up or min(look.chances.max(), track.chances.max()) < _SURE:
        return False
    along = np.linalg.norm(track.quad[3] - track.quad[0])
    away = np.linalg.norm(look.quad.mean(axis=0) - track.quad.mean(axis=0))
    return bool(away < _ASIDE * along and look.chances.argmax() == track.chances.argmax())
