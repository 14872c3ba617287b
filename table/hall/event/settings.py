"""What is agreed before an event: its rules, stages, cuts, tie-breaks."""

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sqlalchemy import Connection, select

from scoring.ruleset import Ruleset
from table.config import DEFAULT_RULESET, load_ruleset
from table.errors import EventChangedError, EventError
from table.hall.data import schema

TieBreak = Literal["first_places", "second_places", "third_places", "best_game", "last_round"]
_NAME = "event"


class Stage(BaseModel):
    """Rounds that belong together, as preliminaries, semi-finals, a final."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1, max_length=40)
    rounds: int = Field(ge=1, le=40)
    cut: int | None = Field(default=None, ge=4, multiple_of=4, description="who goes on to it")
    carry: int = Field(default=100, ge=0, le=100, description="per cent of the points brought on")
    seating: Literal["balanced", "ranked"] = "balanced"


class EventSettings(BaseModel):
    """An event as it is announced."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str = Field(default="Jantaku", min_length=1, max_length=80)
    rules: str = DEFAULT_RULESET
    stages: tuple[Stage, ...] = Field(
        default=(Stage(name="Main", rounds=8),), min_length=1, max_length=8
    )
    tie_breaks: tuple[TieBreak, ...] = ("first_places", "second_places", "third_places")
    minutes: int | None = Field(default=None, ge=0, le=600, description="null: as the rules have")

    @property
    def ruleset(self) -> Ruleset:
        """The rules by value. Raises UnknownRulesetError."""
        return load_ruleset(self.rules)

    @property
    def revision(self) -> str:
        """Another one as soon as anything is agreed on otherwise."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]

    @property
    def rounds(self) -> int:
        """In all stages together."""
        return sum(stage.rounds for stage in self.stages)

    def stage_of(self, number: int) -> int:
        """The place of the stage that a round belongs to. Raises EventError behind the last."""
        first = 1
        for place, stage in enumerate(self.stages):
            first += stage.rounds
            if number < first:
                return place
        raise EventError(f"round {number}: expected 1 to {self.rounds}, as the stages have it")

    def first_round(self, stage: int) -> int:
        """The number of a stage's first round."""
        return 1 + sum(one.rounds for one in self.stages[:stage])


def read(connection: Connection) -> EventSettings:
    """The settings; those of an event that nobody has described yet are the defaults."""
    value = connection.execute(
        select(schema.setting.c.value).where(schema.setting.c.name == _NAME)
    ).scalar_one_or_none()
    return EventSettings() if value is None else EventSettings(**value)


def write(
    connection: Connection, settings: EventSettings, drawn: Sequence[int], seen: str | None = None
) -> None:
    """Keep the settings; `drawn` has the stage of each round that is drawn.

    `seen` is the revision that was changed; None: whatever they are now. Raises EventError,
    EventChangedError, UnknownRulesetError.
    """
    known = read(connection)
    if seen not in {None, known.revision}:
        raise EventChangedError(
            f"revision {seen!r}: the settings are at {known.revision!r} by now;"
            " look at them, then save again"
        )
    load_ruleset(settings.rules)  # an unknown one is refused
    for before, after in zip(settings.stages, settings.stages[1:], strict=False):
        if before.cut is not None and after.cut is not None and after.cut > before.cut:
            raise EventError(f"stage {after.name}: cut {after.cut}, expected at most {before.cut}")
    if settings.stages[0].cut is not None:
        raise EventError(f"stage {settings.stages[0].name}: a cut, expected none before the first")
    if len(drawn) > settings.rounds:
        raise EventError(f"stages of {settings.rounds} rounds: {len(drawn)} are drawn already")
    for number, stage in enumerate(drawn, 1):
        other = settings.stage_of(number)
        if other != stage:
            raise EventError(
                f"stages: round {number} would be of stage {other + 1}, expected it in stage"
                f" {stage + 1}, for which it is drawn"
            )
    if drawn and settings.rules != known.rules:
        raise EventError(f"rules {settings.rules!r}: expected {known.rules!r}, rounds are drawn")
    value = settings.model_dump(mode="json")
    done = connection.execute(
        schema.setting.update().where(schema.setting.c.name == _NAME).values(value=value)
    )
    if not done.rowcount:
        connection.execute(schema.setting.insert().values(name=_NAME, value=value))


def parse(facts: dict[str, Any]) -> EventSettings:
    """Settings from JSON. Raises EventError naming the first fault."""
    try:
        return EventSettings(**facts)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise EventError(f"{where} = {str(first['input'])[:80]!r}: {first['msg']}") from None
