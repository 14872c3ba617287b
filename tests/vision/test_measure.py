"""The measure of the reader counts what it says it counts."""

from dataclasses import replace

import pytest

from models.figures import summary, when_sure
from models.measure import Judged, Label, judge
from models.samples import mended
from vision.reading import ReadTile


def tile(name, x, confidence=0.9, size=40.0):
    corners = ((x, 0.0), (x + size, 0.0), (x + size, 50.0), (x, 50.0))
    return ReadTile(name, corners, confidence, ())


def label(name, x, size=40.0):
    return Label(name, (x, 0.0, x + size, 50.0))


def judged(tiles, labels):
    return judge("photo", 0.1, tiles, labels)


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


def test_an_erratum_renames_voids_or_adds_a_label():
    labels = [label("1p", 0), label("4m", 100), label("5m", 200)]
    box = [100.0, 0.0, 140.0, 50.0]
    (one, two, three) = mended(labels, [{"box": box, "tile": "4p"}])
    assert (one, two.tile, three) == (labels[0], "4p", labels[2])
    assert not mended(labels, [{"box": box, "void": True}])[1].counted
    assert [x.tile for x in mended(labels, [{"why": "all are 1p"}])] == ["?", "?", "?"]
    assert [x.tile for x in mended(labels, [{"tiles": ["9s", "8s", "7s"]}])] == ["9s", "8s", "7s"]
    assert mended([], [{"box": box, "tile": "7z", "missing": True}]) == [label("7z", 100)]


def test_what_nobody_can_name_or_must_find_is_passed_over():
    hardly_seen = replace(label("5m", 100), counted=False)
    photo = judged([tile("7s", 0), tile("5m", 100)], [label("?", 0), hardly_seen])
    assert photo.perfect
    assert not photo.right
    assert judged([], [label("?", 0), hardly_seen]).perfect


def test_a_tile_named_on_a_back_is_a_false_face():
    photo = judged([tile("5z", 0), tile("back", 100)], [label("back", 0), label("back", 100)])
    assert [read.tile for read in photo.extra] == ["5z"]
    assert photo.backs == (1, 2)
    assert summary([photo], all_labelled=True)["false_faces_a_photo"] == 1


def test_red_fives_are_measured_where_labels_tell_them():
    labels = [
        replace(label(name, 60 * at), reds=True) for at, name in enumerate(("0m", "5p", "1z"))
    ]
    photo = judged([tile("5m", 0), tile("5p", 60), tile("1z", 120)], labels)
    figures = summary([photo], all_labelled=True)
    assert (figures["red_fives"], figures["class_accuracy"]) == (0.5, 1)


def test_reading_direction_is_of_faces_that_have_one():
    def seen(name, x, turned):
        upright = tile(name, x).polygon
        return replace(label(name, x), polygon=upright), replace(
            tile(name, x), polygon=(*upright[turned:], *upright[:turned])
        )

    pairs = [seen("1m", 0, 0), seen("7z", 60, 2), seen("5z", 120, 2)]
    photo = judged([read for _, read in pairs], [name for name, _ in pairs])
    assert summary([photo], all_labelled=True)["reading_direction"] == 0.5


def test_as_many_readings_are_accepted_as_errors_allow():
    photo = Judged("photo", 0.1)
    photo.right = [(label("5m", 0), tile("5m", 0, 0.95))] * 1500
    photo.wrong = [(label("5m", 0), tile("6m", 0, 0.9))]
    photo.extra = [tile("1z", 0, 0.5)]
    photo.right += [(label("5m", 0), tile("5m", 0, 0.4))] * 300
    figures = summary([photo], all_labelled=True)
    assert figures["accepted_from"] == 0.9
    assert figures["accepted_share"] == pytest.approx(1501 / 1801, abs=1e-3)


def test_what_lies_right_below_an_accepted_confidence_is_not_accepted():
    photo = Judged("photo", 0.1)
    photo.right = [(label("5m", 0), tile("5m", 0, 0.90004))] * 10
    photo.wrong = [(label("5m", 0), tile("6m", 0, 0.90002))]
    sure = summary([photo], all_labelled=True)["accepted_from"]
    assert when_sure([photo], sure, all_labelled=True)["wrong_when_sure"] == 0


def test_sure_names_where_no_face_is_are_wrong_and_no_share_of_the_faces():
    photo = judged([tile("5m", 0, 0.95), tile("1z", 300, 0.95)], [label("5m", 0), label("6m", 100)])
    figures = when_sure([photo], 0.9, all_labelled=True)
    assert (figures["sure_share"], figures["wrong_when_sure"]) == (0.5, 0.5)
    figures = when_sure([photo], 0.9, all_labelled=False)
    assert (figures["sure_share"], figures["wrong_when_sure"]) == (0.5, 0)


def test_partly_labelled_sets_have_no_precision():
    figures = summary([judged([tile("5m", 300)], [label("5m", 0)])], all_labelled=False)
    assert figures["precision"] is None
    assert figures["photos_perfect"] is None
