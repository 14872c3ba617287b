"""The dashboard's tile faces are those that the drawing program draws."""

import importlib.util
from pathlib import Path

DASHBOARD = Path(__file__).resolve().parents[2] / "table" / "web" / "dashboard"


def test_the_sprite_is_as_drawn():
    path = DASHBOARD / "tools" / "draw_tiles.py"
    spec = importlib.util.spec_from_file_location("draw_tiles", path)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    committed = (DASHBOARD / "src" / "assets" / "tiles.svg").read_text(encoding="utf-8")
    assert committed == tool.sprite(), (
        "run `PYTHONPATH=. python table/web/dashboard/tools/draw_tiles.py`"
    )
