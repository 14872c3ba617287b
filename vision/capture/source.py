"""Where frames come from: a camera, a film, a folder of pictures or a stream, and in which role."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from vision.errors import CaptureError

Role: TypeAlias = Literal["table", "hand0", "hand1", "hand2", "hand3"]
Kind: TypeAlias = Literal["camera", "film", "folder", "stream"]

ROLES: Final[tuple[Role, ...]] = ("table", "hand0", "hand1", "hand2", "hand3")
_STREAM: Final = re.compile(r"(rtsps?|https?)://\S+", re.IGNORECASE)
_NAMED: Final = re.compile(r"([a-z]+\d?)=(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Source:
    """One source of frames, as ``[ROLE=]SOURCE`` on the command line."""

    role: Role
    kind: Kind
    where: str
    """A camera's index, a path, or an address."""

    @classmethod
    def parse(cls, text: str) -> "Source":
        """Read a source. Raises ``CaptureError`` for an unknown role and for nothing."""
        role, where = "table", text
        named = _NAMED.fullmatch(text)
        if named and not _there(text):
            role, where = named.groups()
        if role not in ROLES:
            raise CaptureError(
                f"source {text!r}: role {role!r}; expected one of {', '.join(ROLES)}"
            )
        if not where.strip():
            raise CaptureError(f"source {text!r} is empty; expected a camera, file, folder or URL")
        known: Role = next(one for one in ROLES if one == role)
        return cls(known, _kind(where), where)

    def __str__(self) -> str:
        """The text that it was read from, its role named unless it is the table's."""
        return self.where if self.role == "table" else f"{self.role}={self.where}"

    @property
    def live(self) -> bool:
        """Whether it goes on by itself, so that a late reader misses frames."""
        return self.kind in {"camera", "stream"}

    def check_there(self) -> None:
        """Raise ``CaptureError`` for a film or folder that is not there; others may come later."""
        if not self.live and not _there(self.where):
            raise CaptureError(f"source {self.where!r} is not there; expected a film or folder")


def parse_sources(texts: list[str]) -> tuple[Source, ...]:
    """Several sources, of which exactly one is the table's; no role and no source is there twice.

    All are live or none is: they share a clock. Raises ``CaptureError``.
    """
    sources = tuple(Source.parse(text) for text in texts)
    roles = [source.role for source in sources]
    for role in ROLES:
        if roles.count(role) > 1:
            raise CaptureError(f"{roles.count(role)} sources are {role!r}; expected at most one")
    if "table" not in roles:
        raise CaptureError(f"the sources are {', '.join(roles)}; expected one that is the table's")
    _check_together(sources)
    return sources


def _check_together(sources: tuple[Source, ...]) -> None:
    first: dict[str, Source] = {}
    for source in sources:
        same = first.setdefault(_place(source), source)
        if same is not source:
            raise CaptureError(
                f"{source.where!r} is both {same.role!r} and {source.role!r};"
                " expected a source of its own for each"
            )
        if source.live != sources[0].live:
            live, film = sorted((sources[0], source), key=lambda one: not one.live)
            raise CaptureError(
                f"{live.where!r} is live and {film.where!r} a film or folder;"
                " expected all live, or none"
            )


def _place(source: Source) -> str:
    """The same for two names of one film or folder, or of one camera."""
    if source.kind == "camera":
        return source.where.lstrip("0") or "0"
    return str(Path(source.where).resolve()) if _there(source.where) else source.where


def _there(name: str) -> bool:
    """Whether there is a file or folder; no name is too long to be asked for."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def _kind(where: str) -> Kind:
    if where.isdecimal():
        return "camera"
    if _STREAM.fullmatch(where):
        return "stream"
    if "://" in where:
        raise CaptureError(f"source {where!r}; expected rtsp:// or http://")
    return "folder" if _there(where) and Path(where).is_dir() else "film"
