"""The helper process: answers, fails in words, is replaced when it dies, ends with its parent."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from zlib import crc32

import pytest
import uvicorn

from table.bootstrap.worker import Worker
from table.errors import ReaderLostError

ROOT = Path(__file__).parent.parent.parent
PARENT = """
import asyncio, time
from table.bootstrap.worker import Worker

async def main():
    worker = Worker("os")
    print(await worker.run("getpid"), flush=True)
    time.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.fixture
def worker():
    worker = Worker("os")
    yield worker
    worker.stop()


async def test_a_function_runs_in_another_process(worker):
    there = await worker.run("getpid")
    assert there != os.getpid()
    assert await worker.run("getpid") == there


async def test_what_a_function_raises_is_raised_here(worker):
    with pytest.raises(FileNotFoundError, match="no-such-folder"):
        await worker.run("listdir", "no-such-folder")
    assert await worker.run("getpid")


def test_pictures_of_any_size_pass_again_and_again_in_the_servers_own_loop():
    async def talk():
        worker = Worker("zlib")
        try:
            return [await worker.run("crc32", bytes(4_000_000)) for _ in range(4)]
        finally:
            worker.stop()

    loop = uvicorn.Config(app=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(talk()) == [crc32(bytes(4_000_000))] * 4


def test_answers_of_any_size_pass_in_the_servers_own_loop():
    async def talk():
        worker = Worker("operator")
        try:
            return [len(await worker.run("mul", b"x", 4_000_000)) for _ in range(4)]
        finally:
            worker.stop()

    loop = uvicorn.Config(app=None).get_loop_factory()
    with asyncio.Runner(loop_factory=loop) as runner:
        assert runner.run(talk()) == [4_000_000] * 4


async def test_a_process_that_dies_is_replaced(worker):
    first = await worker.run("getpid")
    with pytest.raises(ReaderLostError, match="the process that reads has died"):
        await worker.run("_exit", 3)
    assert await worker.run("getpid") != first


async def test_a_process_that_hangs_is_stopped():
    worker = Worker("time", timeout_s=3)
    await worker.run("sleep", 0)
    with pytest.raises(ReaderLostError, match=r"reading took over 3 s"):
        await worker.run("sleep", 60)
    assert await worker.run("time") > 0
    worker.stop()


async def test_a_fresh_process_takes_a_picture_of_many_bytes():
    worker = Worker("builtins")
    assert await worker.run("len", bytes(20_000_000)) == 20_000_000
    worker.stop()


async def test_one_thing_at_a_time(worker, gather):
    pids = await gather(*(worker.run("getpid") for _ in range(5)))
    assert len(set(pids)) == 1


async def test_somebody_who_stops_waiting_leaves_no_stale_answer(worker):
    import asyncio

    await worker.run("getpid")
    task = asyncio.create_task(worker.run("system", "sleep 0.2"))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await worker.run("strerror", 2) == os.strerror(2)


def test_the_process_ends_with_its_parent_also_by_kill_9(tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    parent = subprocess.Popen(
        [sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    child = int(parent.stdout.readline())
    os.kill(child, 0)
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail(f"process {child} outlived its parent")
