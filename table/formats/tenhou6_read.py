"""tenhou.net/6 JSON to events: the rounds one by one, up to the first that cannot be."""

import json
import urllib.parse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import ScoringError
from scoring.seats import Seat, Wind
from table.core.events import (
    SEATS,
    EndGame,
    EndKyoku,
    Points,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
)
from table.errors import TableError
from table.formats.draws import name_draw
from table.formats.record import TENHOU6, Fault, Note, Record, is_json
from table.formats.tenhou6_broken import salvage
from table.formats.tenhou6_order import put_in_order
from table.formats.tenhou6_play import KanDora, lay_out
from table.formats.tenhou6_result import read_result
from table.formats.tenhou6_turns import SeatReader, read_hand
from table.formats.tiles import from_tenhou6
from table.formats.words import UNKNOWN

ITEMS = 17
"""Items of a round."""
MOST_ROUNDS = 100
MOST_POINTS = 10**7
"""No score is further from 0, above or below."""
HANDS = (4, 7, 10, 13)
_FIRST = (Wind.EAST, 1, 0)
"""Round wind, dealer and counters of the hand that a game begins with."""
TRAP = (
    "a claim belongs to the later of two like discards; readers that take the first one that fits"
    " go wrong here"
)
_EXTRAS = ("ref", "ver", "sc", "dan", "rate", "lobby", "sx", "ratingc")
"""What goes into the sidecar as it is."""
_VIEWER = "#json="


class RoundError(ValueError):
    """A round that cannot be; the message has no place yet."""


@dataclass(frozen=True, slots=True)
class _Round:
    events: tuple[TableEvent, ...]
    ambiguous: bool
    scores: Points | None
    """After the round; None where sticks lie on the table, which may go to somebody at the end."""
    notes: tuple[str, ...] = ()


def read_tenhou6(text: str, *, kan_dora: KanDora = "before_discard") -> Record:
    """Read a tenhou.net/6 document, or the address of its viewer with one inside.

    `kan_dora` says when open kans turn their indicator: the format does not.
    """
    text = _within_address(text)
    broken: Fault | None = None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as failure:
        broken, document = Fault("", _json_reason(failure)), salvage(text)
    try:
        head = _head(document)
        rounds = _list(document.get("log"), "log", 0 if broken else 1, MOST_ROUNDS)
    except ValueError as failure:
        return Record(TENHOU6, fault=broken or Fault("", str(failure)))
    reader = _Reader(kan_dora)
    reader.add("head", (head,))
    for number, entry in enumerate(rounds):
        following = rounds[number + 1] if number + 1 < len(rounds) else None
        if not reader.round(number, entry, following):
            break
    else:
        reader.end(broken, document)
    return reader.record(document, str(document["rule"].get("disp", "")))


class _Reader:
    """Collects rounds until one is at fault."""

    def __init__(self, kan_dora: KanDora) -> None:
        self._kan_dora = kan_dora
        self._events: list[TableEvent] = []
        self._places: list[str] = []
        self._ambiguous: list[str] = []
        self._notes: list[Note] = []
        self._fault: Fault | None = None
        self._rounds = 0
        self.scores: Points | None = None

    def add(self, place: str, events: Sequence[TableEvent]) -> None:
        self._events += events
        self._places += [place] * len(events)

    def round(self, number: int, entry: object, following: object) -> bool:
        place = f"round {number + 1}"
        try:
            items = _list(entry, "round", ITEMS, ITEMS)
            place = f"round {number + 1} ({_round_name(items[0])})"
            done = _read_round(items, following, self._kan_dora)
        except (ValueError, TableError) as failure:
            self._fault = Fault(place, str(failure))
            return False
        self.add(place, done.events)
        self._rounds += 1
        self.scores = done.scores
        if done.ambiguous:
            self._ambiguous.append(place)
        self._notes += [Note(place, text) for text in done.notes]
        return True

    def end(self, broken: Fault | None, document: dict[str, Any]) -> None:
        """After the last round: the game is over, or the document broken or an excerpt."""
        first = self._events[1] if len(self._events) > 1 else None
        begun = isinstance(first, StartKyoku) and (first.bakaze, first.kyoku, first.honba) == _FIRST
        if broken is None and not begun and "sc" not in document:
            self._notes.append(Note("", "an excerpt: it does not say where its game ends"))
        elif broken is None:
            try:
                self.add("end", (EndGame(_final(document, self.scores)),))
            except RoundError as failure:
                self._fault = Fault("end", str(failure))
        else:
            self._fault = Fault(f"after round {self._rounds}", broken.reason)

    def record(self, document: dict[str, Any], rule_text: str) -> Record:
        title = document.get("title")
        extras = [name for name in _EXTRAS if name in document]
        bad = [name for name in extras if not is_json(document[name])]
        self._notes += [
            Note("head", f"{name}: left out, expected a value that JSON has") for name in bad
        ]
        return Record(
            TENHOU6,
            tuple(self._events),
            tuple(self._places),
            self._fault,
            tuple(self._notes),
            tuple(self._ambiguous),
            tuple(str(line) for line in title) if isinstance(title, list) else (),
            rule_text,
            {name: document[name] for name in extras if name not in bad},
        )


def _within_address(text: str) -> str:
    """The document, taken out of a viewer's address where it is one."""
    if _VIEWER in text[:100] and not text.lstrip().startswith("{"):
        return urllib.parse.unquote(text.partition(_VIEWER)[2].partition("&")[0])
    return text


def _head(document: object) -> StartGame:
    if not isinstance(document, dict):
        raise RoundError(f"a {type(document).__name__}, expected a tenhou.net/6 object")
    names = _list(document.get("name"), "name", 4, 4)
    rule = document.get("rule")
    if not isinstance(rule, dict):
        raise RoundError(f"rule {_short(rule)}, expected an object")
    disp = rule.get("disp", "")
    if not isinstance(disp, str) or "三" in disp or "3-Player" in disp:
        raise RoundError(f"rule.disp {_short(disp)}: a game of three, expected one of four players")
    if not all(isinstance(name, str) for name in names):
        raise RoundError(f"name {_short(names)}, expected four names")
    first, second, third, fourth = names
    east_only = "東" in disp or "East" in disp
    aka = any(rule.get(key) for key in ("aka", "aka51", "aka52", "aka53"))
    return StartGame(
        (first, second, third, fourth), "", kyoku_first=4 if east_only else 0, aka_flag=aka
    )


def _read_round(items: list[Any], following: object, kan_dora: KanDora) -> _Round:
    kyoku, honba, kyotaku = (
        _number(value, what, 0, high)
        for value, what, high in zip(
            _list(items[0], "round", 3, 3),
            ("kyoku", "honba", "kyotaku"),
            (15, 999, 999),
            strict=True,
        )
    )
    oya = Seat(kyoku % 4)
    scores = _points(items[1], "scores")
    indicators = _tiles(items[2], "dora indicators", 1, 5)
    hands = tuple(_hand(items[place], seat) for place, seat in zip(HANDS, SEATS, strict=True))
    result = read_result(items[16], _tiles(items[3], "ura indicators", 0, 5))
    turns = []
    for seat, place in zip(SEATS, HANDS, strict=True):
        try:
            takes = _list(items[place + 1], "takes", 0, 200)
            discards = _list(items[place + 2], "discards", 0, 200)
            turns.append(SeatReader(seat, hands[seat], takes, discards).turns)
        except (ValueError, ScoringError) as failure:
            raise RoundError(f"seat {seat}: {failure}") from None
    order = put_in_order(turns, oya, result.ending)
    start = StartKyoku(
        Wind(kyoku // 4), kyoku % 4 + 1, honba, kyotaku, oya, scores, indicators[0], hands
    )
    sticks = kyotaku, _sticks_after(following)
    play = lay_out(order.turns, indicators[1:], result, kan_dora, sticks)
    ended = result.events(play.accepted, play.last_tile)
    if isinstance(ended[0], Ryukyoku) and not ended[0].reason and items[16][0] != UNKNOWN:
        ended = [name_draw(ended[0], play.events)]
    after = list(scores)
    for seat in play.accepted:
        after[seat] -= 1000
    for event in ended:
        after = [had + change for had, change in zip(after, event.deltas, strict=True)]
    left = sum(scores) + 1000 * kyotaku - sum(after)
    final = None if left else _four(after)
    unread = (win.note for win in result.wins if win.note)
    notes = (*play.notes, *unread, *([TRAP] if order.trap else ()))
    return _Round((start, *play.events, *ended, EndKyoku()), not order.unique, final, notes)


def _sticks_after(following: object) -> int | None:
    """The sticks on the table when the next round began, where it says so."""
    try:
        return int(following[0][2])  # type: ignore[index]
    except (TypeError, ValueError, IndexError, KeyError, OverflowError):
        return None


def _final(document: dict[str, Any], scores: Points | None) -> Points | None:
    """The final points as the record prints them, else what the rounds add up to.

    Raises RoundError where a number of them is too large for any game, or none.
    """
    printed = document.get("sc")
    if isinstance(printed, list) and len(printed) == 8:
        for value in printed:
            if isinstance(value, int | float) and not abs(value) <= MOST_POINTS:  # nor is nan
                raise RoundError(
                    f"sc {_short(value)}, expected points from {-MOST_POINTS} to {MOST_POINTS}"
                )
        points = [value for value in printed[::2] if type(value) is int]
        if len(points) == 4:
            return _four(points)
    return scores


def _round_name(item: object) -> str:
    """As in "E2.1": the second hand of the east round, with one counter."""
    kyoku, honba, _ = _list(item, "round", 3, 3)
    kyoku = _number(kyoku, "kyoku", 0, 15)
    return f"{'ESWN'[kyoku // 4]}{kyoku % 4 + 1}.{honba}"


def _hand(item: object, seat: Seat) -> tuple[Any, ...]:
    try:
        return read_hand(_list(item, "haipai", 13, 13))
    except ValueError as failure:
        raise RoundError(f"seat {seat}: {failure}") from None


def _tiles(item: object, what: str, low: int, high: int) -> tuple[Any, ...]:
    try:
        return tuple(from_tenhou6(code) for code in _list(item, what, low, high))
    except ValueError as failure:
        raise RoundError(f"{what}: {failure}") from None


def _points(item: object, what: str) -> Points:
    values = _list(item, what, 4, 4)
    return _four([_number(value, what, -MOST_POINTS, MOST_POINTS) for value in values])


def _four(values: Sequence[int]) -> Points:
    first, second, third, fourth = values
    return first, second, third, fourth


def _number(value: object, what: str, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise RoundError(f"{what} {_short(value)}, expected {low}-{high}")
    return value


def _list(value: object, what: str, low: int, high: int) -> list[Any]:
    if not isinstance(value, list):
        raise RoundError(f"{what} {_short(value)}, expected a list")
    if not low <= len(value) <= high:
        expected = str(low) if low == high else f"{low}-{high}"
        raise RoundError(f"{what}: {len(value)} items, expected {expected}")
    return value


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _json_reason(failure: Exception) -> str:
    if isinstance(failure, json.JSONDecodeError):
        return f"line {failure.lineno} column {failure.colno}: {failure.msg}, expected JSON"
    if isinstance(failure, RecursionError):
        return "lists nested too deep, expected a tenhou.net/6 object"
    return str(failure)
