"""Parts of a task come back in order, whoever did them; an error in one of them is raised."""

import sys
import threading

import pytest

from vision.together import Together


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("parts", [0, 1, 2, 7])
def test_parts_come_back_in_order(threads, parts):
    squares = Together(threads).each(lambda part: part * part, range(parts), lambda part: -part)
    assert squares == [part * part for part in range(parts)]


def test_two_parts_are_done_at_once():
    both = threading.Barrier(2, timeout=30)
    Together(2).each(lambda _: both.wait(), [1, 2], str)


@pytest.mark.parametrize(("threads", "seconds"), [(1, 0.005), (2, 0.001)])
def test_the_interpreter_is_handed_on_sooner_where_work_is_shared(threads, seconds):
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(0.005)
        Together(threads)
        assert sys.getswitchinterval() == pytest.approx(seconds)
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("bad", [0, 1])
def test_an_error_in_one_part_is_raised(threads, bad):
    def work(part):
        return 1 // (part - bad)

    with pytest.raises(ZeroDivisionError):
        Together(threads).each(work, [0, 1], int)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_done_meanwhile_is_waited_for(threads):
    assert Together(threads).meanwhile(lambda: 42)() == 42


@pytest.mark.parametrize("threads", [1, 2])
def test_what_was_begun_is_told_in_order_and_done_once(threads):
    done = []

    def work(part):
        done.append(part)
        return part * part

    told = Together(threads).begin(work, range(5))
    assert told() == told() == [0, 1, 4, 9, 16]
    assert sorted(done) == [0, 1, 2, 3, 4]


def test_who_asks_does_what_no_helper_has_begun():
    begun, asked = threading.Event(), threading.Event()
    doers = {}

    def work(part):
        doers[part] = threading.current_thread()
        if part == 0:
            begun.set()
            assert asked.wait(30)
        if part == 1:
            asked.set()

    told = Together(2).begin(work, range(4))
    assert begun.wait(30)
    told()
    assert doers[0] is not threading.current_thread()
    assert {doers[part] for part in (1, 2, 3)} == {threading.current_thread()}
