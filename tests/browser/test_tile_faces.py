"""The dashboard's tile faces are those that the drawing program draws."""

from models.fonts.page_tiles import SPRITE, sprite


def test_the_sprite_is_as_drawn():
    committed = SPRITE.read_text(encoding="utf-8")
    assert committed == sprite(), "run `python -m models.fonts.page_tiles`"
