"""Events to tenhou.net/6 JSON, and whether the order of a round can be read back."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from scoring.seats import Seat
from scoring.tiles import Tile
from table.core.events import (
    SEATS,
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Hora,
    Kakan,
    Pon,
    Reach,
    Ryukyoku,
    StartGame,
    StartKyoku,
    TableEvent,
    Tsumo,
)
from table.errors import ExportRefusedError
from table.formats.places import hand_name, hand_places
from table.formats.tenhou6_calls import write_ankan, write_claim, write_kakan
from table.formats.tenhou6_result import WIN
from table.formats.tenhou6_worth import Winner, win_texts
from table.formats.tiles import HIDDEN, TSUMOGIRI, to_tenhou6
from table.formats.words import DRAW_WORDS, UNKNOWN

_ALL_OR_NOBODY = {4: "全員聴牌", 0: "全員不聴"}
_KANS = {"four_kans": "四開槓", "triple_ron": "三家和了"}


def write_tenhou6(
    events: Sequence[TableEvent],
    *,
    title: Sequence[str] = ("", ""),
    counter_value: int = 300,
    standing: Sequence[tuple[int, int]] | None = None,
    open_tanyao: bool = True,
) -> str:
    """A tenhou.net/6 document. Raises ExportRefusedError for what it cannot say.

    `counter_value` is what one counter adds to a win; `standing` has each seat's points at the end
    and tenths of its overall score; `open_tanyao` says whether it is allowed.
    """
    head = StartGame(("", "", "", ""), "")
    rounds: list[_Round] = []
    for event, place in zip(events, hand_places(events), strict=True):
        match event:
            case StartGame():
                head = event
            case StartKyoku():
                rounds.append(_Round(event, counter_value))
            case _ if rounds:
                rounds[-1].take(event, place)
            case _:
                raise ExportRefusedError(f"{place}: {type(event).__name__} before the first hand")
    document: dict[str, Any] = {
        "title": [*title, "", ""][:2],
        "name": list(head.names),
        "rule": {"disp": _disp(head, open_tanyao), "aka": int(head.aka_flag)},
        "log": [each.items() for each in rounds],
    }
    if standing is not None:
        document["sc"] = [number for points, tenths in standing for number in (points, tenths / 10)]
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _disp(head: StartGame, open_tanyao: bool) -> str:
    """Tenhou's short text of the rules; its readers look for 東 in it."""
    length = "東" if head.kyoku_first else "南"
    return f"般{length}{'喰' if open_tanyao else ''}{'赤' if head.aka_flag else ''}"


class _Round:
    """One round as it fills."""

    def __init__(self, start: StartKyoku, counter_value: int) -> None:
        self._start = start
        self._counter_value = counter_value
        self._dora = [self._code(start.dora_marker, "start", "the dora indicator")]
        self._ura: list[int] = []
        self._hands = [
            [self._code(tile, "start", f"a dealt tile of seat {seat}") for tile in hand]
            for seat, hand in zip(SEATS, start.tehais, strict=True)
        ]
        self._takes: list[list[int | str]] = [[], [], [], []]
        self._discards: list[list[int | str]] = [[], [], [], []]
        self._result: list[Any] = []
        self._indicators = [start.dora_marker]
        self._held = [Counter(hand) for hand in start.tehais]
        self._pons: list[Pon] = []
        self._riichi: Seat | None = None
        self._wins = 0
        self._last: Tile | None = None

    def items(self) -> list[Any]:
        """The seventeen items. Raises ExportRefusedError for a round without a result."""
        start = self._start
        if not self._result:
            raise ExportRefusedError(f"{hand_name(start)}: no result, expected a win or a draw")
        kyoku = start.bakaze.value * 4 + start.kyoku - 1
        per_seat = (
            moves
            for three in zip(self._hands, self._takes, self._discards, strict=True)
            for moves in three
        )
        head = [[kyoku, start.honba, start.kyotaku], list(start.scores), self._dora, self._ura]
        return [*head, *per_seat, self._result]

    def take(self, event: TableEvent, place: str) -> None:
        """Put the next event where the format has it."""
        match event:
            case Tsumo(actor=actor, pai=tile):
                self._takes[actor].append(self._code(tile, place, "a drawn tile"))
                self._held[actor][tile] += 1
                self._last = tile
            case Dahai():
                self._discard(event, place)
            case Chi() | Pon() | Daiminkan():
                self._claim(event, place)
            case Ankan(actor=actor):
                self._discards[actor].append(write_ankan(event))
                self._last = event.consumed[0]
            case Kakan():
                self._added(event, place)
            case Dora(dora_marker=tile):
                self._dora.append(self._code(tile, place, "the dora indicator"))
                self._indicators.append(tile)
            case Reach(actor=actor):
                self._riichi = actor
            case Hora():
                self._win(event, place)
            case Ryukyoku():
                self._draw(event)
            case _:
                pass

    def _discard(self, event: Dahai, place: str) -> None:
        code: int | str = self._code(event.pai, place, "a discarded tile")
        if event.tsumogiri is None:
            raise ExportRefusedError(
                f"{place}: whether the tile just drawn was discarded is unknown, expected to know"
            )
        if event.tsumogiri:
            code = TSUMOGIRI
        if self._riichi == event.actor:
            code = f"r{code}"
            self._riichi = None
        self._discards[event.actor].append(code)
        self._held[event.actor][event.pai] -= 1
        self._last = event.pai

    def _claim(self, event: Chi | Pon | Daiminkan, place: str) -> None:
        if event.actor == event.target:
            raise ExportRefusedError(f"{place}: seat {event.actor} calls from itself")
        self._takes[event.actor].append(write_claim(event))
        self._held[event.actor][event.pai] += 1
        if isinstance(event, Pon):
            self._pons.append(event)
        elif isinstance(event, Daiminkan):
            self._discards[event.actor].append(HIDDEN)

    def _added(self, event: Kakan, place: str) -> None:
        for pon in self._pons:
            if pon.actor == event.actor and Counter((pon.pai, *pon.consumed)) == Counter(
                event.consumed
            ):
                self._discards[event.actor].append(write_kakan(event, pon))
                self._last = event.pai
                return
        raise ExportRefusedError(f"{place}: added kan of {event.pai} without its pon")

    def _win(self, event: Hora, place: str) -> None:
        if self._result and self._result[0] != WIN:
            raise ExportRefusedError(f"{place}: a win after a draw")
        if event.ura_markers:
            self._ura = [to_tenhou6(tile) for tile in event.ura_markers]
        held = self._held[event.actor].copy()
        if not event.tsumo and self._last is not None:
            held[self._last] += 1
        winner = Winner(
            event, self._start, tuple(self._indicators), held, first=not self._wins,
            counter_value=self._counter_value,
        )  # fmt: skip
        self._wins += 1
        pao = event.actor if event.pao is None else event.pao
        seats = [int(event.actor), int(event.target), int(pao)]
        self._result = [
            *(self._result or [WIN]), list(event.deltas), [*seats, *win_texts(winner)]
        ]  # fmt: skip

    def _draw(self, event: Ryukyoku) -> None:
        word = _KANS.get(event.reason) or DRAW_WORDS.get(event.reason, UNKNOWN)
        if event.reason == "exhaustive_draw" and not any(event.deltas):
            tenpai = 1 if event.tenpais is None else sum(event.tenpais)
            word = _ALL_OR_NOBODY.get(tenpai, "流局")
        self._result = [word, list(event.deltas)] if any(event.deltas) else [word]
        if word in {"流局", "流し満貫"} and not any(event.deltas):
            self._result = [word, [0, 0, 0, 0]]

    def _code(self, tile: Tile | None, place: str, what: str) -> int:
        if tile is None:
            where = hand_name(self._start) if place == "start" else place
            raise ExportRefusedError(f"{where}: {what} is unknown, expected a record without holes")
        return to_tenhou6(tile)
