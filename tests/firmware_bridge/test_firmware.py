"""The reference firmware, as it runs on the simulated board, against the real bridge."""

import random
import re
import time
from collections import Counter
from pathlib import Path

import pytest

from firmware_bridge import device, trays, wire
from firmware_bridge.happenings import Condition, Gap, Notice, Started
from firmware_bridge.messages import (
    NOBODY,
    PROTOCOL,
    Ack,
    Button,
    ButtonMoved,
    Dice,
    Fault,
    FaultCode,
    Heartbeat,
    HelloRequest,
    Quality,
    RiichiStick,
    Sticks,
)
from firmware_bridge.packets import Decoder, encode
from firmware_bridge.serial_port import SerialPort

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware_bridge" / "firmware"
HONBA = 4
DEBOUNCE_MS, RESEND_MS = 20, 120
CHI_SQUARE_5 = 31.0
"""Fair dice are above this once in a hundred thousand times (five degrees of freedom)."""
CHI_SQUARE_35 = 83.0


def started(host):
    host.wait(lambda h: any(isinstance(one, Started) for one in h.heard), "the start")
    return next(one for one in host.heard if isinstance(one, Started))


def millivolt(slot, count, drift=1.0):
    return round(trays.reading(slot, count, drift) * 5000 / 1023)


def test_the_budget_is_kept_and_said(firmware):
    flash, ram = map(
        int, re.search(r"flash (\d+) of \d+ bytes, ram (\d+) of", firmware[1]).groups()
    )
    assert flash <= 12 * 1024
    assert ram <= 1024


def test_the_firmware_speaks_our_edition():
    text = (FIRMWARE / "protocol.h").read_text(encoding="utf-8")
    assert int(re.search(r"SCHEMA (0x[0-9a-f]{8})UL", text)[1], 16) == wire.SCHEMA
    assert int(re.search(r"PROTOCOL (\d+)", text)[1]) == PROTOCOL
    version = (re.search(rf"FIRMWARE_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR"))
    assert tuple(map(int, version)) == device.FIRMWARE


def test_a_press_of_every_button_comes_in_order(board, host):
    table = board()
    bridge = host(table.port)
    hello = started(bridge).hello
    assert (hello.firmware_major, hello.firmware_minor) == device.FIRMWARE
    assert (hello.seats, hello.ring, hello.capabilities, hello.reset) == (4, 32, 63, 1)
    lines = [f"press {n}\nwait 40\nrelease {n}\nwait 40" for n in range(7)]
    table.tell("noise 3", *lines)
    bridge.wait_events(18)
    moves = [one.message for one in bridge.events if isinstance(one.message, ButtonMoved)]
    expected = [(Button.DICE, seat) for seat in range(4)]
    expected += [(Button.HONBA, NOBODY), (Button.SET, NOBODY), (Button.PAUSE, NOBODY)]
    assert [(one.button, one.seat, one.action) for one in moves] == [
        (*which, action) for which in expected for action in (1, 0)
    ]
    assert all(abs(one.held_ms - 40) <= 4 for one in moves if not one.action)
    dice = [one.message for one in bridge.events if isinstance(one.message, Dice)]
    assert [one.seat for one in dice] == [0, 1, 2, 3]
    assert [entry.first for entry in bridge.entries] == list(range(19))


def test_a_bouncing_contact_is_one_press(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    bounce = [f"press {HONBA}", "wait 3", f"release {HONBA}", "wait 4"] * 6
    table.tell(*bounce, f"press {HONBA}", "wait 50", *bounce, "wait 60", "press 5")
    bridge.wait_events(3)
    seen = [(one.message.button, one.message.action) for one in bridge.events]
    assert seen == [(Button.HONBA, 1), (Button.HONBA, 0), (Button.SET, 1)]


@pytest.mark.parametrize(
    "throws",
    [240, pytest.param(3600, marks=[pytest.mark.long, pytest.mark.timeout(900)])],
)
def test_dice_are_fair_with_noise(board, host, throws):
    table = board(speed=20)
    bridge = host(table.port)
    started(bridge)
    table.tell("noise 20261121")
    for batch in range(throws // 6):
        table.tell(*["press 0\nwait 23\nrelease 0\nwait 24"] * 6)
        bridge.wait_events(18 * (batch + 1))
    dice = [one.message for one in bridge.events if isinstance(one.message, Dice)]
    assert len(dice) == throws
    faces = Counter(face for one in dice for face in (one.first, one.second))
    pairs = Counter((one.first, one.second) for one in dice)
    ones = 2 * throws / 6
    assert sum((faces[n] - ones) ** 2 / ones for n in range(1, 7)) < CHI_SQUARE_5
    every = [(first, second) for first in range(1, 7) for second in range(1, 7)]
    each = throws / 36
    assert sum((pairs[pair] - each) ** 2 / each for pair in every) < CHI_SQUARE_35
    assert not any(isinstance(one, Gap) for one in bridge.heard)


def test_trays_are_counted_and_doubt_is_said(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    counts = (2, 3, 4, 1, 5)
    table.tell(*(f"tray 1 {slot} {millivolt(slot, n)}" for slot, n in enumerate(counts)))
    bridge.wait_events(1)
    assert bridge.events[-1].message == Sticks(1, 1, Quality.GOOD, *counts)
    table.tell(f"tray 1 0 {millivolt(0, 3, 1.2)}")  # drifted between two counts
    bridge.wait_events(2)
    assert bridge.events[-1].message.quality == Quality.UNSURE
    table.tell(f"tray 1 0 {millivolt(0, 2)}", f"tray 1 1 {millivolt(1, 15)}")
    bridge.wait_events(3)
    assert bridge.events[-1].message.quality == Quality.TOO_MANY


def test_a_reading_at_a_border_is_told_once(board, host):
    table = board(speed=20)
    bridge = host(table.port)
    started(bridge)
    dice = random.Random(3)
    borders = [(2100, 2112), (1995, 2007)]  # of sure and unsure, of one stick and two
    for border in borders:
        table.tell(*(f"tray 0 0 {dice.randint(*border)}\nwait 100" for _ in range(300)))
    table.tell("press 5")
    bridge.wait(lambda h: any(isinstance(one.message, ButtonMoved) for one in h.events))
    told = [one.message for one in bridge.events if isinstance(one.message, Sticks)]
    assert 1 <= len(told) <= 2 * len(borders)
    assert not any(isinstance(one, Gap) for one in bridge.heard)


def test_every_count_up_to_the_safe_ones_is_read_right(board, host):
    table = board(speed=10)
    bridge = host(table.port)
    started(bridge)
    for count in range(1, 21):
        sticks = [min(count, most) for most in trays.MOST]
        for seat in range(4):
            table.tell(*(f"tray {seat} {s} {millivolt(s, n)}" for s, n in enumerate(sticks)))
        bridge.wait_events(4 * count)
        last = {one.message.seat: one.message for one in bridge.events[-4:]}
        assert [list(last[seat].counts) for seat in range(4)] == [sticks] * 4
        assert {one.quality for one in last.values()} == {Quality.GOOD}


def test_a_riichi_stick_is_seen_laid_and_taken_up(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    table.tell(f"tray 3 5 {millivolt(2, 1)}")
    bridge.wait_events(1)
    table.tell("tray 3 5 5000")
    bridge.wait_events(2)
    assert [one.message for one in bridge.events] == [RiichiStick(1, 3, 1), RiichiStick(1, 3, 0)]


def test_lamps_show_what_the_host_says(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    bridge.session.lamps(0b0010_0101)
    bridge.wait(lambda h: h.session.state is not None and h.session.state.lamps == 0x25)
    assert table.ask("lamps") == f"lamps {0x25}"


def test_the_buzzer_sounds_the_tone_that_was_asked_for(board, host):
    table = board(speed=1)
    bridge = host(table.port)
    started(bridge)
    assert table.ask("tones") == "tones 0"
    bridge.session.sound(1000, 200)
    time.sleep(1.0)
    swings = int(table.ask("tones").removeprefix("tones "))
    assert 190 <= swings <= 215
    time.sleep(0.3)
    assert table.ask("tones") == "tones 0"


def test_noise_on_its_line_does_not_stop_the_board(board, host):
    table = board(speed=8)
    port = SerialPort(str(table.port))
    noise = random.Random(9)
    for _ in range(40):
        port.write(noise.randbytes(200))
        port.read()
    port.write(b"\0")
    port.close()
    bridge = host(table.port)
    assert started(bridge).boot == 1
    bridge.wait(lambda h: h.session.heartbeat is not None and h.session.heartbeat.bad > 10)
    table.tell("press 4")
    bridge.wait_events(1)


def test_an_event_comes_again_120_ms_after_it_was_given(board):
    table = board(speed=1)
    port = SerialPort(str(table.port))
    decoder = Decoder()

    def heard_until(true):
        """Each heartbeat that it answers with has the board's own time."""
        heard, until = [], time.monotonic() + 20
        answered = True
        while not true(heard):
            assert time.monotonic() < until, f"it did not come: {heard[-5:]}"
            if answered:
                port.write(encode(wire.packet(HelloRequest(PROTOCOL), 1, 0)))
            news = decoder.feed(port.read())
            answered = any(one.type == Heartbeat.TYPE for one in news)
            heard += news
        return heard

    def later(heard, number):
        """The heartbeats behind the second copy of an event."""
        copies = [place for place, one in enumerate(heard) if one.seq == number]
        behind = heard[copies[1] :] if len(copies) > 1 else []
        return [one for one in behind if one.type == Heartbeat.TYPE]

    boot, after_ms = wire.read(heard_until(bool)[-1]).boot, []
    for number in range(1, 13):  # the second copy came some time before the heartbeat behind it
        table.tell("press 4" if number % 2 else "release 4")
        heard = heard_until(lambda heard, number=number: later(heard, number))
        given_ms = next(one.t_ms for one in heard if one.seq == number) + DEBOUNCE_MS - 1
        after_ms.append(later(heard, number)[0].t_ms - given_ms)
        port.write(encode(wire.packet(Ack(boot, number), 1, 0)))
        heard_until(lambda heard: any(getattr(wire.read(h), "unacked", 1) == 0 for h in heard))
    port.close()
    assert min(after_ms) >= RESEND_MS


def test_a_stuck_button_is_a_fault(board, host):
    table = board(speed=20)
    bridge = host(table.port)
    started(bridge)
    table.tell("press 5")
    bridge.wait_events(2)
    detail = 16 * Button.SET + 15
    assert bridge.events[-1].message == Fault(1, FaultCode.STUCK_BUTTON, detail)


def test_the_watchdog_and_the_reset_pin_are_told_apart(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    table.tell("wait 300", "reset", "wait 1500", "hang", "wait 2000")
    bridge.wait(lambda h: sum(isinstance(one, Started) for one in h.heard) == 3, "two restarts")
    starts = [one for one in bridge.heard if isinstance(one, Started)]
    assert [(one.boot, one.earlier) for one in starts] == [(1, None), (2, 1), (3, 2)]
    assert [one.cause for one in starts[1:]] == ["pin", "watchdog"]
    assert len({one.device for one in starts}) == 1


def test_the_board_knows_itself_after_its_power_was_cut(board, host):
    table = board()
    bridge = host(table.port)
    first = started(bridge)
    table.tell("wait 300")
    bridge.wait(
        lambda _: table.eeprom.stat().st_size == 512 and table.eeprom.read_bytes()[0] == ord("J")
    )
    table.stop()
    table.start()
    bridge.wait(lambda h: sum(isinstance(one, Started) for one in h.heard) == 2, "the restart")
    again = [one for one in bridge.heard if isinstance(one, Started)][-1]
    assert (again.device, again.boot, again.cause) == (first.device, 2, "power")


def test_where_the_eeprom_does_not_keep_each_start_has_a_number_by_lot(board, host):
    table = board()
    bridge = host(table.port)
    started(bridge)
    table.tell("noise 7", "wait 300", "worn", "reset", "wait 900", "reset", "wait 900", "press 5")
    bridge.wait(lambda h: any(isinstance(one.message, ButtonMoved) for one in h.events))
    starts = [one for one in bridge.heard if isinstance(one, Started)]
    assert len({one.boot for one in starts}) == 3
    assert all(one.boot > 1000 for one in starts[1:])
    faults = [one for one in bridge.events if isinstance(one.message, Fault)]
    assert [one.message.code for one in faults] == [FaultCode.EEPROM] * 2
    assert [one.boot for one in faults] == [one.boot for one in starts[1:]]


def test_a_ring_that_overflowed_says_how_many_it_dropped(board, host):
    table = board(speed=8)
    bridge = host(table.port)
    started(bridge)
    clicks = ["press 4\nwait 25\nrelease 4\nwait 25"] * 40
    table.tell("cut 2500", *clicks)
    bridge.wait(lambda h: h.entries[-1].last == 80, "the last event")
    (gap,) = (one for one in bridge.heard if isinstance(one, Gap))
    assert (gap.first, gap.last, gap.dropped) == (1, 48, 48)
    assert [one.number for one in bridge.events] == list(range(49, 81))


def test_a_pulled_cable_is_known_and_mended_in_time(board, host):
    table = board(speed=1)
    bridge = host(table.port)
    started(bridge)
    table.tell("unplug 1500")
    bridge.wait(lambda h: any(_is(one, Condition.LOST) for one in h.heard), "the loss")
    lost = bridge.times[-1]
    bridge.wait(lambda h: _is(h.heard[-1], Condition.LINKED), "the return")
    assert bridge.times[-1] - lost < 1.5 + 2.0


def _is(happening, condition):
    return isinstance(happening, Notice) and happening.condition is condition
