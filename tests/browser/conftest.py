"""A real server and a real Chromium for the browser tests, and what every page is watched for."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_S = 40
PAGE_MS = 15_000
"""How long a page may take to show what it should."""


class Server:
    """`jantaku demo` on a free port with its own folder; can be killed and started again."""

    def __init__(self, data):
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.log = data.parent / "server.log"
        self.process = None

    def start(self):
        command = [sys.executable, "-m", "table", "demo"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                pytest.fail(f"the server stopped: {self.log.read_text(encoding='utf-8')}")
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.1)
        pytest.fail(f"no server on port {self.port} after {START_S} s")

    def kill(self):
        """Stop it as a power cut would, its reading process too."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")  # while it is open its event loop runs, and no other test's can
def chromium():
    """Debian's Chromium (or the one JANTAKU_CHROMIUM names), driven by Playwright."""
    named = os.environ.get("JANTAKU_CHROMIUM")
    path = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        message = "NOT TESTED in a browser: no Chromium (apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    flags = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class Visitor:
    """A page and what its console complained about."""

    def __init__(self, context, url, pictures):
        self.context = context
        self.page = context.new_page()
        self.url = url
        self.pictures = pictures
        self.complaints = []
        self.page.set_default_timeout(PAGE_MS)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))

    def _hear(self, message):
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")

    def visit(self):
        self.page.goto(self.url)
        self.wait_live()
        return self.page

    def wait_live(self):
        self.page.wait_for_selector('[data-testid="status"][data-status="live"]')

    def shot(self, name, *, full=False):
        self.page.screenshot(path=self.pictures / f"{name}.png", full_page=full)

    def forgive(self, *fragments):
        """Forget the complaints that a test provoked; each must have come."""
        for fragment in fragments:
            assert any(fragment in one for one in self.complaints), (fragment, self.complaints)
        self.complaints = [
            one for one in self.complaints if not any(fragment in one for fragment in fragments)
        ]

    def leave(self):
        self.context.close()
        assert self.complaints == []


@pytest.fixture
def visitors(chromium, server, artefacts):
    """Opens pages: `visitors(width=390)`; at the end no console may have complained."""
    pictures = artefacts / "browser"
    pictures.mkdir(exist_ok=True)
    opened = []

    def arrive(width=1280, height=900, *, touch=False, dark=False):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            device_scale_factor=2 if touch else 1,
            color_scheme="dark" if dark else "light",
        )
        visitor = Visitor(context, server.url, pictures)
        opened.append(visitor)
        return visitor

    yield arrive
    for visitor in opened:
        visitor.leave()
