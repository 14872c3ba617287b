"""Which of two looks of tiles that lie there at once, read as one face, is of another."""

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from vision.detections import Floats
from vision.tracks.how_alike import FIVES, HAKU, same_kind
from vision.tracks.like import Like

UNLIKE: Final = 0.88
"""So little like the others of its face was one of 956 tiles that were rightly and surely read."""
MARGIN: Final = 5.0
"""By so many nats surer is one of two looks of several tiles before the other was misread."""


def misread(likes: Sequence[Like], near: Floats) -> Iterator[tuple[int, list[int], int | None]]:
    """Looks that were misread, and as what: a red five is a five; the face they look like instead.

    ``near`` [k,k]: how like each other they are. Where several tiles are of both looks, the one
    that was read far less surely was misread; a single tile may have been cut badly.
    """
    claims = [like.claim() for like in likes]
    firm = [len(like.members) > 1 and like.sure() and not like.backs for like in likes]
    for at, (face, mine) in enumerate(claims):
        least = mine + (MARGIN if firm[at] else -inf)
        if face != HAKU and any(
            firm[other] and taken == face and theirs > least and near[at, other] < UNLIKE
            and _met(likes[at], likes[other])
            for other, (taken, theirs) in enumerate(claims) if other != at
        ):  # fmt: skip
            yield at, same_kind(face), _likest(at, claims, firm, near)


def _likest(
    at: int, claims: Sequence[tuple[int, float]], firm: Sequence[bool], near: Floats
) -> int | None:
    """The surely read face that a look is most like, if that is another; none that is blank.

    Nor a five, of which the likeness would not tell whether it is red.
    """
    firmly = [one for one, sure in enumerate(firm) if sure]
    other = firmly[int(near[at, firmly].argmax())]
    face = claims[other][0]
    told = near[at, other] > UNLIKE and face not in (claims[at][0], HAKU, *FIVES[:, 0])
    return face if told else None


def _met(one: Like, other: Like) -> bool:
    """Whether some of both lay there at once."""
    return not (one.beside.isdisjoint(other.members) and other.beside.isdisjoint(one.members))
