"""Where something was found that no tile's outline fits: a tile that is read there later is new.

Two tiles laid down at once may be found as one thing, and each of them for itself only when the
third of their set lies beside them; nothing changes in their places then.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.observation import REST
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix
from vision.tracks.fuse import Look

_NEAR: Final = 1.2
"""Widths from the middle of what was found to a tile that may be a part of it."""

_LASTS_NS: Final = 60_000_000_000
_SURE: Final = 0.9
_MOST: Final = 20


class Unsettled:
    """What was found in the last minute, and was no tile."""

    def __init__(self, width: float) -> None:
        """``width``: a tile's, in millimetres."""
        self._width = width
        self._spots: list[tuple[int, Matrix]] = []

    def note(self, odd: Sequence[Matrix], looks: Sequence[Look], now: int) -> None:
        """Outlines [4,2] in millimetres that were found, of which only the looks were tiles."""
        middles = [corners.mean(axis=0) for corners in odd]
        far = [spot for spot in middles if all(self._away(one, spot) > _NEAR for one in looks)]
        fresh = [one for one in self._spots if now - one[0] < _LASTS_NS]
        self._spots = [*fresh, *((now, spot) for spot in far)][-_MOST:]

    def settled(self, looks: Sequence[Look], now: int) -> list[Look]:
        """Those looks that surely show a face, clear of hands, where something was found."""
        spots = [spot for at, spot in self._spots if now - at < _LASTS_NS]
        return [
            look for look in looks
            if look.face_up and look.clear == 1 and look.chances.max() >= _SURE
            and look.chances.argmax() not in {HAKU, REST}
            and any(self._away(look, spot) < _NEAR for spot in spots)
        ]  # fmt: skip

    def _away(self, look: Look, spot: Matrix) -> float:
        """How many widths a look is from a place."""
        return float(np.linalg.norm(look.spot - spot)) / self._width
