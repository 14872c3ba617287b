"""Keeps the record of a table that a camera watches: observations in, a journal and files out."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scoring.ruleset import Ruleset
from table.bootstrap.recording_evidence import MOST_BYTES, Shelf
from table.bootstrap.recording_ledger import Ledger
from table.core.events import StartKyoku
from table.files import write_atomically
from table.formats.mjai_write import is_mjai, record_lines
from table.journal.store import Journal
from table.watch.decisions import (
    Asked,
    Decision,
    Entry,
    InStep,
    OutOfStep,
    Proposed,
    Question,
    Settled,
    Written,
)
from table.watch.watcher import Watcher
from vision.capture import Frame
from vision.observation import Observation
from vision.observation_log import ObservationReader, ObservationWriter
from vision.plane_map import Matrix

RECORD: Final = "record.mjai.jsonl"
JOURNAL: Final = "journal.db"
EVIDENCE: Final = "evidence"
SUMMARY: Final = "summary.json"
OBSERVED: Final = "observations.jsonl"


@dataclass(frozen=True, slots=True)
class Places:
    """Where tiles are in a frame: corners [4,2] in pixels by track, and how wide a tile is."""

    quads: dict[int, Matrix] = field(default_factory=dict)
    tile_px: float = 30.0


class Recording:
    """One game in one folder; a run that was cut off goes on where it stopped."""

    def __init__(
        self, folder: Path, ruleset: Ruleset, start: StartKyoku | None, sides: Sequence[int],
        *, evidence_bytes: int = MOST_BYTES,
    ) -> None:  # fmt: skip
        """Open or create it. Raises JournalError, OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._shelf = Shelf(folder / EVIDENCE, evidence_bytes)
        self._watcher = Watcher(ruleset, start, sides)
        self._journal = Journal.open(folder / JOURNAL)
        self._ledger = Ledger(self._journal)
        self._questions: dict[str, Question] = {}
        self.lost: list[str] = []
        """Why the table could not be followed, each time."""
        self._proposed: list[str] = []
        self._frame: Frame | None = None
        self._places = Places()
        self.seen_ns = -1
        """The moment of the last observation, of an earlier run too."""
        self._writer, self._reader = ObservationWriter(), ObservationReader()
        begun = [Entry(event) for event in self._watcher.events]
        self._ledger.write(0, begun, self._illustrated, again=True)
        self._take_up()
        self._log = (folder / OBSERVED).open("a", encoding="utf-8")

    def _take_up(self) -> None:
        """Go through what an earlier run observed."""
        path = self._folder / OBSERVED
        if not path.exists():
            return
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            write_atomically(path, whole)
        for line in whole.decode("utf-8").splitlines():
            seen = self._reader.observation(line)
            self._writer.line(seen)
            self.seen_ns = seen.captured_ns
            self._decided(self._watcher.see(seen), again=True)

    def remember(self, frame: Frame) -> None:
        """Keep a frame in mind as evidence of what is decided soon."""
        self._shelf.remember(frame)

    def see(self, seen: Observation, frame: Frame, places: Places) -> None:
        """Take an observation of a frame; what is decided is on the disk when this returns."""
        self._frame, self._places = frame, places
        line = self._writer.line(seen)
        self._log.write(line + "\n")
        self._log.flush()
        self.seen_ns = seen.captured_ns
        self._decided(self._watcher.see(self._reader.observation(line)))

    def lose(self, reason: str) -> None:
        """Note that the table could not be followed."""
        self.lost.append(reason)

    def finish(self, *, seconds: float, frames: int, ended: str) -> dict[str, Any]:
        """Write what was waiting, and the files; the summary."""
        self._decided(self._watcher.finish())
        return self.write_files(seconds=seconds, frames=frames, ended=ended)

    def write_files(self, *, seconds: float, frames: int, ended: str) -> dict[str, Any]:
        """Write the record and the summary as they are now; the summary."""
        events = self._ledger.events
        lines = "".join(f"{line}\n" for line in record_lines(filter(is_mjai, events)))
        write_atomically(self._folder / RECORD, lines)
        summary = {
            "rounds": sum(isinstance(event, StartKyoku) for event in events),
            "events": len(events),
            "questions": [one.mapping() for one in self._questions.values()],
            "seconds": round(seconds, 2),
            "frames": frames,
            "corrections": self._ledger.corrections,
            "lost": list(self.lost),
            "ended": ended,
        }
        write_atomically(self._folder / SUMMARY, json.dumps(summary, indent=1) + "\n")
        return summary

    def close(self) -> None:
        """Close the files."""
        self._log.close()
        self._journal.close()

    def _decided(self, decisions: Iterable[Decision], *, again: bool = False) -> None:
        for one in decisions:
            match one:
                case Written():
                    self._ledger.write(one.at, one.entries, self._illustrated, again=again)
                case Asked():
                    self._questions[one.question.id] = one.question
                case Settled():
                    self._questions.pop(one.question_id, None)
                case Proposed():
                    self._proposed.append(one.text)
                case OutOfStep():
                    self.lost.append(one.reason)
                case InStep():
                    pass

    def _illustrated(self, place: int, entry: Entry) -> dict[str, object]:
        """What an entry rests on, with crops of before and after."""
        evidence = entry.evidence
        told: dict[str, object] = {
            "why": evidence.rule,
            "frame": evidence.frame,
            "captured_ns": evidence.captured_ns,
            "film_s": round(evidence.captured_ns / 1e9, 3),
            "tracks": list(evidence.tracks),
            "alternatives": [[name, round(chance, 4)] for name, chance in evidence.alternatives],
        }
        told["pictures"] = self._pictures(place, entry)
        return told

    def _pictures(self, place: int, entry: Entry) -> list[str]:
        if self._frame is None:
            return []
        quads = [
            self._places.quads[track]
            for track in entry.evidence.tracks
            if track in self._places.quads
        ]
        margin = 2.0 * self._places.tile_px
        name = f"{self._journal.id} {self._journal.seq} {place}"
        after = self._shelf.keep(f"{name} after", self._frame, quads, margin)
        earlier = self._shelf.before(entry.evidence.captured_ns)
        before = earlier and self._shelf.keep(f"{name} before", earlier, quads, margin)
        return [picture for picture in (after, before) if picture]
