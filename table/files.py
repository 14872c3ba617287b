"""Writing a file whole or not at all."""

import errno
import fcntl
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_OPEN_ALREADY = ("/dev/std", "/dev/fd/", "/proc/")
"""Names of what somebody has open, a regular file too: `--out /dev/stdout >>FILE`."""


def write_atomically(path: Path, content: bytes | str, *, mode: int = 0o666) -> None:
    """Put the content in the place of the file; after a crash it is the old or the new one.

    As `whole_file`.
    """
    with whole_file(path, mode=mode) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def whole_file(path: Path, *, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of the path when all went well.

    A link stays and its target is replaced; a pipe or a device is written into. `mode` are the
    permissions of the new file, less the process's umask. Raises OSError.
    """
    if _is_written_into(path):
        with named(path), path.open("ab") as file:
            yield file
        return
    place = Path(os.path.realpath(path))
    draft = place.with_name(f".{place.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(path)) from None
    try:
        with named(path), os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(place)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """Have a failure to write, which knows no name, tell the file's."""
    try:
        yield
    except OSError as fault:
        if fault.filename is not None or fault.errno is None:
            raise
        raise OSError(fault.errno, fault.strerror, str(path)) from fault


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until nobody else who asks for it works in a folder. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def is_open_already(path: Path) -> bool:
    """Whether the name is of what somebody has open, or of a device: no place for files beside."""
    return str(path).startswith(_OPEN_ALREADY) or path.is_char_device()


def _is_written_into(path: Path) -> bool:
    """Whether there is something that no file can replace."""
    try:
        kind = path.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(kind):
        raise IsADirectoryError(errno.EISDIR, "Is a directory, expected a file", str(path))
    return not stat.S_ISREG(kind) or str(path).startswith(_OPEN_ALREADY)
