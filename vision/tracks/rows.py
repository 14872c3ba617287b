"""Tiles side by side lie at one pitch: what a row cannot hold is looked at where its places are.

Faces without borders run into each other, so that a find may lie across two tiles or crosswise on
one; and a blank face between two others is only told from the table by where it lies.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.imagefile import Image
from vision.observation import REST
from vision.picture import rows
from vision.picture.blanks import HAKU
from vision.plane.map import Matrix, TablePlane
from vision.tracks.bare import BARE, bare_places, is_middle
from vision.tracks.fuse import Look, Track, seems_turned
from vision.tracks.looks import Looking
from vision.tracks.missed import Vain
from vision.tracks.region import outline

_FEWEST: Final = 3
_LONG: Final = 5
"""A row of so many tells where one more would lie at either end."""

OVERLAP: Final = 0.92
"""Two tiles' middles are no nearer than so many widths: one was found in a wrong place."""

_NEAR: Final = 0.6
"""What was found within so many widths of a row's free place is in it."""

_ASTRIDE: Final = 0.25
"""What was found so many widths beside a place lies across two of them."""

_COVERED: Final = (0.4, 0.8)
"""So much of a free place must show something else than the table, and more if it is blank."""

_FILLED: Final = 0.95
"""So much where nothing else tells that a tile lies there, and so many looks showed nothing."""

_LOOKS: Final = 3

_PAUSE_NS: Final = 400_000_000
"""Rows are gone over no oftener than this."""

_SURE: Final = 0.85
_BLANK: Final = 0.95
"""How sure a face in a row's place must be, and a blank one."""


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """Tiles side by side."""

    members: tuple[Track, ...]
    places: NDArray[np.int64]
    """Which place of the row each has, from 0."""
    first: Matrix
    """[2] millimetres of the middle of place 0."""
    step: Matrix
    """[2] millimetres from a place to the next."""


@dataclass(frozen=True, slots=True, eq=False)
class Mend:
    """A look at a row's place, and the track that was found there, if any."""

    look: Look
    track: Track | None


class Rows:
    """Mends rows now and then; a place that shows nothing is looked at ever more rarely."""

    def __init__(self, tile_mm: float) -> None:
        self._vain = Vain(tile_mm)
        self._looked_ns = 0
        self._known: tuple[tuple[int, int], ...] = ()
        """The tiles, and how often each was looked at, of which rows the places are."""
        self._doubtful: list[tuple[Matrix, Track | None]] = []
        self._filled: dict[tuple[int, int], int] = {}
        """Place -> how many looks in turn found it filled and showing nothing."""

    def mends(
        self, looking: Looking, tracks: Sequence[Track], in_sight: Callable[[Matrix], bool],
        image: Image, to_frame: Matrix, now: int,
    ) -> list[Mend]:  # fmt: skip
        """What rows show where nothing was found, or something that cannot lie there.

        ``in_sight``: whether no hand is over an outline [4,2] in the tracks' pixels, from which
        ``to_frame`` goes to the image's; ``now`` is its time in nanoseconds.
        """
        if now - self._looked_ns < _PAUSE_NS:
            return []
        self._looked_ns = now
        self._note_bare(looking, in_sight)
        known = tuple((track.number, track.looks) for track in tracks if not track.missing)
        if known != self._known:
            self._known, self._doubtful = known, _places(looking.plane, tracks)
        wanted = [
            (quad, track)
            for quad, track in self._doubtful
            if self._is_open(looking.plane, quad, now) and in_sight(quad)
            and (track is not None or looking.covered(quad) > _COVERED[0])
        ]  # fmt: skip
        looks = looking.at_faces(image, [quad for quad, _ in wanted], to_frame, exactly=True)
        found = []
        width = looking.plane.tile_mm[0]
        looks = self._blank(looking, looks, wanted, tracks, image, to_frame)
        for look, (quad, track) in zip(looks, wanted, strict=True):
            blank = track is None and look.chances.argmax() == HAKU
            hides = not blank or looking.covered(quad) > _COVERED[1]
            if hides and shows(look) and _is_news(look, track, width):
                found.append(Mend(look, track))
            else:
                self._vain.note(looking.plane.to_mm(quad).mean(axis=0)[None], now)
        return found

    def _blank(
        self, looking: Looking, looks: Sequence[Look],
        wanted: Sequence[tuple[Matrix, Track | None]], tracks: Sequence[Track], image: Image,
        to_frame: Matrix,
    ) -> list[Look]:  # fmt: skip
        """The looks, with a haku where a pond's free place shows nothing in the faces' colour.

        Not at the first looks, and not where the table was seen since: a hand that sweeps it shows
        as little for a moment.
        """
        width = looking.plane.tile_mm[0]
        free = []
        for at, (look, (quad, track)) in enumerate(zip(looks, wanted, strict=True)):
            if track is not None or looking.covered(quad) <= _FILLED:
                continue
            if look.chances.argmax() == REST and is_middle(look.spot, width):
                place = _place(looking.plane, quad)
                self._filled[place] = times = self._filled.get(place, 0) + 1
                free += [at] if times > _LOOKS else []
        bare = bare_places(image, tracks, [wanted[at][0] for at in free], to_frame)
        told = [*looks]
        for at, is_bare in zip(free, bare, strict=True):
            if is_bare:
                told[at] = replace(looks[at], chances=BARE, face_up=True, confidence=1.0)
        return told

    def _note_bare(self, looking: Looking, in_sight: Callable[[Matrix], bool]) -> None:
        """What shows the table between two looks was filled by a hand that passed."""
        for quad, _ in self._doubtful:
            place = _place(looking.plane, quad)
            if place in self._filled and in_sight(quad) and looking.covered(quad) <= _FILLED:
                del self._filled[place]

    def _is_open(self, plane: TablePlane, quad: Matrix, now: int) -> bool:
        return bool(self._vain.open(plane.to_mm(quad).mean(axis=0)[None], now)[0])


def _place(plane: TablePlane, quad: Matrix) -> tuple[int, int]:
    """The middle of an outline [4,2] in pixels, in millimetres by halves of a tile's width."""
    x, y = np.rint(plane.to_mm(quad).mean(axis=0) / (plane.tile_mm[0] / 2))
    return int(x), int(y)


def _places(plane: TablePlane, tracks: Sequence[Track]) -> list[tuple[Matrix, Track | None]]:
    """Doubtful places in rows: outlines [4,2] in pixels, and what was found there, if anything."""
    width = plane.tile_mm[0]
    there = [track for track in tracks if not track.missing]
    faces = [track for track in there if track.face_up or is_middle(track.spot, width)]
    places = []
    for row in _rows(faces, width):
        along = row.step / np.linalg.norm(row.step)
        ends = ((place, None) for place in _ends(row, there, width))
        for place, track in (*_doubtful(row, width), *_free(row, faces, width), *ends):
            spot = row.first + place * row.step
            places.append((plane.to_px(outline(spot, along, plane.tile_mm)), track))
    return places


def shows(look: Look) -> bool:
    """Whether a look at a place is to be believed against what was found there."""
    face = int(look.chances.argmax())
    if not look.face_up or face == REST:
        return False
    least = _BLANK if face == HAKU else _SURE
    return float(look.chances[face]) * look.confidence > least


def _is_news(look: Look, track: Track | None, width: float) -> bool:
    """Whether a look finds another face than was found, or the tile elsewhere or turned."""
    if track is None or look.chances.argmax() != track.chances.argmax():
        return True
    astride = float(np.linalg.norm(look.spot - track.spot)) > _ASTRIDE * width
    return astride or seems_turned(track, look)


def _doubtful(row: _Row, width: float) -> list[tuple[int, Track | None]]:
    """The places of members that would lie on each other."""
    spots = np.stack([track.spot for track in row.members])
    near = np.linalg.norm(np.diff(spots, axis=0), axis=1) < OVERLAP * width
    doubted = np.append(near, False) | np.append(False, near)
    return [(int(row.places[at]), row.members[at]) for at in np.flatnonzero(doubted)]


def _free(row: _Row, faces: Sequence[Track], width: float) -> list[tuple[int, Track | None]]:
    """The places between members that none has, and what was found there that is no member."""
    found: list[tuple[int, Track | None]] = []
    strays = [track for track in faces if track not in row.members]
    for place in sorted(set(range(row.places[-1])) - set(row.places.tolist())):
        spot = row.first + place * row.step
        apart = [(float(np.linalg.norm(track.spot - spot)), track) for track in strays]
        off, near = min(apart, key=lambda one: one[0], default=(np.inf, None))
        if near is None or off >= _NEAR * width:
            found.append((place, None))
            continue
        found.append((place, near))
        strays.remove(near)  # what lies across two places is one of them
    return found


def _ends(row: _Row, known: Sequence[Track], width: float) -> list[int]:
    """The places before and behind a long row, where nothing is known to lie."""
    if len(row.members) < _LONG:
        return []
    spots = np.stack([track.spot for track in known])
    return [
        place for place in (-1, int(row.places[-1]) + 1)
        if np.linalg.norm(spots - row.first - place * row.step, axis=1).min() > OVERLAP * width
    ]  # fmt: skip


def _rows(faces: Sequence[Track], width: float) -> list[_Row]:
    """All rows of at least three places."""
    if len(faces) < 2:
        return []
    spots = np.stack([track.spot for track in faces]) / width
    angles = np.array([track.angle_deg for track in faces])
    linked = rows.links(spots[None] - spots[:, None], angles)
    fitted = (_fitted([faces[at] for at in chain], width) for chain in rows.chains(linked))
    return [row for row in fitted if row is not None]


def _fitted(members: list[Track], width: float) -> _Row | None:
    """The row that tiles make; None for what is none."""
    spots = np.stack([track.spot for track in members])
    middle = spots.mean(axis=0)
    along = np.linalg.svd(spots - middle)[2][0]
    way = (spots - middle) @ along
    order = np.argsort(way)
    way, spots = way[order], spots[order]
    places = rows.places(np.diff(way) / width)
    if places is None or places[-1] + 1 < _FEWEST:
        return None
    kept = np.ones(len(places), np.bool_)
    fit = np.polyfit(places, spots, 1)
    for _ in range(2):
        strays = np.linalg.norm(spots - places[:, None] * fit[0] - fit[1], axis=1)
        kept = strays <= max(2.0 * float(np.median(strays)), 0.05 * width)
        if kept.sum() < 2:
            return None
        fit = np.polyfit(places[kept], spots[kept], 1)
    return _Row(tuple(members[at] for at in order), places, fit[1], fit[0])
