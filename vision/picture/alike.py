"""Faces are told by their like: what looks otherwise than the sure 1s of a picture is none.

All tiles of a picture are of one set, so that copies of a face look alike however strange the
design. A doubtful face is held against those that surely are what it may be, and is named together
with other doubtful ones that look as it does.
"""

from typing import Final, NamedTuple

import numpy as np

from vision.club.prototypes import unit
from vision.detections import Floats, Ints
from vision.labels import BACK, COPIES, KIND_OF, KINDS
from vision.nets.ahead import Looks

_FACE: Final = 0.5
_DOUBTED: Final = 0.99
"""What shows a face so surely is in doubt where no kind has more than this of it."""

_POSSIBLE: Final = 0.004
_LEADS: Final = 2
"""What may be of a kind so surely is held against so many of those that surely are, the surest."""

_COSINES: Final = (0.6, 0.8, 0.88, 0.94, 0.98)
_NATS: Final = (-3.1, -2.2, -0.9, 0.0, 2.1)
"""How much likelier a face is of a kind to whose faces it has these cosines, on the average, beside
a kind of which none is there: logistic regression on 550 scenes made for training, and a quarter
more, as it proved on 800 tables."""

_SAME: Final = 0.965
"""Doubtful faces of at least this cosine are of one kind."""

_LIKE: Final = 0.5
_STEP, _MOST = 0.5, 2.0
"""How much a face believes of what those that look as it does say beyond its own; what each further
one of them adds to it, and the most that many count, for they are misread alike."""

_KINDS: Final = np.array(KIND_OF[:BACK])
_IS_KIND: Final = np.eye(len(KINDS), dtype=np.float32)[_KINDS]
_LEAST: Final = 1e-4
_NEVER: Final = 1e-9


class _Doubts(NamedTuple):
    """What is not clear in a picture, and who can tell."""

    faces: Ints
    """[d]: those in doubt."""

    shares: Floats
    """[d,34]: how likely each is of each kind, as it shows a face."""

    leads: dict[int, Ints]
    """Of the kinds that they may be: the faces that surely are."""

    def places(self, quads: Floats) -> Floats:
        """Where [m,4,2] is looked: at those in doubt, upside down too, and at the others."""
        doubted = quads[self.faces]
        return np.concatenate([doubted, np.roll(doubted, 2, axis=1), quads[self.others]])

    @property
    def others(self) -> Ints:
        """[l]: those that tell."""
        return np.concatenate([*self.leads.values()])


def agreed(chances: Floats, quads: Floats, looks: Looks) -> Floats:
    """Probabilities [n,40] of faces [n,4,2] that begin at their top-left, held against others.

    ``looks`` gives [m,F]: faces as they lie.
    """
    doubts = _doubts(chances)
    if doubts is None:
        return chances
    seen = looks(doubts.places(quads))
    if not seen.size:
        return chances
    count = len(doubts.faces)
    upright, upside_down, others = np.split(unit(seen), [count, 2 * count])
    own = np.log(np.maximum(doubts.shares, _LEAST))
    logs = own + _LIKE * (_together(own, upright, upside_down) - own)
    start = 0
    for kind, leads in doubts.leads.items():
        known = others[start : start + len(leads)].T
        start += len(leads)
        near = np.maximum(upright @ known, upside_down @ known).mean(axis=1)
        may_be = doubts.shares[:, kind] >= _POSSIBLE
        logs[may_be, kind] += np.interp(near[may_be], _COSINES, _NATS)
    named = np.exp(logs - logs.max(axis=1, keepdims=True))
    named /= named.sum(axis=1, keepdims=True)
    told = chances.copy()
    told[doubts.faces, :BACK] *= (named / np.maximum(doubts.shares, _NEVER))[:, _KINDS]
    told[doubts.faces] /= told[doubts.faces].sum(axis=1, keepdims=True)
    return told


def asked_for(chances: Floats, quads: Floats) -> Floats:
    """The places [m,4,2] that are looked at to make faces agree, if nothing of them changes."""
    doubts = _doubts(chances)
    return quads[:0] if doubts is None else doubts.places(quads)


def _doubts(chances: Floats) -> _Doubts | None:
    """What is in doubt, if somebody can tell."""
    kinds = np.asarray(chances[:, :BACK] @ _IS_KIND, np.float32)
    shows = kinds.sum(axis=1)
    shares = kinds / np.maximum(shows, _NEVER)[:, None]
    sure = shares.max(axis=1, initial=0) * (shows > _FACE)
    clear = sure >= _DOUBTED
    named = np.where(clear, shares.argmax(axis=1), -1)
    surest = np.argsort(-sure, kind="stable")
    doubted = np.flatnonzero((sure > 0) & ~clear)
    told = np.isin(np.arange(len(KINDS)), named)
    doubted = doubted[(told & (shares[doubted] >= _POSSIBLE)).any(axis=1)]
    asked = np.flatnonzero(told & (shares[doubted] >= _POSSIBLE).any(axis=0))
    leads = {int(kind): surest[named[surest] == kind][:_LEADS] for kind in asked}
    return _Doubts(doubted, shares[doubted], leads) if leads else None


def _together(own: Floats, upright: Floats, upside_down: Floats) -> Floats:
    """Logarithms [d,34] of what the faces that look alike say together, from what each says."""
    near = np.maximum(upright @ upright.T, upside_down @ upright.T)
    np.fill_diagonal(near, 1)
    most = np.sort(near, axis=1)[:, -COPIES:].min(axis=1, keepdims=True)
    like = (near >= np.maximum(_SAME, most)).astype(np.float32)
    count = like.sum(axis=1, keepdims=True)
    return np.asarray(like @ own / count * np.minimum(1 + _STEP * (count - 1), _MOST))
