"""One record into another format: what it becomes, and what goes into the sidecar beside it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import Hora, StartGame, TableEvent
from table.errors import ExportRefusedError, UnreadableRecordError
from table.formats.compare import first_difference
from table.formats.csv_write import write_csv
from table.formats.hands import Game, game_of
from table.formats.mjai_write import check_holes, replay_lines, seat_lines
from table.formats.names import NameNote, renamed
from table.formats.places import hand_places
from table.formats.record import Record
from table.formats.results import standing_of
from table.formats.said_rules import start_says
from table.formats.sheet import sheet_of
from table.formats.sheet_html import write_html
from table.formats.standard import Standard, standard
from table.formats.tenhou6_play import KanDora
from table.formats.tenhou6_read import TRAP, read_tenhou6
from table.formats.tenhou6_write import write_tenhou6
from table.formats.worth import with_worth

Format = Literal["mjai", "tenhou6", "csv", "html", "pdf"]
SIDECAR_VERSION = 1


@dataclass(frozen=True, slots=True)
class Converted:
    """What is to be written."""

    content: bytes
    sidecar: dict[str, Any] | None
    """What the format cannot say; None where it says all, and beside score sheets."""
    warnings: tuple[str, ...] = ()
    """What whoever converts is to be told; with a score sheet the record's notes."""


def convert(
    record: Record, target: Format, *, ruleset: Ruleset | None = None, seat: Seat | None = None
) -> Converted:
    """Say a record in another format. Raises UnreadableRecordError and ExportRefusedError.

    With `seat`, mjai is what that seat saw. The ruleset tells what a record does not say: the yaku,
    han and fu of wins, overall scores, and the value of a counter where it is not 300.
    """
    _need_whole(record)
    done = _converted(record, target, ruleset, seat)
    return replace(done, warnings=(*renamed(record), *done.warnings))


def _converted(
    record: Record, target: Format, ruleset: Ruleset | None, seat: Seat | None
) -> Converted:
    if ruleset is not None and target != "mjai":
        record = with_worth(record, ruleset)
    if target in {"mjai", "tenhou6"}:
        return _replay(record, target, ruleset, seat)
    game = game_of(record.events)
    if not game.rows:
        raise ExportRefusedError("no finished hand, expected at least one for a score sheet")
    done = _sheet(game, target, ruleset)
    notes = (str(note) for note in record.notes if not isinstance(note, NameNote))
    return replace(done, warnings=(*notes, *done.warnings))


def _sheet(game: Game, target: Format, ruleset: Ruleset | None) -> Converted:
    if target == "csv":
        return Converted(_encoded(write_csv(game, ruleset)), None)
    sheet = sheet_of(game, ruleset)
    if target == "html":
        return Converted(_encoded(write_html(sheet)), None)
    # The library takes half a second to load, and only this format needs it.
    from table.formats.sheet_pdf import MISSING, write_pdf  # noqa: PLC0415

    content, lacking = write_pdf(sheet)
    warnings = (f"the sheet's font lacks {lacking!r}: printed as {MISSING}",) if lacking else ()
    return Converted(content, None, warnings)


def _need_whole(record: Record) -> None:
    if record.fault is not None:
        good = len(record.events)
        raise UnreadableRecordError(
            f"{record.fault}" + (f"; the {good} events before it can be read" if good else "")
        )


def _replay(
    record: Record, target: Format, ruleset: Ruleset | None, seat: Seat | None
) -> Converted:
    if record.ambiguous:
        raise ExportRefusedError(
            f"{record.ambiguous[0]}: tenhou.net/6 leaves the order of its events open, expected a"
            " record with one order"
        )
    if seat is None:
        check_holes(record.events)
    said = standard(record.events)
    if target == "mjai":
        rules = _said(record, ruleset)
        if seat is None:
            lines = replay_lines(said.events, rules)
        else:
            lines = seat_lines(said.events, seat, rules)
        return Converted(_encoded("\n".join(lines) + "\n"), _sidecar(record, said, "mjai"))
    return _tenhou6(record, said, ruleset)


def _said(record: Record, ruleset: Ruleset | None) -> dict[str, Any]:
    """What mjai's `start_game` is to say of the rules: by the ruleset, else as the record does."""
    if ruleset is None:
        return record.said
    return start_says(record.events, ruleset, kuitan=_open_tanyao(record, ruleset))


def _tenhou6(record: Record, said: Standard, ruleset: Ruleset | None) -> Converted:
    game = game_of(record.events)
    title = record.title or ("", "" if ruleset is None else ruleset.name)
    counter_value = 300 if ruleset is None else ruleset.game.counter_value
    standing = _standing(game, ruleset)
    text = write_tenhou6(
        said.events,
        title=title,
        counter_value=counter_value,
        standing=standing,
        open_tanyao=_open_tanyao(record, ruleset),
    )
    warnings = _read_back(text, said.events, ruleset)
    sidecar = _sidecar(record, said, "tenhou6")
    if warnings:
        sidecar = (sidecar or _empty("tenhou6")) | {"warnings": list(warnings)}
    return Converted(_encoded(text + "\n"), sidecar, warnings)


def _open_tanyao(record: Record, ruleset: Ruleset | None) -> bool:
    """Whether it is played: by the record, else the ruleset, else as Tenhou usually plays."""
    if record.has_closed_tanyao:
        return False
    tanyao = None if ruleset is None else ruleset.yaku.get("tanyao")
    return ruleset is None or (tanyao is not None and bool(tanyao.open))


def _read_back(text: str, events: Sequence[TableEvent], ruleset: Ruleset | None) -> tuple[str, ...]:
    """Read what was written; what the format leaves open. Raises ExportRefusedError."""
    orders: list[KanDora] = ["before_discard", "at_once"]
    if ruleset is not None:
        orders = [ruleset.calls.kan_dora]
    back = read_tenhou6(text, kan_dora=orders[0])
    difference = first_difference(events, back.events)
    if difference and len(orders) > 1:
        back = read_tenhou6(text, kan_dora=orders[1])
        difference = first_difference(events, back.events)
    if back.fault is not None:
        raise ExportRefusedError(f"tenhou.net/6 cannot say this game: {back.fault}")
    warnings = [
        f"{place}: tenhou.net/6 leaves the order of this round open; its readers take the earliest"
        " claim, which is how it was"
        for place in back.ambiguous
    ]
    warnings += [str(note) for note in back.notes if note.text == TRAP]
    if difference:
        if first_difference(events, back.events, dora=False):
            raise ExportRefusedError(
                f"tenhou.net/6 cannot say the order of this game, read back it differs at"
                f" {difference}"
            )
        warnings.append(f"{difference}: tenhou.net/6 does not say when an indicator was turned")
    return tuple(warnings)


def _standing(game: Game, ruleset: Ruleset | None) -> list[tuple[int, int]] | None:
    """Each seat's points at the end, and tenths of its overall score."""
    standing = standing_of(game, ruleset) if game.over else None
    if standing is None:
        return None
    return [
        (one.points, round(one.total / 100)) for one in sorted(standing, key=lambda one: one.seat)
    ]


def _sidecar(record: Record, said: Standard, target: str) -> dict[str, Any] | None:
    """What stays behind; None for nothing."""
    content: dict[str, Any] = {
        "aside": list(said.aside),
        "wins": _wins(record.events) if target == "mjai" else [],
        "notes": [asdict(note) for note in record.notes],
        "source": record.sidecar,
        "rules": _rules(record, target),
    }
    kept = {name: value for name, value in content.items() if value}
    return _empty(target) | kept if kept else None


def _empty(target: str) -> dict[str, Any]:
    return {"jantaku_evidence": SIDECAR_VERSION, "beside": target}


def _rules(record: Record, target: str) -> str | dict[str, Any]:
    """The id of the ruleset, or the words that the source has for its rules."""
    head = record.events[0] if record.events else None
    named = head.rules if isinstance(head, StartGame) else ""
    if record.source == target:
        return "" if record.said else named
    return record.said or named or record.rule_text


def _wins(events: Sequence[TableEvent]) -> list[dict[str, Any]]:
    """What mjai's wins do not carry: yaku, han and fu."""
    return [
        {
            "place": place,
            "actor": event.actor,
            "yakus": event.yakus,
            "fan": event.fan,
            "fu": event.fu,
        }
        for event, place in zip(events, hand_places(events), strict=True)
        if isinstance(event, Hora) and event.yakus
    ]


def _encoded(text: str) -> bytes:
    """UTF-8; half a letter of a broken name leaves as its number."""
    return text.encode("utf-8", "backslashreplace")


def sidecar_bytes(sidecar: dict[str, Any]) -> bytes:
    """The sidecar as a JSON document."""
    return _encoded(json.dumps(sidecar, ensure_ascii=False, indent=1) + "\n")
