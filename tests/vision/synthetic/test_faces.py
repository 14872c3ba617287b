"""Invented sets: same seed same faces, every label drawn, no two kinds alike, right counts."""

from __future__ import annotations

import itertools
import zipfile
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import labels
from vision.synthetic import circles, ink
from vision.synthetic.bamboo import BambooSuit, Stick
from vision.synthetic.characters import ART, UNSEEN_FONTS, fonts_with, glyphs
from vision.synthetic.circles import Band, CircleSuit, Wheel
from vision.synthetic.designs import is_unseen
from vision.synthetic.faces import LABELS, Design, TileSet
from vision.synthetic.palette import Palette
from vision.synthetic.pen import HEIGHT, WIDTH, Pen
from vision.synthetic.red_fives import STYLES, FiveStyle

KINDS = LABELS[:34]
BOX = (WIDTH / 2, HEIGHT / 2, WIDTH * 0.45, HEIGHT * 0.45)


def tile_set(seed: int) -> TileSet:
    return TileSet.random(np.random.default_rng(seed))


def test_labels_are_the_classes_of_the_reader():
    assert set(LABELS) == set(labels.LABELS) - {"none"}


@pytest.mark.parametrize("seed", range(3))
def test_same_seed_gives_same_faces_in_any_order(seed):
    first, second = tile_set(seed), tile_set(seed)
    for label in reversed(LABELS):
        second.face(label)
    for label in LABELS:
        assert np.array_equal(first.face(label), second.face(label)), label
    assert (first.body_rgb, first.back_rgb) == (second.body_rgb, second.back_rgb)


def test_different_seeds_give_different_sets():
    faces = [tile_set(seed).face("1s") for seed in range(8)]
    for a, b in itertools.combinations(faces, 2):
        assert not np.array_equal(a, b)


@pytest.mark.parametrize("seed", range(3))
def test_every_label_is_a_face(seed):
    tiles = tile_set(seed)
    for label in LABELS:
        face = tiles.face(label)
        assert face.shape == (256, 192, 3)
        assert face.dtype == np.uint8
        assert face is tiles.face(label)


def test_unknown_label_is_named():
    with pytest.raises(KeyError, match="no face '9z'"):
        tile_set(0).face("9z")


def test_a_face_cannot_be_written_into():
    with pytest.raises(ValueError, match="read-only"):
        tile_set(0).face("1m")[0, 0] = 0


@pytest.mark.parametrize("seed", range(10, 17))
def test_no_two_kinds_of_a_set_look_alike(seed):
    tiles = tile_set(seed)
    small = {
        label: cv2.resize(tiles.face(label), (48, 64), interpolation=cv2.INTER_AREA).astype(float)
        for label in (*KINDS, "0m", "0p", "0s")
    }
    for one, other in itertools.combinations(small, 2):
        apart = np.sqrt(((small[one] - small[other]) ** 2).mean())
        assert apart > 5, f"{one} and {other} differ by {apart:.1f} grey levels"


@pytest.mark.parametrize("seed", range(16))
def test_red_fives_are_red_and_ordinary_fives_are_not(seed):
    tiles = tile_set(seed)
    for suit in "mps":
        assert redness(tiles, f"0{suit}") > 0.9, suit
        assert redness(tiles, f"5{suit}") < 0.85, suit


def redness(tiles: TileSet, label: str) -> float:
    """The share of a face's ink in which red leads (and not gold), without the corner index."""
    five = tiles.design.palette.five
    usual = FiveStyle("ink", five, None, five, 8.0, (0, 0))
    bare = replace(tiles.design, index=None, finish=flat_finish(tiles), five=usual)
    face = TileSet(bare).face(label).astype(int)
    marked = np.abs(face - np.array(tiles.body_rgb)).sum(2) > 60
    rgb = face[marked]
    red, green, blue = rgb.T
    leads = red > np.maximum(green, blue) + 22
    return float((leads & (red - green > 0.5 * (red - blue))).mean())


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("suit", "mps")
def test_every_style_tells_a_red_five_from_an_ordinary_one(style, suit):
    rng = np.random.default_rng(5)
    tiles = tile_set(5)
    five = FiveStyle.random(rng, tiles.design.palette)
    while five.style != style:
        five = FiveStyle.random(rng, tiles.design.palette)
    bare = TileSet(replace(tiles.design, five=five, finish=flat_finish(tiles), art=frozenset()))
    red, plain = bare.face(f"0{suit}").astype(int), bare.face(f"5{suit}").astype(int)
    changed = np.abs(red - plain).max(axis=2) > 60
    assert changed.mean() > 0.008
    assert (red[changed][:, 0] - red[changed][:, 1:].max(1)).max() > 60


def flat_finish(tiles: TileSet) -> ink.Finish:
    plain = {"wobble": 0.0, "wear": 0.0, "mottle": 0.0, "groove": 0.0, "core": 0.0, "grain": 0.0}
    return replace(tiles.design.finish, soften=0.0, grow=(0.0, 0.0), **plain)


def blobs(pen: Pen) -> int:
    """How many separate patches of ink there are."""
    count, _ = cv2.connectedComponents((pen.image[..., 3] > 128).astype(np.uint8))
    return count - 1


@pytest.mark.parametrize("number", range(2, 10))
@pytest.mark.parametrize("seed", range(6))
def test_circles_are_counted_right(number, seed):
    rng = np.random.default_rng(seed)
    disc = Wheel(
        (Band("solid", 1.0, 0.0, 8, second=False),), "none", 0.2, second_centre=False, turn=0
    )
    suit = CircleSuit.random(rng, Palette.random(rng))
    pen = Pen()
    replace(suit, wheel=disc, two=disc, size=0.8).draw(pen, number, BOX)
    assert blobs(pen) == number


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 9])
@pytest.mark.parametrize("shape", ["straight", "leaf", "beads"])
@pytest.mark.parametrize("seed", range(6))
def test_sticks_are_counted_right(number, shape, seed):
    rng = np.random.default_rng(seed)
    plain = Stick(shape, 1, 0.2, 0.2, "none", 0.3, 0, 1.0)
    suit = BambooSuit.random(rng, Palette.random(rng))
    pen = Pen()
    replace(suit, stick=plain, thick=0.8, fill=0.9, spread=1.0).draw(pen, number, BOX)
    assert blobs(pen) == number


def test_a_leaf_is_slim_at_its_ends_and_beads_between_them():
    along = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
    leaf = Stick("leaf", 1, 0.3, 0.3, "none", 0.3, 0, 1.0).profile(along)
    beads = Stick("beads", 1, 0.3, 0.3, "none", 0.3, 0, 1.0).profile(along)
    assert leaf[2] == pytest.approx(1)
    assert leaf[0] < 0.01 < leaf[1] < leaf[2]
    assert beads[[0, 2, 4]] == pytest.approx(0.25)
    assert beads[[1, 3]] == pytest.approx(1)


def test_eight_sticks_are_drawn_for_the_eight(monkeypatch):
    drawn = []
    monkeypatch.setattr(
        Stick, "draw", lambda _, _pen, at, _half, turn, _ink: drawn.append((at, turn))
    )
    for seed in range(20):
        drawn.clear()
        rng = np.random.default_rng(seed)
        BambooSuit.random(rng, Palette.random(rng)).draw(Pen(), 8, BOX)
        assert len(drawn) == 8
        middle = BOX[0]
        assert sum(at[0] < middle for at, _ in drawn) == 4
        slants = [turn for _, turn in drawn if abs(turn) > 0.3]
        assert len(slants) == 4
        assert sum(slants) == pytest.approx(0)


def test_places_of_the_circles_are_the_traditional_ones():
    rng = np.random.default_rng(3)
    suit = replace(CircleSuit.random(rng, Palette.random(rng)), mirror=False)
    size = np.array([0.4, 0.3])
    seven = suit._places(7, size)
    assert [place[2] for place in seven] == list("aaarrrr")
    upper = seven[:3]
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in itertools.pairwise(upper))
    assert sorted({place[1] for place in suit._places(8, size)}) == pytest.approx(
        [-1, -1 / 3, 1 / 3, 1]
    )
    assert set(circles._PLACES) == {2, 3, 4, 5, 8, 9}


@pytest.mark.parametrize("number", [6, 7, 8])
def test_columns_stand_anywhere_from_touching_to_the_edges(number):
    rng = np.random.default_rng(3)
    suit = CircleSuit.random(rng, Palette.random(rng))
    size = np.array([0.4, 0.2])

    def outermost(wide: float) -> float:
        low = [x for x, y, _ in replace(suit, wide=wide)._places(number, size) if y > 0.9]
        return max(low)

    assert 0.4 <= outermost(0.0) < 0.5
    assert outermost(0.5) == pytest.approx((outermost(0.0) + 1) / 2)
    assert outermost(1.0) == pytest.approx(1)


def test_the_eight_circles_of_some_sets_stand_apart():
    rngs = (np.random.default_rng(seed) for seed in range(60))
    apart = [CircleSuit.random(rng, Palette.random(rng)).wide > 0.4 for rng in rngs]
    assert 10 < sum(apart) < 35


def test_every_character_has_many_fonts():
    for character in "一二三四五伍六七八九東南西北中":
        assert len(fonts_with(character)) >= 20, character
    for character in "萬發":
        assert len(fonts_with(character)) >= 20, character
    for character in "0123456789ESWNCFPB梅蘭菊竹春夏秋冬":
        assert len(fonts_with(character)) >= 15, character


def test_licences_lie_beside_the_art():
    open_font = (ART / "OFL.txt").read_text(encoding="utf-8")
    debian = (ART / "DEBIAN-FONTS.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in open_font
    headings = {name for line in debian.splitlines() if line[:2] == "==" for name in line.split()}
    for font in glyphs():
        assert f"{font}: Copyright" in open_font or font in {n.strip(",") for n in headings}, font
    assert "CC0" in (ART / "CC0.txt").read_text(encoding="utf-8")
    with zipfile.ZipFile(ART / "faces.zip") as archive:
        assert {name.removesuffix(".png") for name in archive.namelist()} == set(LABELS[:37])


def shapes(design):
    return (design.circles.wheel.form(), design.bamboo.stick.form(), design.bird.seed)


def fonts_of(design):
    return {
        design.characters.font, design.characters.low_font,
        design.honours.font, design.honours.dragon_font, design.honours.red_font,
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(20))
def test_unseen_designs_have_nothing_of_training_designs(seed):
    trained = Design.random(np.random.default_rng(seed))
    unseen = Design.random(np.random.default_rng(seed), "unseen")
    assert not any(is_unseen(shape) for shape in shapes(trained))
    assert all(is_unseen(shape) for shape in shapes(unseen))
    assert not fonts_of(trained) & UNSEEN_FONTS
    assert fonts_of(unseen) <= UNSEEN_FONTS
    assert not unseen.art


def test_sets_are_black_as_often_as_asked():
    for share, dark in ((0.0, False), (1.0, True)):
        bodies = [
            TileSet.random(np.random.default_rng(seed), black=share).body_rgb for seed in range(8)
        ]
        assert [max(body) < 128 for body in bodies] == [dark] * 8


def designs(count):
    return [Design.random(np.random.default_rng(seed)) for seed in range(count)]


def test_now_and_then_all_sticks_are_of_one_ink():
    suits = [design.bamboo for design in designs(300)]
    plain = [suit for suit in suits if len(set(suit.inks)) == 1]
    assert 20 < len(plain) < 60
    pen = Pen()
    plain[0].draw(pen, 9, BOX)
    solid = pen.image[pen.image[..., 3] == 255][:, :3]
    assert np.abs(solid.astype(int) - plain[0].inks[0]).max() < 8


def test_motifs_make_room_for_large_digits():
    found = [design for design in designs(400) if design.index and design.index.size > 44]
    assert 3 < len(found) < 40
    for design in found:
        x, y, wide, tall = design.boxes["m"]
        assert 0 < x - wide < x + wide < WIDTH
        assert 0 < y - tall < y + tall < HEIGHT
        digit = design.index.inset[1] + design.index.size / 2
        assert digit < HEIGHT * 0.45
        assert y > HEIGHT / 2
        assert (x > WIDTH / 2) != design.index.right


def test_styles_that_few_sets_have_come_as_often_as_asked():
    design = Design.random(np.random.default_rng(3))
    rng = np.random.default_rng(4)
    never = [design.seldom(rng, share=0.0) for _ in range(20)]
    always = [design.seldom(rng, share=1.0) for _ in range(20)]
    assert all(one == design for one in never)
    assert all(len(set(one.bamboo.inks)) == 1 for one in always)
