"""What lies open at the end of a hand, and what an ending of it is."""

from collections.abc import Sequence

from scoring.ruleset import Ruleset
from scoring.seats import Seat
from table.core.events import EndGame, Hora, StartKyoku, TableEvent
from table.core.state import Riichi, apply
from table.errors import IllegalActionError
from table.watch.decisions import Entry
from table.watch.ends.end_prices import URA_TURNED
from table.watch.ends.ended import Ending, evidence_of_end
from table.watch.ends.hand_reader import HandReader
from table.watch.ends.kans_in_riichi import forbidden_kan
from table.watch.ends.open_hands import open_hands
from table.watch.seen.places import Placed
from table.watch.seen.sheet import Sheet
from table.watch.story.hypotheses import Hypothesis


class AtEnd:
    """The table when a hand may have ended."""

    def __init__(
        self, one: Hypothesis, sheet: Sheet, ruleset: Ruleset, *,
        claims: frozenset[Seat] = frozenset(), tenpai: frozenset[Seat] = frozenset(),
    ) -> None:  # fmt: skip
        """From a hypothesis; `claims` have said that they won, `tenpai` that they wait."""
        self.one, self.sheet, self.ruleset = one, sheet, ruleset
        self.claims, self.said = claims, tenpai
        self.state = one.state
        self.reader = HandReader(sheet, ruleset)
        self.shown: dict[Seat, tuple[tuple[Placed, ...], int | None]] = {}
        self.partly: set[Seat] = set()
        """Whose hand lies open, but not all of it is seen."""
        if one.state.play is not None:
            self.shown, self.partly = open_hands(one.state.play, sheet)

    def ending(
        self, cost: float, events: Sequence[TableEvent], kind: str, winners: tuple[Seat, ...],
        refusal: str = "", text: str = "",
    ) -> Ending:  # fmt: skip
        """An ending of these events, the last of them what follows the hand."""
        follows = events[-1]
        if not isinstance(follows, StartKyoku | EndGame):
            raise IllegalActionError(f"the end of a hand: {follows}, expected what follows it")
        state = self.state
        entries, riichi = [], False
        for event in events[:-1]:
            state = apply(state, event)
            riichi |= isinstance(event, Hora) and state.riichi[event.actor] is Riichi.ACCEPTED
            entries.append(Entry(event, 1.0, evidence_of_end(event, kind, self.sheet, self.shown)))
        told = text or f"{kind} of seat {', '.join(map(str, winners)) or '-'}"
        unread = riichi and self.reader.ura_unsure
        turned = winners and not riichi and self.ruleset.win.ura_dora and self.reader.ura()
        kan = forbidden_kan(self.one, events, winners, self.ruleset)
        return Ending(
            cost, tuple(entries), state, follows, kind, told, winners, refusal, unread,
            doubt=URA_TURNED if turned else kan, base=self.one,
        )  # fmt: skip
