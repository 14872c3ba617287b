"""A real server and a real Chromium for the browser tests, and what every page is watched for."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import halls
import pytest
import seeing

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
START_S = 120


class Server:
    """`jantaku demo` on a free port with its own folder; can be killed and started again there."""

    def __init__(self, data):
        self.data = data
        self.port = 0
        self.log = data.parent / "server.log"
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    def start(self):
        """Start it and wait until it says that it is ready."""
        command = [sys.executable, "-m", "table", "demo", "--photos"]
        command += ["--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            said = log.tell()
            self.process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            )
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            words = self.log.read_bytes()[said:].decode()
            ready = re.search(r"^ready http://127\.0\.0\.1:(\d+)\S*\n", words, re.MULTILINE)
            if ready is not None:
                self.port = int(ready[1])
                return
            if self.process.poll() is not None:
                pytest.fail(f"the server stopped: {words}")
            time.sleep(0.1)
        pytest.fail(f"the server was not ready after {START_S} s: {words}")

    def kill(self):
        """Stop it as a power cut would, its reading process too."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path / "data")
    try:
        server.start()
        yield server
    finally:
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


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """The address of a hall whose only table has played and gone away."""
    with halls.serving(tmp_path_factory.mktemp("hall")) as child:
        yield halls.address(child)


class Visitor:
    """A page and what its console complained about, each complaint with its address."""

    def __init__(self, context, server, pictures):
        self.context = context
        self.page = context.new_page()
        self.server = server
        self.pictures = pictures
        self.complaints = []
        self.forgiven = []
        self.page.set_default_timeout(1000 * seeing.PATIENCE_S)
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))

    def _hear(self, message):
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    @property
    def url(self):
        return self.server.url

    def visit(self):
        self.page.goto(self.url)
        self.wait_live()
        return self.page

    def wait_live(self):
        self.page.locator('[data-testid="status"][data-status="live"]').wait_for()

    def shot(self, name, *, full=False):
        """Keep a picture of the page when nothing moves on it."""
        seeing.still(self.page)
        self.page.screenshot(path=self.pictures / f"{name}.png", full_page=full)

    def forgive(self, *fragments):
        """Take no offence at complaints that a test provokes; one of each must come."""
        for fragment in fragments:
            seeing.until(
                self.page,
                lambda: any(fragment in one for one in self.complaints),  # noqa: B023 - asked now
                wanted=True,
                what=f"{fragment} among {self.complaints}",
            )
        self.excuse(*fragments)

    def excuse(self, *fragments):
        """Take no offence at complaints that may come or not."""
        self.forgiven += fragments

    def leave(self):
        self.context.close()
        left = [one for one in self.complaints if not any(why in one for why in self.forgiven)]
        assert left == []


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
        visitor = Visitor(context, server, pictures)
        opened.append(visitor)
        return visitor

    yield arrive
    for visitor in opened:
        visitor.leave()
