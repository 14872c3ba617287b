"""What lies on a riichi table at one moment, told plainly: tiles, seats and places, no rules.

Seats are 0-3, counter-clockwise, seat 0 at the viewer's side. Labels are those of `vision.labels`.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.errors import TableViewError
from vision.labels import LABELS
from vision.synthetic.solids import Pose

SEATS = 4
SIDE = 17
"""Stacks, two tiles high, that each seat's wall is built of."""
STACKS = SEATS * SIDE
DEAD = 7
"""Stacks of the dead wall."""
LIVE = 2 * (STACKS - DEAD)
"""Tiles of the live wall when nothing is drawn yet."""
PLAYED = frozenset(LABELS[:37])
LEFT, ACROSS, RIGHT = 3, 2, 1
"""Where a called tile came from, counted counter-clockwise from the caller."""


def _tile(label: str, where: str) -> None:
    if label not in PLAYED:
        raise TableViewError(f"{where}: {label!r}, expected a tile as 1m..9s, 1z..7z, 0m 0p 0s")


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One slot of a river; ``taken`` leaves it empty, as when a called tile's gap stays open."""

    label: str
    turned: bool = False
    taken: bool = False

    def __post_init__(self) -> None:
        """Refuse a label that is no tile."""
        _tile(self.label, "river")


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set as it lies, its labels from left to right as its owner reads them."""

    labels: tuple[str, ...]
    turned: int | None = None
    """Index of the called tile, which lies sideways; None for a concealed kan."""
    down: tuple[int, ...] = ()
    """Indices of the tiles that lie face down."""
    added: str | None = None
    """The tile that made a kan of the called three, at the turned tile."""
    stacked: bool = False
    """Whether the added tile lies on the turned one instead of beside it."""

    def __post_init__(self) -> None:
        """Refuse sets of other sizes and places that they do not have."""
        for label in (*self.labels, *([self.added] if self.added is not None else [])):
            _tile(label, "meld")
        if len(self.labels) not in {3, 4}:
            raise TableViewError(f"meld: {len(self.labels)} tiles in a row, expected 3 or 4")
        places = [*self.down, *([self.turned] if self.turned is not None else [])]
        for place in places:
            if not 0 <= place < len(self.labels):
                raise TableViewError(
                    f"meld: no place {place}, expected 0 to {len(self.labels) - 1}"
                )
        if self.turned in self.down:
            raise TableViewError(f"meld: place {self.turned} is both turned and face down")
        if self.added is not None and (self.turned is None or len(self.labels) != 3):
            raise TableViewError("meld: an added tile, expected three tiles with a turned one")
        if self.stacked and self.added is None:
            raise TableViewError("meld: stacked without an added tile")

    @classmethod
    def called(
        cls, claimed: str, own: tuple[str, ...], source: int,
        added: str | None = None, *, stacked: bool = False,
    ) -> LaidMeld:  # fmt: skip
        """A chi, pon or open kan: the claimed tile turned, at the side of the seat it came from."""
        if source not in {LEFT, ACROSS, RIGHT}:
            raise TableViewError(f"meld: source {source}, expected 1 (right), 2 (across), 3 (left)")
        place = {LEFT: 0, ACROSS: 1, RIGHT: len(own)}[source]
        return cls((*own[:place], claimed, *own[place:]), place, (), added, stacked)

    @classmethod
    def closed_kan(cls, labels: tuple[str, ...], *, middles: bool = True) -> LaidMeld:
        """A concealed kan with its two middle tiles face down, or its two outer ones."""
        return cls(labels, None, (1, 2) if middles else (0, 3))

    @property
    def tiles(self) -> tuple[str, ...]:
        """All its labels, the added tile last."""
        return (*self.labels, *([self.added] if self.added is not None else []))


@dataclass(frozen=True, slots=True)
class HandView:
    """A seat's row of tiles: standing before its owner, or laid face up or face down."""

    labels: tuple[str, ...]
    pose: Pose = "standing"
    apart: str | None = None
    """The tile just drawn or won on, to the right of the row."""

    def __post_init__(self) -> None:
        """Refuse foreign labels, and faces that would be seen and are not named."""
        if self.pose not in {"standing", "up", "down"}:
            raise TableViewError(f"hand: pose {self.pose!r}, expected standing, up or down")
        for label in self.tiles:
            if not (label == "back" and self.pose == "down"):
                _tile(label, f"hand ({self.pose})")
        if len(self.labels) > 14:
            raise TableViewError(f"hand: {len(self.labels)} tiles in the row, expected at most 14")

    @property
    def tiles(self) -> tuple[str, ...]:
        """All its labels, the tile apart last."""
        return (*self.labels, *([self.apart] if self.apart is not None else []))


@dataclass(frozen=True, slots=True)
class SeatView:
    """What lies before one seat."""

    hand: HandView = HandView(())
    river: tuple[RiverTile, ...] = ()
    melds: tuple[LaidMeld, ...] = ()
    """In the order they were made: the first lies at the table's corner."""
    riichi: bool = False
    """Whether its stick lies before its river."""

    def __post_init__(self) -> None:
        """Refuse more than a place can hold."""
        if len(self.melds) > 4:
            raise TableViewError(f"{len(self.melds)} melds, expected at most 4")
        if len(self.river) > 30:
            raise TableViewError(f"a river of {len(self.river)} tiles, expected at most 30")


@dataclass(frozen=True, slots=True)
class WallView:
    """What is left of the wall.

    Stacks are numbered clockwise from seat 0's right end; drawing goes that way from ``first``, the
    upper tile before the lower. The seven stacks before ``first`` are the dead wall.
    """

    first: int
    drawn: int
    """Tiles gone from the live wall, the deal included."""
    replaced: int = 0
    """Tiles gone from the dead wall after kans."""
    indicators: tuple[str, ...] = ()
    """Dora indicators, turned up in the order they were."""
    ura: tuple[str, ...] = ()
    """The tiles from under the indicators, laid face up before them after a riichi win."""

    def __post_init__(self) -> None:
        """Refuse numbers that no wall has."""
        for label in (*self.indicators, *self.ura):
            _tile(label, "dora indicator")
        for name, value, high in (
            ("first stack", self.first, STACKS - 1), ("drawn tiles", self.drawn, LIVE),
            ("replaced tiles", self.replaced, 4), ("indicators", len(self.indicators), 5),
        ):  # fmt: skip
            if not 0 <= value <= high:
                raise TableViewError(f"wall: {value} {name}, expected 0 to {high}")
        if len(self.ura) > len(self.indicators):
            raise TableViewError(
                f"wall: {len(self.ura)} ura, expected at most one an indicator "
                f"({len(self.indicators)})"
            )


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table."""

    seats: tuple[SeatView, ...] = (SeatView(),) * SEATS
    wall: WallView | None = None
    dealer: int = 0
    sticks: int = 0
    """Riichi sticks of earlier hands, in the dealer's corner."""
    counters: int = 0
    """Counter sticks, at the dealer's other corner."""

    def __post_init__(self) -> None:
        """Refuse what is no table of four."""
        if len(self.seats) != SEATS:
            raise TableViewError(f"{len(self.seats)} seats, expected {SEATS}")
        for name, value, high in (
            ("dealer", self.dealer, SEATS - 1), ("sticks", self.sticks, 20),
            ("counters", self.counters, 30),
        ):  # fmt: skip
            if not 0 <= value <= high:
                raise TableViewError(f"{name} {value}, expected 0 to {high}")
