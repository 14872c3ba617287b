"""What the pages say in Japanese can be shown where no Japanese font is installed."""

import re
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "table" / "web" / "dashboard" / "src"
FONT = ROOT / "table" / "formats" / "fonts" / "MPLUS1p-Regular.ttf"
JAPANESE = re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]")
"""As `unicode-range` has it in app.css."""


def test_every_japanese_character_is_in_the_font_that_the_pages_bring():
    texts = [path for end in ("ts", "svelte") for path in PAGES.rglob(f"*.{end}")]
    texts += (ROOT / "table" / "wording" / "ja").glob("*.toml")
    shown = {sign for path in texts for sign in JAPANESE.findall(path.read_text("utf-8"))}
    assert len(shown) > 500
    drawn = set(map(chr, TTFont(FONT).getBestCmap()))
    assert shown <= drawn, sorted(shown - drawn)


def test_the_pages_bring_that_font():
    assert FONT.name in (PAGES / "app.css").read_text("utf-8")
