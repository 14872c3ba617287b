"""Eyes that see nothing, and say which tile set they were told to read with."""

from table.bootstrap.watching_words import Glimpse


def watch(pipe, wish):
    """See `table.bootstrap.watching_eyes.watch`."""
    name = "none" if wish.club is None else wish.club[1]
    try:
        pipe.send(Glimpse("watching", f"reading with {name}"))
        while True:
            pipe.recv()
    except (EOFError, OSError):
        raise SystemExit(0) from None
