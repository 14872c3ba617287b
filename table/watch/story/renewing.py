"""How sure the events of a story are by now: tiles are looked at again after they were taken in."""

from collections.abc import Sequence
from dataclasses import replace

from table.core.events import Chi, Dahai, Daiminkan, Dora, Pon, StartKyoku
from table.watch.decisions import Entry
from table.watch.faces import named
from table.watch.seen.pieces import Piece
from table.watch.seen.sheet import Sheet

_Key = tuple[int, int]
"""The first track of what an event rests on, and when that was first seen."""


def renewed(entries: Sequence[Entry], sheet: Sheet) -> list[Entry]:
    """The entries as sure as what they rest on is now, where that is still taken for the same.

    A set that was seen plainly stays one, however its tiles lie later.
    """
    discards = {_key(piece): piece for pond in sheet.ponds for piece in pond.pieces}
    turned = {_key(piece): piece for piece in sheet.indicators}
    sets = {
        (group.pieces[group.called or 0].tracks[0], group.first_ns): group.sure
        for group in sheet.groups
    }
    found = []
    for entry in entries:
        event, seen = entry.event, entry.evidence
        key = (seen.tracks[0], seen.captured_ns) if seen.tracks else None
        fresh = entry
        if isinstance(event, Dahai) and key in discards:
            piece = discards[key]
            if piece.name == event.pai is not None:
                fresh = _as_sure(entry, piece, piece.sure_if_due)
        elif isinstance(event, StartKyoku | Dora) and key in turned:
            piece = turned[key]
            if piece.name == event.dora_marker:
                fresh = _as_sure(entry, piece, piece.sure)
        elif isinstance(event, Chi | Pon | Daiminkan) and key in sets:
            fresh = replace(entry, confidence=max(entry.confidence, sets[key]))
        found.append(fresh)
    return found


def _key(piece: Piece) -> _Key:
    return piece.tracks[0], piece.first_ns


def _as_sure(entry: Entry, piece: Piece, sure: float) -> Entry:
    evidence = replace(entry.evidence, alternatives=named(piece.chances))
    return replace(entry, confidence=sure, evidence=evidence)
