"""The set that is played, learnt as it is played: tiles that look alike are of one face.

All tiles of a set are of one make, so that what the classifier sees in two copies of a face is
nearly the same, however strange the design. Tiles that look alike are therefore named together, by
what all of them were read as; and what one look is surely named, another look is not.
"""

from collections import deque
from collections.abc import Set as AbstractSet
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.club.fives import red_among
from vision.club.prototypes import alikeness, unit
from vision.detections import Floats, Ints
from vision.labels import COPIES
from vision.observation import FACE_NAMES, REST
from vision.tracks.claims import misread
from vision.tracks.how_alike import (
    ALIKE,
    BACK,
    BLANK,
    FIVES,
    MARKED,
    NEARLY,
    OTHERWISE,
    READ,
    Chances,
    is_blank,
    kinds_of,
    least_alike,
    normal,
)
from vision.tracks.like import LEAST, Like

_OTHER: Final = 0.03
"""By how much tiles of one face are more like each other than like those of another, at least."""

_NEVER: Final = 2.0
_UNLIKE: Final = 0.06
"""What is so much less like a look is none of its face."""

_BAD: Final = 0.05
"""A tile of a face looks like none of its others: bad crops and glare. If it is unsure and they
are clear, its square."""

_TOO_MANY: Final = 1e-4
"""Two looks are of one face of which more lie there than a set has."""

_MISREAD: Final = (0.2, 1e-6)
"""A single tile is hardly of the face that it was read as, where several tiles of that face look
plainly otherwise; several that look so are not, they were misread alike."""

_INSTEAD: Final = 0.3
"""A single one may be of the face that it looks like instead, in glare, for all that reading."""

_OWN: Final = 0.3
"""What a tile's own reading counts beside that of its like."""

_BIRD: Final = FACE_NAMES.index("1s")
_HONOURS: Final = slice(FACE_NAMES.index("1z"), FACE_NAMES.index("7z") + 1)
_LOOKS: Final = 12
"""So many looks of the fives of a suit, those of most tiles, are held against each other."""

_REDS, _MAYBE_RED = 2, 0.25
"""No set has more red fives of one suit: more tiles of one look at once are mostly plain. Where no
five looks otherwise one of them may be red all the same, if any of them was read so."""

_DOUBTED: Final = 0.2
_STRANGE: Final = log(0.1)
"""A set's bird is like no other's, and is mostly read as an honour: what was read as one that it
cannot be, as that looks otherwise, is a bird with so much of the chance of that reading."""

_CROWD: Final = 2 * COPIES
"""More tiles of one look than this at once, as two sets bring them, show no face."""

_MOMENTS: Final = 8
"""So many sets of tiles that lay there at once are remembered."""

_ROUNDS: Final = 6
_MOST: Final = 600
"""Tiles that are remembered; the oldest go first."""


class OwnSet:
    """What the tiles of one set look like, as far as they have been seen."""

    def __init__(self) -> None:
        self._likes: list[Like] = []
        self._of: dict[int, tuple[Like, Floats]] = {}
        """Tile -> those it looks like, and its features as they were added to theirs."""
        self._stale = False
        self._shown: set[int] = set()
        """Tiles that lie where none lies on its face."""
        self._lying: AbstractSet[int] = frozenset()
        """Tiles that lie there now."""
        self._moments: deque[AbstractSet[int]] = deque([frozenset()], maxlen=_MOMENTS)
        """Tiles that lay there at once."""

    def __contains__(self, tile: int) -> bool:
        return tile in self._of

    def see(self, tile: int, features: Floats, chances: Chances, *, shown: bool = False) -> None:
        """A tile looks so [2,F], as it lies and upside down, and is read as [39] so.

        ``shown``: it lies where none lies on its face.
        """
        if not features.size:
            return
        self._forget(tile)
        seen = unit(features)
        if shown:
            self._shown.add(tile)
        like, flipped = self._nearest(seen, chances, shown=shown)
        if like is None:
            like, flipped = Like(np.zeros_like(seen)), False
            self._likes.append(like)
        seen = seen[::-1] if flipped else seen
        like.total = like.total + seen
        like.members[tile] = chances
        self._of[tile] = (like, seen)
        self._stale = True
        while len(self._of) > _MOST:
            oldest = next(iter(self._of))
            self._forget(oldest)
            for one in self._likes:
                one.beside.discard(oldest)

    def read(self, tile: int, chances: Chances) -> None:
        """A tile that was seen is read as [39] now."""
        if tile in self._of:
            self._of[tile][0].members[tile] = chances
            self._stale = True

    def lie(self, tiles: AbstractSet[int]) -> None:
        """These tiles lie there at once."""
        known = self._lying = tiles & self._of.keys()
        if not known <= self._moments[-1]:
            if self._moments[-1] <= known:
                self._moments.pop()
            self._moments.append(known)
            self._stale = True
            for like in self._likes:
                if not known.isdisjoint(like.members):
                    like.beside |= known
        for like in [*self._likes]:
            there = like.members.keys() & tiles
            if not like.crowded and len(there - self._shown) > _CROWD:
                like.crowded = self._stale = True
                self._part(like)
            elif not like.backs and COPIES < len(there) <= _CROWD:
                self._halve(like)

    def _part(self, crowd: Like) -> None:
        """Tiles that are not quite like so many others are none of them: a haku among backs.

        Nor is one that shows its face.
        """
        centre = unit(crowd.total)[0]
        for tile in [*crowd.members]:
            seen, chances = self._of[tile][1], crowd.members[tile]
            shown = tile in self._shown
            if shown or float(centre @ seen[0]) < NEARLY:
                self._forget(tile)
                self.see(tile, seen, chances, shown=shown)

    def _halve(self, like: Like) -> None:
        """More tiles than a face has are of two faces, if they look a little different."""
        tiles = [*like.members]
        seen = np.stack([self._of[tile][1][0] for tile in tiles])
        near = seen @ seen.T
        if near.min() > OTHERWISE:
            return
        seeds = divmod(int(near.argmin()), len(tiles))
        second = near[seeds[1]] > near[seeds[0]]
        within = min(near[np.ix_(half, half)].mean() for half in (second, ~second))
        if within - near[np.ix_(second, ~second)].mean() < _OTHER:
            return
        half = Like(np.zeros_like(like.total), beside={*like.beside})
        self._likes.append(half)
        self._stale = True
        for tile in np.array(tiles)[second].tolist():
            features = self._of[tile][1]
            like.total, half.total = like.total - features, half.total + features
            half.members[tile] = like.members.pop(tile)
            self._of[tile] = (half, features)

    def told(self, tile: int) -> Chances | None:
        """What a tile is [39], all others considered; None for one that was never seen."""
        if tile not in self._of:
            return None
        if self._stale:
            self._name()
        like = self._of[tile][0]
        if len(like.members) == 1:
            return like.named
        if like.crowded or like.mixed:
            return like.named
        own = np.log(np.maximum(like.members[tile], LEAST))
        if not like.backs and len(like.members.keys() & self._lying) > COPIES:
            return normal(own)  # of two faces at least: together they say little
        return normal(np.log(np.maximum(like.named, 1e-12)) + _OWN * own)

    def known(self) -> list[tuple[Floats, Chances]]:
        """Of each look of a face its features [2,F], and what it is taken for [39]."""
        if self._stale and self._likes:
            self._name()
        faces = (like for like in self._likes if not like.backs)
        return [(unit(like.total), like.named) for like in faces]

    def in_crowd(self, tile: int) -> bool:
        """Whether a tile is one of more alike than show a face."""
        return tile in self._of and self._of[tile][0].crowded

    def alike(self, tile: int) -> int:
        """How many tiles look like this one, itself among them."""
        return len(self._of[tile][0].members) if tile in self._of else 0

    def _forget(self, tile: int) -> None:
        like, seen = self._of.pop(tile, (None, None))
        if like is None or seen is None:
            return
        like.total = like.total - seen
        del like.members[tile]
        self._shown.discard(tile)
        if not like.members:
            self._likes.remove(like)

    def _nearest(self, seen: Floats, chances: Chances, *, shown: bool) -> tuple[Like | None, bool]:
        """Those a tile [2,F] looks like, and whether it lies the other way round."""
        if not self._likes:
            return None, False
        face, unlike = chances[BACK] < 0.5, _NEVER if shown else NEARLY
        least = np.array(
            [
                unlike if face == one.backs else least_alike(normal(one.read_as()), chances)
                for one in self._likes
            ]
        )
        near = np.einsum("kf,tf->kt", self._centres(), seen) - least[:, None]
        at, turn = divmod(int(near.argmax()), 2)
        return (self._likes[at], bool(turn)) if near[at, turn] >= 0 else (None, False)

    def _centres(self) -> Floats:
        return unit(np.stack([like.total[0] for like in self._likes]))

    def _name(self) -> None:
        """Name all that look alike: what others are surely named they are not."""
        self._stale = False
        self._join()
        seen = np.stack([like.read_as() for like in self._likes])
        near = alikeness(unit(np.stack([like.total for like in self._likes])))
        logs = seen.copy()
        for at, faces, instead in misread(self._likes, near):
            several = len(self._likes[at].members) > 1
            if instead is not None and not several:
                likely = logs[at, faces].max() + log(_INSTEAD)
                logs[at, instead] = max(logs[at, instead], likely)
            logs[at, faces] += log(_MISREAD[several])
        others = self._shares_no_face(near, np.stack([normal(one) for one in seen]))
        named = _named(logs, others)
        read, every = seen.argmax(axis=1), np.arange(len(seen))
        strange = (read >= _HONOURS.start) & (read < _HONOURS.stop)
        strange &= named[every, read] < _DOUBTED
        if strange.any():
            bird = seen[strange].max(axis=1) + _STRANGE
            logs[strange, _BIRD] = np.maximum(logs[strange, _BIRD], bird)
            named = _named(logs, others)
        for like, one in zip(self._likes, named, strict=True):
            like.named, like.mixed = one, False
        for suit in FIVES:
            self._tell_red(suit)

    def _tell_red(self, suit: Ints) -> None:
        """Which of the looks of the fives of a suit is that of the red one: plain and red [2]."""
        fives = [like for like in self._likes if like.named[suit].sum() > READ]
        for like in fives:
            at_once = max(len(like.members.keys() & moment) for moment in self._moments)
            like.mixed = at_once > _REDS
            if like.mixed:
                share = min(_MAYBE_RED, like.most(suit[1])) if len(fives) == 1 else 0.0
                like.named[suit] = like.named[suit].sum() * np.array([1 - share, share])
        fives = sorted(fives, key=lambda like: -len(like.members))[:_LOOKS]
        if len(fives) < 2:
            return
        near = alikeness(unit(np.stack([like.total for like in fives])))
        there = [[len(like.members.keys() & moment) for like in fives] for moment in self._moments]
        both = np.array([like.named[suit].sum() for like in fives])
        read = np.array([like.named[suit[1]] for like in fives]) / both
        red = red_among(read, near, np.array(there))
        for like, total, share in zip(fives, both, red, strict=True):
            like.named[suit] = total * (1 - share), total * share

    def _shares_no_face(self, near: Floats, read: Chances) -> Floats:
        """How surely [k,k] looks, read as [k,39], are not of the face of others ``near`` [k,k]."""
        sure = np.array([like.sure() for like in self._likes])
        count = np.array([len(like.members) for like in self._likes])
        one_look = 1 - np.where(sure[:, None], _BAD, _BAD ** np.minimum(count + sure, 2)[None])
        least = _least_alike(read)
        several = (count[:, None] > 1) & (count[None] > 1) & (least == ALIKE) & (near < least)
        apart = one_look * np.where(several, 1, np.clip((least - near) / _UNLIKE, 0, 1))
        apart[self._too_many()] = 1 - _TOO_MANY
        np.fill_diagonal(apart, 0)
        return np.asarray(apart, np.float32)

    def _too_many(self) -> NDArray[np.bool_]:
        """Of which two looks [k,k] more tiles lay there at once than a face has."""
        found = np.zeros((len(self._likes), len(self._likes)), np.bool_)
        for moment in self._moments:
            there = np.array([len(like.members.keys() & moment) for like in self._likes])
            both = (there[:, None] > 0) & (there[None] > 0)
            found |= both & (there[:, None] + there[None] > COPIES)
        return found

    def _join(self) -> None:
        """Make one of two whose means have come to look alike."""
        centres = self._centres()
        backs = np.array([like.backs for like in self._likes])
        shown = np.array([not self._shown.isdisjoint(like.members) for like in self._likes])
        unlike = np.where(shown[:, None] | shown[None], _NEVER, NEARLY)
        read = np.stack([normal(like.read_as()) for like in self._likes])
        kinds, sure = kinds_of(read)
        both, same = (sure[:, None] & sure[None]), kinds[:, None] == kinds[None]
        least = np.where(both & ~same, OTHERWISE, _least_alike(read))
        least = np.where(both & same & np.isin(kinds, FIVES), MARKED, least)
        least = np.where(backs[:, None] == backs[None], least, unlike)
        least[self._too_many() & ~(backs[:, None] | backs[None])] = _NEVER
        near = np.triu(centres @ centres.T - least + 1, 1)
        if near.max(initial=0) < 1:
            return
        first, second = divmod(int(near.argmax()), len(self._likes))
        kept, gone = self._likes[first], self._likes[second]
        kept.total = kept.total + gone.total
        kept.crowded |= gone.crowded
        kept.beside |= gone.beside
        kept.members.update(gone.members)
        for tile in gone.members:
            self._of[tile] = (kept, self._of[tile][1])
        self._likes.pop(second)
        self._join()


def _least_alike(read: Chances) -> Floats:
    """How like each other two looks [k,k] of one face are at least, read as [k,39]."""
    blank = np.array([is_blank(one) for one in read])
    return np.where(blank[:, None] | blank[None], BLANK, ALIKE).astype(np.float32)


def _named(logs: Chances, others: Floats) -> Chances:
    """What looks [k,39] are, where each may be none of the others' [k,k] faces."""
    named = np.stack([normal(one) for one in logs])
    for _ in range(_ROUNDS):
        taken = np.zeros_like(logs)
        faces = named[:, :REST]
        for at in range(len(logs)):
            free = 1 - others[at][:, None] * faces
            taken[at, :REST] = np.log(np.maximum(free, _TOO_MANY)).sum(axis=0)
        fresh = np.stack([normal(one) for one in logs + taken])
        named = (named + fresh) / 2
    return np.asarray(named)
