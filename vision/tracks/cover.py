"""What the bare table looks like: what has been taken away, and what lies under a hand."""

from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats
from vision.imagefile import Image
from vision.plane.map import Matrix, TablePlane
from vision.tracks.light import merely_lit
from vision.tracks.region import field_mask
from vision.tracks.still import Cells, Watching, largest
from vision.tracks.under import Under

HAND_TILES: Final = 1.5
"""How many tiles large something must be to be a hand."""

_BESIDE: Final = 1.6
"""What is over a tile is seen within so many times its outline."""

_FINGER: Final = np.ones((5, 5), np.uint8)
"""Small pixels: two thirds of a tile's width."""

_ALIKE: Final = 16.0
"""Grey levels that the bare table may differ from itself, and a share of its brightness more."""

_BRIGHT: Final = 210.0
"""So bright is what is brightest on a table that is well lit: on a dark one all differs less."""

_BRIGHTEST: Final = 99.0
_DARKEST: Final = 0.5
_NEAR: Final = np.ones((3, 3), np.uint8)
"""Small pixels that are compared with each other: what has edges all over is no plain cloth."""

_SHARE: Final = 0.12
_MEAN: Final = np.full((1, 3), 1 / 3, np.float32)
_SLOW: Final = 0.05
_UNDER: Final = 15
"""Every so many pictures the light is followed where tiles lie, too."""
_COLOURS: Final = 6
_SAMPLES: Final = 3000
_RENEW: Final = 50
_ROUNDS: Final = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 1.0)

_YOUNG: Final = 60
"""So many pictures after the first a hand that lay there then has gone."""

_AROUND: Final = 0.25
"""So much of what lies beside a tile must show the bare table, to say what it looks like there."""
_KNOWN: Final = 0.5
_USUAL: Final = (5, 95)
_MOSTLY: Final = 0.85
"""So much of a place looks as the table around it does, and so much of it was known otherwise."""

Mask = NDArray[np.bool_]
Places = NDArray[np.int64]
Spots = tuple[Places, Places]
"""Rows and columns."""


class Cover:
    """What lies on a table that is watched: seen against what it looks like bare."""

    def __init__(self, watching: Watching, plane: TablePlane) -> None:
        """Nothing is known yet of what the table looks like."""
        self._watching = watching
        self._ground = Ground(*watching.value.shape[:2])
        self.lay(plane)
        self._bare = np.zeros_like(self.field)
        """Where the bare table was seen when that was last looked at."""
        self.foreign: Mask | None = None
        """Where neither table nor known tile was seen then."""
        self.resting = np.zeros_like(self.field)
        """Where a hand lay at rest."""
        self._hands: tuple[Image, Mask] | None = None
        """A picture, and what is as large as a hand in it."""

    def lay(self, plane: TablePlane) -> None:
        """Take a plane for the table's."""
        high, wide = self._watching.value.shape[:2]
        self.field = field_mask(plane, (high, wide), self._watching.factor)
        """The playing field in the small copy."""
        self._tile = (plane.tile_px() / self._watching.factor) ** 2

    def relight(self, gain: float, bias: float) -> None:
        """The watched pictures have become ``gain`` times brighter, and by ``bias`` levels."""
        if (gain, bias) != (1.0, 0.0):
            self._ground.relight(gain, bias)

    def shares(self, quads: Matrix) -> NDArray[np.float64]:
        """How much [n] of outlines [n,4,2] in pixels shows anything but the bare table."""
        rows, columns = self._watching.inside(quads)
        bare = self._ground.bare(self._watching.value, rows, columns)
        return np.asarray(1 - bare.mean(axis=1))

    def mistaken(self, quad: Matrix) -> bool:
        """Whether the table is seen at an outline [4,2] where a tile was once taken for the table.

        A wall that lies there from the start, and is not read as tiles at once, is learnt as table.
        """
        right, down = quad[1] - quad[0], quad[3] - quad[0]
        beside = np.stack([quad + way for way in (right, -right, down, -down)])
        within, around = (self._watching.inside(quads) for quads in (quad[None], beside))
        return self._ground.mistaken(self._watching.value, within, around)

    def forget(self, quads: Sequence[Matrix]) -> None:
        """Of the table at outlines [4,2] nothing is known."""
        for quad in quads:
            self._ground.forget(*self._watching.inside(quad[None]))

    def follow(self, alike: Cells) -> None:
        """Follow the light where nothing has changed."""
        pixels = self._watching.pixels(alike)
        self._ground.begin(self._watching.value, pixels & self.field)
        self._ground.follow(self._watching.value, pixels & self._bare)

    def lit(self, cells: Cells) -> None:
        """Another light is on these cells."""
        if cells.any():
            same = self._watching.pixels(cells) & self._bare
            self._ground.learn(self._watching.value, same, 1.0)

    def hand_at(self, quad: Matrix, tiles: Callable[[], Mask]) -> bool:
        """Whether something as large as a hand, and none of the ``tiles`` [h,w], lies at a tile.

        It need not hang together with what reaches in: a wall between them cuts an arm in two.
        """
        value, middle = self._watching.value, quad.mean(axis=0)
        if self._hands is None or self._hands[0] is not value:
            seen = value.astype(np.float32)
            foreign, _ = self._ground.foreign(seen, self.field, tiles(), self._bare)
            self._hands = value, larger(foreign, HAND_TILES * self._tile)
        rows, columns, inside = self._watching.mask_of(middle + _BESIDE * (quad - middle))
        return bool((self._hands[1][rows, columns] & inside).any())

    def learn(self, cells: Cells, tiles: Mask) -> None:
        """Remember the bare table where cells were read and no tile [h,w] lies; find hands."""
        value = self._watching.value.astype(np.float32)
        self._ground.expose(float(np.percentile(value[self.field], _BRIGHTEST)))
        foreign, strips = self._ground.foreign(value, self.field, tiles, self._bare)
        spread = cv2.dilate(foreign.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        self._bare = self.field & ~tiles & ~spread & ~strips
        self._ground.learn(value, self._bare & self._watching.pixels(cells))
        self.foreign = foreign
        self.resting = broad(reaching_in(foreign, self.field, HAND_TILES * self._tile))


class Ground:
    """The bare table, as far as it was seen: colours float32 [h,w,3] of the small copy."""

    def __init__(self, height: int, width: int) -> None:
        self._colours = np.zeros((height, width, 3), np.float32)
        self._known = np.zeros((height, width), np.bool_)
        self._edges = np.zeros((height, width), np.uint8)
        """How far the levels about each pixel are apart."""
        self._palette: Floats | None = None
        self._learnt = self._renewed = self._followed = 0
        self._under = Under()
        self._alike = _ALIKE
        self._rough: tuple[Image, Mask] | None = None
        """A picture, and where it has edges that the table has not."""

    def expose(self, brightest: float) -> None:
        """Pictures are so bright at their brightest, in grey levels."""
        self._alike = _ALIKE * min(max(brightest / _BRIGHT, _DARKEST), 1.0)

    def learn(self, value: Floats | Image, bare: Mask, share: float = _SLOW) -> None:
        """Remember what lies bare [h,w] now; ``share``: how fast what is known follows."""
        fresh = bare & ~self._known
        self._colours[fresh] = value[fresh]
        again = bare & self._known
        self._colours[again] += share * (value[again] - self._colours[again])
        self._known |= bare
        self._learnt += 1
        self._edges = np.asarray(cv2.dilate(_edges(self._colours), _NEAR), np.uint8)
        self._rough = None

    def relight(self, gain: float, bias: float) -> None:
        """What is known becomes ``gain`` times brighter, and by ``bias`` levels."""
        self._colours = np.asarray(self._colours * gain + bias, np.float32)
        self._under.relight(gain, bias)
        if self._palette is not None:
            self._palette = np.asarray(self._palette * gain + bias, np.float32)

    def begin(self, value: Image, still: Mask) -> None:
        """Know the table where a hand lay at first: it has the usual colour there, ``still`` [h,w].

        What lay there in the first picture was taken for the table, whatever it was.
        """
        if self._followed >= _YOUNG or not self._known.any():
            return
        usual = np.median(self._colours[self._known], axis=0)
        away, before = (np.abs(one - usual).max(axis=-1) for one in (value, self._colours))
        fresh = still & self._known & (away < self._alike) & (before >= self._alike)
        self._colours[fresh] = value[fresh]

    def follow(self, value: Image, bare: Mask) -> None:
        """Follow the light where the table lies as bare [h,w] as it did; now and then elsewhere."""
        cv2.accumulateWeighted(value, self._colours, _SLOW, (bare & self._known).view(np.uint8))
        self._followed += 1
        if self._followed % _UNDER == 0:
            self._under.light(self._colours, self._known, bare)
            self._rough = None

    def bare(self, value: Image, rows: Places, columns: Places) -> NDArray[np.bool_]:
        """Whether the bare table is seen at places [...] of the small copy."""
        seen = value[rows, columns].astype(np.float32)
        colours = self._colours[rows, columns]
        bar = self._alike + _SHARE * colours.mean(axis=-1)
        alike = np.abs(seen - colours).max(axis=-1) < bar
        if self._rough is None or self._rough[0] is not value:
            self._rough = value, self._edged(value)
        alike &= ~self._rough[1][rows, columns]
        strange = ~self._known[rows, columns]
        if strange.any():
            alike[strange] = self._like_the_table(seen[strange])
        return np.asarray(alike)

    def mistaken(self, value: Image, within: Spots, around: Spots) -> bool:
        """Whether places look as the bare table beside them does, and were known as otherwise."""
        now, beside = (value[at].reshape(-1, 3).astype(np.float32) for at in (within, around))
        bare = (self.bare(value, *around) & self._known[around]).ravel()
        seen = beside[bare & self._within(now, beside)]
        before = self._colours[within][self._known[within]]
        if len(seen) < _AROUND * len(beside) or len(before) < _KNOWN * len(now):
            return False
        if len(seen) <= (bare & self._within(before, beside)).sum():
            return False
        like_now, as_before = self._within(seen, now), self._within(now, before)
        return bool(like_now.mean() >= _MOSTLY and as_before.mean() <= 1 - _MOSTLY)

    def _within(self, some: Floats, asked: Floats) -> Mask:
        """Which colours [n,3] asked about are usual among some others [m,3]."""
        low, high = np.percentile(some, _USUAL, axis=0)
        alike = (asked > low - self._alike) & (asked < high + self._alike)
        return np.asarray(alike.all(axis=-1))

    def forget(self, rows: Places, columns: Places) -> None:
        """Of the table at these places nothing is known."""
        self._known[rows, columns] = False
        self._rough = None

    def foreign(self, value: Floats, asked: Mask, tiles: Mask, before: Mask) -> tuple[Mask, Mask]:
        """Where [h,w], of the places asked about, neither bare table nor ``tiles`` are seen.

        What was bare ``before`` and is only lit otherwise is so still. Told apart: what is broad,
        and what is so only together with the tiles, as the strip that they leave of a neighbour.
        """
        bar = self._bar()
        unlike = largest(np.asarray(cv2.absdiff(value, self._colours), np.float32)) >= bar
        unlike = ((unlike & self._known) | self._edged(value)) & asked
        broad_parts = opened(unlike & ~tiles)
        strips = opened(unlike) & ~tiles & ~broad_parts
        if not (broad_parts & before).any():
            return broad_parts, strips
        known = np.where(self._known[..., None], self._colours, value)
        lit = merely_lit(broad_parts, value, known, bar, before)
        return np.asarray(broad_parts & ~lit), strips

    def _bar(self) -> Floats:
        """How far [h,w] the bare table may differ from what is known."""
        return np.asarray(self._alike + _SHARE * cv2.transform(self._colours, _MEAN), np.float32)

    def _edged(self, value: Floats | Image) -> Mask:
        """Where [h,w] edges lie all over that the table has not: a pattern in its own colours."""
        more = cv2.subtract(_edges(value), self._edges) > self._bar()
        broad = cv2.morphologyEx((more & self._known).view(np.uint8), cv2.MORPH_CLOSE, _NEAR)
        return np.asarray(cv2.morphologyEx(broad, cv2.MORPH_OPEN, _FINGER) > 0)

    def _like_the_table(self, seen: Floats) -> Mask:
        """Whether colours [n,3] are among the table's usual ones, where it was never seen bare."""
        if self._palette is None or self._learnt >= self._renewed + _RENEW:
            self._palette, self._renewed = self._usual(), self._learnt
        if self._palette is None:
            return np.zeros(len(seen), np.bool_)
        away = np.abs(seen[:, None] - self._palette[None]).max(axis=2)
        return np.asarray(away.min(axis=1) < self._alike)

    def _usual(self) -> Floats | None:
        colours = self._colours[self._known]
        if len(colours) < _SAMPLES // 10:
            return None
        some = colours[np.linspace(0, len(colours) - 1, _SAMPLES).astype(int)]
        labels = np.zeros((len(some), 1), np.int32)
        _, _, centres = cv2.kmeans(
            np.ascontiguousarray(some), _COLOURS, labels, _ROUNDS, 1, cv2.KMEANS_PP_CENTERS
        )
        return np.asarray(centres, np.float32)


def _edges(value: Floats | Image) -> NDArray[np.uint8]:
    """How far [h,w] the levels about each pixel are apart, in the channel that is brightest."""
    levels = largest(np.asarray(cv2.convertScaleAbs(value), np.uint8))
    return np.asarray(cv2.morphologyEx(levels, cv2.MORPH_GRADIENT, _NEAR), np.uint8)


def opened(mask: Mask) -> Mask:
    """A mask without what is narrower than three pixels."""
    parts = cv2.morphologyEx(mask.view(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(parts > 0)


def broad(mask: Mask) -> Mask:
    """The parts of a mask that are as broad as a finger: no rim of the table in another light."""
    opened = cv2.morphologyEx(
        mask.view(np.uint8), cv2.MORPH_OPEN, _FINGER, borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    return np.asarray(opened > 0)


def outlines(mask: Mask, least: float) -> list[Matrix]:
    """Convex outlines [n,2], in pixels of the mask, of its parts of at least so many pixels."""
    found, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hulls = []
    for contour in found:
        if cv2.contourArea(contour) < least:
            continue
        hull = cv2.approxPolyDP(cv2.convexHull(contour), 1.5, True).reshape(-1, 2)
        if len(hull) >= 3:
            hulls.append(hull.astype(np.float64))
    return hulls


def larger(mask: Mask, least: float) -> Mask:
    """The parts of a mask of at least so many pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.view(np.uint8))
    kept = stats[:, cv2.CC_STAT_AREA] >= least
    kept[0] = False
    return np.asarray(kept[labels])


def reaching_in(foreign: Mask, field: Mask, least: float) -> Mask:
    """The parts of what does not belong on the table that are large and come from beyond it."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8))
    inner = cv2.erode(
        field.astype(np.uint8), np.ones((9, 9), np.uint8), borderType=cv2.BORDER_CONSTANT,
        borderValue=0,
    )  # fmt: skip
    kept = np.zeros(count, np.bool_)
    kept[labels[(inner == 0) & foreign]] = True
    kept &= stats[:, cv2.CC_STAT_AREA] >= least
    kept[0] = False
    return np.asarray(kept[labels])
