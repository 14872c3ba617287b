"""What is wrong with a picture as a whole, in words: black, blurred, tiny, mirrored, drawn."""

from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detections import Detections, Floats
from vision.geometry import short_sides
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, REDS
from vision.nets.classifier import Classifier

SIDE: Final = 320
"""Pixels of the longer side at which a picture is judged."""

LEAST_SIDE: Final = 24
BLACK: Final = 20
DARK: Final = 48
"""A picture whose brightest grey is darker has too few steps left to show strokes."""

NOISY: Final = 15.0
"""Grey levels of noise; sharp photos have 1 to 5."""

NARROW: Final = 10.0
"""Pixels across a face below which strokes run together."""

WHITE: Final = 236
PLAIN: Final = 4.0
BLURRED: Final = 0.24
"""Fine contrast beside coarse; sharp photos have 0.45 and more, unreadable ones less than 0.15."""

_LEAST_CONTRAST: Final = 4.0
CREDIBLE: Final = 0.85
"""What a name is worth at most in a picture with such a remark: no longer sure."""

_SPREAD: Final = 1 / (6 * 0.6745)
SURE: Final = 0.6
HALF: Final = 0.5
_MANY: Final = 4
_SIDEWAYS: Final = frozenset(
    CLASS_OF[tile] for tile in (*(f"{n}m" for n in range(1, 10)), "4z", "6z", REDS[0])
)
"""Faces that a mirror changes beyond doubt; the slant of a 3p and a 7p goes either way in sets."""

_FIRST: Final = 6
_MOST: Final = 24
_LEAST: Final = 3
MIRRORED: Final = 3.0
"""Nats, over all faces that were asked, from which on a picture is said to be mirrored."""

MIRRORED_WORDS: Final = "the picture is mirrored; expected it as the camera sees the table"


DRAWN: Final = 0.55
"""Share of pixels with exactly their neighbours' colour; of photos, compressed ones included, not
above 0.4, of a game's screen 0.7 and more."""

_DARK, _BURNT = 12, 245
"""Darker and brighter than this, photos are even as well."""
_EVERY: Final = 24
DRAWN_WORDS: Final = "the picture is a screenshot or a drawing; expected a photo of tiles"


class Remarks(NamedTuple):
    """What a person should know about a picture."""

    words: tuple[str, ...] = ()
    credit: float = 1.0
    """What the confidence of its tiles is still worth, 0 to 1."""


def remarks(found: Detections, said: Remarks, reflected: bool, unreal: bool) -> Remarks:
    """What is to be said of a picture and the faces found in it.

    ``said`` is what its light says, ``reflected`` whether the faces look as in a mirror, ``unreal``
    whether the picture is drawn.
    """
    if said.words or not len(found):
        return said
    width = float(np.median(short_sides(found.quadrilaterals)))
    if width < NARROW:
        words = f"the tiles are only {width:.0f} pixels wide; expected at least 16"
        return Remarks((words,), max(HALF, width / NARROW * CREDIBLE))
    shown = found.probabilities[found.probabilities[:, BACK] < SURE]
    doubtful = int((shown[:, :BACK].max(axis=1, initial=0) < SURE).sum())
    if len(shown) >= _MANY and doubtful > HALF * len(shown):
        return Remarks(
            (f"{doubtful} of {len(shown)} faces are doubtful; expected sharp photos of tiles",)
        )
    if reflected:
        return Remarks((MIRRORED_WORDS,), HALF)
    return Remarks((DRAWN_WORDS,)) if unreal else Remarks()


def about_picture(image: Image) -> tuple[Remarks, bool]:
    """What a picture's light says, and whether it is drawn, which is asked of good light only."""
    said = about_light(image)
    return said, not said.words and drawn(image)


def about_light(image: Image) -> Remarks:
    """What is to be said of size, light and sharpness."""
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIDE:
        words = f"the picture is only {width} x {height} pixels; expected tiles at least 16 wide"
        return Remarks((words,), HALF)
    grey = small_grey(image)
    low, middle, high = _levels(grey, [0.001, 0.5, 0.999])
    if high < BLACK:
        return Remarks(("the picture is black, or nearly so; expected more light",), HALF)
    if low > WHITE:
        return Remarks(("the picture is white, or nearly so; expected less light",), HALF)
    if high < DARK:
        words = "the picture is very dark; expected more light"
        return Remarks((words,), max(HALF, high / DARK * CREDIBLE))
    if high - low < PLAIN:
        return Remarks((f"the picture shows nothing but one shade (grey {middle:.0f})",), HALF)
    sharp = sharpness(grey)
    if sharp < BLURRED:
        return Remarks(("the picture is blurred; expected sharp edges",), sharp / BLURRED)
    noisy = noise(image)
    if noisy > NOISY:
        words = "the picture is full of noise; expected more light"
        return Remarks((words,), max(HALF, NOISY / noisy * CREDIBLE))
    return Remarks()


def noise(image: Image) -> float:
    """The usual spread (grey levels) of pixels around their neighbours, in some rows."""
    rows = image[..., 1][: len(image) // _EVERY * _EVERY].reshape(-1, _EVERY, image.shape[1])
    above, middle, below = (rows[:, at].astype(np.int16) for at in (0, 1, 2))
    pixels = 2 * middle - above - below
    across = np.abs(2 * pixels[:, 1:-1] - pixels[:, :-2] - pixels[:, 2:])
    return _levels(across, [0.5])[0] * _SPREAD if across.size else 0.0


def drawn(image: Image) -> bool:
    """Whether most of a picture is of one colour with its surroundings, as no lens ever sees it.

    Some rows of it are asked.
    """
    rows, below = (np.moveaxis(image[at:end:_EVERY], 2, 0) for at, end in ((0, -1), (1, None)))
    below = below[:, : rows.shape[1], :-1]
    middle, right = rows[..., :-1], rows[..., 1:]
    even = np.logical_and.reduce([*(middle == right), *(middle == below)])
    red, green, blue = middle
    brightest = np.maximum(np.maximum(red, green), blue)
    darkest = np.minimum(np.minimum(red, green), blue)
    lit = (brightest > _DARK) & (darkest < _BURNT)
    return bool((even & lit).sum() > DRAWN * max(int(lit.sum()), image.size // 60))


def small_grey(image: Image) -> Image:
    """The picture in grey, not larger than it is judged at."""
    scale = min(1.0, SIDE / max(image.shape[:2]))
    size = [max(1, round(side * scale)) for side in image.shape[1::-1]]
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _levels(values: NDArray[np.integer[Any]], shares: list[float]) -> list[float]:
    """What so large shares of some small whole numbers, 0 and more, do not exceed."""
    reached = np.cumsum(np.bincount(values.ravel()))
    return [float(np.searchsorted(reached, share * reached[-1])) for share in shares]


def sharpness(grey: NDArray[np.uint8]) -> float:
    """The strongest fine contrast of a picture beside its strongest coarse contrast."""
    pixels = grey.astype(np.float32)
    fine, coarse = (
        float(np.percentile(np.abs(pixels - cv2.GaussianBlur(pixels, (0, 0), sigma)), 99.9))
        for sigma in (1, 4)
    )
    return fine / max(coarse, _LEAST_CONTRAST)


def mirrored(image: Image, found: Detections, classifier: Classifier) -> bool:
    """Whether the faces look as in a mirror; a few are asked, and more only if they say so."""
    sideways = np.isin(found.class_id, list(_SIDEWAYS))
    asked = np.flatnonzero(sideways)[:_MOST]
    quads = found.quadrilaterals[asked]
    if len(asked) < _LEAST:
        return False
    odds = _odds(classifier, image, quads[:_FIRST])
    if odds.sum() <= 0:
        return False
    odds = np.concatenate([odds, _odds(classifier, image, quads[_FIRST:])])
    return bool(odds.sum() > MIRRORED and np.median(odds) > 0)


def looks_mirrored(kinds: Floats, chances: Floats) -> bool:
    """The same by what a classifier already said of faces: their kinds [n,40] and chances [n]."""
    odds = _nats(chances[np.isin(kinds.argmax(axis=1), list(_SIDEWAYS))][:_MOST])
    return len(odds) >= _LEAST and bool(odds.sum() > MIRRORED and np.median(odds) > 0)


def _odds(classifier: Classifier, image: Image, quads: Floats) -> Floats:
    """Nats for each face [n] that it is mirrored."""
    if not len(quads):
        return np.empty(0, np.float32)
    return _nats(classifier.first_glance(image, quads)[0].mirrored)


def _nats(chances: Floats) -> Floats:
    chances = np.clip(chances, 0.02, 0.98)
    return np.asarray(np.log(chances / (1 - chances)), np.float32)
