"""Two dice, and counting round the table with them."""

from dataclasses import dataclass

from table.errors import IllegalActionError

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Roll:
    """What two dice show; in text "3+6"."""

    first: int
    second: int

    def __post_init__(self) -> None:
        """Refuse what no die shows."""
        for value in (self.first, self.second):
            if not 1 <= value <= 6:
                raise IllegalActionError(f"dice {self.first}+{self.second}: expected 1-6 each")

    @classmethod
    def parse(cls, text: str) -> "Roll":
        """Read "3+6"."""
        first, plus, second = text.partition("+")
        if not (plus and first.isdecimal() and second.isdecimal()):
            raise IllegalActionError(f"dice {text!r}: expected two numbers, as in 3+6")
        return cls(int(first), int(second))

    @property
    def total(self) -> int:
        """2-12."""
        return self.first + self.second

    @property
    def odd(self) -> bool:
        """Whether the total is odd."""
        return self.total % 2 == 1

    def __str__(self) -> str:
        """Write the two numbers, so that Roll.parse(str(roll)) is roll."""
        return f"{self.first}+{self.second}"


def counted(start: int, total: int) -> int:
    """The place reached by counting counter-clockwise, the start being one (WRR-4.6-WHO)."""
    return (start + total - 1) % PLAYERS
