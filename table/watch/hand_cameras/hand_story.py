"""One seat's hand from the deal on: a few hypotheses, weighed by every row that was seen of it.

A hand after an act is the hand before it, with the drawn tile and without what was laid down; so
what is misread in one row is settled by others, and by what was discarded. A discard is seen on
the table only when the arm has gone: rows may show the hand without it before that.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import log

from scoring.tiles import COPIES, Tile
from scoring.waits import shape_waits_of
from table.core.seat import DEALT
from table.watch.hand_cameras.held import Act, Hand, Step
from table.watch.hand_cameras.misread import otherwise
from table.watch.seen.hand_rows import LEAST, Alike, SeenRow, as_news, likely, without

MOST = 8
"""Hypotheses that are followed."""
DEALS = 24
BEHIND = 14.0
"""One so much worse than the best is given up."""
LOST = 20.0
"""What it costs to begin anew from a row that nothing explains,"""
MISSED = 8.0
"""and from one of as many tiles as nothing explains."""
NOTEN = 12.0
"""What it costs that a hand which declares riichi does not wait for anything."""
ODD = 6.0
"""What a row of so many tiles costs a hypothesis."""
NOT_SEEN = 1.0
"""What it costs that a drawn tile is first seen after more was done."""
CLEAR = -2.5
"""A hand that explains each row no worse than this"""
SURE = 7.0
"""and all of them so much better than any other names a discard."""
EACH = 3.0
"""Each of them must say so: what is read alike again and again is no surer for that."""
LOOKS = 3
"""Readings of one row that are held against a guess."""


def followed(
    rows: Sequence[SeenRow], acts: Sequence[Act], alike: Alike = frozenset()
) -> Hand | None:
    """The likeliest hand; None where no row tells the deal.

    The camera cannot always tell the faces apart that look ``alike``.
    """
    rows = list(as_news(rows, alike))
    times = [0, *_moments(acts, rows), 1 << 63]
    spans = [
        [row for row in rows if since <= row.captured_ns < until]
        for since, until in pairwise(times)
    ]
    hands = _deals(spans[0])
    whole = _whole_rows(acts, spans)
    for at, (act, span, then) in enumerate(zip(acts, spans, spans[1:], strict=False)):
        found = [
            after for hand in hands
            for maybe in (hand, *otherwise(hand, act, spans[: at + 1], alike))
            for after in _acted(maybe, act, span, then, whole[at])
        ]  # fmt: skip
        if not found:
            return max(hands, key=lambda hand: hand.worth, default=None)
        hands = _few(found, then)
    ends = [hand._replace(worth=hand.worth + _last(spans[-1], hand.shown)) for hand in hands]
    return max(ends, key=lambda hand: hand.worth, default=None)


def _moments(acts: Sequence[Act], rows: Sequence[SeenRow]) -> list[int]:
    """When each act was seen: one that nobody saw, when the row was seen without a tile."""
    moments: list[int] = []
    size, since = DEALT, 0
    for number, act in enumerate(acts, 1):
        size += act.draw is not None
        if None in act.laid:
            until = acts[number].at_ns if number < len(acts) else 1 << 63
            moments.append(_shrinks(rows, size, since, until))
        else:
            moments.append(max(since, act.at_ns))
        size, since = size - len(act.laid), moments[-1]
    return moments


def _whole_rows(acts: Sequence[Act], spans: Sequence[Sequence[SeenRow]]) -> list[SeenRow | None]:
    """Of each act the first row after it that shows the hand of then, all of it."""
    sizes = [DEALT]
    for act in acts:
        sizes.append(sizes[-1] + (act.draw is not None) - len(act.laid))
    first: SeenRow | None = None
    found: list[SeenRow | None] = []
    for size, span in zip(sizes[:0:-1], spans[:0:-1], strict=True):
        first = next((row for row in span if len(row) in {size, size + 1}), first)
        found.append(first)
    return found[::-1]


def _shrinks(rows: Sequence[SeenRow], size: int, since: int, until: int) -> int:
    """When a hand of so many tiles was first seen with one less, in this time."""
    there = [row for row in rows if since <= row.captured_ns < until]
    full = [at for at, row in enumerate(there) if len(row) == size]
    after = there[full[0] :] if full else []
    return next((row.captured_ns for row in after if len(row) == size - 1), since)


def _deals(rows: Sequence[SeenRow]) -> list[Hand]:
    """What may have been dealt, as the rows before the first act have it."""
    dealt = [row for row in rows if len(row) == DEALT]
    drawn = [row for row in rows if len(row) == DEALT + 1]
    found: dict[frozenset[tuple[Tile, int]], Hand] = {}
    for row in dealt[:LOOKS]:
        for hand in _readings(row):
            found.setdefault(frozenset(hand.items()), Hand(hand, 0.0, hand))
    if not dealt and drawn:
        row = drawn[0]
        apart = range(len(row)) if row.apart is None else [row.apart]
        for at in apart:
            rest = SeenRow(0, [one for place, one in enumerate(row.tiles) if place != at], None)
            for hand in _readings(rest):
                found.setdefault(frozenset(hand.items()), Hand(hand, 0.0, hand))
    first = dealt[0] if dealt else None
    ranked = sorted(found.values(), key=lambda one: -(first.fit(one.deal) if first else 0.0))
    return ranked[:DEALS]


def _readings(row: SeenRow) -> Iterator[Counter[Tile]]:
    """What a row may be, the likeliest first; a few of its doubtful tiles otherwise."""
    ways = [likely(one) for one in row.tiles]
    doubtful = sorted(
        (at for at, way in enumerate(ways) if len(way) > 1), key=lambda at: max(row.tiles[at])
    )[:4]
    for chosen in product(*(way if at in doubtful else way[:1] for at, way in enumerate(ways))):
        hand = Counter(chosen)
        if max(hand.values()) <= COPIES:
            yield hand


def _acted(
    hand: Hand, act: Act, span: Sequence[SeenRow], then: Sequence[SeenRow],
    following: SeenRow | None,
) -> Iterator[Hand]:  # fmt: skip
    """What the hand may be after an act, `span` being the rows before it and `then` those after.

    The row `following`, the first whole one after it, is asked where none of these tells.
    """
    held = hand.tiles
    size = held.total() + (act.draw is not None) - len(act.laid)
    after = next((row for row in (*then, *reversed(span)) if len(row) == size), None)
    plain = LOST if after is None else 0.0
    for drawn, laid, price, sure in _ways(hand, act, span, then, following):
        whole = held + Counter([drawn]) if drawn is not None else held
        left = without(whole, laid)
        if left is None or max(whole.values()) > COPIES:
            continue
        seen = None if drawn is None else hand.looks_like(whole)
        worth = _split(span, hand.shown, seen, hand.looks_like(left)) - price
        worth -= NOTEN if act.riichi and not _waits(left) else 0.0
        plain = max(plain, LOST + (after.alone.fit(hand.looks_like(left)) if after else 0.0))
        steps = (*hand.steps, Step(drawn, laid, sure))
        guise = hand.guise if hand.guise is not None and left[hand.guise[0]] else None
        yield Hand(left, hand.worth + worth, hand.deal, steps, guise)
    anew = next((row for row in then if len(row) % 3 == 1), None)
    if anew is not None and (plain <= 0.0 or len(anew) != size):
        price = MISSED if len(anew) != size else LOST
        held_size = held.total()
        price += ODD * sum(len(row) not in {held_size, held_size + 1, len(anew)} for row in span)
        yield Hand(anew.plain, hand.worth - price, hand.deal, (*hand.steps, None))


def _ways(
    hand: Hand, act: Act, span: Sequence[SeenRow], then: Sequence[SeenRow],
    following: SeenRow | None,
) -> Iterator[tuple[Tile | None, tuple[Tile, ...], float, bool]]:  # fmt: skip
    """What may have been drawn and laid, at what price, and whether the rows alone tell it."""
    held, known = hand.tiles, tuple(tile for tile in act.laid if tile is not None)
    drew = act.draw is not None
    size = held.total() + drew
    full = [row for row in span if len(row) == size]
    early, after = (
        [row for row in rows if len(row) == size - len(act.laid)] for rows in (span, then)
    )
    rest = [*early[-LOOKS:], *after[:LOOKS]]
    if drew and full:  # what stands before the drawn tile came is the hand before
        rest = [row for row in rest if row.captured_ns > full[-1].captured_ns]
    drawn: dict[Tile | None, float] = {None: 0.0}
    if drew:
        later = following if not (full or after) else None
        drawn = _drawn(hand, act, [*full, *rest], later)
    looks = [[row.alone for row in some] for some in (full[-LOOKS:], rest[:LOOKS])]
    told = _let_go(hand.shown, *looks, drew=drew) if act.thrown else None
    if hand.guise is not None and told in hand.guise:  # the rows cannot tell those two apart
        told = None
    for one, unseen in drawn.items():
        whole = held if one is None else held + Counter([one])
        for laid, price in _laid(whole, act, known, told):
            yield one, laid, price + unseen, laid == (told,)


def _drawn(
    hand: Hand, act: Act, rows: Sequence[SeenRow], later: SeenRow | None
) -> dict[Tile | None, float]:
    """What may have been drawn, at what price: what these rows show, or what was laid.

    Where none shows the hand with it, it may stand in a `later` one.
    """
    found: dict[Tile | None, float] = {}
    for tile in later.beside(hand.shown) if later is not None else ():
        found[tile] = NOT_SEEN
    named = (tile for tile in (*act.laid, *(tile for tile, _ in act.chances)) if tile is not None)
    for tile in (*named, *(tile for row in rows for tile in row.beside(hand.shown))):
        found[tile] = 0.0
    return found


def _laid(
    whole: Counter[Tile], act: Act, known: tuple[Tile, ...], told: Tile | None
) -> Iterable[tuple[tuple[Tile, ...], float]]:
    """What may have been laid down out of a hand, and at what price."""
    if act.thrown and told is not None:
        return _thrown(act, (told,))
    if act.thrown:
        return _thrown(act, () if known else whole)
    if len(known) < len(act.laid):
        return _completed(whole, known, len(act.laid))
    if without(whole, known) is None:
        return _coloured(whole, known)
    return [(known, 0.0)]


def _thrown(act: Act, others: Iterable[Tile]) -> list[tuple[tuple[Tile, ...], float]]:
    """What a discard may be: as the table's camera sees it, or one of others."""
    (name,) = act.laid
    chances = dict.fromkeys(others, LEAST if name is not None else 1.0)
    if name is not None:
        chances |= {name: 1.0} | dict(act.chances)
    return [((tile,), -log(max(share, LEAST))) for tile, share in chances.items()]


def _coloured(
    whole: Counter[Tile], known: tuple[Tile, ...]
) -> list[tuple[tuple[Tile, ...], float]]:
    """Tiles that the hand does not have, fives red that were seen plain and the other way round."""
    laid = list[Tile]()
    left = Counter(whole)
    for tile in known:
        same = [one for one in left if one.kind == tile.kind]
        laid.append(tile if left[tile] else (same or [tile])[0])
        left = without(left, laid[-1:]) or Counter()
    return [(tuple(laid), -log(LEAST))]


def _completed(
    whole: Counter[Tile], known: tuple[Tile, ...], count: int
) -> list[tuple[tuple[Tile, ...], float]]:
    """Tiles of a kind of which not all were seen: what the hand has of it."""
    kinds = {tile.kind for tile in known} or {tile.kind for tile in whole}
    every = {kind: [one for one in whole.elements() if one.kind == kind] for kind in kinds}
    return [(tuple(tiles[:count]), 0.0) for tiles in every.values() if len(tiles) >= count]


def _split(
    rows: Sequence[SeenRow], before: Counter[Tile], whole: Counter[Tile] | None,
    after: Counter[Tile],
) -> float:  # fmt: skip
    """How well rows in their order are the hand before, with the drawn tile, and after."""
    size, less = before.total(), after.total()
    full = size + 1 if whole is not None else -1
    worth = -ODD * sum(len(row) not in {size, less, full} for row in rows)
    worth += sum(row.fit(whole) for row in rows if whole is not None and len(row) == full)
    if size != less:
        worth += _all(rows, before)
        return worth + _all(rows, after)
    last = max((row.captured_ns for row in rows if len(row) == full), default=None)
    if last is not None:
        early = [row for row in rows if row.captured_ns < last]
        late = [row for row in rows if row.captured_ns > last]
        return worth + _all(early, before) + _all(late, after)
    same = [row for row in rows if len(row) == size]
    ways = [_all(same[:at], before) + _all(same[at:], after) for at in range(len(same) + 1)]
    return worth + max(ways)


def _all(rows: Iterable[SeenRow], hand: Counter[Tile]) -> float:
    """How well all rows of as many tiles may be this hand."""
    size = hand.total()
    return sum(row.fit(hand) for row in rows if len(row) == size)


def _waits(hand: Counter[Tile]) -> bool:
    """Whether a tile completes it."""
    return bool(shape_waits_of(sum(tile.unit for tile in hand.elements())))


def _last(rows: Sequence[SeenRow], hand: Counter[Tile]) -> float:
    """How well rows may be a hand with which nothing more was done; a tile may have come to it."""
    odd = sum(len(row) - hand.total() not in {0, 1} for row in rows)
    return _all(rows, hand) - ODD * odd


def _few(found: Sequence[Hand], then: Sequence[SeenRow]) -> list[Hand]:
    """The best of them, one of each hand, those considered that fit what is seen next."""
    best: dict[tuple[object, ...], tuple[float, Hand]] = {}
    for hand in found:
        size = hand.tiles.total()
        first = next((row for row in then if len(row) == size), None)
        worth = hand.worth + (0.0 if first is None else first.fit(hand.shown))
        key = (frozenset(hand.tiles.items()), frozenset(hand.deal.items()), hand.guise)
        if key not in best or worth > best[key][0]:
            best[key] = worth, hand
    ranked = sorted(best.values(), key=lambda one: -one[0])
    return [hand for worth, hand in ranked[:MOST] if worth > ranked[0][0] - BEHIND]


def _let_go(
    held: Counter[Tile], before: Sequence[SeenRow], after: Sequence[SeenRow], *, drew: bool
) -> Tile | None:
    """What left the hand between these rows; None where that is not sure."""
    if not (before and after):
        return None
    whole = held
    if drew:
        guesses = sorted({tile for row in before for tile in row.guesses}, key=_place)
        whole = max((held + Counter([tile]) for tile in guesses), key=lambda one: _all(before, one))
    if _all(before, whole) < CLEAR * len(before):
        return None
    ranked = sorted(
        ((_all(after, left), tile) for tile in whole if (left := without(whole, (tile,)))),
        key=lambda one: -one[0],
    )
    (best, thrown), *others = ranked
    ahead = best - others[0][0] if others else SURE
    if best < CLEAR * len(after) or ahead < SURE or ahead < EACH * len(after):
        return None
    return thrown


def _place(tile: Tile) -> int:
    return tile.place
