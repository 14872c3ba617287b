"""Which of two looks of tiles that lie there at once, read as one face, is of another."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from vision.detections import Floats
from vision.tracks.how_alike import FIVES, HAKU
from vision.tracks.like import Like

UNLIKE: Final = 0.88
"""So little like the others of its face was one of 956 tiles that were rightly and surely read."""


def misread(likes: Sequence[Like], near: Floats) -> Iterator[tuple[int, list[int]]]:
    """Looks that were misread, and as what: a red five is a five.

    ``near`` [k,k]: how like each other they are. Where several tiles are of both looks, the one
    that was read less surely was misread; a single tile may have been cut badly.
    """
    claims = [like.claim() for like in likes]
    firm = [len(like.members) > 1 and like.sure() and not like.backs for like in likes]
    for at, other in permutations(range(len(likes)), 2):
        (face, mine), (taken, theirs) = claims[at], claims[other]
        if face != taken or face == HAKU or near[at, other] >= UNLIKE or not firm[other]:
            continue
        weaker = mine < theirs or not firm[at]
        if weaker and not likes[at].beside.isdisjoint(likes[other].members):
            yield at, next((two for two in FIVES.tolist() if face in two), [face])
