"""How soon a change of the table is seen with 20 clients, how large the first load is, how long.

The changes are commands over HTTP; each is seen when the page's text has changed, by a clock that
page and program share. Nineteen more clients follow the table over WebSockets meanwhile.
"""

import asyncio
import contextlib
import gzip
import json
import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
import websockets
from playwright.async_api import async_playwright

from table.config import load_ruleset
from table.core.events import StartKyoku
from table.journal.store import Draft, Journal
from table.simulator.game import simulate

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "table" / "web" / "static"
CLIENTS = 20
CHANGES = 60
WATCH = """() => {
  window.seen = [];
  const board = document.querySelector('[data-testid="board"]');
  new MutationObserver(() => {
    const count = document.querySelectorAll('.river [role=listitem]').length;
    requestAnimationFrame(() => setTimeout(() => seen.push([count, Date.now()])));
  }).observe(board, {subtree: true, childList: true, characterData: true, attributes: true});
}"""


def seed(folder):
    """A table after the deal of its third hand, and the events that follow."""
    events = simulate(load_ruleset("tenhou"), 7, ("Aki", "Ben", "Chie", "Dai"))
    deals = [place for place, event in enumerate(events) if isinstance(event, StartKyoku)]
    journal = Journal.open(folder / "journal.db")
    journal.append([Draft(event) for event in events[: deals[2] + 9]], source="camera")
    journal.close()
    return events[deals[2] + 9 : deals[3]]


def first_load():
    """Bytes of what the first page fetches, each gzipped; parts that are opened later apart."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    names = ["index.html", *re.findall(r'(?:src|href)="\./([^"]+)"', page)]
    names += [f"assets/{one.name}" for one in STATIC.glob("assets/tiles-*.svg")]
    return sum(len(gzip.compress((STATIC / name).read_bytes(), 6)) for name in set(names))


async def follow(place, stop):
    async with websockets.connect(f"ws://{place}/api/live") as socket:
        while not stop.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await socket.recv()


async def measure(place, events):
    from table.core.codec import event_mapping

    stop = asyncio.Event()
    followers = [asyncio.create_task(follow(place, stop)) for _ in range(CLIENTS - 1)]
    times = []
    async with async_playwright() as playwright, httpx.AsyncClient(timeout=30) as http:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = await browser.new_page()
        began = time.perf_counter()
        await page.goto(f"http://{place}/")
        await page.wait_for_selector('[data-testid="board"]')
        cold_ms = 1000 * (time.perf_counter() - began)
        await page.evaluate(WATCH)
        for number, event in enumerate(events[:CHANGES]):
            now = (await http.get(f"http://{place}/api/state")).json()
            body = {"expected_seq": now["seq"], "client_id": f"bench-{number:06}"}
            body |= {"events": [event_mapping(event)], "anyhow": True}
            await page.evaluate("seen.length = 0")
            sent = 1000 * time.time()
            answer = await http.post(f"http://{place}/api/events", json=body)
            if answer.status_code != 200:
                break
            # The page has no way to tell us: its policy forbids what Playwright waits with.
            while not (  # noqa: ASYNC110 - see above
                seen := await page.evaluate("seen.length ? seen[0][1] : 0")
            ):
                await asyncio.sleep(0.01)
            times.append(seen - sent)
            await asyncio.sleep(0.05)
        await browser.close()
    stop.set()
    await asyncio.gather(*followers)
    return times, cold_ms


async def main():
    with tempfile.TemporaryDirectory() as folder:
        events = seed(Path(folder))
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "table", "run", "--port", "0", "--data", folder,
            stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        try:
            ready = (await server.stdout.readline()).decode().split()
            place = ready[1].removeprefix("http://").rstrip("/")
            times, cold_ms = await measure(place, events)
        finally:
            server.terminate()
            await server.wait()
    times.sort()
    p95 = times[max(0, round(0.95 * len(times)) - 1)]
    report = {
        "changes": len(times),
        "clients": CLIENTS,
        "seen_p50_ms": round(statistics.median(times), 1),
        "seen_p95_ms": round(p95, 1),
        "cold_load_ms": round(cold_ms),
        "first_load_gzip_bytes": first_load(),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    asyncio.run(main())
