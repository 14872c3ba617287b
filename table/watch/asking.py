"""What is asked of people, and when: only what stays doubtful and matters."""

from collections.abc import Sequence

from table.core.events import Hora, Ryukyoku
from table.watch.decisions import Question
from table.watch.endings import Ending

SURE_END = 0.9


class Asking:
    """The questions of a game."""

    def __init__(self) -> None:
        self.open: tuple[Question, ...] = ()

    def about_end(
        self, number: int, place: int, ending: Ending, others: Sequence[Ending], sure: float
    ) -> None:
        """Whether the hand ended so."""
        del number, place, ending, others, sure


__all__ = ["Asking", "Hora", "Ryukyoku"]
