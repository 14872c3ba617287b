"""The font of the score sheet: M PLUS 1p, of which a page takes along only the letters it needs."""

import base64
import io
from pathlib import Path
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONT_FILE: Final = Path(__file__).parent / "fonts" / "MPLUS1p-Regular.ttf"


def font_rule(text: str, family: str) -> str:
    """A CSS rule that brings the letters of a text along, as far as the font has them."""
    with TTFont(FONT_FILE) as font:
        options = Options()
        options.layout_features = []
        options.hinting = False
        options.notdef_outline = True
        subsetter = Subsetter(options)
        subsetter.populate(text=text)
        subsetter.subset(font)
        font.flavor = "woff"
        packed = io.BytesIO()
        font.save(packed)
    data = base64.b64encode(packed.getvalue()).decode("ascii")
    return (
        f'@font-face {{ font-family: "{family}";'
        f' src: url("data:font/woff;base64,{data}") format("woff"); }}'
    )
