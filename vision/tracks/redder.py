"""Red fives beside plain ones: red is where the others of the suit have none.

Whatever a red five looks like in a set, a dot in a corner or all of it, it is redder somewhere
than the plain ones, which look alike. Of 170 looks at red fives in 34 films of unseen designs for
which there are three plain ones of earlier looks all are told, and two of 2,128 at plain ones, both
at one tile (whether a plain one lies beside them left aside); that nothing is red would be said of
none of the red ones, and of 98 in a hundred of the plain ones.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.plane.map import Matrix, mapped
from vision.tracks.fuse import Track
from vision.tracks.how_alike import FIVES, READ, suit_of_five

_CLEAR: Final = 0.95
"""So much of a tile must be in sight."""

_SIZE: Final = (48, 64)
_ASTRAY: Final = 3
"""Pixels of a face as it is compared, and by how many another may be cut off."""

_INNER: Final = np.s_[_ASTRAY:-_ASTRAY, _ASTRAY:-_ASTRAY]
_BODY: Final = 85
_DARKEST: Final = 30.0
_LIT: Final = 1.2
"""The percentile of a channel that shows a face's body, how dark that may be, and how much brighter
than it anything counts."""

_FACE: Final = np.s_[6:-6, 5:-5]
_RIM: Final = np.ones((_SIZE[1], _SIZE[0]), bool)
_RIM[:4], _RIM[-4:], _RIM[:, :4], _RIM[:, -4:], _RIM[8:-8, 8:-8] = (False,) * 5
_PALE: Final = 90
_DARK: Final = 0.6
"""On a dark body the ink is pale: the percentile that shows it, and beside it how bright body may
be at most, in the middle of all pixels and of those near the rim [64,48]."""
_SHADE: Final = 0.37
"""A shadow lets through more than so much light of every colour."""

_SMOOTH: Final = (3, 3)
_NEAR: Final = np.ones((7, 7), np.uint8)
"""Red ink of another look lies within so many pixels of where it would, were both seen alike."""

_REDDER: Final = 0.15
_SHARE: Final = 0.012
"""So much redder, in parts of the body's brightness, is so much of a red five."""

_INK: Final = 5
_AS_CLEAR: Final = 0.8
"""The percentile that shows ink, and how dark that of plain ones must be beside a five's own."""

_LOOKS: Final = 3
"""So often a tile is looked at."""
_LEAST, _OTHERS = 3, 12
"""So many plain ones must be known at least, and so many of the last are compared: at a table with
two sets they are of both. Of the set that is played one must lie there."""
_MANY: Final = 6
"""Where none lies there, so many are of both sets: it is plain if it is no redder than any."""
_LESS: Final = 0.3
"""It is redder than all plain ones but so many, which were misread."""
_NOTHING: Final = 0.004
"""So little redder than all but so many is not red at all."""
_MOST, _PAIRS = 120, 5000
"""So many fives, and comparisons of two, are remembered."""
_TOLD: Final = 0.97


class RedLook(NamedTuple):
    """How a five looked once."""

    red: Floats
    """How much redder than grey [h,w] it was, in parts of its body's brightness."""
    spread: Floats
    """The most of that [h,w] near each place."""
    light: Floats
    """How light [h,w] its darkest channel was, or how dark its lightest: where its ink is."""
    ink: float
    """How much its ink stands out, 0 to 1: light that burns ink away leaves less red as well."""
    dark: bool
    """Whether its body is dark, and its ink pale."""


class _Five(NamedTuple):
    """What is remembered of a five."""

    suit: int
    red: float
    """How surely it was read as red, among fives."""
    looks: tuple[RedLook, ...]


class RedFives:
    """Remembers the fives of a table, and which of them are redder than others."""

    def __init__(self) -> None:
        self._fives: dict[int, _Five] = {}
        self._marked: dict[int, bool | None] = {}
        """Track -> what is said of it, since what is known changed last."""
        self._more: dict[tuple[int, int, int, int], float] = {}
        """Track, its look, another track and how often that was seen -> how much redder it was."""
        self._lying: frozenset[int] = frozenset()

    def look(self, image: Image, tracks: Sequence[Track], to_frame: Matrix) -> None:
        """Look at the fives that lie in sight. ``to_frame``: from the tracks' pixels to these."""
        for track in tracks:
            known = self._fives.pop(track.number, None)
            five = self._seen(image, track, to_frame, known)
            if five is not None:
                self._fives[track.number] = five
            if _as_compared(known) != _as_compared(five):
                self._marked.clear()
            if known is not None and (five is None or five.suit != known.suit):
                self._more.clear()
        lying = frozenset(one.number for one in tracks if one.number in self._fives)
        if lying != self._lying:
            self._lying = lying
            self._marked.clear()
        for number in [*self._fives][:-_MOST]:
            del self._fives[number]
        if len(self._more) > _PAIRS:
            self._more.clear()

    def _seen(
        self, image: Image, track: Track, to_frame: Matrix, known: _Five | None
    ) -> _Five | None:
        """What is known of a track now; None where it is no five, or was not seen as one yet."""
        suit = suit_of_five(track.chances) if track.face_up and not track.missing else None
        if suit is None:
            return None
        both = track.chances[FIVES[suit]]
        looks = known.looks if known is not None and known.suit == suit else ()
        if len(looks) < _LOOKS and min(track.clear, track.visible) >= _CLEAR:
            looks = (*looks, look_at(image, mapped(to_frame, track.quad)))
        return _Five(suit, float(both[1] / both.sum()), looks) if looks else None

    def is_redder(self, number: int) -> bool:
        """Whether a track is a five and redder than the plain ones of its suit."""
        return self._said(number) is True

    def is_plain(self, number: int) -> bool:
        """Whether a track is a five and hardly redder than the plain ones of its suit."""
        return self._said(number) is False

    def _said(self, number: int) -> bool | None:
        if number not in self._marked:
            self._marked[number] = self._compared(number)
        return self._marked[number]

    def _compared(self, number: int) -> bool | None:
        """Whether it is redder than nearly all that are known, and than those that lie there.

        False where it is hardly redder than either, or, where none lie there, than any of many;
        None where nothing is told.
        """
        five = self._fives.get(number)
        if five is None:
            return None
        others = [
            at for at, other in self._fives.items()
            if at != number and other.suit == five.suit and other.red < READ
        ]  # fmt: skip
        beside = [at for at in others if at in self._lying]
        lying = self._shares(number, beside, 1)
        known = self._shares(number, others[-_OTHERS:], _LEAST)
        if min(_redder(lying), _redder(known)) > _SHARE:
            return True
        if not beside:
            known = [shares if len(shares) >= _MANY else [] for shares in known]
        looks, far = (*lying, *known) if beside else known, 1 - _LESS if beside else 1.0
        most = max(np.quantile(shares, far) if shares else 1.0 for shares in looks)
        return False if most < _NOTHING else None

    def _shares(self, number: int, plain: Sequence[int], least: int) -> list[list[float]]:
        """For each look at a five, which part of it is redder than each plain one that is as clear.

        Nothing for a look beside which fewer than ``least`` are.
        """
        found = []
        for at, look in enumerate(self._fives[number].looks):
            shares = []
            for one in plain:
                other = self._fives[one].looks
                if other[-1].ink > _AS_CLEAR * look.ink and other[-1].dark == look.dark:
                    key = number, at, one, len(other)
                    if key not in self._more:
                        self._more[key] = redder_by(look, other[-1])
                    shares.append(self._more[key])
            found.append(shares if len(shares) >= least else [])
        return found


def as_redder(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is told [38] of a five that is redder than the plain ones."""
    told = chances.copy()
    for five in FIVES:
        both = told[five].sum()
        red = max(_TOLD * both, told[five[1]])
        told[five] = both - red, red
    return told


def as_plain(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is told [38] of a five that is as red as the plain ones."""
    told = chances.copy()
    for plain, red in FIVES:
        both = told[plain] + told[red]
        told[red] = min(told[red], (1 - _TOLD) * both)
        told[plain] = both - told[red]
    return told


def _redder(looks: Sequence[Sequence[float]]) -> float:
    """How much redder a five is than all plain ones but few, in most looks."""
    return float(np.median([np.quantile(look, _LESS) if look else 0.0 for look in looks]))


def _as_compared(five: _Five | None) -> tuple[int, bool, int] | None:
    """What of a five changes how others compare."""
    return None if five is None else (five.suit, five.red < READ, len(five.looks))


def look_at(image: Image, quad: Matrix) -> RedLook:
    """How red the face in an outline [4,2] of an image looks."""
    wide, high = _SIZE
    square = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    turned = cv2.getPerspectiveTransform(quad.astype(np.float32), square)
    face = cv2.warpPerspective(image, turned, _SIZE, flags=cv2.INTER_LINEAR).astype(np.float32)
    body, dark = _body(face)
    share = cv2.blur(np.minimum(face / np.maximum(body, _DARKEST), _LIT), _SMOOTH)
    red = np.asarray(share[..., 0] - share[..., 1:].mean(axis=2), np.float32)
    light = np.asarray(1 - share.max(axis=2) if dark else share.min(axis=2), np.float32)
    ink = 1 - float(np.percentile(light[_INNER], _INK))
    return RedLook(red, np.asarray(cv2.dilate(red, _NEAR), np.float32), light, ink, dark)


def _body(face: Floats) -> tuple[NDArray[np.float64], bool]:
    """How bright white is on a face [h,w,3], by channel, and whether its body is dark.

    A pale body is white; on a dark one the ink is, one grey for all channels.
    """
    most = face.max(axis=2)
    pale = float(np.percentile(most[_FACE], _PALE))
    if max(np.median(most[_RIM]), np.median(most[_FACE])) < _DARK * pale:
        inside = face[_FACE].reshape(-1, 3)
        if (np.median(inside, axis=0) < _SHADE * np.percentile(inside, _PALE, axis=0)).any():
            return np.full(3, pale), True
    return np.percentile(face[_FACE].reshape(-1, 3), _BODY, axis=0), False


def redder_by(look: RedLook, other: RedLook) -> float:
    """Which part of a face is redder than another, laid over it as its ink lies, either way up."""
    mine = look.light[_INNER]
    ways = []
    for light, spread in (
        (other.light, other.spread),
        (other.light[::-1, ::-1], other.spread[::-1, ::-1]),
    ):
        unlike = cv2.matchTemplate(np.ascontiguousarray(light), mine, cv2.TM_SQDIFF)
        least, _, (x, y), _ = cv2.minMaxLoc(unlike)
        ways.append((least, spread[y : y + mine.shape[0], x : x + mine.shape[1]]))
    _, beneath = min(ways, key=lambda way: way[0])
    return float((look.red[_INNER] - beneath > _REDDER).mean())
