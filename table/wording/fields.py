"""Fields of answers that are texts for people: they leave in the reader's language."""

from typing import Annotated, Any

from pydantic import BaseModel, PlainSerializer

from table.wording.speech import READER, told

Words = Annotated[str, PlainSerializer(told, return_type=str)]
"""A sentence or a name of a thing, English in the program."""


def _clause(text: str) -> str:
    """A clause is its name; where the rules are silent it says why, in words."""
    return told(text) if text.startswith("silent: ") else text


Clause = Annotated[str, PlainSerializer(_clause, return_type=str)]
"""Where the rules say it, as in WRR-7.1-CHOMBO; or that they are silent, and why."""


def kept(view: BaseModel) -> dict[str, Any]:
    """A view as JSON for what is written down: in English, whoever asks."""
    before = READER.set("en")
    try:
        return view.model_dump(mode="json")
    finally:
        READER.reset(before)
