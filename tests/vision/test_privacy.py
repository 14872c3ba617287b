"""Reading leaves nothing in the user's home and tells nobody: no identity, no record of use."""

import os
import subprocess
import sys


def test_loading_the_reader_leaves_nothing_behind_at_home(tmp_path):
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    code = "import vision.nets.network"
    subprocess.run([sys.executable, "-B", "-c", code], env=environment, check=True)
    assert list(tmp_path.rglob("*")) == []
