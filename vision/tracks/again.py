"""Second looks: at tiles that a look did not find, and at faces that are not sure yet."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from vision.detections import Floats
from vision.imagefile import Image
from vision.labels import NONE
from vision.observation import REST
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix, mapped
from vision.tracks.fuse import Look, Track, look_of
from vision.tracks.looks import Looking

_BARE: Final = 0.6
"""From this share of bare table on, a tile is gone."""

_PARTLY_BARE: Final = 0.25
"""So much of the table is seen where a tile was, and nothing that covers the rest."""

_TAKEN: Final = 0.7
"""A tile within so many widths of where another lay has taken its place."""

_THERE: Final = 0.3
"""A place shows a tile if the classifier says less than this against it."""

_PAUSE_NS: Final = 400_000_000
"""A tile that was not found is looked for again after so long."""

_MISSED_NS: Final = 2_000_000_000
"""So long a tile stays in mind whose place shows none, and something of the table."""

_MANY: Final = 12
_CLEARED_NS: Final = 5_000_000_000
"""So many tiles at once whose places show none for so long are gone, whatever the table looks like:
it is seen in another light, or something large was laid over it."""

_SURE_ENOUGH: Final = 0.97
_LOOKS: Final = 4
_DENIED: Final = _LOOKS - 1
"""A face that so many looks do not see, after the one that did, was none."""

_BLANK: Final = (HAKU, REST)
"""What need not look like a tile."""

_AT_ONCE: Final = 2
"""How many doubtful faces are looked at again in one quiet frame."""


def gone(
    looking: Looking, missed: Sequence[Track], looks: Sequence[Look], image: Image,
    to_frame: Matrix, now: int,
) -> list[Track]:  # fmt: skip
    """Which of the tiles that ``looks`` did not find have left; the others are there, or covered.

    ``to_frame`` [3,3] goes from the tracks' pixels to those of the image; ``now`` is its time.
    """
    reach = _TAKEN * looking.plane.tile_mm[0]
    left: list[Track] = []
    asked: list[Track] = []
    for track in missed:
        taken = any(np.linalg.norm(look.spot - track.spot) < reach for look in looks)
        is_gone = taken or 1 - looking.covered(track.quad) >= _BARE
        (left if is_gone else asked).append(track)
    _look_for(looking, asked, image, to_frame, now)
    return left


class Missing:
    """Looks now and then for the tiles that were not found, until they are there or gone."""

    def __init__(self) -> None:
        self._looked_ns = 0
        self._since: dict[int, int] = {}
        """Track -> since when its place has shown no tile, and that is to be believed."""
        self._many: dict[int, int] = {}
        """Track -> since when its place has shown none, whatever is seen there."""
        self.uncovered: list[Track] = []
        """Those that left last of which the table was known as something else."""

    def gone(
        self, looking: Looking, tracks: Sequence[Track], in_sight: Callable[[Matrix], bool],
        mistaken: Callable[[Matrix], bool], image: Image, to_frame: Matrix, now: int,
    ) -> list[Track]:  # fmt: skip
        """Those that have left after all, or never were there.

        ``in_sight``: whether no hand is over an outline.
        ``mistaken``: whether the table is seen there that was known as something else.
        """
        self.uncovered = []
        if now - self._looked_ns < _PAUSE_NS:
            return []
        self._looked_ns = now
        missed = [track for track in tracks if track.missing and in_sight(track.quad)]
        left = [track for track in missed if 1 - looking.covered(track.quad) >= _BARE]
        asked = [track for track in missed if track not in left]
        blank = _look_for(looking, asked, image, to_frame, now)
        self._many = {one.number: self._many.get(one.number, now) for one in blank}
        cleared = [one for one in blank if now - self._many[one.number] > _CLEARED_NS]
        if len(cleared) >= _MANY:
            return left + cleared
        wrong = [one for one in blank if mistaken(one.quad)]
        blank = [
            one for one in blank
            if one in wrong or one.denied >= _DENIED
            or 1 - looking.covered(one.quad) >= _PARTLY_BARE
        ]  # fmt: skip
        self._since = {one.number: self._since.get(one.number, now) for one in blank}
        late = [one for one in blank if now - self._since[one.number] > _MISSED_NS]
        self.uncovered = [one for one in late if one in wrong]
        return left + late


def _look_for(
    looking: Looking, asked: Sequence[Track], image: Image, to_frame: Matrix, now: int
) -> list[Track]:
    """Note which tiles lie there still; those whose places show no tile at all."""
    blank = []
    for track, classes in zip(asked, _classes(looking, asked, image, to_frame), strict=True):
        look = look_of(track.quad, looking.plane.to_mm(track.quad), classes, 1.0)
        same = classes[NONE] < _THERE and look.face_up == track.face_up
        if same and (not track.face_up or look.chances.argmax() == track.chances.argmax()):
            track.found(now)
            continue
        track.missing, track.visible = True, 0.0
        if classes[NONE] > 1 - _THERE:
            blank.append(track)
    return blank


def look_again(
    looking: Looking, tracks: Sequence[Track], image: Image, to_frame: Matrix, now: int
) -> bool:
    """Look once more at a few faces that are not sure yet; whether there were any."""
    doubtful = [
        track for track in tracks
        if track.face_up and track.looks < _LOOKS and track.visible > 0.9
        and track.chances.max() < _SURE_ENOUGH
    ][:_AT_ONCE]  # fmt: skip
    for track, classes in zip(doubtful, _classes(looking, doubtful, image, to_frame), strict=True):
        look = look_of(track.quad, looking.plane.to_mm(track.quad), classes, 1.0)
        if look.face_up and classes[NONE] < 0.5:
            track.see(look, now)
        else:
            track.looks += 1
            if classes[NONE] > 1 - _THERE and track.chances.argmax() not in _BLANK:
                track.denied += 1
                track.missing |= track.denied >= _DENIED
    return bool(doubtful)


def _classes(
    looking: Looking, tracks: Sequence[Track], image: Image, to_frame: Matrix
) -> list[Floats]:
    """What each tile's place shows [40]."""
    if not tracks:
        return []
    quads = np.stack([mapped(to_frame, track.quad) for track in tracks]).astype(np.float32)
    return [*looking.reader.read_faces(image, quads).probabilities]
