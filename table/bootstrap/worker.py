"""One helper process that runs the functions of one module, and can be killed and replaced.

It ends with its parent, however the parent ends: then its end of the pipe is closed.
"""

import asyncio
import multiprocessing
import os
import signal
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from table.errors import ReaderLostError


class Worker:
    """Calls a module's functions, one at a time, in a process that the first call starts."""

    def __init__(self, module: str, timeout_s: float = 120.0) -> None:
        self._module = module
        self._timeout_s = timeout_s
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._pipe: Connection | None = None
        self._turn = asyncio.Lock()

    async def run(self, function: str, *args: Any) -> Any:
        """What the function returns; raises what it raises.

        Raises ReaderLostError when the process dies or takes too long; the next call gets a
        fresh one.
        """
        async with self._turn:
            pipe = self._pipe if self._pipe is not None else self._start()
            try:
                async with asyncio.timeout(self._timeout_s):
                    # A fresh process reads its pipe late, and a picture fills it.
                    await asyncio.to_thread(pipe.send, (function, args))
                    good, result = await _receive(pipe)
            except TimeoutError:
                self.stop()
                raise ReaderLostError(
                    f"reading took over {self._timeout_s:g} s, expected less; it was stopped"
                ) from None
            except (EOFError, OSError):
                self.stop()
                raise ReaderLostError(
                    "the process that reads has died, expected an answer; try again"
                ) from None
            except BaseException:
                self.stop()
                raise
        if good:
            return result
        raise result

    def stop(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = self._process = None

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_serve, args=(theirs, self._module), daemon=True)
        process.start()
        theirs.close()
        self._process, self._pipe = process, ours
        return ours


async def _receive(pipe: Connection) -> tuple[bool, Any]:
    """Wait for an answer without a thread: the loop watches the pipe."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(pipe.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(pipe.fileno())
        # uvloop leaves a pipe that it watched non-blocking: a picture would not fit into it.
        os.set_blocking(pipe.fileno(), True)
    answer: tuple[bool, Any] = pipe.recv()
    return answer


def _serve(pipe: Connection, module: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    while True:
        try:
            function, args = pipe.recv()
        except EOFError:
            return
        try:
            answer = (True, getattr(import_module(module), function)(*args))
        except Exception as failure:  # noqa: BLE001 - whatever it is, the parent raises it
            answer = (False, failure)
        try:
            pipe.send(answer)
        except OSError:
            return
