"""The API asked by its own document: schemathesis makes requests up, and no answer may be a 5xx."""

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SEED = "1"
PATIENCE_S = 120


@pytest.fixture
def served(tmp_path):
    """A table in a process of its own; its address."""
    command = [sys.executable, str(HERE / "standin.py"), str(tmp_path / "data"), "0"]
    with subprocess.Popen(
        command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            word, url = process.stdout.readline().split()
            assert word == "ready"
            # The document is made once; schemathesis would wait for it no longer than 10 s.
            with urllib.request.urlopen(f"{url}/openapi.json", timeout=PATIENCE_S) as answer:  # noqa: S310 - our own server
                assert answer.status == 200
            yield url
        finally:
            process.terminate()


def ask(url, folder, *options):
    """What schemathesis says of the table, and whether it found nothing."""
    tool = Path(sys.executable).with_name("schemathesis")
    command = [str(tool), "run", f"{url}/openapi.json", "--checks=not_a_server_error"]
    command += ["--continue-on-failure", "--no-color", f"--seed={SEED}", *options]
    command += [f"--request-timeout={PATIENCE_S}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.timeout(600)
def test_requests_by_the_document_meet_no_server_error(served, tmp_path):
    options = ("--phases=fuzzing", "--max-examples=1", "--generation-deterministic")
    found, said = ask(served, tmp_path, *options)
    assert found == 0, said


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_many_requests_by_the_document_meet_no_server_error(served, tmp_path):
    options = ("--phases=examples,coverage,fuzzing", "--max-examples=40")
    found, said = ask(served, tmp_path, *options)
    assert found == 0, said
