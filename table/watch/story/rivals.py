"""Two stories that lead to the same table: where they differ, the record is not sure of itself."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise, zip_longest

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.codec import event_mapping
from table.core.events import Dahai, Reach, StartKyoku, TableEvent, Tsumo
from table.watch.decisions import Entry
from table.watch.seen.indicators import Indicators, late_face
from table.watch.seen.laid_sticks import LaidSticks
from table.watch.seen.pieces import Piece
from table.watch.seen.sheet import Sheet
from table.watch.seen.stacked import is_next
from table.watch.story.facing import VIEWS, facing
from table.watch.story.hypotheses import Hypothesis, Remains
from table.watch.story.ordering import in_order

HARDLY_DEARER = 0.8
"""A story that costs no more than so much more, in nats, may have been the true one."""


OFTEN = 3
"""So many discards of a hand that were seen only after what followed them: one may be missing."""
LATE_NS = 2_000_000_000
ALONE_NS = 4_000_000_000
"""A discard that lies there so long before the one whose turn it was may be out of turn."""
CONTESTED = 0.5
"""How sure an indicator is, if more faces lie in the walls than kans explain."""


BEGUN = 8
"""After so many discards the indicator has been turned."""
STRETCH = "step"
"""The kind of a doubt about all that was told for a while."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A stretch of the record that may have gone otherwise."""

    at: int
    """The place of its first event, counted from the deal."""
    text: str
    ways: tuple[str, str]
    """As it is told, and otherwise."""
    told: tuple[TableEvent, ...] = ()
    other: tuple[TableEvent, ...] = ()
    """The events of both ways, where they are known."""
    kind: str = "order"
    until: int | None = None
    """The place of its last event, where all of a stretch is doubtful whatever came of it."""
    also: tuple[int, ...] = ()
    """Other places that may be what is wrong, counted from the deal."""


def all_doubts(
    best: Hypothesis, sheet: Sheet, story: Sequence[Entry], sticks: LaidSticks, since_ns: int
) -> list[Doubt]:
    """Where a hand's story may have gone otherwise, and what it leaves out since `since_ns`."""
    return [
        *doubts(best), *out_of_turn(story, sheet), *too_many(sheet.too_many, story),
        *unexplained(story, sheet.faces),
        *without_stick(story, sticks.missing), *without_turned(story, sticks.unsure),
        *lying_upright(story, sticks.righted), *without_indicator(story),
        *left_out(story, best.remains(sheet), since_ns),
        *(Doubt(at, text, VIEWS, kind="view") for at, text in facing(story)),
    ]  # fmt: skip


def met(better: Hypothesis, worse: Hypothesis) -> None:
    """Two hypotheses have come to the same; the better one remembers the other."""
    if worse is better or worse.cost - better.cost > HARDLY_DEARER:
        return
    cheaper = better.rival is None or worse.cost < better.rival.cost
    if cheaper and _differ(better, worse):
        better.rival = worse


def _differ(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether they tell another story, as far as steps tell that."""
    for mine, theirs in zip_longest(one.line(), other.line()):
        if mine is theirs:
            return False
        if mine is None or theirs is None:
            return True
        ours, others = mine.entries, theirs.entries
        if len(ours) != len(others):
            return True
        if any(a.event != b.event for a, b in zip(ours, others, strict=True)):
            return True
    return False


def doubts(best: Hypothesis) -> list[Doubt]:
    """Where the stories differ that nearly were told, and where a discard may be missing."""
    found = _late(best)
    for one in best.line():
        if one.rival is not None:
            rival = _between(in_order(one.all_entries()), in_order(one.rival.all_entries()))
            if rival is not None:
                found.append(rival)
    return found


def _between(told: Sequence[Entry], other: Sequence[Entry]) -> Doubt | None:
    ours, theirs = [one.event for one in told], [one.event for one in other]
    first = next(
        (at for at, (one, two) in enumerate(zip(ours, theirs, strict=False)) if one != two), None
    )
    if first is None:
        return None
    last = 0
    while last < min(len(ours), len(theirs)) - first and ours[-1 - last] == theirs[-1 - last]:
        last += 1
    stretch = tuple(ours[first : len(ours) - last])
    rest = tuple(theirs[first : len(theirs) - last])
    if _acts(stretch) == _acts(rest):
        return None
    ways = _words(stretch), _words(rest)
    text = f"it may have been otherwise: {ways[0]}; or {ways[1]}"
    return Doubt(first, text, ways, stretch, rest, also=(*range(first, first + len(stretch)),))


def contested(entries: list[Entry], others: Sequence[Tile]) -> list[Entry]:
    """A hand whose first indicator may be one of these other faces in the walls."""
    if not others:
        return entries
    deal, *rest = entries
    named = (*deal.evidence.alternatives, *((str(name), CONTESTED) for name in others))
    evidence = replace(deal.evidence, alternatives=named)
    return [replace(deal, confidence=CONTESTED, evidence=evidence), *rest]


def too_many(surplus: Sequence[tuple[Tile, int]], entries: Sequence[Entry]) -> list[Doubt]:
    """Five of a kind that are plainly seen: the set has a wrong tile, or one was misread."""
    ways = ("one of them was misread", "the set has a wrong number of tiles")
    found = []
    for tile, count in surplus:
        text = f"{count} of {tile} lie on the table, more than the set has"
        places = tuple(at for at, entry in enumerate(entries) if tile in _tiles_of(entry.event))
        found.append(Doubt(0, text, ways, kind="set", also=places))
    return found


def _tiles_of(event: TableEvent) -> tuple[Tile | None, ...]:
    """The tiles that an event lays open."""
    shown = (getattr(event, "pai", None), getattr(event, "dora_marker", None))
    return *shown, *getattr(event, "consumed", ())


def unexplained(entries: Sequence[Entry], faces: Indicators) -> list[Doubt]:
    """A face that came up in the walls, and no kan that it was turned for."""
    found = []
    last_ns = max(
        (one.evidence.captured_ns for one in entries if isinstance(one.event, Dahai)), default=0
    )
    waited = any(isinstance(one.event, Reach) for one in entries)
    beside = [
        one for one in faces.early
        if is_next(one, faces.shown) and (one.first_ns < last_ns or not waited)
    ]  # fmt: skip
    for piece in {one.id: one for one in (*faces.rivals, *beside)}.values():
        if not late_face(piece, faces):
            continue
        later = (
            at for at, entry in enumerate(entries) if entry.evidence.captured_ns > piece.first_ns
        )
        text = f"an indicator {piece.name} was turned, and no kan is on record"
        ways = ("it is none", "a kan was not seen")
        found.append(Doubt(next(later, len(entries) - 1), text, ways, kind="dora"))
    return found


def without_indicator(entries: Sequence[Entry]) -> list[Doubt]:
    """A hand that has long begun, and of which nobody saw the first indicator."""
    deals = [one.event for one in entries[:1] if isinstance(one.event, StartKyoku)]
    begun = sum(isinstance(one.event, Dahai) for one in entries) >= BEGUN
    if not begun or not deals or deals[0].dora_marker is not None:
        return []
    ways = ("none was seen", "one lies there")
    return [Doubt(0, "no indicator is seen in the walls", ways, kind="dora")]


def without_stick(entries: Sequence[Entry], seats: AbstractSet[Seat]) -> list[Doubt]:
    """A riichi that a turned tile declared, though no stick was laid for it."""
    return [
        Doubt(
            at, f"no stick lies before seat {entry.event.actor}, whose tile lies turned",
            ("riichi", "no riichi"), kind="reach",
        )
        for at, entry in enumerate(entries)
        if isinstance(entry.event, Reach) and entry.event.actor in seats
    ]  # fmt: skip


def lying_upright(entries: Sequence[Entry], discards: Mapping[Seat, Piece]) -> list[Doubt]:
    """A riichi whose tile lies upright by now, and for which no stick is seen."""
    return [
        Doubt(
            at, f"the tile of seat {entry.event.actor}'s riichi lies upright now",
            ("riichi", "no riichi"), kind="reach", also=(at + 1, at + 2),
        )
        for at, entry in enumerate(entries)
        if isinstance(entry.event, Reach)
        and entry.event.actor in discards
        and discards[entry.event.actor].track in entry.evidence.tracks
    ]  # fmt: skip


def without_turned(entries: Sequence[Entry], discards: Mapping[Seat, Piece]) -> list[Doubt]:
    """A stick that lay there for a while, and a discard that lies upright plainly."""
    found = []
    for seat, piece in discards.items():
        places = (
            at for at, entry in enumerate(entries)
            if isinstance(entry.event, Dahai) and piece.track in entry.evidence.tracks
        )  # fmt: skip
        at = next(places, None)
        if at is None:
            continue
        told = any(isinstance(one.event, Reach) and one.event.actor == seat for one in entries)
        ways = ("riichi", "no riichi")
        text = f"a stick lay before seat {seat}, none of whose tiles lies turned"
        found.append(Doubt(at, text, ways if told else ways[::-1], kind="reach"))
    return found


def left_out(entries: Sequence[Entry], remains: Sequence[Remains], since_ns: int) -> list[Doubt]:
    """What has lain there since before `since_ns` and is not in the story at all."""
    found: dict[int, Doubt] = {}
    told = {track for entry in entries for track in entry.evidence.tracks}
    for one in remains:
        if one.first_ns > since_ns or not entries or not told.isdisjoint(one.tracks):
            continue
        later = (
            at for at, entry in enumerate(entries) if entry.evidence.captured_ns > one.first_ns
        )
        at = next(later, len(entries) - 1)
        text = f"nothing explains what lies there: {one.text}"
        doubt = Doubt(at, text, ("it is nothing", "something was not seen"), kind="left")
        found.setdefault(at, doubt)
    return [*found.values()]


def _late(best: Hypothesis) -> list[Doubt]:
    """Many discards that were seen only after what followed them."""
    line = [*best.line()][::-1]
    places = [
        sum(len(step.entries) for step in line[: number + 1]) - 1
        for number, (one, later) in enumerate(pairwise(line))
        if later.at_ns < one.at_ns - LATE_NS
    ]
    if len(places) < OFTEN:
        return []
    text = f"{len(places)} discards were seen only after what followed them: one may be missing"
    return [Doubt(places[0], text, ("as written", "not so"), also=(*places,))]


def out_of_turn(entries: Sequence[Entry], sheet: Sheet) -> list[Doubt]:
    """A single discard that lay there when the one told before it plainly did not yet."""
    known = {track: one for pond in sheet.ponds for one in pond.pieces for track in one.tracks}
    laid = [
        (at, entry.event, known.get(entry.evidence.tracks[0]) if entry.evidence.tracks else None)
        for at, entry in enumerate(entries) if isinstance(entry.event, Dahai)
    ]  # fmt: skip
    found = []
    for number, ((at, due, piece), (later_at, early, other)) in enumerate(pairwise(laid)):
        if piece is None or other is None or piece.absent_ns - other.first_ns < ALONE_NS:
            continue
        after = laid[number + 2][2] if number + 2 < len(laid) else None
        if after is not None and after.first_ns < piece.first_ns:
            continue  # play went on: the one told before it was found late
        text = f"the discard of seat {early.actor} lay there before that of seat {due.actor}"
        places = range(at, later_at)
        found.append(Doubt(later_at, text, ("in turn", "out of turn"), also=(*places,)))
    return found


def _acts(events: Sequence[TableEvent]) -> list[TableEvent]:
    return [event for event in events if not isinstance(event, Tsumo)]


def _words(events: Sequence[TableEvent]) -> str:
    return ", ".join(_word(event) for event in _acts(events)) or "nothing"


def _word(event: TableEvent) -> str:
    told = event_mapping(event)
    parts = (told["type"], told.get("actor"), told.get("pai") or told.get("dora_marker"))
    return " ".join(str(part) for part in parts if part is not None)
