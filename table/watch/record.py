"""The record as it has been told: what is written anew when a hypothesis turns it over."""

from collections.abc import Container, Sequence

from table.core.aligning import same_places
from table.core.events import TableEvent
from table.watch.decisions import SAID, Entry, Evidence, Written


class Told:
    """Everything that was written, the last word of each place."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.base = 0
        """Where the hand in progress begins."""

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The record."""
        return tuple(entry.event for entry in self.entries)

    @property
    def of_hand(self) -> list[Entry]:
        """What is written of the hand in progress."""
        return self.entries[self.base :]

    def tell(self, entries: Sequence[Entry], *, most: int | None = None) -> tuple[Written, ...]:
        """Make the hand in progress read so; what stands is not written again, but known better.

        `most`: no more than so many of the entries, where those behind are not sure yet.
        """
        wanted = entries if most is None else entries[:most]
        written = self.of_hand
        place = 0
        for old, new in zip(written, wanted, strict=False):
            if old.event != new.event:
                break
            self.entries[self.base + place] = new
            place += 1
        if place == len(wanted) and len(written) <= place:
            return ()
        if place == len(wanted) and most is not None:
            return ()
        at = self.base + place
        fresh = tuple(wanted[place:])
        del self.entries[at:]
        self.entries.extend(fresh)
        return (Written(at, fresh),)

    def take_over(
        self, events: Sequence[TableEvent], written: Container[int] | None
    ) -> list[Entry]:
        """The record is now what people have made of it; what they took back of this hand.

        `written`: the moments of all that was ever written, where not everything told was: what
        was only told nobody has taken back.
        """
        old, places = self.entries, same_places(self.events, events)
        said = Evidence(rule=SAID)
        self.entries = [
            old[places[at]] if at in places else Entry(event, 1.0, said)
            for at, event in enumerate(events)
        ]
        stand = {*places.values()}
        gone = [old[at] for at in range(self.base, len(old)) if at not in stand]
        if written is None:
            return gone
        return [
            entry for entry in gone
            if entry.evidence.rule == SAID or entry.evidence.captured_ns in written
        ]  # fmt: skip

    def write_anew(self, at: int, entries: Sequence[Entry]) -> Written:
        """From this place on, be it of an earlier hand, the record is this; all of it is over."""
        self.entries[at:] = entries
        self.close()
        return Written(at, tuple(entries))

    def close(self) -> None:
        """What stands now is of hands that are over."""
        self.base = len(self.entries)
