"""What makes a report doubtful: old messages, two tables of one name, clocks, versions, forks."""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from table.errors import MessageError
from table.hall.kept import Kept
from table.hall.lasting import lasting
from table.hall.notices import Trouble
from table.hall.wire import PROTOCOL, Reply, Report, protocol_of

MOST_SKEW_MS = 5000
_RECENT_S = 60.0


class Doubts:
    """Looks at reports; remembers which instances of a table have spoken."""

    PASSING: ClassVar = frozenset({"clock", "version", "restored", "fold"})
    """What is over when a report shows it no more."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._spoke: dict[str, dict[str, datetime]] = {}

    def unreadable(
        self, table: str, message: bytes, fault: MessageError
    ) -> tuple[Trouble, Reply | None]:
        """A message that is no report of ours; the reply, where one can be addressed."""
        spoken = protocol_of(message)
        if spoken is None or spoken == PROTOCOL:
            words = f"table {table} sent what is no report: {fault}"
            way = "nothing was taken; see which program uses this table's certificate"
            return Trouble(table, "message", "", words, way), None
        newer = "hall" if spoken > PROTOCOL else "table"
        words = f"table {table} speaks protocol {spoken}, this hall {PROTOCOL}"
        way = f"update Jantaku at the {newer}; the table keeps its entries until then"
        trouble = Trouble(table, "protocol", "", words, way)
        return trouble, _addressed(message, f"{words}; {way}")

    def out_of_turn(
        self, table: str, report: Report, post: Mapping[str, Any] | None
    ) -> tuple[str, Trouble] | None:
        """Why a report may be a replayed one, or of a copy; None where it comes in its turn."""
        if post is None or report.epoch > post["epoch"]:
            return None
        same = report.epoch == post["epoch"]
        if same and report.instance == post["instance"] and report.number > post["number"]:
            return None
        if same and report.instance != post["instance"]:
            words = f"table {table} started again from an older copy of its data folder"
            way = (
                "nothing to do if it was restored; if two machines use one join file, invite the"
                " second with a name of its own: jantaku hall invite NAME"
            )
            return "copy", Trouble(table, "copy", report.instance, words, way)
        words = (
            f"table {table}: an old message came again (start {report.epoch}, number"
            f" {report.number}; newest {post['epoch']}, {post['number']}); nothing of it entered"
        )
        way = (
            "somebody sends recorded messages with this table's certificate, or its data folder"
            f" was restored from a copy; in doubt: jantaku hall revoke {table}, then invite it anew"
        )
        return "replayed", Trouble(table, "replayed", "", words, way)

    def look(
        self,
        table: str,
        report: Report,
        at: datetime,
        kept: Kept,
        post: Mapping[str, Any] | None,
    ) -> Iterator[Trouble]:
        """What is odd about a report that is taken."""
        yield from self._two_tables(table, report, at, post)
        skew = skew_ms(report, at)
        if abs(skew) > MOST_SKEW_MS:
            late = lasting(abs(skew) // 1000)
            words = f"the clock of table {table} is {late} {'ahead' if skew > 0 else 'behind'}"
            way = (
                "set it (timedatectl set-ntp true); order and standings do not rest on it, the"
                " times in its journal do"
            )
            yield Trouble(table, "clock", "", words, way)
        if older(report.version, self._version):
            words = f"table {table} runs Jantaku {report.version}, the hall {self._version}"
            yield Trouble(table, "version", "", words, "it is understood; update it between rounds")
        if report.last < kept.chain.seq:
            words = (
                f"table {table}: its journal {report.journal[:12]} ends at entry {report.last}, the"
                f" hall has {kept.chain.seq}; it was restored from an older copy"
            )
            way = (
                f"before play goes on: jantaku hall export {table} --out {table}.db, and at the"
                f" table: jantaku hall rejoin --take {table}.db; or without --take a new journal"
            )
            yield Trouble(table, "restored", report.journal, words, way)
        if kept.follower.fault:
            words = f"table {table}: its entries do not make a game, {kept.follower.fault}"
            way = "they are kept; correct the record at the table, or enter the result by hand"
            yield Trouble(table, "fold", report.journal, words, way)

    def broken(self, kept: Kept) -> Trouble:
        """A chain that does not hold, or has forked."""
        where = f"journal {kept.journal[:12]} of table {kept.table}"
        if kept.fault.startswith("fork"):
            words = f"{where} forked at entry {kept.fault_seq}: two histories follow one beginning"
            way = (
                f"both are kept; choose: jantaku hall fork {kept.table} --keep table, or --keep"
                " hall and then at the table: jantaku hall rejoin"
            )
            return Trouble(kept.table, "fork", kept.journal, words, way)
        if kept.fault.startswith("closed"):
            words = f"{where} is {kept.fault}; this table goes on with the other branch"
            way = (
                "at the table: stop it, jantaku hall rejoin, and start it again; to go on with the"
                f" hall's journal: jantaku hall export {kept.table} --out {kept.table}.db, and"
                f" jantaku hall rejoin --take {kept.table}.db"
            )
            return Trouble(kept.table, "closed", kept.journal, words, way)
        words = f"{where}: the first bad entry is {kept.fault_seq}, {kept.fault}"
        way = (
            "entries before it are good; look with `jantaku journal verify` at the table, stop it,"
            " jantaku hall rejoin, and start it again"
        )
        return Trouble(kept.table, "chain", kept.journal, words, way)

    def _two_tables(
        self, table: str, report: Report, at: datetime, post: Mapping[str, Any] | None
    ) -> Iterator[Trouble]:
        """Two machines that speak by turns: one that was heard before comes back after another."""
        spoke = self._spoke.setdefault(table, {})
        other = post["instance"] if post else report.instance
        theirs = post["journal"] if post else report.journal
        heard = spoke.get(report.instance)
        spoke[report.instance] = at
        between = spoke.get(other)
        if other == report.instance or heard is None or between is None or between <= heard:
            return
        if (at - between).total_seconds() < _RECENT_S:
            words = (
                f"two tables call themselves {table}: journals {report.journal[:12]} and"
                f" {theirs[:12]}"
            )
            way = (
                "both are kept apart and nothing is lost; give one a name of its own: jantaku hall"
                " invite NAME, and join it with that file"
            )
            yield Trouble(table, "two_tables", "", words, way)


def skew_ms(report: Report, at: datetime) -> int:
    """By how much the table's clock is ahead; 0 for one that cannot be read."""
    try:
        told = datetime.fromisoformat(report.clock)
    except ValueError:
        return 0
    told = told if told.tzinfo else told.replace(tzinfo=UTC)
    return int((told - at).total_seconds() * 1000)


def older(version: str, than: str) -> bool:
    """Whether a version is older; words in it do not count."""
    return _numbers(version) < _numbers(than)


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _addressed(message: bytes, words: str) -> Reply | None:
    """A reply to a message of another protocol, where it says who it is in our way."""
    fields = json.loads(message)
    names = {"journal": str, "instance": str, "number": int}
    if any(type(fields.get(name)) is not kind for name, kind in names.items()):
        return None
    known = {name: fields[name] for name in names}
    return Reply(**known, upto=0, refused=words, kind="protocol")
