"""Which face each tile is taken for: its reading, and how many of a face the set still has.

A tile that could be either of two faces is likelier the one of which more are unseen; a fifth copy
is nobody's, and the reading that is cheapest to give up goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.tiles import FIVES
from table.watch.faces import FACES, FAINT, INDEX, KIND, OF_KIND, UNTOLD, Chances, chance, fused
from table.watch.seen.sets import read_set, set_of_shape
from vision.observation import REST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.tiles import Tile
    from table.watch.seen.pieces import Group, Piece

CLEAR = 0.995
"""A reading as sure as this needs no help from the others."""
NAMELESS = 0.12
"""No face is as likely as this: nobody can tell."""
PLAIN = 0.97
"""A fifth copy of a face that is read as surely as this is one too many in the set."""
NEVER_SEEN = 0.6
"""How sure a set is of which one tile is not found, and not told by the discard either."""
NO_SET = 0.5
"""A set is so sure of which a tile has come to be read as what makes none: it stays what it was."""
MISREAD = 1e-3
"""Tiles that are less likely a set are none as they are read, or one of them is misread."""
REDDISH = 0.5
"""A five of this chance to be the red one looks red."""
NO_ROOM = 1e-5
"""What is left for a face of which the set has no more."""


_FIVES = tuple(OF_KIND[kind] for kind in sorted(FIVES))
"""The plain five and the red one of each suit."""


def name_pieces(
    groups: Sequence[Group], single: Sequence[Piece], capacities: Sequence[int]
) -> list[tuple[Tile, int]]:
    """Name every piece: those of the sets, and those that lie for themselves.

    Returns the faces of which surely more lie there than the set should have, and how many do.
    """
    counts = [0] * REST
    for group in groups:
        _name_group(group, capacities, counts)
    unsure: list[tuple[float, Piece]] = []
    for piece in single:
        face = max(range(REST), key=piece.chances.__getitem__)
        likely = piece.chances[face]
        counts[face] += 1
        _take(piece, face, likely)
        if likely < CLEAR:
            unsure.append((likely, piece))
    _red_in_sets(groups, single, capacities, counts)
    crowded = [face for face in range(REST) if counts[face] > capacities[face]]
    surplus = [(FACES[face], counts[face]) for face in crowded if _all_sure(face, groups, single)]
    crowds = [[piece for piece in single if piece.name == FACES[face]] for face in crowded]
    if crowded:
        over = {FACES[face] for face in crowded}
        known = {piece.id for _, piece in unsure}
        unsure += [
            (piece.sure, piece) for piece in single if piece.name in over and piece.id not in known
        ]
    if unsure:
        unsure.sort(key=lambda one: one[0])
        for _ in range(2):
            for _, piece in unsure:
                _rename(piece, capacities, counts)
    for face, crowd in zip(crowded, crowds, strict=True):
        _share_doubt(face, crowd)
    for _, red in _FIVES:
        _doubt_reds(red, capacities[red], groups, single)
    return surplus


def _red_in_sets(
    groups: Sequence[Group],
    single: Sequence[Piece],
    capacities: Sequence[int],
    counts: list[int],
) -> None:
    """Where a plain five too many lies there, the likeliest red one of them, if it is in a set.

    Sets are named before what lies for itself is known.
    """
    for plain, red in _FIVES:
        if counts[plain] <= capacities[plain] or counts[red] >= capacities[red]:
            continue
        fives = [
            (at, group) for group in groups for at, piece in enumerate(group.pieces)
            if piece.up and piece.name == FACES[plain]
        ]  # fmt: skip
        if not fives:
            continue
        odds = [_odds(_belief(group, at), red, plain) for at, group in fives]
        others = [
            max(_but(piece.chances, plain)) / chance(piece.chances, plain)
            for piece in single
            if piece.name == FACES[plain]
        ]
        likeliest = max(range(len(odds)), key=odds.__getitem__)
        at, group = fives[likeliest]
        piece, odd = group.pieces[at], odds[likeliest]
        if odd >= max((FAINT, *others)) and not piece.told:
            _make_red(piece, group, red, odd / sum((*odds, *others)))
            counts[plain] -= 1
            counts[red] += 1


def _doubt_reds(red: int, most: int, groups: Sequence[Group], single: Sequence[Piece]) -> None:
    """Where more fives look red than the set has, how they look tells little of any of them.

    Sets are named one after the other, so that the first red five of theirs seems the only one.
    """
    in_sets = [
        (piece, group) for group in groups for at, piece in enumerate(group.pieces)
        if group.shape != "ankan" and piece.chances and _belief(group, at)[red] > REDDISH
    ]  # fmt: skip
    alone = [piece for piece in single if piece.chances and piece.chances[red] > REDDISH]
    if not in_sets or len(in_sets) + len(alone) <= most:
        return
    _share_doubt(red, [*(piece for piece, _ in in_sets), *alone])
    for piece, group in in_sets:
        group.sure = min(group.sure, piece.sure)
        if group.link is not None and group.called is not None:
            called = group.pieces[group.called]
            group.link.sure = min(group.link.sure, called.sure)


def _belief(group: Group, at: int) -> Chances:
    """What a tile of a set is read as, its discard considered."""
    chances = group.pieces[at].chances or UNTOLD
    return (
        chances if group.link is None or at != group.called else fused(chances, group.link.chances)
    )


def _odds(chances: Chances, red: int, plain: int) -> float:
    """How much likelier a five is red than plain."""
    return chance(chances, red) / chance(chances, plain)


def _make_red(piece: Piece, group: Group, red: int, likely: float) -> None:
    """A five of a set is the red one, and so is the discard if it was called."""
    group.sure *= likely / piece.sure
    _take(piece, red, likely)
    if _is_guessed(group):
        group.sure = min(group.sure, NEVER_SEEN)
    if group.link is not None and group.called is not None and piece is group.pieces[group.called]:
        group.link.name, group.link.sure = piece.name, piece.sure


def _all_sure(face: int, groups: Sequence[Group], single: Sequence[Piece]) -> bool:
    """Whether nobody would doubt any of these tiles, seen alone."""
    pieces = [*single, *(piece for group in groups for piece in group.pieces if piece.up)]
    found = (piece for piece in pieces if piece.name == FACES[face] and not piece.told)
    return all(piece.chances[face] > PLAIN for piece in found)


def _share_doubt(face: int, crowd: Sequence[Piece]) -> None:
    """One of a crowd is something else: each is so sure as the others are likelier to be it."""
    odds = [max(_but(piece.chances, face)) / chance(piece.chances, face) for piece in crowd]
    for piece, odd in zip(crowd, odds, strict=True):
        share = odd / sum(odds)
        if piece.told:
            continue
        piece.sure = min(piece.sure, 1.0 - share if piece.name == FACES[face] else share)


def _but(chances: Chances, face: int) -> list[float]:
    return [chance(chances, other) for other in range(REST) if other != face]


def weighed(
    chances: Sequence[float], capacities: Sequence[int], counts: Sequence[int]
) -> list[float]:
    """A reading with what the set still has, `counts` being of all the other tiles; sum 1."""
    weights = [
        chance * max(capacities[face] - counts[face], NO_ROOM) if chance > 1e-9 else 0.0
        for face, chance in enumerate(chances[:REST])
    ]
    total = sum(weights)
    if total <= 0:
        return list(chances[:REST])
    return [weight / total for weight in weights]


def _rename(piece: Piece, capacities: Sequence[int], counts: list[int]) -> None:
    before = _face(piece)
    if before is not None:
        counts[before] -= 1
    belief = weighed([chance(piece.chances, face) for face in range(REST)], capacities, counts)
    face = max(range(REST), key=belief.__getitem__)
    _take(piece, face, belief[face] * (1.0 - piece.chances[REST]))
    if max(piece.chances[:REST]) < NAMELESS:
        piece.name = None
    counts[face] += 1


def _face(piece: Piece) -> int | None:
    return None if piece.name is None else INDEX[piece.name]


def _take(piece: Piece, face: int, likely: float) -> None:
    piece.name, piece.sure = FACES[face], likely


def _name_group(group: Group, capacities: Sequence[int], counts: list[int]) -> None:
    """Name the tiles of a set together, and the discard that it called."""
    marks = _marks(group)
    chances = [() if mark == "B" else _belief(group, at) for at, mark in enumerate(marks)]
    plain = read_set(marks, chances)
    before = [piece.name.kind for piece in group.pieces if piece.name is not None]
    reading = plain or set_of_shape(group.shape, marks, chances, before)
    looks = before if len(before) == len(marks) else [_kind(piece) for piece in group.pieces]
    kinds = looks if reading is None else reading.kinds
    if plain is not None:
        group.shape = plain.shape
    group.no_set = plain is None or plain.likely < MISREAD
    share = NO_SET if plain is None else plain.share
    group.sure = min(share, NO_SET) if group.no_set else share
    if group.shape == "ankan":
        hidden = frozenset(at for at, mark in enumerate(marks) if mark == "B")
        _name_ankan(group, hidden, kinds[0], capacities, counts)
        return
    for piece, kind, one in zip(group.pieces, kinds, chances, strict=True):
        _name_of_kind(piece, kind, one or UNTOLD, capacities, counts)
        group.sure *= piece.sure
    if _is_guessed(group):
        group.sure = min(group.sure, NEVER_SEEN)
    if group.link is not None and group.called is not None:
        called = group.pieces[group.called]
        group.link.name, group.link.sure = called.name, called.sure
    if group.added is not None:
        _name_of_kind(group.added, kinds[0], group.added.chances, capacities, counts)


def _is_guessed(group: Group) -> bool:
    """Whether a tile of a set was never found, and the discard that was called does not tell it."""
    unseen = [at for at, piece in enumerate(group.pieces) if piece.never_seen and not piece.told]
    told = group.link is not None and (group.shape != "chi" or unseen == [group.called])
    return bool(unseen) and not told


def _name_of_kind(
    piece: Piece, kind: int, chances: Sequence[float], capacities: Sequence[int], counts: list[int]
) -> None:
    """Give a tile of a known kind its colour."""
    shares = {
        face: chance(tuple(chances), face) * max(capacities[face] - counts[face], NO_ROOM)
        for face in OF_KIND[kind]
    }
    face = max(shares, key=shares.__getitem__)
    sure = min(shares[face] / sum(shares.values()), 1.0)
    counts[face] += 1
    _take(piece, face, sure)


def _name_ankan(
    group: Group, hidden: frozenset[int], kind: int, capacities: Sequence[int], counts: list[int]
) -> None:
    """Four of a kind are all that the set has, red ones too."""
    faces = [face for face in OF_KIND[kind] for _ in range(capacities[face])]
    for at, piece in enumerate(group.pieces):
        if at in hidden:
            continue
        face = max(OF_KIND[kind], key=lambda one: piece.chances[one])
        face = face if face in faces else faces[0]
        faces.remove(face)
        counts[face] += 1
        _take(piece, face, sum(piece.chances[one] for one in OF_KIND[kind]))
    for at, face in zip(sorted(hidden), faces, strict=True):
        counts[face] += 1
        _take(group.pieces[at], face, 1.0)


def _marks(group: Group) -> list[str]:
    """How the tiles of a set lie.

    Of two that seem turned one is: that was decided when it was laid. And of two backs in a closed
    kan, of which one is bare, both are.
    """
    places = range(len(group.pieces))
    if group.called is not None:
        return ["S" if at == group.called else "U" for at in places]
    down = [at for at in places if not group.pieces[at].up]
    if group.shape == "ankan" and len(down) == 1:
        down.append(places[-1] - down[0])
    return ["B" if at in down else "U" for at in places]


def _kind(piece: Piece) -> int:
    face = max(range(REST), key=piece.chances.__getitem__) if piece.chances else 0
    return KIND[face]
