"""The import contracts hold, and they break when a forbidden import is planted."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("scoring", "vision", "firmware_bridge", "table")

PURE_STANDARD_LIBRARY = {
    "__future__", "abc", "bisect", "collections", "collections.abc", "copy", "dataclasses",
    "difflib", "enum", "fractions", "functools", "hashlib", "heapq", "itertools", "json", "math",
    "operator", "re", "string", "types", "typing",
}  # fmt: skip
"""What may be imported by code that does no I/O and asks no clock."""

PLANTED = [
    ("scoring/tiles.py", "import numpy", "The core is pure"),
    ("scoring/tiles.py", "from pathlib import Path", "The core is pure"),
    ("scoring/seats.py", "from vision.labels import LABELS", "Packages are layered"),
    ("table/core/state.py", "import cv2", "The core is pure"),
    ("table/core/state.py", "import time", "The core is pure"),
    ("table/core/state.py", "from table.web import views", "table is layered inside"),
    ("vision/labels.py", "from table.core import events", "Packages are layered"),
    ("vision/labels.py", "import scoring.ruleset", "vision knows tiles"),
    ("vision/labels.py", "import firmware_bridge.ports", "Packages are layered"),
    ("firmware_bridge/ports.py", "import scoring.tiles", "firmware_bridge knows no tiles"),
    ("table/web/views.py", "import cv2", "Only the data types"),
    ("table/web/views.py", "from vision.capture.camera import capture", "Only the data types"),
    ("table/ingest/senses.py", "import time", "Ingest is pure"),
    ("table/ingest/senses.py", "from firmware_bridge.link import Link", "Ingest is pure"),
    ("table/stray.py", "import json", "table is layered inside"),
    ("vision/stray.py", "import json", "vision is layered inside"),
    ("scoring/stray.py", "import json", "scoring is layered inside"),
    ("firmware_bridge/stray.py", "import json", "firmware_bridge is layered inside"),
]


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """The four packages and the settings, to plant things in."""
    copy = tmp_path_factory.mktemp("tree")
    shutil.copy(ROOT / "pyproject.toml", copy)
    ignore = shutil.ignore_patterns(
        "dashboard", "static", "__pycache__", "*.onnx", "*.jpg", "*.png"
    )
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=ignore)
    return copy


def test_the_contracts_hold(copied):
    done = lint_imports(copied)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("place", "line", "contract"), PLANTED)
def test_a_planted_import_breaks_its_contract(copied, place, line, contract):
    path = copied / place
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(f"{before or ''}\n{line}  # planted\n", encoding="utf-8")
    try:
        done = lint_imports(copied)
    finally:
        path.unlink()
        if before is not None:
            path.write_text(before, encoding="utf-8")
    assert done.returncode == 1, done.stdout
    broken = [text for text in done.stdout.splitlines() if " BROKEN" in text]
    assert [text for text in broken if text.startswith(contract)], done.stdout


@pytest.mark.parametrize("folder", ["scoring", "table/core"])
def test_the_pure_packages_import_only_the_pure_standard_library(folder):
    allowed = PURE_STANDARD_LIBRARY | {"scoring", "table"}
    for path in sorted((ROOT / folder).rglob("*.py")):
        if "batch" in path.parts:
            continue  # scoring/batch/ alone may import numpy
        strangers = {
            name
            for name in imported(path)
            if name not in allowed and name.split(".")[0] not in {"scoring", "table"}
        }
        assert not strangers, f"{path.relative_to(ROOT)} imports {sorted(strangers)}"


@pytest.mark.parametrize(
    ("folder", "package", "allowed"),
    [
        ("vision", "scoring", {"tiles", "seats", "melds"}),
        ("firmware_bridge", "scoring", set()),
        ("table/web", "vision", {"errors", "hand.proposal", "labels", "reading"}),
        ("table/core", "vision", set()),
        ("table/ingest", "firmware_bridge", {"happenings", "messages"}),
    ],
)
def test_a_package_knows_of_another_only_what_it_may(folder, package, allowed):
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = (name.split(".") for name in imported(path))
        known = {".".join(rest) for first, *rest in parts if first == package}
        assert known <= allowed, f"{path.relative_to(ROOT)} knows {sorted(known - allowed)}"


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield node.module


def lint_imports(folder):
    return subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
