"""The tracks of one table and the set they are of: looked at closely once, then named together."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.labels import COPIES
from vision.observation import REST
from vision.plane.map import Matrix, mapped
from vision.tracks.bare import (
    BARE,
    backs_beside_both,
    bare_faces,
    is_middle,
    is_nameless,
    nameless_bare,
)
from vision.tracks.fuse import Track
from vision.tracks.how_alike import BACK
from vision.tracks.looks import FaceReader
from vision.tracks.played_set import OwnSet
from vision.tracks.redder import RedFives, as_plain, as_redder
from vision.tracks.tinted import as_tinted, tinted_fives

_CLEAR: Final = 0.95
"""A tile of which less is in sight is no example of its face."""

_LOOKS: Final = 3
"""So often a tile is looked at as an example."""

_BACKS: Final = 12
"""So many backs are enough to know others by."""

_FEW: Final = 4
"""What looks like so many backs is one, whatever it was read as."""

_TURNING: Final = 1 / 6
"""How much one look counts to say that a back is a blank face, or that a five's face is reddish,
after others said no: a hand that lies over a wall for a moment has nearly the colour of faces."""

_AT_ONCE: Final = 24
_GONE: Final = 100
_SAME: Final = 0.01
_BACK: Final = np.zeros(0)


class Learning:
    """Learns the set that is played from its tracks, and says what it then takes them for."""

    def __init__(self, reader: FaceReader) -> None:
        self._reader = reader
        self._set = OwnSet()
        self._read_at: dict[int, int] = {}
        """Track -> how many looks at it were taken into account."""
        self._seen: dict[int, tuple[Floats, int]] = {}
        """Track -> the sum of its features [2,F], of so many looks."""
        self._backs: set[int] = set()
        self._blank: dict[int, float] = {}
        """Track -> how often it was seen to be a blank face of late, 1 always, -1 never."""
        self._bare: frozenset[int] = frozenset()
        """Blank faces that were read as backs, or as nothing."""
        self._pale: frozenset[int] = frozenset()
        """Backs that were read as blank faces."""
        self._red = RedFives()
        self._tinted: dict[int, float] = {}
        """Track -> how often it was seen to be a five on a reddish face of late, 1 to -1."""
        self._told: dict[int, tuple[float, ...]] = {}
        """Track -> what was told of it; nothing for a back."""

    def learn(self, image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float) -> None:
        """Take in what was read anew. ``to_frame``: from the tracks' pixels to the image's.

        ``width``: of a tile in millimetres.
        """
        self._forget(tracks)
        self._hold_blanks(image, tracks, to_frame, width)
        _often(self._tinted, tinted_fives(image, tracks, to_frame))
        self._red.look(image, tracks, to_frame)
        fresh = [track for track in tracks if self._read_at.get(track.number) != track.looks]
        examples = [track for track in fresh if self._is_example(track)]
        asked, later = examples[:_AT_ONCE], {track.number for track in examples[_AT_ONCE:]}
        if asked:
            quads = np.stack([mapped(to_frame, track.quad) for track in asked])
            found = self._reader.features(image, quads.astype(np.float32))
            for track, features in zip(asked, found, strict=True):
                self._look(track, features, shown=_is_shown(track, width))
        for track in fresh:
            self._set.read(track.number, self._read_as(track))
            if track.number not in later:
                self._read_at[track.number] = track.looks
        self._set.lie({track.number for track in tracks})
        for track in tracks:
            if track.face_up and self._set.in_crowd(track.number) and not _is_shown(track, width):
                track.face_up = False  # so that a face seen there later is another tile

    def _hold_blanks(
        self, image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float
    ) -> None:
        """Hold the colours of blank tiles against those of faces and of backs."""
        up = {track.number for track in tracks if track.face_up}
        down = {track.number for track in tracks} - up
        told = backs_beside_both(image, tracks, to_frame, width)
        backs = {number for number, is_back in told.items() if is_back}
        bare = down & told.keys() - backs
        bare = bare if len(bare) <= COPIES else set()
        bare |= _often(self._blank, bare_faces(image, tracks, to_frame, width))
        bare |= nameless_bare(image, tracks, to_frame, width)
        nameless = {track.number for track in tracks if is_nameless(track)}
        plainly = {number for number, often in self._blank.items() if often < 0}
        self._bare = (self._bare & (down | nameless) - plainly) | bare
        pale = up & (self._pale - told.keys() | backs)
        for number in pale ^ self._pale:
            self._read_at.pop(number, None)
        self._pale = frozenset(pale)

    def known(self) -> list[tuple[Floats, NDArray[np.float64]]]:
        """Of each look of a face its features [2,F], and what it is taken for [39]."""
        return self._set.known()

    def told(self, track: Track) -> tuple[float, ...]:
        """What a track is taken for, the whole set considered: 38 chances; none for a back.

        What changed little since it was told is told again as it was.
        """
        chances = self._chances(track)
        before = self._told.get(track.number, ())
        if len(before) == len(chances) and np.abs(chances - before).max(initial=0) < _SAME:
            return before
        told = self._told[track.number] = tuple(chances.tolist())
        return told

    def _chances(self, track: Track) -> NDArray[np.float64]:
        if track.number in self._bare:
            return BARE
        if not track.face_up or track.number in self._pale:
            return _BACK
        told = self._set.told(track.number)
        if told is None:
            told = track.chances
        elif told[BACK] > 0.5 and self._set.alike(track.number) > _FEW:
            return _BACK
        else:
            told = np.append(told[:REST], told[REST] + told[BACK])
        if self._red.is_redder(track.number):
            return as_redder(told)
        tinted = self._tinted.get(track.number, 0)
        if tinted < 0 and self._red.is_plain(track.number):
            return as_plain(told)
        return as_tinted(told) if tinted > 0 else told

    def _forget(self, tracks: Sequence[Track]) -> None:
        """Tracks that are gone need no book-keeping; the set remembers them."""
        if len(self._read_at) < 2 * len(tracks) + _GONE:
            return
        here = {track.number for track in tracks}
        for book in (self._read_at, self._seen, self._told, self._blank, self._tinted):
            for number in [*book.keys() - here]:
                del book[number]

    def _is_example(self, track: Track) -> bool:
        if track.clear < _CLEAR:
            return False
        if track.face_up:
            return self._seen.get(track.number, (None, 0))[1] < _LOOKS
        return len(self._backs) < _BACKS and track.number not in self._backs

    def _look(self, track: Track, features: Floats, *, shown: bool) -> None:
        if not track.face_up:
            self._backs.add(track.number)
        if not features.size:
            return
        total, looks = self._seen.get(track.number, (np.zeros_like(features), 0))
        self._seen[track.number] = (total + features, looks + 1)
        self._set.see(track.number, total + features, self._read_as(track), shown=shown)

    def _read_as(self, track: Track) -> NDArray[np.float64]:
        """What a track itself was read as [39]."""
        if track.face_up and track.number not in self._pale:
            return np.append(track.chances, 0.0)
        read = np.zeros(BACK + 1)
        read[BACK] = 1.0
        return read


def _often(often: dict[int, float], seen: Mapping[int, bool]) -> set[int]:
    """Of tracks that are seen to be something or not, those that mostly were."""
    for number, is_so in seen.items():
        now = 1.0 if is_so else -1.0
        before = often.get(number, now)
        often[number] = before + _TURNING * (now - before)
    return {number for number in seen if often[number] > 0}


def _is_shown(track: Track, width: float) -> bool:
    """Whether a tile that was read as a face lies where none lies on its face."""
    return track.face_up and is_middle(track.spot, width)
