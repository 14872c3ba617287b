"""The session under accidents: press, cut, flip, kill, reset, reorder; the record stays true.

The device is the virtual one, the journal a list; a kill comes anywhere, also between the journal
and the acknowledgement.
"""

import random
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from firmware_bridge.device import RING, Device
from firmware_bridge.faults import Faults
from firmware_bridge.happenings import Event, Gap, Kept, Notice, Started
from firmware_bridge.messages import Button, Reset
from firmware_bridge.session import Session

STEP_MS = 10


class Table(RuleBasedStateMachine):
    """A device that knows what it gave, and a host whose journal must come to the same."""

    def __init__(self):
        super().__init__()
        self.device = Device(UUID(int=1))
        self.faults = Faults(seed=1)
        self.dice = random.Random(2)
        self.ms = 0
        self.start_ms = 0
        self.cut_ms = 0
        self.journal = []
        self.kill_after = None
        self.given = {}
        """Boot to what the device gave: number to (time, message)."""
        self.dropped = set()
        self.host()

    def host(self):
        self.session = Session(Kept.from_keys(entry.key for entry in self.journal))
        self.session.opened(self.ms / 1000)

    def note(self):
        """Remember what is in the ring, and what fell out of it unacknowledged."""
        for waiting in self.device.ring:
            known = self.given.setdefault(self.device.boot, {})
            known[waiting.number] = (waiting.t_ms, waiting.message)

    def step(self):
        self.ms += STEP_MS
        self.device.tick(self.ms - self.start_ms)
        frames = self.faults.through(self.device.outgoing())
        now = self.ms / 1000
        if self.cut_ms > 0:
            self.cut_ms -= STEP_MS
            frames = b""
        for happening in (*self.session.receive(frames, now), *self.session.tick(now)):
            if isinstance(happening, Notice):
                continue
            self.journal.append(happening)
            if self.kill_after is not None:
                self.kill_after -= 1
                if self.kill_after < 0:
                    self.kill_after = None
                    self.host()  # journaled, and never acknowledged by that process
                    return
            self.session.committed(happening)
        written = self.session.outgoing()
        if self.cut_ms <= 0:
            self.device.receive(
                bytes(
                    byte ^ 1 << self.dice.randrange(8)
                    if self.dice.random() < self.faults.flip
                    else byte
                    for byte in written
                )
            )

    @rule(button=st.sampled_from([Button.HONBA, Button.SET, Button.PAUSE]))
    def press(self, button):
        if (button, 255) in self.device._pressed:
            self.device.release(button)
        else:
            self.device.press(button)
        self.note()

    @rule(count=st.integers(1, 3 * RING))
    def mash(self, count):
        for number in range(count):
            self.device.throw(0, number % 6 + 1, 6)
            self.note()

    @rule(steps=st.integers(1, 60))
    def wait(self, steps):
        for _ in range(steps):
            self.step()

    @rule(ms=st.integers(10, 4000))
    def cut(self, ms):
        self.cut_ms = ms

    @rule(share=st.sampled_from([0.0, 0.005, 0.02, 0.05]))
    def flip(self, share):
        self.faults.flip = share

    @rule(
        swap=st.sampled_from([0.0, 0.2]),
        double=st.sampled_from([0.0, 0.2]),
        tear=st.sampled_from([0.0, 0.1]),
    )
    def reorder(self, swap, double, tear):
        self.faults.swap, self.faults.double, self.faults.tear = swap, double, tear

    @rule(after=st.integers(0, 5))
    def kill_at_a_commit(self, after):
        self.kill_after = after

    @rule()
    def kill(self):
        self.host()

    @rule(cause=st.sampled_from(list(Reset)))
    def reset(self, cause):
        self.device.start(cause, again=True)
        self.start_ms = self.ms

    @precondition(lambda self: self.session.hello is not None)
    @rule(on=st.integers(0, 255))
    def light(self, on):
        self.session.lamps(on)

    @invariant()
    def what_is_kept_is_what_was_given_each_once_and_in_order(self):
        reached = {}
        boots = []
        for entry in self.journal:
            if isinstance(entry, Started):
                assert entry.boot not in boots
                boots.append(entry.boot)
                reached[entry.boot] = 0
                continue
            assert entry.boot == boots[-1]
            assert entry.first == reached[entry.boot] + 1
            reached[entry.boot] = entry.last
            if isinstance(entry, Event):
                assert self.given[entry.boot][entry.number] == (entry.t_ms, entry.message)
            else:
                assert isinstance(entry, Gap)
        assert boots == sorted(boots)

    def teardown(self):
        """When the accidents end, everything that the ring holds arrives, and it is empty."""
        self.faults = Faults()
        self.cut_ms = 0
        for _ in range(600):
            self.step()
        assert not self.device.ring
        last = self.journal[-1]
        assert (last.boot, last.last) == (self.device.boot, self.device.last)
        gaps = (e for e in self.journal if isinstance(e, Gap) and e.boot == self.device.boot)
        missing = sum(gap.last - gap.first + 1 for gap in gaps)
        # Of the dropped ones, some had arrived before their acknowledgement was lost.
        assert missing <= self.device.dropped
        self.what_is_kept_is_what_was_given_each_once_and_in_order()


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
