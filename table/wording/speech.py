"""The reader's language: chosen for each request, and every sentence said in it."""

from contextvars import ContextVar
from functools import lru_cache
from typing import Final, Literal

from table.wording.templates import catalogue

Language = Literal["en", "ja"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ja")
LONGEST: Final = 2000
"""A text beyond this is no sentence of ours."""

READER: ContextVar[Language] = ContextVar("reader", default="en")
"""The language of the request that is being answered; what is written down is English."""


def told(text: str) -> str:
    """A sentence in the reader's language."""
    return said(text, READER.get())


def said(text: str, language: Language) -> str:
    """A sentence in a language; in English where it has no translation."""
    if language == "en" or not text or len(text) > LONGEST:
        return text
    return _said(text, language)


@lru_cache(maxsize=8192)
def _said(text: str, language: Language) -> str:
    found = catalogue(language).say(text)
    return text if found is None else found


def language_of(accepted: str = "", asked: str = "") -> Language:
    """The language for `Accept-Language` and, weightier, one that was asked for by name."""
    for language in LANGUAGES:
        if asked.lower().partition("-")[0] == language:
            return language
    best: tuple[float, Language] = (0.0, "en")
    for part in accepted.split(","):
        name, _, rest = part.strip().partition(";")
        weight = _weight(rest)
        for language in LANGUAGES:
            if name.lower().partition("-")[0] == language and weight > best[0]:
                best = (weight, language)
    return best[1]


def _weight(said_of_it: str) -> float:
    """The q of one accepted language: 1 where it is not said, 0 where it cannot be read."""
    name, _, number = said_of_it.strip().partition("=")
    if not name:
        return 1.0
    try:
        return min(1.0, max(0.0, float(number)))
    except ValueError:
        return 0.0
