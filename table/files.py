"""Writing a file whole or not at all."""

import os
import secrets
from pathlib import Path


def write_atomically(path: Path, content: bytes | str, *, mode: int = 0o666) -> None:
    """Put the content in the place of the file; after a crash it is the old or the new one.

    `mode` are the permissions of the new file, less the process's umask. Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
