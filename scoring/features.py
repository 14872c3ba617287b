"""What a reading shows, in one number: fields that the four suits fill by adding, each from a memo.

    runs       27 bits   the kinds on which a run starts
    kotsu      34 bits   the kinds of which there is a kotsu or kantsu
    pair        6 bits   the kind of the pair
    looks       9 bits   which sorts of tiles there are, see shapes.py
    inner       3 bits   the suits with a set or pair of simples only
    has runs    3 bits   the suits with a run
    honours    10 bits   the yaku of honours, see HONOUR_YAKU
    twins       6 bits   how many pairs of identical runs: two bits a suit
    concealed   3 bits   how many kotsu and kantsu are concealed
    tally      29 bits   wait, pair and sets, see tallies.py
    pairs       4 bits   which suits have the pair

A suit is looked up by its tiles, as a key counts them, and by its mark: which of them was won on,
and how. The mark of honours says besides which wind is whose, and which honours are declared.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from operator import getitem
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.groups import (
    CONCEALED_KANTSU,
    CONCEALED_KOTSU,
    GROUP_CODES,
    GROUP_TEXTS,
    MELDED_KANTSU,
    copies_text,
)
from scoring.memo import Memo
from scoring.shapes import LOOKS_BITS, OUTSIDE, Shape, looks_of, looks_of_key, suit_shapes
from scoring.tallies import OPENED, SET_TALLIES, Wait
from scoring.tallies import PAIR_AT as TALLY_PAIR_AT
from scoring.tally import BIT
from scoring.tiles import KINDS
from scoring.win import CIRCUMSTANCES

if TYPE_CHECKING:
    from collections.abc import Iterator

KOTSU_AT: Final = 27
KOTSU_MASK: Final = (1 << KINDS) - 1
PAIR_AT: Final = KOTSU_AT + KINDS
PAIR_MASK: Final = (1 << 6) - 1
LOOKS_AT: Final = PAIR_AT + 6
INNER_AT: Final = LOOKS_AT + LOOKS_BITS
HAS_RUNS_AT: Final = INNER_AT + 3
HONOURS_AT: Final = HAS_RUNS_AT + 3
TWINS_AT: Final = HONOURS_AT + 10
CONCEALED_AT: Final = TWINS_AT + 6
TALLY_AT: Final = CONCEALED_AT + 3
TILES_MASK: Final = (1 << HONOURS_AT - LOOKS_AT) - 1
"""From the looks to the runs: what yaku of sorts of tiles depend on."""
SETS_MASK: Final = (1 << TALLY_AT + 5 - HONOURS_AT) - 1
"""From the honours to the pair of the tally: what yaku of sets, pair and wait depend on."""
TALLY_MASK: Final = (1 << 29) - 1
PAIRS_AT: Final = TALLY_AT + 29
SEVERAL: Final = 1 << PAIRS_AT + 4
"""Instead of the features of a suit that can be read in no way, or in several."""
UNKNOWN_WAIT: Final = Wait.UNKNOWN << TALLY_AT
"""Added to the features of a hand no tile of which is marked."""
HONOUR_YAKU: Final = (
    "yakuhai: haku",
    "yakuhai: hatsu",
    "yakuhai: chun",
    "yakuhai: seat wind",
    "yakuhai: round wind",
    "renpuuhai",
    "shousangen",
    "daisangen",
    "shousuushii",
    "daisuushii",
)
"""The bits of the honours, the lowest first."""

_SUIT_MASK: Final = (1 << 27) - 1
_HONOURS_MASK: Final = (1 << 21) - 1
_MARK_AT: Final = 27
_RON: Final = 16
_WINDS_AT: Final = 32
_DECLARED_AT: Final = 36
ONE_PAIR: Final = frozenset({1, 2, 4, 8})
"""What the field of pairs is where exactly one suit has the pair."""
_ON_RON, _ON_TSUMO = (
    tuple(kind % 9 + 1 + ron << _MARK_AT for kind in range(KINDS)) for ron in (_RON, 0)
)
MARKS: Final = {0: _ON_RON, 1 << CIRCUMSTANCES.index("tsumo"): _ON_TSUMO}
"""What marks a tile as won on: by the bit of tsumo among the circumstances, and the kind."""
WIND_MARKS: Final = tuple(winds << _WINDS_AT for winds in range(16))
"""What marks the honours with Win.winds."""


class Variant(NamedTuple):
    """One way to read one suit."""

    features: int
    shape: Shape


def features_of(key: int, kind: int, mark: int, honours: int) -> int:
    """Return the features of the concealed tiles, if there is exactly one way to read them.

    `mark` marks the tile that was won on, which is of this kind, or is 0; `honours` is a wind mark
    and the marks of declared honours. Otherwise the sum is SEVERAL or more, or has no pair or more
    than one: see `only`.
    """
    man, pin, sou = key & _SUIT_MASK, key >> 27 & _SUIT_MASK, key >> 54 & _SUIT_MASK
    honours |= key >> 81 & _HONOURS_MASK
    if kind < 9:
        man |= mark
    elif kind < 18:
        pin |= mark
    elif kind < 27:
        sou |= mark
    else:
        honours |= mark
    return _MAN[man] + _PIN[pin] + _SOU[sou] + _HONOURS[honours]


def only(features: int) -> bool:
    """Whether the sum of four suits is the one way to read the hand."""
    return features >> PAIRS_AT in ONE_PAIR


def all_features(key: int, kind: int, mark: int, honours: int) -> Iterator[tuple[int, Variants]]:
    """Yield the features of every way to read the concealed tiles, and the suits of each."""
    parts = [key & _SUIT_MASK, key >> 27 & _SUIT_MASK, key >> 54 & _SUIT_MASK]
    parts.append(key >> 81 & _HONOURS_MASK | honours)
    parts[kind // 9] |= mark
    for chosen in product(*map(_look_up, _VARIANTS, parts)):
        man, pin, sou, others = chosen
        features = man[0] + pin[0] + sou[0] + others[0]
        if features >> PAIRS_AT in ONE_PAIR:
            yield features, chosen


def variants_of(suit: int, index: int) -> Variants:
    """Return every way to read one suit of these tiles and marks."""
    return _VARIANTS[suit][index]


def texts_of(key: int) -> tuple[str, ...]:
    """Write the sets of tiles that can be split in one way only, without the pair."""
    return (
        _MAN_TEXTS[key & _SUIT_MASK]
        + _PIN_TEXTS[key >> 27 & _SUIT_MASK]
        + _SOU_TEXTS[key >> 54 & _SUIT_MASK]
        + _HONOUR_TEXTS[key >> 81]
    )


def loose_of(key: int) -> tuple[int, tuple[str, ...]]:
    """Return the looks of tiles that make no sets, and the tiles of each kind as text."""
    found = [_LOOSE[suit][key >> 27 * suit & _SUIT_MASK] for suit in range(4)]
    (man, pins, sous, honours), texts = zip(*found, strict=True)
    return man | pins | sous | honours, texts[0] + texts[1] + texts[2] + texts[3]


def _variants(suit: int, index: int) -> tuple[Variant, ...]:
    """Return every way to read one suit."""
    part = index & (_HONOURS_MASK if suit == 3 else _SUIT_MASK)
    mark = index >> _MARK_AT & 31
    tile = 9 * suit + mark % _RON - 1 if mark else -1
    found: dict[int, Variant] = {}
    for shape in suit_shapes(part, suit):
        features = _of_shape(shape, suit, part)
        if suit == 3:
            winds, declared = index >> _WINDS_AT & 15, index >> _DECLARED_AT
            features += _of_honours(shape, declared, winds)
        for added in _of_wait(shape, tile, ron=mark > _RON) if mark else (0,):
            found.setdefault(features + added, Variant(features + added, shape))
    return tuple(found.values())


def _only_variant(suit: int, index: int) -> int:
    """Return the features of a suit that can be read in one way only."""
    variants = _VARIANTS[suit][index]
    return variants[0].features if len(variants) == 1 else SEVERAL


def _texts(suit: int, part: int) -> tuple[str, ...]:
    """Write the sets of the first split of a suit."""
    return tuple(GROUP_TEXTS[code] for code in suit_shapes(part, suit)[0].groups)


def _loose(suit: int, part: int) -> tuple[int, tuple[str, ...]]:
    """Return the looks of a suit's tiles, and the tiles of each kind as text."""
    counts = [(9 * suit + place, part >> 3 * place & 7) for place in range(9)]
    texts = tuple(copies_text(kind, count) for kind, count in counts if count)
    return looks_of_key(part << 27 * suit), texts


def _of_shape(shape: Shape, suit: int, part: int) -> int:
    """Return the features of one split of a suit, winds and winning tile left aside."""
    codes = shape.groups
    features = looks_of_key(part << 27 * suit) << LOOKS_AT
    for code in set(codes):
        features |= _set_features(code)
    for code in codes:
        features += SET_TALLIES[code] << TALLY_AT
        features += (code >= CONCEALED_KOTSU) << CONCEALED_AT
    twins = sum(codes.count(code) // 2 for code in set(codes))
    features += twins << TWINS_AT + 2 * suit
    if shape.pair >= 0:
        features += shape.pair << PAIR_AT | 1 << PAIRS_AT + suit
        if not BIT[shape.pair] & OUTSIDE:
            features |= 1 << INNER_AT + suit
    return features


def _of_wait(shape: Shape, tile: int, *, ron: bool) -> Iterator[int]:
    """Yield what each place of the winning tile in the split adds; 12_ and _89 are edges."""
    place = tile % 9
    waits = {
        CONCEALED_KOTSU + tile: Wait.KOTSU,
        tile - 2: Wait.EDGE if place == 2 else Wait.TWO_SIDED,
        tile - 1: Wait.MIDDLE,
        tile: Wait.EDGE if place == 6 else Wait.TWO_SIDED,
    }
    if shape.pair == tile:
        yield Wait.PAIR << TALLY_AT
    for code, wait in waits.items():
        if code in shape.groups:
            added = wait << TALLY_AT
            if wait is Wait.KOTSU and ron:
                added += (OPENED[tile] << TALLY_AT) - (1 << CONCEALED_AT)
            yield added


def _of_honours(shape: Shape, declared: int, winds: int) -> int:
    """Return the yaku of honours, and what the pair is worth."""
    kotsu = declared
    for code in shape.groups:
        kotsu |= 1 << code % KINDS - 27
    seat, round_ = winds >> 2, winds & 3
    dragons, four = (kotsu >> 4).bit_count(), (kotsu & 0xF).bit_count()
    holds = (
        kotsu >> 4 & 1,
        kotsu >> 5 & 1,
        kotsu >> 6 & 1,
        kotsu >> seat & 1,
        kotsu >> round_ & 1,
        kotsu >> seat & 1 and seat == round_,
        dragons == 2 and shape.pair >= 31,
        dragons == 3,
        four == 3 and 27 <= shape.pair < 31,
        four == 4,
    )
    features = sum(1 << HONOURS_AT + place for place, shown in enumerate(holds) if shown)
    own = shape.pair - 27
    worth = 1 + (own == seat == round_) if own >= 4 or own in {seat, round_} else 0
    return features + (worth << TALLY_AT + TALLY_PAIR_AT)


def _set_features(code: int) -> int:
    """Return the run or kotsu of a group code, and whether it is of simples only."""
    kind = code % KINDS
    if code < CONCEALED_KOTSU:
        suit, place = divmod(kind, 9)
        features = BIT[kind] | 1 << HAS_RUNS_AT + suit if suit < 3 else 0
        return features | (1 << INNER_AT + suit if 0 < place < 6 else 0)
    inner = 0 if BIT[kind] & OUTSIDE else 1 << INNER_AT + kind // 9
    return BIT[kind] << KOTSU_AT | inner


def _declared(code: int) -> int:
    """Return the features of a declared set that are not counted."""
    looks = 0
    for kind in range(code, code + 3) if code < CONCEALED_KOTSU else (code,):
        looks |= looks_of(kind % KINDS)
    return _set_features(code) | looks << LOOKS_AT


def _declared_counts(code: int) -> int:
    """Return the features of a declared set that are counted."""
    concealed = CONCEALED_KANTSU <= code < MELDED_KANTSU
    return (SET_TALLIES[code] << TALLY_AT) + (concealed << CONCEALED_AT)


Variants = tuple[Variant, ...]
_look_up: Final = getitem
_VARIANTS: Final = tuple(Memo(partial(_variants, suit)) for suit in range(4))
_MAN, _PIN, _SOU, _HONOURS = (Memo(partial(_only_variant, suit)) for suit in range(4))
_MAN_TEXTS, _PIN_TEXTS, _SOU_TEXTS, _HONOUR_TEXTS = (
    Memo(partial(_texts, suit)) for suit in range(4)
)
_LOOSE: Final = tuple(Memo(partial(_loose, suit)) for suit in range(4))
DECLARED: Final = tuple(map(_declared, range(GROUP_CODES)))
"""What a declared set adds by its group code: features to be joined by or."""
DECLARED_COUNTS: Final = tuple(map(_declared_counts, range(GROUP_CODES)))
"""What a declared set adds besides: features that are counted."""
DECLARED_MARKS: Final = tuple(
    1 << _DECLARED_AT + code % KINDS - 27 if code >= CONCEALED_KOTSU and code % KINDS > 26 else 0
    for code in range(GROUP_CODES)
)
"""What marks the honours with a declared set, by its group code."""
