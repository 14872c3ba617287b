"""Pictures and clips of evidence, fetched from their table when somebody looks, and kept.

A table is asked by an order, which it gets at once over MQTT and with its next report over HTTPS.
What nobody has asked for is not taken.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from table.errors import HallDataError, UnknownThingError
from table.files import write_atomically
from table.hall.wire import PICTURE_ID, Order, Picture

MOST_BYTES = 256 << 20
"""What all that are kept may take; the oldest go first."""
PATIENCE_S = 12.0
_JPEG, _PNG, _MP4 = b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"ftyp"


@dataclass(slots=True)
class Asked:
    """What a table is asked for, and who waits for it."""

    order: Order
    waiting: int = 0
    """How many look; the last to leave takes the order along."""
    data: asyncio.Future[bytes] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


def picture_order(name: str) -> Order:
    """What asks a table for a picture."""
    return Order(f"hall:picture:{name}", "picture", {"id": name})


def clip_order(film: str, at_s: float) -> Order:
    """What asks a table for a few seconds of a film around a moment; the answer has its own id."""
    name = hashlib.sha256(f"{film} {at_s:.1f}".encode()).hexdigest()[:32]
    return Order(f"hall:clip:{name}", "clip", {"id": name, "film": film, "at_s": at_s})


class Pictures:
    """The hall's shelf, `<table>/<32 hexadecimal digits>`."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES) -> None:
        self._folder = folder
        self._most = most_bytes
        self._asked: dict[tuple[str, str], Asked] = {}

    def orders(self, table: str) -> tuple[Order, ...]:
        """What a table is asked to send now."""
        return tuple(one.order for (of, _), one in list(self._asked.items()) if of == table)

    async def fetch(
        self, table: str, order: Order, *, online: bool, ask: Callable[[], None]
    ) -> tuple[bytes, str]:
        """What the order asks for and its media type; `ask` brings the orders to the table.

        Raises UnknownThingError where the table has it no more, HallDataError where it is away.
        """
        for name in (order.facts["id"], order.facts.get("film")):
            if name is not None and not PICTURE_ID.fullmatch(name):
                raise UnknownThingError(f"picture {name[:40]!r}: expected an id of 32 hex digits")
        name = order.facts["id"]
        path = self._folder / table / name
        with contextlib.suppress(OSError):
            data = await asyncio.to_thread(path.read_bytes)
            return data, media_of(data)
        if not online:
            raise HallDataError(
                f"table {table}: no contact; its pictures lie there, and can be seen when it is"
                " back"
            )
        asked = self._asked.get((table, name)) or Asked(order)
        self._asked[table, name] = asked
        asked.waiting += 1
        try:
            ask()
            async with asyncio.timeout(PATIENCE_S):
                data = await asyncio.shield(asked.data)
        except TimeoutError:
            raise HallDataError(
                f"table {table}: has not sent the picture in {PATIENCE_S:g} s; try again"
            ) from None
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                self._asked.pop((table, name), None)
        if not data:
            raise UnknownThingError(
                f"picture {name}: table {table} has it no more; the oldest are thrown away first"
            )
        return data, media_of(data)

    def take(self, table: str, picture: Picture) -> None:
        """A table has sent one. Safe for threads."""
        asked = self._asked.get((table, picture.id))
        if asked is None or (picture.data and not media_of(picture.data)):
            return
        if picture.data:
            with contextlib.suppress(OSError):  # a full disk keeps nobody from looking
                self._keep(table, picture)
        asked.data.get_loop().call_soon_threadsafe(_answer, asked.data, picture.data)

    def _keep(self, table: str, picture: Picture) -> None:
        folder = self._folder / table
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(folder / picture.id, picture.data, mode=0o600)
        kept = [(path, path.stat()) for path in self._folder.glob("*/*")]
        total = sum(stat.st_size for _, stat in kept)
        for path, stat in sorted(kept, key=lambda one: one[1].st_mtime_ns):
            if total <= self._most:
                return
            path.unlink(missing_ok=True)
            total -= stat.st_size


def media_of(data: bytes) -> str:
    """The media type of a picture or clip; empty for what is none."""
    if data.startswith(_JPEG):
        return "image/jpeg"
    if data[4:8] == _MP4:
        return "video/mp4"
    return "image/png" if data.startswith(_PNG) else ""


def _answer(future: asyncio.Future[bytes], data: bytes) -> None:
    if not future.done():
        future.set_result(data)
