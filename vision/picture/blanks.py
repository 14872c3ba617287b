"""A blank face is the colour of the other faces: so a haku is told from a back or a dark gap.

And what lies there more often than two sets hold is the print of their backs, or their blank.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, Ints, Mask
from vision.geometry import lengths, short_sides
from vision.imagefile import Image
from vision.labels import BACK, CLASS_OF, COPIES, KIND_OF, NONE

HAKU: Final = CLASS_OF["5z"]
_NEAREST: Final = 5
_LEAST: Final = 3
_SURE: Final = 0.7
_ASKED: Final = 0.02
_TINT: Final = 0.12
"""How far, in the logarithm of a channel, the tints of two faces of a set may lie apart."""

_LIGHT: Final = 0.4
"""The same for their brightness: light is uneven."""

_FREE, _FREER = 1.5, 3.5
"""So strange a blank may be; so strange what is clearly a haku. Of 207 such none was by 2.5."""

_STEEP: Final = 2.0
_MOST: Final = 6.0
"""Nats that a colour can say against a haku."""

_FRAMED, _PRINTED, _DIM = 0.85, 0.2, 60.0
"""What is so surely a haku, and has so much of a usual face's contrast, is known by its frame or
its character, where faces are no brighter than this beside their ink: such colours stray far."""

MOST_ALIKE: Final = 2 * COPIES
"""More faces of a kind than this, as two sets bring them, are no faces."""

_INKED: Final = 0.35
"""How surely they are backs if they bear ink and have the faces' colour: so they may be more sets'
tiles or letters of a page, and are left a question."""

_CLEAR: Final = 0.98
"""The few of a kind that are so clearly named are faces, however many others look a little so."""

_STANDS_OUT: Final = 1.5
"""So many nats lie between those and all others: else they are but the clearest of many backs."""

_FRANK, _VEILED = 0.03, 0.1
"""Nor are those of which hardly a part speaks for a back, where it is more than hardly of all the
others."""

_BLANKS, _VEILS = 5.0, 1.0
"""More blank faces than this, counted for as much as each may be one, are backs; if they look so
in part alone, so that those among them that are not sure count for as much as one."""

_SAME: Final = 1.0
"""A blank so little strange has the colour of the faces."""

_EVEN: Final = 0.2
"""A bare face has its colour all over: but for a fifth, nothing of it is darker by more than this,
as a logarithm. A lamp in a back, and the glow around it, is brighter than that back's own."""

_OWN: Final = 0.25
"""What is so little strange has just the colour of the faces, if nothing else is nearly so."""

_BESIDE: Final = 1.7
"""Tiles side by side, or above each other, are no more of their widths apart."""

_MANY: Final = 6
_CREDIT: Final = 0.9
"""So many backs of another colour show what backs look like, so surely."""

_SOME, _MAYBE = 2, 0.1
"""So few do where the others may be blank by what they look like, with so much chance."""

_CROWD, _BETWEEN = 8, 2
"""Among so many faces a lone blank of their colour is a face: hardly any back has that. So it is
whatever it looks like where it has just their colour and lies between two of them."""

_NEXT, _PATCH = 2.2, 0.4
"""So many halves of a face beyond its middle is what lies beside it; so much of it is looked at."""

_KINDS: Final = np.array(KIND_OF)

GRID_SIDE: Final = 7
"""Samples a side of a face."""

_EVENLY: Final = np.linspace(0.2, 0.8, GRID_SIDE)
_ALONG: Final = np.tile(_EVENLY, GRID_SIDE)
_DOWN: Final = np.repeat(_EVENLY, GRID_SIDE)
_GRID: Final = np.stack(
    [(1 - _ALONG) * (1 - _DOWN), _ALONG * (1 - _DOWN), _ALONG * _DOWN, (1 - _ALONG) * _DOWN]
)
"""What [4,49] each corner counts for a place within a face."""

_DARK: Final = 8.0
_BESIDE_INK: Final = ((14, 18), (1, 5))
"""Which twentieths of a face's samples, dark to bright, show no ink: of a white set, of a black."""


def coloured(image: Image, quads: Floats, probabilities: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], what may be blank weighed by its colour."""
    told = without_prints(image, quads, probabilities)
    return among_other_backs(image, quads, of_one_colour(image, quads, told))


def of_one_colour(image: Image, quads: Floats, probabilities: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], what may be blank weighed by its colour alone.

    What is clearly a haku is one whatever its colour, but where many backs are as strange.
    """
    faces = sure_faces(probabilities)
    chances = probabilities[:, HAKU]
    asked = np.flatnonzero(chances >= _ASKED)
    if len(faces) < _LEAST or not len(asked):
        return probabilities
    bodies = _bodies(_by_light(image, quads[faces]), len(faces))
    if np.exp(np.median(bodies)) - _DARK < _DIM:
        usual = np.median(contrasts(image, quads[faces]))
        printed = contrasts(image, quads[asked]) >= _PRINTED * usual
        asked = asked[~(printed & (chances[asked] >= _FRAMED))]
    strange = strangeness(image, quads, faces, asked)
    surely = chances[asked] >= _CLEAR
    against = np.clip(_STEEP * (strange - np.where(surely, _FREER, _FREE)), 0, _MOST)
    if against[surely].any() and not _has_strange_backs(image, quads, probabilities, faces):
        against[surely] = 0
    weighed = probabilities.copy()
    weighed[asked, HAKU] *= np.exp(-against).astype(np.float32)
    lost = probabilities[asked, HAKU] - weighed[asked, HAKU]
    weighed[asked, BACK] += lost / 2
    weighed[asked, NONE] += lost / 2
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True), np.float32)


def _has_strange_backs(
    image: Image, quads: Floats, probabilities: Floats, faces: Ints
) -> bool:  # fmt: skip
    """Whether many backs lie there, most of them as strange as no haku is."""
    backs = np.flatnonzero(probabilities.argmax(axis=1) == BACK)
    if len(backs) < _MANY:
        return False
    return bool(np.median(strangeness(image, quads, faces, backs)) > _FREER)


def without_prints(image: Image, quads: Floats, probabilities: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], where too many of one kind are named backs.

    Those of them that have the colour of the other faces, or alone have just that, stay, if they
    are as few as a set holds, and so do those that are far more clearly named than the others, or
    lie among faces. Where all have ink and the faces' colour, nothing is named surely. What may be
    blank counts for as much as it may be so.
    """
    best = probabilities.argmax(axis=1)
    kinds = _KINDS[best]
    counts = np.bincount(kinds[best < BACK], minlength=HAKU + 1)
    blank = probabilities[best != NONE, HAKU]
    doubtful = blank[blank < _CLEAR].sum() > _BLANKS and blank[blank < _SURE].sum() > _VEILS
    often = np.flatnonzero((counts > MOST_ALIKE) | (doubtful & (np.arange(len(counts)) == HAKU)))
    if not len(often):
        return probabilities
    told = probabilities.copy()
    for kind in often:
        names = np.flatnonzero(kind == _KINDS)
        chances = probabilities[:, names].sum(axis=1)
        alike = np.flatnonzero((kinds == kind) | (chances >= _ASKED))
        sure = probabilities.max(axis=1) >= _SURE
        others = np.flatnonzero((best < BACK) & ~np.isin(kinds, often) & sure)
        few = clear(chances[alike])
        like_faces = np.zeros(len(alike), np.bool_)
        if len(others) >= _LEAST:
            strange = strangeness(image, quads, others, alike)
            like_faces = (strange < _FREE) & (kind != HAKU)
            own, fits = _within(_OWN, strange), few | (strange < _FREE)
            alone = _within(_FREE, strange)
            hidden = probabilities[alike][:, [BACK, NONE]].sum(axis=1)
            frank = fits & (hidden < _FRANK) & ~((hidden >= _FRANK) & (hidden < _VEILED)).any()
            among = fits & (beside(quads, alike, others) > beside(quads, alike, alike))
            few = next(
                (one for one in (fits, alone, own, frank, few, among) if 0 < one.sum() <= COPIES),
                few,
            )
        lost = ~few if few.sum() <= COPIES else np.ones(len(alike), np.bool_)
        alike, backs = alike[lost], np.where(like_faces[lost], _INKED, 1.0)
        moved = told[np.ix_(alike, names)].sum(axis=1)
        told[np.ix_(alike, names)] = 0
        told[alike, BACK] += backs * moved
        told[alike, NONE] += (1 - backs) * moved
    return told


def clear(chances: Floats) -> Mask:
    """Which [n] are so clearly of a kind that they stand apart from all that look less so."""
    told = chances >= _CLEAR
    kept = np.clip(chances.astype(np.float64), 1e-6, 1 - 1e-6)
    odds = np.log(kept / (1 - kept))
    apart = told.any() and odds[told].min() - odds[~told].max(initial=-np.inf) >= _STANDS_OUT
    return np.asarray(told & apart)


def _within(most: float, strange: NDArray[np.float64]) -> Mask:
    """Which are less strange than this, where all others are clearly stranger; else none."""
    near = strange < most
    return near & (strange[~near] > 2 * most).all()


def among_other_backs(image: Image, quads: Floats, probabilities: Floats) -> Floats:
    """Probabilities [n,40] of faces [n,4,2], with a haku for a back that can be none.

    It has the colour of the faces and lies beside one, and the many other backs have another
    colour, or there is no other among many faces; all such together are no more than a set has.
    """
    best = probabilities.argmax(axis=1)
    backs, faces = np.flatnonzero(best == BACK), sure_faces(probabilities)
    if len(faces) < _LEAST or not len(backs):
        return probabilities
    strange = strangeness(image, quads, faces, backs)
    centres = quads.mean(axis=1)
    away = lengths(centres[backs][:, None] - centres[faces][None]).min(axis=1)
    pale = strange <= _FREE
    pale[pale] = _even(image, quads, faces, backs[pale])
    like = pale & (strange < _SAME) & (away < _BESIDE * short_sides(quads[backs]))
    like &= beside(quads, backs, backs[~pale]) == 0
    like[like] &= ~is_cloth(image, quads, faces, backs[like], strange[like])
    haku = like.sum() + (best == HAKU).sum()
    maybe = bool((probabilities[backs[like], HAKU] >= _MAYBE).all())
    many = max(_SOME if maybe else _MANY, 2 * pale.sum())
    lone = like.all() and len(faces) >= _CROWD and (maybe or _between(quads, faces, backs, strange))
    if not like.any() or haku > COPIES or not (lone or (~pale).sum() >= many):
        return probabilities
    told = probabilities.copy()
    told[backs[like], HAKU] += _CREDIT * told[backs[like], BACK]
    told[backs[like], BACK] *= 1 - _CREDIT
    return told


def _between(quads: Floats, faces: Ints, backs: Ints, strange: NDArray[np.float64]) -> bool:
    """Whether one back, so strange, is alone, has just the faces' colour and lies between them."""
    own = len(backs) == 1 and strange[0] < _OWN
    return bool(own and beside(quads, backs, faces)[0] >= _BETWEEN)


def is_cloth(
    image: Image, quads: Floats, faces: Ints, asked: Ints, strange: NDArray[np.float64]
) -> Mask:
    """Which of those asked [m] are gaps: nearer in colour to the bare cloth than to the faces.

    The cloth is seen beside faces, where nothing was found; ``strange`` [m] is how far the faces'
    colour lies.
    """
    edges = (quads[faces] + np.roll(quads[faces], -1, axis=1)) / 2
    middles = quads[faces].mean(axis=1)[:, None]
    spots = (middles + _NEXT * (edges - middles)).reshape(-1, 2)
    away = lengths(spots[:, None] - quads.mean(axis=1)[None])
    height, width = image.shape[:2]
    bare = (away > short_sides(quads)).all(axis=1)
    bare &= ((spots >= 0) & (spots < (width, height))).all(axis=1)
    if not bare.any() or not len(asked):
        return np.zeros(len(asked), np.bool_)
    turned = np.repeat(quads[faces] - middles, 4, axis=0)[bare] * np.float32(_PATCH)
    patches = spots[bare][:, None] + turned
    colours = np.log(np.median(_by_light(image, patches), axis=1) + _DARK)
    own = np.log(np.median(_by_light(image, quads[asked]), axis=1) + _DARK)
    near = np.argsort(lengths(quads[asked].mean(axis=1)[:, None] - spots[bare][None]), axis=1)
    apart = own - np.median(colours[near[:, :_NEAREST]], axis=1)
    return np.asarray(strangeness_of(apart) < strange)


def _even(image: Image, quads: Floats, faces: Ints, asked: Ints) -> Mask:
    """Which of the faces asked [m] have the colour that they show beside ink all over."""
    ranked = _by_light(image, quads[np.concatenate([faces, asked])])
    colours = _bodies(ranked, len(faces))[len(faces) :]
    darker = np.log(ranked[len(faces) :, ranked.shape[1] // 5] + _DARK)
    return np.asarray(np.abs(darker - colours).max(axis=1, initial=0) < _EVEN)


def beside(quads: Floats, asked: Ints, some: Ints) -> Ints:
    """How many of some faces lie beside each of those asked [m]."""
    centres = quads.mean(axis=1)
    away = lengths(centres[asked][:, None] - centres[some][None])
    return np.asarray((away < _BESIDE * short_sides(quads[asked])[:, None]).sum(axis=1))


def inked(probabilities: Floats) -> Floats:
    """How surely [n] each is named as anything but a blank face or a back."""
    return np.asarray(np.delete(probabilities[:, :BACK], HAKU, axis=1).max(axis=1, initial=0))


def sure_faces(probabilities: Floats) -> Ints:
    """Which are surely faces with ink on them."""
    best = probabilities.argmax(axis=1)
    sure = probabilities.max(axis=1) >= _SURE
    return np.flatnonzero((best < BACK) & (best != HAKU) & sure)


def strangeness(image: Image, quads: Floats, faces: Ints, asked: Ints) -> NDArray[np.float64]:
    """How far the colour of each face asked [m] lies from the nearest of the others: 1 is usual."""
    return strangeness_of(colours_apart(image, quads, faces, asked))


def colours_apart(image: Image, quads: Floats, faces: Ints, asked: Ints) -> NDArray[np.float64]:
    """How far [m,3], as logarithms, the colour of each face asked lies from the nearest others'."""
    centres = quads.mean(axis=1)
    ranked = _by_light(image, quads[np.concatenate([faces, asked])])
    colours = _bodies(ranked, len(faces))
    shown, blank = colours[: len(faces)], colours[len(faces) :]
    away = lengths(centres[asked][:, None] - centres[faces][None])
    near = np.argsort(away, axis=1)[:, :_NEAREST]
    return np.asarray(blank - np.median(shown[near], axis=1), np.float64)


def strangeness_of(apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """How strange [n] colours are that lie so far [n,3], as logarithms, from what is usual."""
    light = apart.mean(axis=1)
    tint = np.abs(apart - light[:, None]).max(axis=1)
    return np.asarray(np.hypot(tint / _TINT, light / _LIGHT), np.float64)


def light_bodies(image: Image, quads: Floats) -> NDArray[np.float64]:
    """The logarithms of the colour beside their ink, where that is darker, and of most [2,n,3]."""
    ranked = _by_light(image, quads)
    count = ranked.shape[1]
    (low, high), _ = _BESIDE_INK
    body = ranked[:, count * low // 20 : count * high // 20].mean(axis=1)
    return np.asarray(np.log(np.stack([body, ranked[:, count // 2]]) + _DARK), np.float64)


def _bodies(ranked: NDArray[np.float64], faces: int) -> NDArray[np.float64]:
    """The logarithm of the colour [n,3] that each face has beside its ink.

    Ink is the darker part of most sets, the brighter one of black sets. It seldom covers half of a
    face: the middle sample of most faces, ``faces`` of the first, is nearer to what is not ink.
    """
    count = ranked.shape[1]
    parts = [
        ranked[:, count * low // 20 : count * high // 20].mean(axis=1) for low, high in _BESIDE_INK
    ]
    middle = ranked[:faces, count // 2]
    unlike = [np.abs(part[:faces] - middle).mean() for part in parts]
    return np.asarray(np.log(parts[int(np.argmin(unlike))] + _DARK), np.float64)


def _by_light(image: Image, quads: Floats) -> NDArray[np.float64]:
    """Samples [n,49,3] all over each face, from dark to bright."""
    seen = samples(image, quads)
    order = np.argsort(_light(seen), axis=1)
    order += np.arange(0, order.size, order.shape[1])[:, None]
    return np.asarray(seen.reshape(-1, 3).take(order, axis=0))


def samples(image: Image, quads: Floats, grid: NDArray[np.float64] = _GRID) -> NDArray[np.float64]:
    """Samples [n,k,3] all over each face; ``grid`` [4,k]: what each corner counts for a place."""
    height, width = image.shape[:2]
    points = quads.transpose(2, 0, 1) @ grid
    x, y = (
        np.clip(np.rint(spots), 0, side - 1).astype(np.int64)
        for spots, side in zip(points, (width, height), strict=True)
    )
    return np.asarray(image[y, x], np.float64)


def _light(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """The brightness [n,49] of samples, the sum of their channels."""
    return np.asarray(seen[..., 0] + seen[..., 1] + seen[..., 2])


def contrasts(image: Image, quads: Floats) -> NDArray[np.float64]:
    """How much [n] the brightness of faces varies, in grey levels: blank ones hardly do."""
    return np.asarray(_light(samples(image, quads)).std(axis=1) / 3, np.float64)


def brightness(image: Image, quads: Floats) -> NDArray[np.float64]:
    """How bright [n] faces are, in grey levels, their ink included."""
    return np.asarray(_light(samples(image, quads)).mean(axis=1) / 3, np.float64)
