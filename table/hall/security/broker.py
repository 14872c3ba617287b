"""The broker: Mosquitto with a configuration of ours, started, watched and replaced as needed.

It keeps nothing: whatever it loses, the tables send again. Each table may publish to its own topic
and hear its own answers; which one that is, its certificate says.
"""

import asyncio
import contextlib
import os
import pwd
import re
import shutil
import signal
from collections import deque
from collections.abc import Callable
from pathlib import Path

from table.errors import LinkError
from table.files import write_atomically
from table.hall.security.authority import HALL_NAME, Authority
from table.hall.wire import MOST_BYTES, reply_topic, report_topic

PLACES = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")
"""Where Mosquitto lies, besides the PATH."""
TELLING = r"Denied|OpenSSL|[Ee]rror|New connection from|Unable|Invalid"
"""The lines of its log that somebody should see; a filter in C lets only these through."""
STAYS_S = 5.0
"""A broker that runs so long is said to be well."""
_AGAIN_S = 0.5
_STAMP = re.compile(r"^\d+: (Error: )?")


def find_broker() -> str | None:
    """Mosquitto's program, or None."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *PLACES))
    return shutil.which("mosquitto", path=path)


def configuration(authority: Authority, folder: Path, host: str, port: int) -> str:
    """Mosquitto's configuration: mutual TLS, and nothing kept."""
    certificate, key = authority.server
    lines = (
        f"listener {port} {host}",
        f"cafile {authority.ca}",
        f"certfile {certificate}",
        f"keyfile {key}",
        f"crlfile {authority.crl}",
        "require_certificate true",
        "use_identity_as_username true",
        "allow_anonymous false",
        f"acl_file {folder / 'acl'}",
        "persistence false",
        f"message_size_limit {MOST_BYTES}",
        "max_queued_messages 10000",
        "max_inflight_messages 1000",
        "set_tcp_nodelay true",
        "log_dest stderr",
        "log_type all",
        f"user {pwd.getpwuid(os.geteuid()).pw_name}",
    )
    return "\n".join(lines) + "\n"


def access_list() -> str:
    """Who may publish and hear what; %u is the name in the certificate."""
    return (
        f"user {HALL_NAME}\n"
        f"topic read {report_topic()}\n"
        f"topic write {reply_topic('+')}\n\n"
        f"pattern write {report_topic('%u')}\n"
        f"pattern read {reply_topic('%u')}\n"
    )


class Broker:
    """Mosquitto as a child of the hall."""

    def __init__(
        self,
        authority: Authority,
        folder: Path,
        host: str,
        port: int,
        tell: Callable[[str], None] = lambda _line: None,
        told: Callable[[str], None] = lambda _why: None,
    ) -> None:
        """`tell` hears each line of its log that matters.

        `told` hears why it does not stay up, and the empty text when it does.
        """
        self._authority = authority
        self._folder = folder
        self._tell = tell
        self._told = told
        self.config = folder / "mosquitto.conf"
        self._pid = folder / "broker.pid"
        folder.mkdir(parents=True, exist_ok=True)
        write_atomically(folder / "acl", access_list(), mode=0o600)
        write_atomically(self.config, configuration(authority, folder, host, port), mode=0o600)
        self._child: asyncio.subprocess.Process | None = None
        self._shown: tuple[int, ...] = ()
        """When the files were written that the child has read."""
        self.last_words: deque[str] = deque(maxlen=5)

    async def run(self) -> None:
        """Keep it running until cancelled. Raises LinkError where there is no Mosquitto."""
        program = find_broker()
        if program is None:
            raise LinkError(
                "mosquitto: not found, expected it on the PATH (Debian: apt-get install mosquitto)"
            )
        stop(self._folder)  # one that a killed hall has left
        loop = asyncio.get_running_loop()
        while True:
            stays = loop.call_later(STAYS_S, self._told, "")
            began, status = loop.time(), 0
            try:
                status = await self._once(program)
            except OSError as fault:  # a full disk: it is tried again
                self._told(str(fault))
            finally:
                stays.cancel()
            if status and loop.time() - began < STAYS_S:
                self._told(self._reason(status))
            await asyncio.sleep(_AGAIN_S)

    def renew(self) -> None:
        """End it where it has read an older list of revoked certificates; it starts again."""
        child = self._child
        if child is not None and child.returncode is None and self._shown != self._written():
            with contextlib.suppress(ProcessLookupError):
                child.terminate()

    def _written(self) -> tuple[int, ...]:
        files = (self._authority.crl, *self._authority.server)
        return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in files)

    async def _once(self, program: str) -> int:
        """Start it, and wait until it ends; its exit status. Raises OSError."""
        self._shown = self._written()
        self.last_words.clear()
        reading, writing = os.pipe()
        with os.fdopen(reading, "rb") as log, os.fdopen(writing, "wb") as said:
            child = await asyncio.create_subprocess_exec(
                program, "-c", str(self.config), stderr=said, stdout=said
            )
            said.close()
            self._child = child
            filtering: asyncio.subprocess.Process | None = None
            try:
                write_atomically(self._pid, f"{child.pid}\n")
                filtering = await asyncio.create_subprocess_exec(
                    *("grep", "--line-buffered", "-E", TELLING),
                    stdin=log,
                    stdout=asyncio.subprocess.PIPE,
                )
                log.close()
                await self._listen(filtering)
                await child.wait()
            finally:
                if child.returncode is None:
                    with contextlib.suppress(ProcessLookupError):
                        child.terminate()
                status = await child.wait()
                if filtering is not None:
                    await filtering.wait()  # it ends with what it reads
                self._pid.unlink(missing_ok=True)
            return status

    def _reason(self, status: int) -> str:
        """Why it ended, in its own words."""
        faults = [line for line in self.last_words if "rror" in line or "Unable" in line]
        if not faults:
            return f"it ended with status {status}"
        return _STAMP.sub("", faults[-1])

    async def _listen(self, filtering: asyncio.subprocess.Process) -> None:
        if filtering.stdout is None:
            return
        async for line in filtering.stdout:
            said = line.decode("utf-8", "replace").strip()[:300]
            self.last_words.append(said)
            self._tell(said)


def stop(folder: Path) -> bool:
    """End a broker that runs with the configuration of this folder; whether there was one.

    The hall that runs starts it again, with the certificates and the list as they are then.
    """
    try:
        number = int((folder / "broker.pid").read_text(encoding="ascii"))
        command = Path(f"/proc/{number}/cmdline").read_bytes()
    except (OSError, ValueError):
        return False
    if os.fsencode(folder / "mosquitto.conf") not in command:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGTERM)
    return True
