"""Tiles' sizes all over a picture, by faces seen in perspective."""

import cv2
import numpy as np
import pytest

from vision.picture.lying import FITS
from vision.picture.sizes import TileSizes, middle_of, outlines, sides

ASPECT = 1.36
TABLE = np.array([[60, 3, 700], [2, 40, 200], [0.004, 0.02, 1]], np.float64)
"""From widths of a tile on the table to pixels."""


FROM_LOW = np.array([[60, 3, 700], [2, 15, 200], [0.0, -0.045, 1]], np.float64)
"""The same from a low place: what lies nearest is four times as wide as what is farthest."""


def faces(count=40, seed=3, table=TABLE):
    chance = np.random.default_rng(seed)
    spots = chance.uniform(-8, 12, (count, 2))
    turned = chance.integers(0, 4, count) * np.pi / 2 + chance.normal(0, 0.1, count)
    half = np.array([[-1, -ASPECT], [1, -ASPECT], [1, ASPECT], [-1, ASPECT]]) / 2
    way = np.stack([np.cos(turned), np.sin(turned), -np.sin(turned), np.cos(turned)], -1)
    corners = half @ way.reshape(-1, 2, 2) + spots[:, None]
    return cv2.perspectiveTransform(corners.reshape(1, -1, 2), table).reshape(-1, 4, 2)


def test_every_tile_of_one_table_is_one_wide_and_one_high():
    quads = faces()
    sizes = TileSizes.of(quads[:30].astype(np.float32), np.ones(30, np.float32))
    wide, high = sizes.sizes(quads)
    assert sizes.aspect == pytest.approx(ASPECT, abs=0.05)
    assert np.abs(wide - 1).max() < 0.14
    assert np.abs(high - 1).max() < 0.14


def test_faces_that_were_cut_too_small_stand_out_and_do_not_mislead():
    quads = faces()
    cut = quads.copy()
    cut[:12, 1:3] = (quads[:12, 1:3] + quads[:12, [0, 3]]) / 2
    wide, high = TileSizes.of(cut.astype(np.float32), np.ones(40, np.float32)).sizes(cut)
    assert wide[:12].max() < 0.65
    assert np.abs(wide[12:] - 1).max() < 0.14
    assert np.abs(high - 1).max() < 0.14


@pytest.mark.parametrize("count", [16, 40])
def test_from_a_low_place_far_tiles_are_of_a_size_with_near_ones(count):
    quads = faces(count, table=FROM_LOW)
    assert np.ptp(np.log(np.linalg.norm(sides(quads)[0], axis=1))) > 1.2
    wide, high = TileSizes.of(quads.astype(np.float32), np.ones(count, np.float32)).sizes(quads)
    assert np.abs(np.log(wide)).max() < FITS
    assert np.abs(np.log(high)).max() < FITS


@pytest.mark.parametrize("bend", [0.1, -0.12])
def test_a_lens_that_bends_changes_no_sizes(bend):
    from_above = np.array([[50, 4, 700], [-3, 52, 500], [0, 0, 1]], np.float64)
    ways = (faces(60, table=from_above) - (800, 600)) / 600  # half a picture is 1
    outwards = 1 - bend * (ways**2).sum(axis=-1, keepdims=True)
    quads = (600 * ways * outwards).astype(np.float32)
    assert np.ptp(np.log(np.linalg.norm(sides(quads)[0], axis=1))) > 0.25
    wide, high = TileSizes.of(quads, np.ones(60, np.float32)).sizes(quads)
    assert np.abs(np.log(wide)).max() < FITS
    assert np.abs(np.log(high)).max() < FITS


def test_few_faces_say_nothing():
    assert TileSizes.of(faces(5).astype(np.float32), np.ones(5, np.float32)) is None


def test_outlines_are_tiles_where_they_lie():
    quads = faces().astype(np.float32)
    sizes = TileSizes.of(quads, np.ones(40, np.float32))
    right, _, spots = sides(quads)
    flat = sizes.flat(spots)
    along = np.einsum("nij,nj->ni", flat, right)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    drawn = outlines(spots, along, flat, 1.0, sizes.aspect)
    assert np.linalg.norm(drawn - quads, axis=2).max() < 0.12 * np.linalg.norm(right, axis=1).max()


@pytest.mark.parametrize("count", [1, 2, 7, 100])
def test_the_middle_of_values_is_their_median(count):
    values = np.random.default_rng(count).random(count)
    assert middle_of(values) == np.median(values)
