"""The house rules that a machine can count: sizes, first lines, drawn trees of errors."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("scoring", "vision", "firmware_bridge", "table", "models", "scripts")
FILES = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "node_modules" not in path.parts
]
PAGES = ROOT / "table" / "web" / "dashboard" / "src"
GENERATED = PAGES / "lib" / "api" / "schema.d.ts"
SIZED = [
    *FILES,
    *sorted((ROOT / "tests").rglob("*.py")),
    *sorted(
        path
        for path in PAGES.rglob("*")
        if path.suffix in {".ts", ".svelte", ".css"} and path != GENERATED
    ),
]
ERROR_TREES = ["scoring.errors", "vision.errors", "firmware_bridge.errors", "table.errors"]


def name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_says_its_one_idea_first(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith(('"""', 'r"""')), f"{name(path)}: its first line is no docstring"


@pytest.mark.parametrize("path", SIZED, ids=name)
def test_a_file_stays_small(path):
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines < 400, f"{name(path)}: {lines} lines, expected < 400"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_functions_stay_small(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            assert lines < 50, f"{name(path)}:{node.lineno} {node.name}: {lines} lines"


@pytest.mark.parametrize("module_name", ERROR_TREES)
def test_the_drawn_tree_names_every_error_of_its_package(module_name):
    module = importlib.import_module(module_name)
    drawn = module.__doc__
    for error_name, error in inspect.getmembers(module, inspect.isclass):
        if error.__module__ == module_name and issubclass(error, Exception):
            assert error_name in drawn, f"{module_name}: {error_name} is not in the drawn tree"
