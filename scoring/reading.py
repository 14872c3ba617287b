"""All readings of a finished hand: every split of it, every place for the winning tile."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from scoring.facts import TSUMO
from scoring.features import (
    MARKS,
    PAIR_AT,
    PAIR_MASK,
    TALLY_AT,
    TALLY_MASK,
    UNKNOWN_WAIT,
    Variants,
    all_features,
    features_of,
    loose_of,
    only,
    texts_of,
)
from scoring.groups import GROUP_TEXTS, PAIR_TEXTS
from scoring.patterns import FULL_FLUSH, of_features, of_one_suit, of_orphans, of_seven_pairs
from scoring.shapes import is_seven_pairs, is_thirteen_orphans
from scoring.tallies import ORPHANS, SEVEN_PAIRS

if TYPE_CHECKING:
    from scoring.facts import Facts


class Form(Enum):
    """The three forms of a finished hand."""

    STANDARD = "four groups and a pair"
    SEVEN_PAIRS = "seven pairs"
    THIRTEEN_ORPHANS = "thirteen orphans"


class Reading(NamedTuple):
    """One way to read the hand."""

    form: Form
    features: int
    """See features.py; 0 where there are no sets."""
    shown: int
    """The yaku of tiles, sets and wait, as bits."""
    tally: int
    """What counts for the fu in tiles, sets and wait, see tallies.py."""
    suits: Variants | None
    """How each suit is read; None where there is only one way."""


def readings(facts: Facts, *, wait_claimed: bool = True) -> list[Reading]:
    """Return every reading of the hand; none if it is not complete.

    With `wait_claimed` false the place of the winning tile is left out of account.
    """
    key, kind, circumstances, _, _, _, codes, _, _, declared, counted, honours, *_ = facts
    if wait_claimed:
        mark = MARKS[circumstances & TSUMO][kind]
    else:
        mark, counted = 0, counted + UNKNOWN_WAIT
    features = features_of(key, kind, mark, honours)
    if only(features):
        found = [_read(facts, (features | declared) + counted, None)]
    else:
        found = [
            _read(facts, (features | declared) + counted, suits)
            for features, suits in all_features(key, kind, mark, honours)
        ]
    if not codes:
        if is_seven_pairs(key):
            shown = of_seven_pairs(key)
            found.append(Reading(Form.SEVEN_PAIRS, 0, shown, SEVEN_PAIRS, None))
        elif not found and is_thirteen_orphans(key):
            shown = of_orphans(key, kind)
            found.append(Reading(Form.THIRTEEN_ORPHANS, 0, shown, ORPHANS, None))
    return found


def group_texts(facts: Facts, form: Form, features: int, suits: Variants | None) -> tuple[str, ...]:
    """Write the groups of a reading, the pair last: ("123m", "456p", "789s", "777z", "11z")."""
    if form is not _STANDARD:
        return loose_of(facts.key)[1]
    if suits is None:
        texts = texts_of(facts.key)
    else:
        texts = tuple([GROUP_TEXTS[code] for one in suits for code in one.shape.groups])
    if facts.codes:
        texts += tuple([GROUP_TEXTS[code] for code in facts.codes])
    return texts + _PAIR_TEXTS[features >> PAIR_AT & PAIR_MASK]


def _read(facts: Facts, features: int, suits: Variants | None) -> Reading:
    """Return the reading that has these features."""
    shown = of_features(features)
    if shown & FULL_FLUSH and not facts.codes:
        shown |= of_one_suit(facts.key, facts.kind)
    return make_reading((_STANDARD, features, shown, features >> TALLY_AT & TALLY_MASK, suits))


_STANDARD: Final = Form.STANDARD
_PAIR_TEXTS: Final = tuple((text,) for text in PAIR_TEXTS)
make_reading: Final = partial(tuple.__new__, Reading)
