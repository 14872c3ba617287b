"""Eyes that have learnt a game by heart: its looks, looped at many times their speed."""

import pickle
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from table.bootstrap.watching_words import Glimpse
from vision.capture.source import parse_sources

SPEED = 40
"""Table time runs so much faster than the clock, and never backwards."""


def watch(pipe, wish):
    """See `table.bootstrap.watching_eyes.watch`; a file beside the looks says `blind`."""
    (source,) = parse_sources(list(wish.sources))
    looks = pickle.loads(Path(source.where).read_bytes())  # noqa: S301 - a test's own
    blind = Path(f"{source.where}.blind")
    highest = wish.tracks_from
    while True:
        base = time.monotonic_ns() * SPEED
        first, tracks = looks[0].captured_ns, highest
        for look in looks:
            while blind.exists():
                tell(pipe, Glimpse("stalled", "no frame for 3 s; expected one each moment"))
                time.sleep(0.05)
            at = base + look.captured_ns - first
            time.sleep(max(0.0, at / SPEED / 1e9 - time.monotonic()))
            with suppress(OSError, EOFError):  # who is gone is found out when it is told
                while pipe.poll():
                    pipe.recv()
            sightings = tuple(
                replace(one, track=tracks + one.track, first_ns=base + one.first_ns - first,
                        last_ns=at)
                for one in look.sightings
            )  # fmt: skip
            highest = max((highest, *(one.track for one in sightings)))
            tell(pipe, replace(look, captured_ns=at, sightings=sightings))
            tell(pipe, Glimpse("watching", "all is well", table_found=True))


def tell(pipe, what):
    try:
        pipe.send(what)
    except OSError:
        raise SystemExit(0) from None
