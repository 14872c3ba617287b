"""Renews the lock files under requirements/ from pyproject.toml; needs uv, only a maintainer does.

The locks hold versions and hashes for every platform, and no index: pip asks the one it is told.
Standard library only.
"""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMPILE = (
    "uv", "pip", "compile", "--quiet", "--no-config", "--universal", "--python-version=3.11",
    "--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url",
    "--no-emit-find-links",
)  # fmt: skip


def main() -> int:
    """Compile both locks; extra arguments such as `--upgrade` go to uv."""
    if shutil.which("uv") is None:
        print("lock: uv not found, expected it on the PATH (pip install uv)", file=sys.stderr)
        return 2
    for target, groups, constraints in (
        ("requirements/dev.txt", ("dev",), ()),
        ("requirements/run.txt", ("build",), ("requirements/dev.txt",)),
    ):
        command = [*COMPILE, "pyproject.toml", "--output-file", target, *sys.argv[1:]]
        command += [f"--group={group}" for group in groups]
        command += [f"--constraint={name}" for name in constraints]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            print(f"lock: {target}: uv exits {done.returncode}, expected 0", file=sys.stderr)
            return 2
        print(f"lock: {target} is up to date")
    return 0


if __name__ == "__main__":
    sys.exit(main())
