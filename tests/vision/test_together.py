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
