"""Signed heads: what the chain was at a moment, so that a later rewrite is found and located.

Who rewrites an entry can rehash all that follow, and the chain is whole again. A signed head
cannot be made again without the key: it lists the hashes of the entries since the head before it.
Heads are lines of JSON beside the journal, or wherever the organiser keeps them; each is signed
with Ed25519 (RFC 8032) over its other fields as canonical JSON.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from table.errors import HeadsError, JournalCorruptError
from table.files import write_atomically
from table.journal.entry import HASH, canonical

_FIELDS = {
    "journal": str,
    "first": int,
    "last": int,
    "hashes": list,
    "at": str,
    "key": str,
    "signature": str,
}


@dataclass(frozen=True, slots=True)
class Head:
    """Entries `first` to `last` of a journal as they were when it was signed."""

    journal: str
    first: int
    last: int
    hashes: tuple[str, ...]
    at: str
    """ISO 8601, UTC."""
    key: str
    """The public key, 64 hexadecimal digits."""
    signature: str

    @property
    def line(self) -> str:
        """The head as its file has it."""
        return canonical({**self._signed(), "signature": self.signature})

    def is_genuine(self) -> bool:
        """Whether the signature is of this head, by its key."""
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key))
            key.verify(bytes.fromhex(self.signature), canonical(self._signed()).encode())
        except (InvalidSignature, ValueError):
            return False
        return True

    def _signed(self) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in _FIELDS if name != "signature"}
        return {**fields, "hashes": list(self.hashes)}


def load_key(path: Path) -> Ed25519PrivateKey:
    """The key in a PEM file; made there, readable by its owner alone, where there is none."""
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except FileNotFoundError:
        key = Ed25519PrivateKey.generate()
        pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        write_atomically(path, pem, mode=0o600)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise HeadsError(f"key {path}: expected an Ed25519 key in PEM, without password") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise HeadsError(f"key {path}: expected an Ed25519 key")
    return key


def public_key(text: str) -> str:
    """A public key as the heads have it. Raises HeadsError for what can be none."""
    if not HASH.fullmatch(text.lower()):
        raise HeadsError(f"--key {text[:80]!r}: expected a public key, 64 hexadecimal digits")
    return text.lower()


def public_hex(key: Ed25519PrivateKey) -> str:
    """The public half, to be kept by whoever will verify."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


def sign(
    journal: str, hashes: Sequence[str], heads: Sequence[Head], key: Ed25519PrivateKey, at: str
) -> Head:
    """Sign what the heads do not hold yet. Raises HeadsError when there is nothing new."""
    last = heads[-1].last if heads else 0
    if len(hashes) <= last:
        raise HeadsError(f"journal {journal:.12}: nothing new after entry {last}, it is signed")
    unsigned = Head(journal, last + 1, len(hashes), tuple(hashes[last:]), at, public_hex(key), "")
    signature = key.sign(canonical(unsigned._signed()).encode()).hex()  # noqa: SLF001 -- its own
    return Head(**{**_fields_of(unsigned), "signature": signature})


def read_heads(path: Path) -> tuple[Head, ...]:
    """The heads of a file, genuine and without gaps. Raises HeadsError naming the first bad line.

    A file that is not there has no heads.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return ()
    except UnicodeDecodeError:
        raise HeadsError(f"heads {path}: expected lines of JSON in UTF-8") from None
    heads: list[Head] = []
    for number, line in enumerate(lines, 1):
        where = f"heads {path} line {number}"
        head = _parse(where, line)
        if not head.is_genuine():
            raise HeadsError(f"{where}: the signature is not of this head by its key")
        if heads and head.journal != heads[0].journal:
            raise HeadsError(f"{where}: journal {head.journal:.12}, not {heads[0].journal:.12}")
        expected = heads[-1].last + 1 if heads else 1
        if head.first != expected:
            raise HeadsError(f"{where}: begins at entry {head.first}, expected {expected}")
        heads.append(head)
    return tuple(heads)


def rewritten(
    journal: str, hashes: Sequence[str], heads: Sequence[Head], key: str | None = None
) -> tuple[int, JournalCorruptError] | None:
    """The first entry that is not what was signed, and the fault; None when all are.

    With `key` (hexadecimal), an entry that another key has signed is at fault, and so is a journal
    without heads. Raises HeadsError for the heads of another journal.
    """
    for head in heads:
        if head.journal != journal:
            raise HeadsError(f"head of entry {head.last}: of journal {head.journal:.12}, not this")
    if key is not None and not heads:
        return 1, JournalCorruptError(f"no head: expected one that is signed by {key:.12}")
    for head, (seq, signed) in _signed_entries(heads):
        if key is not None and head.key != key:
            return seq, JournalCorruptError(
                f"journal entry {seq}: signed by {head.key:.12}, not {key:.12}"
            )
        what = "missing, it was" if seq > len(hashes) else "rewritten since it was"
        if seq > len(hashes) or hashes[seq - 1] != signed:
            return seq, JournalCorruptError(f"journal entry {seq}: {what} signed at {head.at}")
    return None


def _signed_entries(heads: Sequence[Head]) -> Iterator[tuple[Head, tuple[int, str]]]:
    for head in heads:
        for entry in enumerate(head.hashes, head.first):
            yield head, entry


def _parse(where: str, line: str) -> Head:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise HeadsError(f"{where}: expected a line of JSON") from None
    if (
        not isinstance(fields, dict)
        or fields.keys() != _FIELDS.keys()
        or any(type(fields[name]) is not kind for name, kind in _FIELDS.items())
        or not all(isinstance(one, str) and HASH.fullmatch(one) for one in fields["hashes"])
        or len(fields["hashes"]) != fields["last"] - fields["first"] + 1
    ):
        raise HeadsError(f"{where}: expected the fields {', '.join(_FIELDS)}")
    return Head(**{**fields, "hashes": tuple(fields["hashes"])})


def _fields_of(head: Head) -> dict[str, Any]:
    return {name: getattr(head, name) for name in _FIELDS}
