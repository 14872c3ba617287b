"""The tiles of one hand as they were seen: each a piece, with where it lay and what it may be."""

from dataclasses import dataclass, field

from scoring.seats import Seat
from scoring.tiles import Tile
from table.watch.faces import Chances, alike
from table.watch.seen.places import Placed
from vision.observation import REST

DECIDED_NS = 10_000_000_000
FEW_LOOKS = 8
MANY = 1 << 18
"""So many looks nobody has: somebody said how it lies."""
NOT_OVER_NS = 1 << 62
"""When a hand is over that has not ended."""
IN_SIGHT = 0.5
SAME_PLACE = 0.62
"""A tile within so many widths of where another lay is the same, if it reads alike."""
STIRRED = 0.015
"""So many widths a tile seems to move where another is laid on it: looks at a tile at rest differ
by 0.005."""
STEPS_TO_SOURCE = {3: (3, 2, 1), 4: (3, 2, 2, 1)}
"""Tiles in a set -> for each place, left to right, how many seats on sits who discarded it."""
STRAY = 0.05
"""How often what lies where a tile is due is none of the set, against what is found anywhere."""
ANEW, LIKE = 0.3, 0.5
"""Widths off, and how alike, what is found anew is a tile that lay there."""
PLAIN, VAGUE = 0.9, 0.45
"""So surely a tile was read, and so vaguely nothing is read there."""
TELLING = 0.01
"""A reading that changes by less says nothing new."""


@dataclass(slots=True)
class Piece:
    """A tile on the table, also after it has gone."""

    id: int
    track: int
    x: float
    y: float
    sideways: bool
    up: bool
    chances: Chances
    first_ns: int
    frame: int
    seen_ns: int
    """When it last lay there."""
    tracks: list[int] = field(default_factory=list)
    """Its earlier tracks too."""
    gone_ns: int | None = None
    caller: "Group | None" = None
    """The set into which it was called."""
    void: bool = False
    """It was nobody's discard after all."""
    name: Tile | None = None
    """The face it is taken for; None where nobody can tell."""
    sure: float = 1.0
    """How likely that is, the whole set considered."""
    told: bool = False
    """A person has named it."""
    looks: int = 1
    votes: int = 0
    """Looks that saw it sideways, less those that saw it upright."""
    lately: int = 0
    """The last looks that agree: so many saw it sideways, or, below 0, upright."""
    early: int = 0
    """The same of the looks soon after it was laid: a riichi's tile lies turned from the first."""
    seat: int = 0
    """In whose axes its place is told."""
    absent_ns: int = 0
    """When its pond was last seen without it."""
    sight_ns: int = 0
    """When it was last in sight."""
    reached: list[tuple[int, float, float]] = field(default_factory=list)
    """When hands came over it, or had been there unseen, and where it had lain."""

    @classmethod
    def of(cls, number: int, placed: Placed, frame: int, now_ns: int) -> "Piece":
        """A tile seen for the first time."""
        return cls(
            number, placed.track, placed.x, placed.y, placed.sideways, placed.up, placed.chances,
            placed.first_ns, frame, now_ns, [placed.track], votes=1 if placed.sideways else -1,
            sight_ns=now_ns,
        )  # fmt: skip

    @property
    def never_seen(self) -> bool:
        """Whether it must lie there, by what lies beside it, and nobody has found it."""
        return self.track < 0

    @property
    def sure_if_due(self) -> float:
        """How likely its name is where the turn wants a tile: it hardly is a foreign thing then."""
        if self.told or not self.chances:
            return self.sure
        strange = self.chances[REST]
        ours = 1.0 - strange
        return min(self.sure, ours) / (ours + strange * STRAY)

    def away(self, placed: Placed) -> float:
        """How many widths off something is seen, along or across."""
        return max(abs(placed.x - self.x), abs(placed.y - self.y))

    def lies_as(self, placed: Placed) -> bool:
        """Whether it may be what is seen there, though that was found anew."""
        return self.away(placed) < ANEW and alike(placed.chances, self.chances) > LIKE

    def follow(self, placed: Placed, now_ns: int) -> bool:
        """Take over a later look; whether it says something else than before."""
        changed = placed.up != self.up
        self.votes += 1 if placed.sideways else -1
        before = max(self.lately, 0) if placed.sideways else min(self.lately, 0)
        self.lately = before + (1 if placed.sideways else -1)
        if self.looks < FEW_LOOKS or now_ns - self.first_ns < DECIDED_NS:
            self.early = self.votes
        turned = self.votes > 0 and (self.early >= 0 or self.votes > MANY)
        if self.votes and turned != self.sideways:
            changed, self.sideways = True, turned
        read = placed.chances is not self.chances and not self.told
        if read and _differ(placed.chances, self.chances):
            changed, self.chances = True, placed.chances
        in_sight = placed.visible > IN_SIGHT
        if self.away(placed) > STIRRED if in_sight else self.sight_ns == self.seen_ns:
            self.reached.append((now_ns, self.x, self.y))
        self.sight_ns = now_ns if in_sight else self.sight_ns
        self.x, self.y = placed.x, placed.y
        self.up, self.seen_ns = placed.up, now_ns
        self.looks += 1
        if placed.track != self.track:
            self.track = placed.track
            self.tracks.append(placed.track)
        return changed


def _differ(new: Chances, old: Chances) -> bool:
    """Whether a reading says something else than before, not only a little more surely.

    None, or one that has become quite vague, says nothing: other tiles were swept over that place.
    """
    if not new or not old:
        return bool(new)
    if max(new) < VAGUE < PLAIN < max(old):
        return False
    face = old.index(max(old))
    return abs(new[face] - old[face]) > TELLING


@dataclass(slots=True, eq=False)
class Group:
    """A declared set as it lies, its tiles from left to right."""

    id: int
    seat: Seat
    pieces: list[Piece]
    shape: str
    """"chi", "pon", "daiminkan" or "ankan"."""
    called: int | None
    """Which of the tiles lies sideways."""
    first_ns: int
    frame: int
    added: Piece | None = None
    link: Piece | None = None
    """The discard that was called, where it was seen in its pond."""
    sure: float = 1.0
    no_set: bool = False
    """Its tiles make none as they are read."""
    gone: bool = False
    added_doubtful: bool = False
    """Nobody saw its fourth tile: an indicator tells it, and may be for another kan."""
    stays_three: bool = False
    """People have taken back that a fourth tile was added."""
    over: Placed | None = None
    """What was found later where its turned tile lay: perhaps a fourth tile on it."""

    @property
    def source(self) -> Seat | None:
        """From whom the sideways tile was called."""
        if self.called is None:
            return None
        chi = self.shape == "chi"
        return self.seat.after(3 if chi else STEPS_TO_SOURCE[len(self.pieces)][self.called])

    @property
    def laid_ns(self) -> int:
        """When it was laid; one of its tiles may have been found later than the others."""
        return sorted(piece.first_ns for piece in self.pieces)[len(self.pieces) // 2]

    @property
    def names(self) -> tuple[Tile, ...]:
        """The faces its tiles are taken for."""
        return tuple(piece.name for piece in self.pieces if piece.name is not None)
