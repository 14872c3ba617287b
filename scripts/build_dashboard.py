"""Builds the dashboard (table/web/dashboard, needs Node) into table/web/static, when it is stale.

Used by `make`, and by the build hook when a wheel or an sdist is made. Standard library only.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path("table/web/dashboard")
OUTPUT = Path("table/web/static")
STAMP = ".source-sha256"
"""In OUTPUT: the hash of the source that it was built from."""

MADE = frozenset({"node_modules", "dist", ".svelte-kit", ".vite"})
"""Folders inside SOURCE that are made, not written."""

MINIMUM_NODE = 18


class DashboardError(Exception):
    """The dashboard cannot be built; one line that says what was expected."""


def build(root: Path) -> bool:
    """Build where stale; True if it was. Raises DashboardError."""
    source, output = root / SOURCE, root / OUTPUT
    if not (source / "package-lock.json").is_file():
        if (output / "index.html").is_file():
            return False  # an unpacked sdist without the source brings the built pages
        raise DashboardError(f"{SOURCE}/package-lock.json: not there, expected the locked source")
    wanted = source_hash(root)
    if is_fresh(root, wanted):
        return False
    npm = _npm()
    _install_packages(npm, source)
    _say("building the dashboard")
    _npm_run(npm, source, "run", "build")
    if not (output / "index.html").is_file():
        raise DashboardError(f"{OUTPUT}/index.html: not there after `npm run build`")
    (output / STAMP).write_text(wanted + "\n", encoding="ascii")
    return True


def is_fresh(root: Path, wanted: str | None = None) -> bool:
    """Whether the built pages belong to the source as it is now."""
    stamp = root / OUTPUT / STAMP
    if not (stamp.is_file() and (root / OUTPUT / "index.html").is_file()):
        return False
    return stamp.read_text(encoding="ascii").strip() == (wanted or source_hash(root))


def source_hash(root: Path) -> str:
    """A SHA-256 over the names and bytes of every written file of the dashboard."""
    source = root / SOURCE
    digest = hashlib.sha256()
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        if path.is_file() and not MADE.intersection(name.parts):
            content = path.read_bytes()
            digest.update(f"{name.as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def check_node() -> None:
    """Raises DashboardError unless Node and npm are there and new enough."""
    _npm()


def _npm() -> str:
    hint = f"expected Node {MINIMUM_NODE} or newer with npm (Debian: apt-get install nodejs npm)"
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        raise DashboardError(f"node: not found, {hint}")
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.", answer.stdout)
    if version is None or int(version[1]) < MINIMUM_NODE:
        raise DashboardError(f"node: version {answer.stdout.strip() or 'unknown'}, {hint}")
    if npm is None:
        raise DashboardError(f"npm: not found, {hint}")
    return npm


def _install_packages(npm: str, source: Path) -> None:
    lock = hashlib.sha256((source / "package-lock.json").read_bytes()).hexdigest()
    stamp = source / "node_modules" / ".installed-lock-sha256"
    if stamp.is_file() and stamp.read_text(encoding="ascii").strip() == lock:
        return
    _say("installing the dashboard's locked packages (npm ci)")
    _npm_run(npm, source, "ci", "--no-audit", "--no-fund")
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(lock + "\n", encoding="ascii")


def _npm_run(npm: str, source: Path, *args: str) -> None:
    # npm's report goes to stderr: a build back end owns stdout.
    done = subprocess.run([npm, *args], cwd=source, stdout=sys.stderr, check=False)
    if done.returncode != 0:
        raise DashboardError(
            f"npm {' '.join(args)}: exit {done.returncode} in {SOURCE}, expected 0 (see above)"
        )


def _say(words: str) -> None:
    print(f"setup: {words}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        build(Path(__file__).resolve().parent.parent)
    except DashboardError as failure:
        print(f"setup: {failure}", file=sys.stderr)
        sys.exit(2)
