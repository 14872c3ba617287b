"""Who is let in on the network: PINs by role, sessions that can be revoked, tokens for programs.

Kept in one file that only its owner reads; of PINs and tokens only hashes are there. Times are the
machine's; a clock that jumps may end a session early and never makes one stronger.
"""

import hmac
import json
import secrets
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import scrypt, sha256
from pathlib import Path
from typing import Any

from table.errors import DataFolderError, NotAllowedError
from table.files import write_atomically
from table.web.roles import Role, RoleWord

LASTS = timedelta(hours=16)
"""A session of a person: an evening, and the morning after."""
MOST_SESSIONS = 200
"""Of people, and as many passes that last longer."""
_SCRYPT = {"n": 1 << 13, "r": 8, "p": 1, "dklen": 32}
SEEN_EVERY = timedelta(minutes=1)
"""How often "last seen" is worth a write."""
_UNREADABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
"""What a file raises that this program has not written."""


@dataclass(frozen=True, slots=True)
class Pass:
    """One session, or one token of a program."""

    id: str
    """What an organiser names it by; opens nothing."""
    digest: str
    """SHA-256 of the secret."""
    role: RoleWord
    label: str
    """As in "phone on the rail"."""
    created: str
    expires: str
    seen: str
    address: str = ""


class Access:
    """The passes and PINs of one table; without a file they last as long as the program.

    Safe for threads: what was changed last is what the file has.
    """

    def __init__(
        self, file: Path | None = None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Read the file. Raises DataFolderError for one that is none of ours."""
        self._file = file
        self._clock = clock
        self._lock = threading.Lock()
        self._passes: dict[str, Pass] = {}
        self._pins: dict[str, tuple[str, str]] = {}
        if file is not None and file.is_file():
            self._read(file)

    @property
    def passes(self) -> list[Pass]:
        """Those that are valid now, oldest first."""
        now = self._clock().isoformat()
        return [one for one in self._passes.values() if one.expires > now]

    @property
    def pins(self) -> frozenset[Role]:
        """The roles that have a PIN."""
        return frozenset(Role.parse(word) for word in self._pins)

    def set_pin(self, role: Role, pin: str | None) -> None:
        """Give a role its PIN, or take it away; sessions go on."""
        salt = secrets.token_hex(16)
        digest = None if pin is None else _slow(pin, salt)
        with self._lock:
            if digest is None:
                self._pins.pop(role.word, None)
            else:
                self._pins[role.word] = (salt, digest)
            self._write()

    def enter(self, pin: str, label: str, address: str) -> tuple[str, Pass]:
        """A new session for a PIN: its secret, and what is known of it. Slow, on purpose.

        Raises NotAllowedError for a PIN that no role has.
        """
        for role in sorted(self.pins, reverse=True):
            salt, digest = self._pins[role.word]
            if hmac.compare_digest(_slow(pin, salt), digest):
                return self.issue(role, label, address=address)
        raise NotAllowedError("PIN: no role has it, expected one that the organiser gave out")

    def issue(
        self, role: Role, label: str, *, lasts: timedelta = LASTS, address: str = ""
    ) -> tuple[str, Pass]:
        """A new pass: its secret, told only now, and what is known of it."""
        secret = secrets.token_urlsafe(24)
        now = self._clock()
        made = Pass(
            id=secrets.token_hex(6),
            digest=_digest(secret),
            role=role.word,
            label=label,
            created=now.isoformat(timespec="seconds"),
            expires=(now + lasts).isoformat(timespec="seconds"),
            seen=now.isoformat(timespec="seconds"),
            address=address,
        )
        with self._lock:
            evening = (now + LASTS).isoformat(timespec="seconds")
            alike = [one for one in self.passes if (one.expires > evening) == (lasts > LASTS)]
            gone = {one.digest for one in alike[: -MOST_SESSIONS + 1]}
            kept = {one.digest: one for one in self.passes if one.digest not in gone}
            self._passes = {**kept, made.digest: made}
            self._write()
        return secret, made

    def find(self, secret: str | None) -> Pass | None:
        """The pass of a secret; None for a forged, expired or revoked one."""
        found = None if secret is None else self._passes.get(_digest(secret))
        now = self._clock()
        if found is None or found.expires <= now.isoformat():
            return None
        if abs(now - datetime.fromisoformat(found.seen)) > SEEN_EVERY:
            found = replace(found, seen=now.isoformat(timespec="seconds"))
            with self._lock:
                if found.digest not in self._passes:
                    return None
                self._passes[found.digest] = found
        return found

    def revoke(self, pass_id: str) -> bool:
        """End a pass at once; false where there is none of that id."""
        with self._lock:
            held = [digest for digest, one in self._passes.items() if one.id == pass_id]
            for digest in held:
                del self._passes[digest]
            if held:
                self._write()
        return bool(held)

    def _read(self, file: Path) -> None:
        try:
            content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            self._pins = {
                Role.parse(word).word: (str(salt), str(digest))
                for word, (salt, digest) in content["pins"].items()
            }
            passes = [Pass(**one) for one in content["passes"]]
            for one in passes:
                Role.parse(one.role)
                datetime.fromisoformat(one.seen)
        except _UNREADABLE as fault:
            raise DataFolderError(
                f"{file}: {fault}, expected the file that this program wrote; remove it to begin"
                " without PINs and sessions"
            ) from None
        self._passes = {one.digest: one for one in passes}

    def _write(self) -> None:
        if self._file is None:
            return
        content = {"pins": self._pins, "passes": [asdict(one) for one in self.passes]}
        try:
            write_atomically(self._file, json.dumps(content, indent=1).encode(), mode=0o600)
        except OSError as fault:
            raise DataFolderError(
                f"{self._file.name}: not written, {fault.strerror}; expected room for it"
            ) from None


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _slow(pin: str, salt: str) -> str:
    """A hash that costs a guesser time."""
    return scrypt(pin.encode(), salt=bytes.fromhex(salt), **_SCRYPT).hex()
