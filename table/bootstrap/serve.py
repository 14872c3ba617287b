"""Serves a table: takes the port, says when it is ready, and leaves nothing half done."""

import errno
import signal
import socket
import sys
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from typing import NoReturn

import uvicorn

from firmware_bridge.serial_port import check_name
from table.bootstrap.compose import Table, compose, demo_folder
from table.bootstrap.eyes import WorkerEyes
from table.bootstrap.settings import Settings
from table.bootstrap.tile_sets import set_of
from table.bootstrap.watching import Moment
from table.core.events import StartKyoku
from table.errors import BusyPortError, InvalidOptionError
from vision.capture.source import parse_sources
from vision.plane.file import read_plane

GRACE_S = 3
MAX_LIVE_MESSAGE = 4096
"""Clients have nothing to say on the live connection."""


def serve(
    settings: Settings, folder: Path, *, demo: bool = False, start: StartKyoku | None = None,
    moment: Moment | None = None,
) -> None:  # fmt: skip
    """Serve until interrupted; prints `ready URL` on stdout when it answers.

    Raises CaptureError, PlaneError, PortError, ModelError, TileSetError, BusyPortError,
    DataFolderError, JournalError, ConfigError, OSError.
    """
    signal.signal(signal.SIGTERM, leave)
    check_given(settings)
    eyes = WorkerEyes(settings.models, club=set_of(settings, folder))
    with take_port(settings.host, settings.port) as taken:
        shelf = demo_folder() if demo else None
        run_server(compose(settings, folder, eyes, shelf, start, moment), taken)


def check_given(settings: Settings) -> None:
    """Raise for a film or calibration that is not there, and for a port that can be none.

    Cameras, streams and ports may come later. Raises CaptureError, PlaneError, OSError, PortError.
    """
    sources = list(settings.camera.sources)
    for source in parse_sources(sources) if sources else ():
        source.check_there()
    if settings.camera.calibration is not None:
        read_plane(settings.camera.calibration)
    if settings.bridge is not None:
        check_name(settings.bridge.port)


def run_server(table: Table, taken: socket.socket) -> None:
    """Serve a table on a bound socket, and close it however that ends."""
    if table.certificate is not None:
        sys.stderr.write(f"certificate SHA-256 {table.certificate.fingerprint}\n")
    try:
        TableServer(table, taken, announce=print_ready).run(sockets=[taken])
    finally:
        table.close()


def leave(number: int, _: object) -> NoReturn:
    """Unwind, so that everything is closed; 128 + the signal, as a shell reports it."""
    sys.exit(128 + number)


def take_port(host: str, port: int) -> socket.socket:
    """A bound socket. Raises BusyPortError, and InvalidOptionError for a host that is not ours."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise InvalidOptionError(
            f"host {host!r}: {why}, expected an address of this machine"
        ) from None
    taken = socket.socket(family, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind(address)
    except OSError as fault:
        taken.close()
        if fault.errno == errno.EADDRNOTAVAIL:
            raise InvalidOptionError(
                f"host {host!r}: expected an address of this machine"
            ) from None
        raise BusyPortError(
            f"port {port}: {fault.strerror}, expected a free one (another with --port)"
        ) from None
    return taken


class TableServer(uvicorn.Server):
    """A server that opens its table's eyes first, and says when it answers."""

    def __init__(self, table: Table, taken: socket.socket, announce: Callable[[str], None]) -> None:
        tls = table.certificate
        config = uvicorn.Config(
            table.app,
            ssl_certfile=None if tls is None else tls.certificate,
            ssl_keyfile=None if tls is None else tls.key,
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
            ws_max_size=MAX_LIVE_MESSAGE,
        )
        super().__init__(config)
        self._table = table
        self._taken = taken
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Load the models, start listening, then tell where."""
        await self._table.eyes.open()
        await super().startup(sockets)
        if self.started and self._table.line is not None:
            await self._table.line.open()
        if self.started and self._table.hall is not None:
            await self._table.hall.open(address_of(self._taken, None, scheme_of(self._table)))
        watcher = self._table.services.watcher
        if self.started and watcher is not None:
            await watcher.open()
        if self.started:
            self._announce(link(self._table, self._taken))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let go of the automatic table while the session still takes what it says."""
        if self._table.services.watcher is not None:
            await self._table.services.watcher.close()
        if self._table.line is not None:
            await self._table.line.close()
        if self._table.hall is not None:
            await self._table.hall.close()
        await super().shutdown(sockets)


def link(table: Table, taken: socket.socket) -> str:
    """The address to open, with the token where one is needed."""
    return address_of(taken, table.door.token, scheme_of(table))


def scheme_of(table: Table) -> str:
    """How the table is spoken to."""
    return "http" if table.certificate is None else "https"


def address_of(taken: socket.socket, token: str | None, scheme: str = "http") -> str:
    """The address of what listens there, with the token where one is needed."""
    host, port = taken.getsockname()[:2]
    address = ip_address(host)
    if address.is_unspecified:
        host = reachable_address(taken.family)
    shown = f"[{host}]" if isinstance(ip_address(host), IPv6Address) else host
    return f"{scheme}://{shown}:{port}" + ("" if token is None else f"/?token={token}")


def print_ready(url: str) -> None:
    """The line that tells people and programs that the table answers."""
    sys.stdout.write(f"ready {url}\n")
    sys.stdout.flush()


def reachable_address(family: int) -> str:
    """This machine's address towards the network; nothing is sent to find out."""
    outside = "192.0.2.1" if family == socket.AF_INET else "2001:db8::1"
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((outside, 9))
        except OSError:
            return "127.0.0.1" if family == socket.AF_INET else "::1"
        return str(probe.getsockname()[0])
