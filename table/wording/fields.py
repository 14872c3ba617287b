"""Fields of answers that are texts for people: they leave in the reader's language."""

from typing import Annotated, Any

from pydantic import BaseModel, PlainSerializer

from table.wording.speech import READER, told

Words = Annotated[str, PlainSerializer(told, return_type=str)]
"""A sentence or a name of a thing, English in the program."""


def kept(view: BaseModel) -> dict[str, Any]:
    """A view as JSON for what is written down: in English, whoever asks."""
    before = READER.set("en")
    try:
        return view.model_dump(mode="json")
    finally:
        READER.reset(before)
