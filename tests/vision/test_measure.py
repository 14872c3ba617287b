"""The measure of the reader counts what it says it counts."""

import pytest

from models.evaluate import mended
from models.measure import Judged, Label, judge, summary
from vision.reading import Reading, ReadTile


def tile(name, x, confidence=0.9, size=40.0):
    corners = ((x, 0.0), (x + size, 0.0), (x + size, 50.0), (x, 50.0))
    return ReadTile(name, corners, confidence, ())


def label(name, x, size=40.0):
    return Label(name, (x, 0.0, x + size, 50.0))


def judged(tiles, labels):
    return judge("photo", 0.1, Reading(640, 480, tuple(tiles)), labels)


def test_right_wrong_missed_and_extra():
    photo = judged(
        [tile("5m", 0), tile("9s", 100), tile("1z", 300)],
        [label("5m", 2), label("6s", 100), label("2p", 200)],
    )
    assert [name.tile for name, _ in photo.right] == ["5m"]
    assert [(name.tile, read.tile) for name, read in photo.wrong] == [("6s", "9s")]
    assert [name.tile for name in photo.missed] == ["2p"]
    assert [read.tile for read in photo.extra] == ["1z"]
    figures = summary([photo], all_labelled=True)
    assert figures["recall"] == figures["precision"] == pytest.approx(2 / 3, abs=1e-4)
    assert figures["class_accuracy"] == 0.5
    assert figures["end_to_end"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["confusions"] == [("6s", "9s", 1)]
    assert figures["photos_perfect"] == 0


def test_a_tile_read_as_unknown_or_back_is_missed():
    photo = judged([tile("?", 0), tile("back", 100)], [label("5m", 0), label("5z", 100)])
    assert len(photo.missed) == photo.unnamed == 2
    assert not photo.extra
    figures = summary([photo], all_labelled=True)
    assert (figures["recall"], figures["recall_with_unnamed"]) == (0, 1)


def test_a_red_five_is_right_where_labels_know_no_reds():
    assert len(judged([tile("0p", 0)], [label("5p", 0)]).right) == 1


def test_a_box_overlapping_by_less_than_half_is_not_found():
    photo = judged([tile("5m", 15)], [label("5m", 0)])
    assert (len(photo.missed), len(photo.extra)) == (1, 1)


def test_two_readings_of_one_label_are_one_and_an_extra():
    photo = judged([tile("5m", 4), tile("5m", 1)], [label("5m", 0)])
    assert photo.right[0][1].polygon[0][0] == 1
    assert len(photo.extra) == 1


def test_flowers_are_outside_the_figures_but_naming_one_is_no_perfect_photo():
    unknown = judged([tile("?", 0)], [label("bf1", 0)])
    assert unknown.perfect
    named = judged([tile("1s", 0)], [label("bf1", 0)])
    assert not named.perfect
    assert summary([named], all_labelled=True)["recall"] is None
    assert summary([named], all_labelled=True)["flowers_named_as_tiles"] == 1


def test_confidence_that_is_as_often_right_as_it_says_has_no_error():
    honest = Judged("photo", 0.1)
    honest.right = [(label("5m", 0), tile("5m", 0, 0.75))] * 3
    honest.wrong = [(label("5m", 0), tile("6m", 0, 0.75))]
    figures = summary([honest], all_labelled=True)
    assert figures["calibration_error"] == 0
    assert figures["brier"] == pytest.approx(0.1875)


def test_errata_give_a_second_figure_and_leave_the_first_alone():
    void = Label("1p", (0.0, 0.0, 40.0, 50.0), "?")
    mended = Label("4m", (100.0, 0.0, 140.0, 50.0), "4p")
    photo = judged(
        [tile("7s", 0), tile("4p", 100), tile("5m", 200)], [void, mended, label("5m", 200)]
    )
    figures = summary([photo], all_labelled=True)
    assert figures["class_accuracy"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["class_accuracy_by_errata"] == 1


def test_an_erratum_speaks_for_its_box_or_its_whole_photo():
    one = {"box": [1.0, 2.0, 3.0, 4.0], "tile": "4p"}
    assert mended([1.0, 2.0, 3.0, 4.0], [one]) == "4p"
    assert mended([9.0, 2.0, 3.0, 4.0], [one]) is None
    assert mended([9.0, 2.0, 3.0, 4.0], [one, {"why": "void"}]) == "?"


def test_partly_labelled_sets_have_no_precision():
    figures = summary([judged([tile("5m", 300)], [label("5m", 0)])], all_labelled=False)
    assert figures["precision"] is None
    assert figures["photos_perfect"] is None
