"""Modules that several tests share, and scripts: they are in no package, and are loaded by path."""

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def load(path):
    """The module of a file, by its path from the root: `load("tests/vision/toy_set.py")`.

    It is loaded once, as by an import, under a name that pytest gives to no file.
    """
    name = f"loaded_{path.removesuffix('.py').replace('/', '_')}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / path)
        module = sys.modules[name] = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:  # a test that is skipped there, too
            del sys.modules[name]
            raise
    return sys.modules[name]
