"""How often somebody may ask: a bucket for each address that fills again with time."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

REMEMBERED = 4096
"""So many addresses at most; the longest silent is forgotten."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at_s: float


class Limit:
    """Lets `burst` requests of one address through at once, and then `per_s` a second."""

    def __init__(
        self, per_s: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_s = per_s
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def wait_s(self, address: str) -> float:
        """Take one request of this address: 0 to go on, else how long it has to wait."""
        now = self._clock()
        bucket = self._buckets.pop(address, None) or _Bucket(self._burst, now)
        self._buckets[address] = bucket
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        gained = (now - bucket.at_s) * self._per_s
        bucket.tokens = min(self._burst, bucket.tokens + gained)
        bucket.at_s = now
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._per_s
        bucket.tokens -= 1
        return 0.0
