"""The score sheet of a game as plain texts, for whoever prints it: HTML and PDF show the same.

The texts are in the reader's language; the headings of the standing are said by whoever prints it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.ruleset import Ruleset
from table.core.events import SEATS
from table.core.standings import Standing
from table.formats.hands import Game, Row
from table.formats.results import WINDS, Line, lines_of, name_of, standing_of, worth
from table.wording.speech import told

MINUS = "\N{MINUS SIGN}"
"""As it is printed; a hyphen is too short."""
TITLE = "Score sheet"
HEADINGS = ("Hand", "Result")
STANDING = ("Place", "Player", "Points", "Uma", "Oka", "Penalty", "Total")


@dataclass(frozen=True, slots=True)
class Cell:
    """What a hand did to one player."""

    score: str
    change: str
    """Empty for none."""
    dealer: bool
    riichi: bool


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One hand."""

    hand: str
    """As in "East 2"."""
    sticks: str
    """Counters and sticks at its start, as in "1 counter, 2 sticks"; empty for none."""
    results: tuple[tuple[str, str], ...]
    """Each with its detail: ("Ron: Aki from Dai", "3 han 40 fu · riichi, pinfu")."""
    cells: tuple[Cell, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """The whole sheet."""

    rules: str
    """The ruleset's name; empty where it is not known."""
    players: tuple[tuple[str, str], ...]
    """Wind at the start, and name."""
    rows: tuple[SheetRow, ...]
    headings: tuple[str, ...]
    """Of the standing."""
    standing: tuple[tuple[str, ...], ...]
    rulings: tuple[str, ...]
    notes: tuple[str, ...]
    signatures: tuple[tuple[str, str], ...]
    """Five: role and name, the name empty for the referee."""


def sheet_of(game: Game, ruleset: Ruleset | None = None) -> Sheet:
    """The sheet; places and overall scores only with the ruleset."""
    names = [name_of(game, seat) for seat in SEATS]
    standing = standing_of(game, ruleset)
    return Sheet(
        rules=game.start.rules if ruleset is None else told(ruleset.name),
        players=tuple(zip(map(told, WINDS.values()), names, strict=True)),
        rows=tuple(_row(game, row) for row in game.rows),
        headings=STANDING if standing else ("Player", "Points"),
        standing=_standing(game, standing),
        rulings=_rulings(game),
        notes=_notes(game, standing),
        signatures=(
            *(
                (told(f"Player, {wind}"), name)
                for wind, name in zip(WINDS.values(), names, strict=True)
            ),
            (told("Referee"), ""),
        ),
    )


def points(number: int, *, signed: bool = False) -> str:
    """As in "25,000", or signed "+8,600"."""
    sign = MINUS if number < 0 else "+" if signed and number else ""
    return f"{sign}{abs(number):,}"


def _row(game: Game, row: Row) -> SheetRow:
    start = row.start
    counts = [_count(start.honba, "counter"), _count(start.kyotaku, "stick")]
    return SheetRow(
        hand=told(f"{WINDS[str(start.bakaze)]} {start.kyoku}"),
        sticks=", ".join(told(count) for count in counts if count),
        results=tuple(_result(game, line) for line in lines_of(row)),
        cells=tuple(
            Cell(
                score=points(row.scores[seat]),
                change=points(row.change[seat], signed=True) if row.change[seat] else "",
                dealer=seat == start.oya,
                riichi=seat in row.riichi,
            )
            for seat in SEATS
        ),
        void=row.void,
    )


def _result(game: Game, line: Line) -> tuple[str, str]:
    if line.kind in {"ron", "tsumo"} and line.winner is not None:
        by = f"{line.text}: {name_of(game, line.winner)}"
        source = "" if line.loser is None else f" from {name_of(game, line.loser)}"
        yaku = ", ".join(map(told, line.yaku))
        return told(by + source), " · ".join(filter(None, (told(worth(line)), yaku)))
    if line.kind == "chombo" and line.loser is not None:
        return told(line.text), name_of(game, line.loser)
    if line.tenpai is None:
        return told(line.text), ""
    ready = ", ".join(name_of(game, seat) for seat in line.tenpai) or "nobody"
    return told(line.text), told(f"tenpai: {ready}")


def _standing(game: Game, standing: Sequence[Standing] | None) -> tuple[tuple[str, ...], ...]:
    if game.final is None:
        return ()
    if standing is None:
        return tuple((name_of(game, seat), points(game.final[seat])) for seat in SEATS)
    return tuple(
        (
            str(one.place) if one.ranked else "–",
            name_of(game, one.seat),
            points(one.points),
            _overall(one.uma),
            _overall(one.oka),
            _overall(-one.penalty),
            _overall(one.total),
        )
        for one in standing
    )


def _overall(thousandths: int) -> str:
    """Overall points with their tenth: "+16.1"."""
    sign = MINUS if thousandths < 0 else "+" if thousandths else ""
    return f"{sign}{abs(thousandths) / 1000:.1f}"


def _rulings(game: Game) -> tuple[str, ...]:
    texts = []
    for ruling in game.rulings:
        event = ruling.event
        kind = type(event).__name__.removesuffix("Given")
        spaced = "".join(f" {mark.lower()}" if mark.isupper() else mark for mark in kind).strip()
        tenths = getattr(event, "tenths", 0)
        parts = [
            ruling.hand,
            f"{spaced} for {name_of(game, event.actor)}",
            event.reason.replace("_", " "),
            f"{MINUS}{tenths / 10:.1f} points" if tenths else "",
            event.clause,
            f"by {event.ruled_by}" if event.ruled_by else "",
            "cancelled" if ruling.cancelled else "",
        ]
        texts.append(" · ".join(told(part) for part in parts if part))
    texts += [
        told(f"{event.name} takes the seat of {name_of(game, event.actor)}")
        for event in game.substitutes
    ]
    return tuple(texts)


def _notes(game: Game, standing: Sequence[Standing] | None) -> tuple[str, ...]:
    notes = []
    if not game.over:
        notes.append("The record does not say that the game is over.")
    if game.kyotaku > 0:
        notes.append(f"{_count(game.kyotaku, 'riichi stick')} left on the table.")
    if standing is None:
        notes.append("Overall scores need a ruleset.")
    if any(row.void for row in game.rows):
        notes.append("Hands that are struck through were declared void.")
    return tuple(map(told, notes))


def _count(number: int, word: str) -> str:
    return "" if not number else f"{number} {word}" + "s" * (number > 1)
