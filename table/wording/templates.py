"""Sentences with holes: which of them a text was made from, and the same in the other language.

In the English template `{}` is a hole, in the order of the text. In the translation `{0}` is what
filled the first, itself translated where it is a known sentence or word; `{0:name}` is it as it
stands, for names of people and what they typed; `{0:each}` is a list, each part by itself, and
`{0:list}` one of names. Tiles are said by their names.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final, Self

from scoring.yaku import YAKU

HOLE: Final = "{}"
COMPOSED: Final = "composed"
DEEP: Final = 5
"""So many sentences within sentences are looked at."""
_SEPARATORS: Final = re.compile(r", | and | or |; ")
_BETWEEN: Final = "; "
"""Between sentences that were said one after the other."""
_COMMA: Final = "、"
_COUNTED: Final = re.compile(r"{} \w+|[ESWN]\d\.{}|{} event {}")
"""Templates that end in a number, as "{} han" or "E1.{}": nothing else fills their last hole."""
_CLAUSED: Final = re.compile(r"(.+?) \(((?:[A-Z][A-Z0-9]{2,}[ -]|silent: ).*)\)", re.DOTALL)
"""A sentence and the clauses that it rests on."""
_COUNT: Final = r"([^A-Za-z]*\d[^A-Za-z]*)"


@dataclass(frozen=True, slots=True)
class Template:
    """One English sentence with holes, and its translation."""

    english: str
    translation: str
    pattern: re.Pattern[str]
    anchor: str
    """The longest piece between the holes: a text without it is none of these."""

    @classmethod
    def of(cls, english: str, translation: str) -> Self:
        """Make one of a line of the catalogue."""
        pieces = english.split(HOLE)
        last = _COUNT if _COUNTED.fullmatch(english) else "(.*)"
        holes = [*["(.*?)"] * (len(pieces) - 2), last] if len(pieces) > 1 else []
        between = "".join(
            re.escape(piece) + hole for piece, hole in zip(pieces, [*holes, ""], strict=True)
        )
        anchor = max(pieces, key=len)
        return cls(english, translation, re.compile(between, re.DOTALL), anchor)

    @property
    def weight(self) -> int:
        """How much of the text it fixes: of several that fit, the weightiest is meant."""
        return len(self.english) - len(HOLE) * self.english.count(HOLE)


class Catalogue:
    """All templates of one language."""

    def __init__(self, pairs: Mapping[str, str]) -> None:
        self.pairs = dict(pairs)
        made = [Template.of(*pair) for pair in pairs.items() if HOLE in pair[0]]
        self._templates = sorted(made, key=lambda one: -one.weight)

    def say(self, text: str, deep: int = 0) -> str | None:
        """The text in this language; None where no template fits."""
        if deep > DEEP:
            return None
        return (
            self._known(text)
            or self._all_known(text)
            or self._one_after_the_other(text, deep)
            or self._with_clauses(text, deep)
            or self._filled(text, deep)
        )

    def _known(self, text: str) -> str | None:
        return None if HOLE in text else self.pairs.get(text)

    def _all_known(self, text: str) -> str | None:
        """A list of words: "four winds, nine kinds"."""
        words = [self._known(part) for part in text.split(", ")]
        return None if None in words else _COMMA.join(filter(None, words))

    def _one_after_the_other(self, text: str, deep: int) -> str | None:
        """Several sentences, where no single one has as many semicolons."""
        template, holes = self._fitting(text) or (None, ())
        within = sum(hole.count(_BETWEEN) for hole in holes if self._known(hole))
        within += 0 if template is None else template.english.count(_BETWEEN)
        if text.count(_BETWEEN) <= within:
            return None
        parts = [self.say(part, deep + 1) for part in text.split(_BETWEEN)]
        return None if None in parts else _COMMA.join(filter(None, parts))

    def _with_clauses(self, text: str, deep: int) -> str | None:
        """A sentence and the clauses after it, which are no part of what fills its holes."""
        found = _CLAUSED.fullmatch(text)
        if found is None or (self.template_of(text) or "").endswith("({})"):
            return None
        sentence = self.say(found[1], deep + 1)
        if sentence is None:
            return None
        form = self.pairs.get("{} ({})", "{0} ({1})")
        return form.format(sentence, _Value(found[2], self, deep + 1))

    def _filled(self, text: str, deep: int) -> str | None:
        """A sentence with holes."""
        fitting = self._fitting(text)
        if fitting is None:
            return None
        template, holes = fitting
        return template.translation.format(*(_Value(one, self, deep + 1) for one in holes))

    def template_of(self, text: str) -> str | None:
        """The English template that a text is taken for."""
        if self._known(text) is not None:
            return text
        fitting = self._fitting(text)
        return None if fitting is None else fitting[0].english

    def _fitting(self, text: str) -> tuple[Template, tuple[str, ...]] | None:
        """The weightiest template that fits, and what fills its holes."""
        for template in self._templates:
            if template.anchor in text:
                found = template.pattern.fullmatch(text)
                if found is not None:
                    return template, found.groups()
        return None


class _Value:
    """What filled a hole; it is formatted as the translation wants it."""

    def __init__(self, text: str, catalogue: Catalogue, deep: int) -> None:
        self._text = text
        self._catalogue = catalogue
        self._deep = deep

    def __format__(self, how: str) -> str:
        if how == "name":
            return self._text
        if how == "list":
            return _COMMA.join(_SEPARATORS.split(self._text))
        if how == "each":
            return _COMMA.join(self._said(part) for part in _SEPARATORS.split(self._text))
        return self._said(self._text)

    def _said(self, text: str) -> str:
        said = self._catalogue.say(text, self._deep)
        return text if said is None else said


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language's folder, read once."""
    folder = files("table.wording") / language
    said: dict[str, str] = {}
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            said = {**pairs_of(file.read_text("utf-8")), **said}
    return Catalogue({**_names_of_things(), **said} if language == "ja" else said)


def _names_of_things() -> dict[str, str]:
    """The Japanese names that other parts know: yaku by each of their names, and tiles."""
    names = {}
    for yaku in YAKU:
        for known in (yaku.name, yaku.english, f"{yaku.english} ({yaku.name})"):
            names[known] = yaku.japanese
    for place, suit in enumerate("萬筒索"):
        letter = "mps"[place]
        names |= {
            f"{digit}{letter}": f"{'〇一二三四五六七八九'[digit]}{suit}" for digit in range(1, 10)
        }
        names[f"0{letter}"] = f"赤五{suit}"
    names |= {f"{digit}z": name for digit, name in enumerate("東南西北白發中", 1)}
    return names


def pairs_of(text: str) -> dict[str, str]:
    """The pairs of one file; those of its table [composed] are put together by several lines."""
    said = tomllib.loads(text)
    composed = said.pop(COMPOSED, {})
    return {**said, **composed}


def sample(template: str) -> str:
    """The template with its holes filled, each with something else."""
    pieces = template.split(HOLE)
    filled = "".join(f"{piece}⟨{number}⟩" for number, (piece, _) in enumerate(pairwise(pieces)))
    return filled + pieces[-1]
