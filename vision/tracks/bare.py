"""Blank faces that were read as backs, or as nothing: in the ponds, and in the corners' sets.

A haku without a frame shows nothing. But a tile in the ponds that has the colour of the other faces
is no back where backs have another; nor is one in a corner, where those of kans lie on their faces,
nor one between the backs of a wall, where an indicator lies. What fills a place in the rows is a
tile.

And backs that are nearly as pale as a haku are taken for one; beside both, backs and faces, it is
seen which of them a blank tile is like.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.labels import COPIES
from vision.observation import REST
from vision.picture.blanks import HAKU, contrasts, strangeness
from vision.plane.map import Matrix, mapped
from vision.tracks.fuse import Track

_MIDDLE: Final = 7.0
"""So many widths about the table's centre, before the walls, no tile lies on its face."""

_CORNER: Final = (7.5, 10.0)
"""So far off both middle lines, and off one of them, sets lie, and no tile stands."""

_RIM: Final = 14.0
"""Farther off a middle line lie cards and counters, and no tile."""

_SURE: Final = 0.7
_FACES: Final = 3
"""So many faces, named so surely, show what colour faces have,"""

_BACKS: Final = 6
"""and so many backs what colour those have."""

_CLEAR: Final = 0.9
"""So much of a tile must be in sight."""

_BARE: Final = 0.3
"""It has so little of a face's usual contrast."""

_LIKE, _UNLIKE = 1.0, 2.0
"""How strange among the faces what is one of them may be, and what is none is at least."""

_NEARER: Final = 0.2
"""So many times as strange as backs are it may be too: far from all others light differs. In a
corner it must be: there backs lie as well."""

_WALLS: Final = (8.0, 11.6)
"""So many widths off a middle line walls stand,"""

_IN_LINE, _BESIDE = 0.4, 1.4
"""and their backs lie so well in line, one right beside another."""

_SHARPLY: Final = 0.7
"""A blank indicator lies between backs that are at least so many times as strange as is usual: a
lamp that shines in a wall makes several of them paler, the farther off the less."""

_PRINT, _AS_MUCH = 6.0, 0.6
"""Backs whose brightness varies by so many grey levels have a print, and what has so much of it as
they have is one of them."""

_BEYOND: Final = 10.7
"""So many widths off a middle line, behind the walls, hands are shown."""

_TOLD_APART, _MORE = 0.5, 4.0
"""Backs are usually so strange among faces, and so many times as strange as among backs: then what
lies beside both can be told."""

_MANY, _FOREIGN = 12, 3.0
"""Beside so many faces what is so strange among them is none, though few backs are known."""

_CLOSER: Final = 0.5
"""What is so many times as strange among the ones as among the others is one of them."""

BARE: Final = np.where(np.arange(REST + 1) == HAKU, 0.97, 0.03 / REST)
"""What is told of them [38]."""


def bare_faces(
    image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float
) -> dict[int, bool]:
    """Whether tracks that were read as backs are blank faces, by number, where that is seen.

    ``to_frame``: from the tracks' pixels to the image's; ``width``: of a tile in millimetres.
    """
    down = [track for track in tracks if _is_open(track, face=False)]
    asked = [one for one in down if is_middle(one.spot, width) or _is_corner(one.spot, width)]
    faces = [track for track in tracks if _is_open(track, face=True) and _shows_ink(track)]
    backs = [track for track in down if track not in asked]
    walled = _in_walls(backs, width)
    if not (asked or walled) or len(faces) < _FACES or len(backs) < _BACKS:
        return {}
    every = [*faces, *asked, *backs]
    quads = _mapped([track.quad for track in every], to_frame)
    known, others = np.arange(len(faces)), np.arange(len(faces), len(every))
    strange = strangeness(image, quads, known, others)
    usual = float(np.median(strange[len(asked) :]))
    if usual < _UNLIKE:
        return {}
    near, far = _NEARER * usual, _CLOSER * usual
    off_by = dict(zip((one.number for one in (*asked, *backs)), strange.tolist(), strict=True))
    middle = {one.number for one in asked if is_middle(one.spot, width)}
    alike = {at for at, off in off_by.items() if off < near or (off < _LIKE and at in middle)}
    told = {at: False for at, off in off_by.items() if off > far and at not in alike | middle}
    alone = {
        at for at, beside in walled.items()
        if min((off_by[one] for one in beside if one not in alike), default=0.0) > _SHARPLY * usual
    }  # fmt: skip
    alone -= _printed(image, backs, to_frame)
    for some, sure in ((alike & {one.number for one in asked}, alike), (alike & {*walled}, alone)):
        if len(some) <= COPIES:
            told |= dict.fromkeys(some & sure, True)
    return told


def _printed(image: Image, backs: Sequence[Track], to_frame: Matrix) -> set[int]:
    """The numbers of those backs that have a print, as most have."""
    shown = contrasts(image, _mapped([back.quad for back in backs], to_frame))
    usual = float(np.median(shown))
    bar = _AS_MUCH * usual if usual > _PRINT else np.inf
    return {back.number for back, ink in zip(backs, shown, strict=True) if ink > bar}


def nameless_bare(
    image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float
) -> frozenset[int]:
    """The numbers of the tracks in the ponds, of which no name is sure, that are blank faces."""
    asked = [one for one in tracks if _is_open(one, face=True) and is_middle(one.spot, width)]
    asked = [one for one in asked if is_nameless(one)]
    asked = [one for one in asked if int(one.chances[:REST].argmax()) == HAKU]
    if not asked:
        return frozenset()
    bare = bare_places(image, tracks, [one.quad for one in asked], to_frame)
    found = frozenset(one.number for one, is_bare in zip(asked, bare, strict=True) if is_bare)
    return found if len(found) <= COPIES else frozenset()


def backs_beside_both(
    image: Image, tracks: Sequence[Track], to_frame: Matrix, width: float
) -> dict[int, bool]:
    """Whether blank tiles are backs, by track, where that is told: the hakus about the ponds.

    And the backs where hands are shown. Each is held against the faces and the backs around it, as
    light differs over a table.
    """
    up = [one for one in tracks if _is_open(one, face=True)]
    down = [one for one in tracks if _is_open(one, face=False)]
    shown = [one for one in down if _BEYOND < float(np.abs(one.spot).max()) / width < _RIM]
    hakus = [one for one in up if _is_haku(one) and not is_middle(one.spot, width)]
    faces, asked = [one for one in up if _shows_ink(one)], [*hakus, *shown]
    backs = [one for one in down if one not in shown]
    if len(backs) < _BACKS and len(down) > 2 * COPIES:  # a wall so far out: mostly no hakus
        backs = down
    if len(backs) < _BACKS:
        return _foreign(image, faces, hakus, to_frame) if len(faces) >= _MANY else {}
    if not asked or len(faces) < _FACES:
        return {}
    every = [*faces, *backs, *asked]
    quads = _mapped([one.quad for one in every], to_frame)
    first, last = len(faces), len(faces) + len(backs)
    blank = np.arange(first, len(every))
    among_faces = strangeness(image, quads, np.arange(first), blank)
    among_backs = strangeness(image, quads, np.arange(first, last), blank)
    usual, own = (float(np.median(one[: len(backs)])) for one in (among_faces, among_backs))
    if usual < max(_TOLD_APART, _MORE * own):
        return {}
    face, back = among_faces[len(backs) :], among_backs[len(backs) :]
    is_back, told = back < _CLOSER * face, np.maximum(face, back) * _CLOSER > np.minimum(face, back)
    return {one.number: bool(is_back[at]) for at, one in enumerate(asked) if told[at]}


def _foreign(
    image: Image, faces: Sequence[Track], asked: Sequence[Track], to_frame: Matrix
) -> dict[int, bool]:
    """Whether tracks have quite another colour than the faces, by number, where that is seen."""
    if not asked:
        return {}
    quads = _mapped([one.quad for one in (*faces, *asked)], to_frame)
    known = np.arange(len(faces))
    strange = strangeness(image, quads, known, np.arange(len(faces), len(quads)))
    told = zip((one.number for one in asked), strange.tolist(), strict=True)
    return {number: off > _FOREIGN for number, off in told if off > _FOREIGN or off < _LIKE}


def bare_places(
    image: Image, tracks: Sequence[Track], quads: Sequence[Matrix], to_frame: Matrix
) -> NDArray[np.bool_]:
    """At which outlines [n][4,2] in the tracks' pixels a blank face lies, if any tile does."""
    faces = [track for track in tracks if _is_open(track, face=True) and _shows_ink(track)]
    if not quads or len(faces) < _FACES:
        return np.zeros(len(quads), np.bool_)
    every = _mapped([*(track.quad for track in faces), *quads], to_frame)
    known, asked = np.arange(len(faces)), np.arange(len(faces), len(every))
    usual = float(np.median(contrasts(image, every[known])))
    bare = contrasts(image, every[asked]) < _BARE * usual
    return np.asarray(bare & (strangeness(image, every, known, asked) < _LIKE))


def is_nameless(track: Track) -> bool:
    """Whether a face is none of a set's, as far as it was read."""
    return int(track.chances.argmax()) == REST


def is_middle(spot: Matrix, width: float) -> bool:
    """Whether at a place [2] in millimetres no tile lies on its face."""
    return float(np.abs(spot).max()) < _MIDDLE * width


def _mapped(quads: Sequence[Matrix], to_frame: Matrix) -> Floats:
    """Outlines [n][4,2] in the tracks' pixels as float32 [n,4,2] in the image's."""
    return np.stack([mapped(to_frame, quad) for quad in quads]).astype(np.float32)


def _is_corner(spot: Matrix, width: float) -> bool:
    """Whether a place [2] in millimetres is one of players' sets."""
    near, far = np.sort(np.abs(spot)) / width
    return bool(near > _CORNER[0] and _CORNER[1] < far < _RIM)


def _in_walls(backs: Sequence[Track], width: float) -> dict[int, list[int]]:
    """The backs that lie in a wall, in line with others and right beside them: which others."""
    spots = np.array([track.spot for track in backs]).reshape(-1, 2) / width
    off, along = np.abs(spots).max(axis=1), np.abs(spots).argmax(axis=1)
    stands = (off > _WALLS[0]) & (off < _WALLS[1])
    apart = np.abs(spots[:, None] - spots[None])
    deep = np.take_along_axis(apart, along[:, None, None].repeat(len(backs), 1), axis=2)[..., 0]
    near = (deep < _IN_LINE) & (apart.max(axis=2, initial=0) < _BESIDE)
    near &= ~np.eye(len(backs), dtype=bool) & stands & stands[:, None]
    numbers = np.array([track.number for track in backs], np.int64)
    found = zip(numbers.tolist(), near, strict=True)
    return {at: numbers[beside].tolist() for at, beside in found if beside.any()}


def _is_open(track: Track, *, face: bool) -> bool:
    """Whether a face, or a back, lies in sight."""
    seen = min(track.clear, track.visible)
    return track.face_up == face and not track.missing and seen > _CLEAR


def _is_haku(track: Track) -> bool:
    return int(track.chances.argmax()) == HAKU


def _shows_ink(track: Track) -> bool:
    return float(track.chances.max()) > _SURE and not _is_haku(track)
