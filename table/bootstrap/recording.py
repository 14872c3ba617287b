"""Keeps the record of a table that a camera watches: observations in, a journal and files out."""

import json
from collections.abc import Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from firmware_bridge.happenings import Happening, Kept, Notice
from scoring.ruleset import Ruleset
from table.asking import Asked, ledger, question_draft
from table.bootstrap.bridge import SOURCE as BRIDGE
from table.bootstrap.bridge_again import told_before
from table.bootstrap.recording_bridge import Hearing
from table.bootstrap.recording_evidence import MOST_BYTES, Shelf
from table.bootstrap.recording_film import Filmed, film_at
from table.bootstrap.recording_ledger import SOURCE, is_note, moments
from table.bootstrap.recording_log import Sight, SightLog
from table.bootstrap.recording_origin import Origin
from table.bootstrap.recording_scribe import Scribe
from table.bootstrap.table_eye import Places
from table.core.events import StartKyoku
from table.core.state import fold
from table.errors import InvalidOptionError
from table.files import write_atomically
from table.formats.mjai_write import is_mjai, record_lines
from table.ingest.proposal import Question as Doubt
from table.journal.store import JOURNAL, Journal
from table.watch.decisions import Decision, Entry, Evidence, InStep, OutOfStep
from table.watch.notes import HandSeen, Said
from table.watch.watcher import Watcher
from vision.capture.frames import Frame
from vision.capture.source import Source
from vision.observation import Observation

RECORD: Final = "record.mjai.jsonl"
EVIDENCE: Final = "evidence"
SUMMARY: Final = "summary.json"
OBSERVED: Final = "observations.jsonl"
NO_HAND: Final = "no hand was seen to begin: expected a table at which tiles are dealt and played"
DOUBTS_EVERY_S: Final = 1.0
_OURS: Final = frozenset({SOURCE, BRIDGE})


class FramePictures:
    """Keeps evidence out of the newest frame and those before it."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.frame: Frame | None = None
        self.places = Places()
        self._films: list[Filmed] = []

    def remember(self, frame: Frame) -> None:
        """Keep a frame in mind."""
        film = self._shelf.remember(frame)
        if film is not None:
            self._films.append(film)

    def keep(self, name: str, evidence: Evidence) -> list[str]:
        """See Pictures."""
        if self.frame is None:
            return []
        known = self.places.quads
        quads = [known[track] for track in evidence.tracks if track in known]
        margin = 2.0 * self.places.tile_px
        return self._shelf.keep(name, self.frame, quads, margin, evidence.captured_ns)

    def film(self, at_ns: int) -> tuple[str, float] | None:
        """See Pictures."""
        return film_at(self._films, at_ns)

    def cut(self) -> None:
        """See Pictures."""
        self._shelf.cut()


class Recording:
    """One game in one folder; a run that was cut off goes on where it stopped."""

    def __init__(
        self, folder: Path, ruleset: Ruleset, start: StartKyoku | None, sides: Sequence[int],
        *, sources: Iterable[Source] = (), log: Path | None = None,
        evidence_bytes: int = MOST_BYTES,
    ) -> None:  # fmt: skip
        """Open or create it; ``log`` is what an automatic table said, as a file.

        Raises InvalidOptionError for a folder with another's record, JournalError,
        UnreadableRecordError, CaptureError, OSError.
        """
        _check_free(folder)
        origin = Origin(sources, ruleset, start, sides, log)
        self.assumed = origin.check(folder) if _is_begun(folder) else ""
        """What is taken for granted of a record that is gone on with; empty for nothing."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._ruleset = folder, ruleset
        self._shelf = Shelf(folder / EVIDENCE, evidence_bytes)
        self._pictures = FramePictures(self._shelf)
        self._watcher = Watcher(ruleset, start, sides)
        self._hearing = Hearing()
        self._doubted_s = 0.0
        self._journal = Journal.open(folder / JOURNAL)
        if not _is_begun(folder):
            origin.note(folder)
        self.lost: list[str] = []
        """Why the table could not be followed, each time."""
        self._scribe = Scribe(self._journal, self._pictures, self._told)
        self.seen_ns = self.tracks = -1
        """The moment and the highest track of what was observed, in an earlier run too."""
        self._log = SightLog(folder / OBSERVED)
        self._take_up()

    @property
    def kept(self) -> Kept:
        """How far the journal has come with each boot of an automatic table."""
        return Kept.from_keys(self._journal.clients)

    def remember(self, frame: Frame) -> None:
        """Keep a frame in mind as evidence of what is decided soon."""
        self._pictures.remember(frame)

    def see(self, seen: Observation, frame: Frame, places: Places) -> None:
        """Take an observation of a frame; what is decided is on the disk when this returns."""
        self._pictures.frame, self._pictures.places = frame, places
        self._decided(self._shown(self._log.take(seen)))
        if self._hearing.waits:
            events = self._scribe.ledger.events
            deals = [at for at, event in enumerate(events) if isinstance(event, StartKyoku)]
            state = fold(events[: deals[-1] + 1] if deals else events)
            drafts = self._hearing.due(state, self._ruleset, seen.captured_ns / 1e9)
            if drafts:
                self._journal.append(drafts, source=BRIDGE)
                self._scribe.read_again()

    def hand(self, seen: HandSeen) -> None:
        """Take a row of a hand camera."""
        self._decided(self._shown(self._log.take(seen)))

    def hear(self, said: Happening, at_s: float) -> None:
        """Take what an automatic table says: it is on the disk, and weighed, when this returns."""
        key = None if isinstance(said, Notice) else said.key
        if key is not None and key in self._journal.clients:
            return
        state = fold(self._scribe.ledger.events)
        drafts, notes = self._hearing.take(said, state, self._ruleset, at_s)
        self._journal.append(drafts, source=BRIDGE, client_id=key)
        self._scribe.read_again()
        for note in notes:
            self._decided(self._shown(self._log.take(note)))

    def doubt(self, at_s: float) -> None:
        """Ask about sticks that have differed from the record for long."""
        if at_s - self._doubted_s < DOUBTS_EVERY_S:
            return
        self._doubted_s = at_s
        state = fold(self._scribe.ledger.events)
        for one in self._hearing.doubts(state, self._ruleset, at_s):
            self._journal.append([question_draft(_asked(one))], source=BRIDGE)

    def lose(self, reason: str) -> None:
        """Note that the table could not be followed."""
        self.lost.append(reason)

    def finish(self, *, seconds: float, frames: int, ended: str) -> dict[str, Any]:
        """Write what was waiting, and the files; the summary."""
        self._decided(self._watcher.finish())
        if not any(isinstance(event, StartKyoku) for event in self._scribe.ledger.events):
            self.lose(NO_HAND)
        return self.write_files(seconds=seconds, frames=frames, ended=ended)

    def write_files(self, *, seconds: float, frames: int, ended: str) -> dict[str, Any]:
        """Write the record and the summary as they are now; the summary."""
        events = self._scribe.ledger.events
        places = list(accumulate(map(is_mjai, events), initial=0))
        known = record_lines(filter(is_mjai, events), self._ruleset)
        lines = "".join(f"{line}\n" for line in known)
        write_atomically(self._folder / RECORD, lines)
        summary = {
            "rounds": sum(isinstance(event, StartKyoku) for event in events),
            "events": places[-1],
            "questions": [one.moved(places).mapping() for one in self._scribe.questions.values()],
            "seconds": round(seconds, 2),
            "frames": frames,
            "corrections": self._scribe.ledger.corrections,
            "lost": list(self.lost),
            "ended": ended,
        }
        write_atomically(self._folder / SUMMARY, json.dumps(summary, indent=1) + "\n")
        return summary

    def close(self) -> None:
        """Close the files."""
        self._shelf.close()
        self._log.close()
        self._journal.close()

    def _take_up(self) -> None:
        """Go through what an earlier run observed; what people have changed since is believed."""
        asked = ledger(self._journal.entries, self._journal.commits)
        journal = self._journal
        told = told_before(journal.entries, journal.commits, lambda event: not is_note(event))
        notes = self._hearing.recall(told, self._ruleset, asked.cases)
        self._scribe.take_up(case.asked for case in asked.waiting())
        people = any(entry.source not in _OURS for entry in self._journal.entries)
        begun = [Entry(event) for event in self._watcher.events]
        made: list[Decision] = []
        noted = 0
        for sight in self._log.read():
            made += self._shown(sight)
            noted += not isinstance(sight, Observation | HandSeen)
        if people:
            written = moments(self._journal.entries)
            self._watcher.taken_over(self._scribe.ledger.events, written)
        else:
            self._scribe.catch_up(begun, made)
        for note in notes[noted:]:  # cut off between the journal and the log
            self._decided(self._shown(self._log.take(note)))
        for question_id, answer in asked.closed.items():
            self._decided(self._watcher.answer(question_id, answer.choice))

    def _shown(self, sight: Sight) -> tuple[Decision, ...]:
        """Tell the watcher."""
        match sight:
            case Observation():
                self.seen_ns = sight.captured_ns
                self.tracks = max((self.tracks, *(one.track for one in sight.sightings)))
                return self._watcher.see(sight)
            case HandSeen():
                return self._watcher.hand(sight)
            case Said():
                return self._watcher.declare(sight)
            case _:
                return self._watcher.hear(sight)

    def _decided(self, made: Iterable[Decision]) -> None:
        self._scribe.decided(made)

    def _told(self, one: OutOfStep | InStep) -> None:
        if isinstance(one, OutOfStep):
            self.lost.append(one.reason)


def _check_free(folder: Path) -> None:
    """See that nothing is written over that no journal of ours tells."""
    for name in () if (folder / JOURNAL).exists() else (RECORD, SUMMARY):
        if (folder / name).exists():
            raise InvalidOptionError(
                f"{folder}: it has a {name} but no {JOURNAL}, expected an empty folder"
            )


def _is_begun(folder: Path) -> bool:
    """Whether anything was observed; before that a folder may become another's."""
    observed = folder / OBSERVED
    return observed.exists() and observed.stat().st_size > 0


def _asked(one: Doubt) -> Asked:
    return Asked(one.id, one.kind, one.text, one.seat)
