"""The demo's shelf: photos of winning hands that our renderer made, described by `demo.toml`.

    [[photo]]
    name = "riichi-tsumo"            # its name in the API
    title = "Riichi, drawn itself"   # for people
    file = "riichi-tsumo.jpg"        # beside demo.toml
    winner = 0                       # seat
    from = 2                         # seat of the discarder; left out for tsumo
    tsumo = false
    riichi = true
    ippatsu = false
    dora = "5m"                      # indicators, MPSZ run together
    ura = "2z"
    truth = { concealed = "123m406p789s11z", melds = ["pon:777z"], win_tile = "1z" }

`concealed` holds the winning tile. The truth is what a right reading says; only checks look at it.
"""

import tomllib
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Any

from scoring.errors import ScoringError
from scoring.hand import Hand
from scoring.melds import Meld
from scoring.seats import Seat
from scoring.tiles import Tile, parse_tiles
from table.errors import InvalidOptionError, UnknownPhotoError
from table.web.views.photos import DemoPhotoView

MANIFEST = "demo.toml"


@dataclass(frozen=True, slots=True)
class DemoPhoto:
    """One photo of the demo."""

    name: str
    title: str
    file: str
    winner: Seat
    discarder: Seat | None
    riichi: bool
    ippatsu: bool
    dora: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    truth: Hand
    win_tile: Tile


class DemoShelf:
    """The photos in a folder; an empty one where the demo is not shown."""

    def __init__(self, folder: Traversable | None = None) -> None:
        self._folder = folder
        self.shelf = {} if folder is None else read_shelf(folder)

    def photos(self) -> list[DemoPhotoView]:
        """The photos and the circumstances to try with them, in the order of the shelf."""
        return [
            DemoPhotoView(
                name=photo.name,
                title=photo.title,
                winner=photo.winner,
                discarder=photo.discarder,
                riichi=photo.riichi,
                ippatsu=photo.ippatsu,
                dora=[str(tile) for tile in photo.dora],
                ura=[str(tile) for tile in photo.ura],
            )
            for photo in self.shelf.values()
        ]

    def picture(self, name: str) -> bytes:
        """The picture file's bytes. Raises UnknownPhotoError."""
        photo = self.shelf.get(name)
        if photo is None or self._folder is None:
            known = " ".join(self.shelf) or "none here"
            raise UnknownPhotoError(f"demo photo {name!r}: expected one of: {known}")
        return (self._folder / photo.file).read_bytes()


def read_shelf(folder: Traversable) -> dict[str, DemoPhoto]:
    """The photos of a folder by name, empty where there is no demo.toml.

    Raises InvalidOptionError for an entry that cannot be used.
    """
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return {}
    try:
        tables = tomllib.loads(manifest.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        raise InvalidOptionError(f"{MANIFEST}: {fault}") from None
    photos = [_photo(number, entry) for number, entry in enumerate(tables.get("photo", []), 1)]
    return {photo.name: photo for photo in photos}


def _photo(number: int, entry: dict[str, Any]) -> DemoPhoto:
    try:
        hand, win_tile = _truth(entry["truth"])
        return DemoPhoto(
            name=str(entry["name"]),
            title=str(entry["title"]),
            file=str(entry["file"]),
            winner=Seat(entry["winner"]),
            discarder=None if entry["tsumo"] else Seat(entry["from"]),
            riichi=bool(entry.get("riichi", False)),
            ippatsu=bool(entry.get("ippatsu", False)),
            dora=parse_tiles(entry.get("dora", "")),
            ura=parse_tiles(entry.get("ura", "")),
            truth=hand,
            win_tile=win_tile,
        )
    except KeyError as fault:
        raise InvalidOptionError(f"{MANIFEST}: photo {number} has no {fault}") from None
    except (ScoringError, ValueError, TypeError) as fault:
        raise InvalidOptionError(f"{MANIFEST}: photo {number}: {fault}") from None


def _truth(truth: dict[str, Any]) -> tuple[Hand, Tile]:
    """The hand and the tile it won on."""
    melds = tuple(Meld.parse(text) for text in truth.get("melds", []))
    hand, win_tile = Hand(parse_tiles(truth["concealed"]), melds), Tile.parse(truth["win_tile"])
    if hand.size != 14 or win_tile not in hand.concealed:
        raise ValueError(f"truth {hand}: expected 14 tiles with {win_tile} among them")
    return hand, win_tile
