"""Asks `jantaku doctor` in a process of its own: it loads models and opens cameras."""

import asyncio
import json
import sys
from pathlib import Path

from table.bootstrap.settings import Settings
from table.web.ports import Found

LONGEST_S = 60.0


class ProcessDoctor:
    """The doctor for a running table."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._options = ["--data", str(folder), "--port", str(settings.port or 8765)]
        self._turn = asyncio.Lock()

    async def examine(self) -> list[Found]:
        """See Doctor."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "table", "doctor", "--json"),
                *self._options,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
            try:
                async with asyncio.timeout(LONGEST_S):
                    printed, _ = await process.communicate()
                findings = json.loads(printed)["findings"]
            except (TimeoutError, ValueError, KeyError):
                return [Found("doctor", "broken", "gave no answer; ask `jantaku doctor` itself")]
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        return [Found(one["part"], one["health"], one["words"]) for one in findings]
