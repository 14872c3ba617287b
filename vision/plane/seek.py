"""Looks for a table in a camera's frames, now and then, until there is one."""

from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.capture.frames import Frame
from vision.detections import Detections
from vision.errors import PlaneError
from vision.imagefile import Image
from vision.labels import BACK
from vision.picture.sanity import MIRRORED_WORDS
from vision.plane.check import misfit
from vision.plane.find import find_plane
from vision.plane.map import TablePlane
from vision.plane.markers import plane_by_markers
from vision.plane.standing import as_lying

_FIRST_WAIT_NS: Final = 500_000_000
_LONGEST_WAIT_NS: Final = 8_000_000_000
_GOOD: Final = 0.9
"""A plane that explains its tiles no worse (``misfit``) is believed at once."""

_UNSURE: Final = 5
"""So many doubtful planes are waited for a better one."""


OFF_WORDS: Final = (
    "{} of {} tiles lie off the table that they seem to show: is more than one in view?"
    " a calibration says which to watch"
)
_ON_IT: Final = 0.6
"""A table that no more of the tiles in sight lie on is not believed."""


class WholeReader(Protocol):
    """What reads a whole picture; see ``vision.reader``."""

    def classified(self, image: Image) -> Detections:
        """The faces of a picture."""
        ...

    def mirrored(self, image: Image, found: Detections) -> bool:
        """Whether they look as in a mirror."""
        ...


class Seeker:
    """Tries a frame from time to time, more rarely the longer there is no table."""

    def __init__(self, reader: WholeReader) -> None:
        self._reader = reader
        self._wait_ns = _FIRST_WAIT_NS
        self._next_ns: int | None = None
        self.fault = "no frame was looked at yet"
        """Why the last frame showed no table."""
        self.tried = 0
        self._best: tuple[float, TablePlane] | None = None
        self._unsure = 0

    def look(self, frame: Frame) -> TablePlane | None:
        """The table's plane, where this frame's turn has come and it shows one."""
        if self._next_ns is not None and frame.captured_ns < self._next_ns:
            return None
        self._next_ns = frame.captured_ns + self._wait_ns
        self._wait_ns = min(2 * self._wait_ns, _LONGEST_WAIT_NS)
        self.tried += 1
        image = frame.rgb
        found = self._reader.classified(image)
        try:
            marked = plane_by_markers(image, found.quadrilaterals)
            plane = marked or find_plane(image, found.quadrilaterals, _backs(found))
        except PlaneError as fault:
            self.fault = str(fault)
            return None
        if self._reader.mirrored(image, found):
            self.fault = MIRRORED_WORDS
            return None
        return marked or self._sure(plane, found)

    def _sure(self, plane: TablePlane, found: Detections) -> TablePlane | None:
        """The plane, if it explains the tiles well; after some looks the one that does so best."""
        count = len(found.quadrilaterals)
        middle = plane.to_mm(found.quadrilaterals.mean(axis=1).astype(np.float64))
        on_it = int((np.abs(middle).max(axis=1) < plane.half_mm).sum())
        if on_it < _ON_IT * count:
            self.fault = OFF_WORDS.format(count - on_it, count)
            return None
        badly = misfit(plane, *as_lying(found.quadrilaterals, _backs(found)))
        if self._best is None or badly < self._best[0]:
            self._best = badly, plane
        self._unsure += 1
        if self._best[0] < _GOOD or self._unsure >= _UNSURE:
            return self._best[1]
        self.fault = f"a table may be in sight, but it fits its tiles badly ({badly:.1f})"
        self._wait_ns = _FIRST_WAIT_NS
        return None


def _backs(found: Detections) -> NDArray[np.bool_]:
    return np.asarray(found.probabilities.argmax(axis=1) == BACK)
