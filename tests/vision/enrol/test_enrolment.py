"""A set is enrolled from toy pictures: what the classifier mistakes, the set's own rules mend."""

import contextlib
import io
import zipfile

import numpy as np
import pytest
from loading import load

from vision.club import tile_set
from vision.club.classifier import ClubClassifier, knowing
from vision.enrol.enrolment import propose
from vision.errors import TileSetError, UnknownTileSetError
from vision.labels import CLASS_OF, KINDS, REDS

toy_set = load("tests/vision/toy_set.py")

DIGEST = "0" * 64


def shuffled(labels, seed=3):
    return [str(one) for one in np.random.default_rng(seed).permutation(labels)]


def enrolled(labels, classifier=None, **picture):
    reader = toy_set.ToyReader(classifier)
    layouts = labels if isinstance(labels[0], list) else [labels]
    return propose(reader, [toy_set.picture(one, **picture) for one in layouts], DIGEST)


def names(enrolment):
    return [tile.tile for tile in enrolment.tiles]


def test_the_34_kinds_and_the_reds_in_any_order():
    labels = shuffled([*KINDS, *REDS])
    enrolment = enrolled(labels)
    assert names(enrolment) == labels
    assert enrolment.doubts() == []
    learned = enrolment.club("home")
    assert (learned.kinds, learned.reds) == (34, 3)


def test_a_set_of_four_reds_has_two_of_circles():
    labels = shuffled([*KINDS, *REDS, "0p"])
    enrolment = enrolled(labels)
    assert names(enrolment) == labels
    assert enrolment.doubts() == []
    assert enrolment.club("home").reds == 3


def test_a_red_that_is_read_as_another_is_not_that_one_s_second():
    labels = shuffled([*KINDS, *REDS])
    misread = {"0s": {"0p": 0.6, "0s": 0.35}}
    assert names(enrolled(labels, toy_set.ToyClassifier(misread))) == labels


def test_a_kind_that_is_read_as_another_is_named_by_what_is_left():
    labels = shuffled(KINDS)
    misread = {"8m": {"9m": 0.55, "8m": 0.42}, "1s": {"other": 0.7, "1s": 0.2}}
    enrolment = enrolled(labels, toy_set.ToyClassifier(misread))
    assert names(enrolment) == labels
    assert enrolment.doubts() == []


def test_heaps_in_several_photos_name_each_other():
    chance = np.random.default_rng(5)
    heaps = [[str(one) for one in chance.permutation(KINDS * 4)[:50]] for _ in range(3)]
    assert {one for heap in heaps for one in heap} == set(KINDS)
    misread = {"8m": {"9m": 0.55, "8m": 0.42}}
    enrolment = enrolled(heaps, toy_set.ToyClassifier(misread))
    assert names(enrolment) == [one for heap in heaps for one in heap]
    assert enrolment.tiles[-1].place == "3.6.5"


def test_a_missing_kind_is_said():
    labels = shuffled([*[kind for kind in KINDS if kind != "3p"], "6p"])
    doubts = " ".join(enrolled(labels).doubts())
    assert "3p" in doubts
    assert "6p" in doubts


def test_too_few_kinds_are_said_and_not_kept():
    enrolment = enrolled(list(KINDS[:20]))
    (doubt,) = enrolment.doubts()
    assert doubt.startswith("3s, 4s, 5s")
    with pytest.raises(TileSetError, match="expected all 34 kinds"):
        enrolment.club("home")


def test_a_face_in_a_missing_one_s_place_that_may_be_foreign_is_asked_about():
    labels = shuffled(KINDS)
    flower = {"3p": {"1s": 0.42, "3p": 0.3, "other": 0.23}}
    (doubt,) = enrolled(labels, toy_set.ToyClassifier(flower)).doubts()
    assert "named 3p because that is missing" in doubt


def test_a_foreign_face_is_said_and_left_out():
    labels = [*KINDS, "other"]
    enrolment = enrolled(labels)
    assert names(enrolment) == [*KINDS, "?"]
    assert enrolment.doubts() == ["1.4.8: is no tile of a riichi set; left out"]
    agreed = enrolment.corrected({"1.4.8": "?"})
    assert agreed.doubts() == []
    assert len(agreed.club("home").classes) == 34


def test_two_kinds_that_look_alike_are_said():
    classifier = toy_set.ToyClassifier(twins=("2s", "3s"))
    assert "2s and 3s cannot be told apart in these photos" in enrolled(KINDS, classifier).doubts()


def test_small_faces_are_said():
    doubts = enrolled(list(KINDS), wide=15).doubts()
    assert len(doubts) == 34
    assert "1.1.1: is only 15 pixels wide; expected at least 20" in doubts


def test_a_photo_that_is_given_twice_is_refused():
    with pytest.raises(TileSetError, match="photos 1 and 3 are the same picture; expected each"):
        enrolled([list(KINDS), shuffled(KINDS), list(KINDS)])


def test_a_mirrored_photo_is_doubted_whoever_names_its_faces():
    photos = [toy_set.picture(one) for one in (list(KINDS), shuffled(KINDS))]
    reader = toy_set.ToyReader(reflected=lambda image: np.array_equal(image, photos[1]))
    enrolment = propose(reader, photos, DIGEST)
    assert enrolment.doubts() == ["photo 2 is mirrored; expected it as taken"]
    assert enrolment.corrected({"1.1.1": "1m"}).doubts() == enrolment.doubts()


def test_no_face_and_far_too_many_are_refused():
    with pytest.raises(TileSetError, match="no face is to be seen"):
        enrolled([[]])
    with pytest.raises(TileSetError, match="328 faces are in the photos; expected at most 320"):
        enrolled([["1z"] * 164, ["2z"] * 164], columns=20)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"1.9.1": "1m"}, "1.9.1: no face is there; expected one like 1.1.1"),
        ({"1.1.1": "11m"}, "1.1.1=11m: is no tile"),
        ({"1.1.1": "back"}, "1.1.1=back: is no tile"),
    ],
)
def test_a_correction_that_cannot_be_is_refused(change, said):
    with pytest.raises(TileSetError, match=said):
        enrolled(list(KINDS)).corrected(change)


def test_a_person_has_the_last_word():
    labels = ["2m", "1m", *KINDS[2:]]
    misread = {"1m": {"2m": 1.0}, "2m": {"1m": 1.0}}
    enrolment = enrolled(labels, toy_set.ToyClassifier(misread))
    assert names(enrolment)[:2] == ["1m", "2m"]
    mended = enrolment.corrected({"1.1.1": "2m", "1.1.2": "1m"})
    assert names(mended) == labels
    assert mended.doubts() == []


@pytest.fixture
def learned():
    return enrolled(list(KINDS)).club("home")


def blind():
    """A classifier that takes every 8m for a 9m, and every bird for a flower."""
    return toy_set.ToyClassifier({"8m": {"9m": 0.9, "8m": 0.05}, "1s": {"other": 0.95}})


def test_with_the_set_at_hand_a_blind_classifier_sees(learned):
    image = toy_set.picture(["8m", "9m", "1s", "5z"])
    quads = np.roll(toy_set.faces_in(image), 1, axis=1)
    kinds, turns = ClubClassifier(blind(), learned.prototypes).classify(image, quads)
    assert kinds.argmax(axis=1).tolist() == [CLASS_OF[one] for one in ("8m", "9m", "1s", "5z")]
    assert kinds.max(axis=1).min() > 0.9
    assert turns.tolist() == [1, 1, 1, 1]


def test_the_set_has_no_reds_where_none_were_shown(learned):
    image = toy_set.picture(["5p"])
    classifier = toy_set.ToyClassifier({"5p": {"0p": 0.9, "5p": 0.1}})
    kinds, _ = ClubClassifier(classifier, learned.prototypes).classify(
        image, toy_set.faces_in(image)
    )
    assert kinds[0, CLASS_OF["5p"]] > 0.9
    assert kinds[0, CLASS_OF["0p"]] == 0


def test_what_is_no_face_of_the_set_stays_none(learned):
    image = toy_set.picture(["back", "other"])
    kinds, _ = ClubClassifier(toy_set.ToyClassifier(), learned.prototypes).classify(
        image, toy_set.faces_in(image)
    )
    assert kinds.argmax(axis=1).tolist() == [CLASS_OF["back"], CLASS_OF["other"]]


def test_no_faces_are_no_faces(learned):
    image = toy_set.picture([])
    kinds, turns = ClubClassifier(toy_set.ToyClassifier(), learned.prototypes).classify(
        image, np.empty((0, 4, 2), np.float32)
    )
    assert kinds.shape == (0, 40)
    assert turns.shape == (0,)


def test_a_set_comes_back_from_its_file_as_it_was(learned, tmp_path):
    path = tile_set.file_of(tmp_path, "home")
    path.parent.mkdir()
    path.write_bytes(learned.to_bytes())
    again = tile_set.load(tmp_path, "home")
    assert again.to_bytes() == learned.to_bytes()
    assert tile_set.names(tmp_path) == ["home"]


def test_a_set_of_another_classifier_is_looked_at_anew(learned):
    same, other = toy_set.ToyClassifier(), toy_set.ToyClassifier()
    knowing(same, learned, DIGEST)
    assert same.glances == 0
    relearned = knowing(other, learned, "1" * 64)
    assert other.glances > 0
    image = toy_set.picture(["7s"])
    kinds, _ = relearned.classify(image, toy_set.faces_in(image))
    assert kinds.argmax() == CLASS_OF["7s"]


@pytest.mark.parametrize("name", ["", "../home", "Home", "a" * 41, "a b", ".", "-x", "a.npz"])
def test_a_name_that_could_be_a_path_is_refused(name, tmp_path):
    with pytest.raises(TileSetError, match="is no name for a tile set"):
        tile_set.file_of(tmp_path, name)


def test_an_unknown_set_is_said_with_those_that_are_known(learned, tmp_path):
    with pytest.raises(UnknownTileSetError, match="none is enrolled"):
        tile_set.load(tmp_path, "away")
    tile_set.file_of(tmp_path, "home").parent.mkdir()
    tile_set.file_of(tmp_path, "home").write_bytes(learned.to_bytes())
    with pytest.raises(UnknownTileSetError, match="expected one of: home"):
        tile_set.load(tmp_path, "away")


def damaged(learned):
    whole = learned.to_bytes()
    yield b""
    yield b"tiles"
    yield whole[: len(whole) // 2]
    yield whole[:-40] + bytes(40)
    yield array_alone()
    yield packed_otherwise()


def packed_otherwise():
    """A zip whose first part's LZMA stream has a head that none may have."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("format.npy", bytes(99))
    return buffer.getvalue().replace(b"\x05\x00\x5d", b"\x05\x00\xff")


def array_alone():
    buffer = io.BytesIO()
    np.save(buffer, np.arange(3))
    return buffer.getvalue()


def test_any_damage_to_a_set_is_said_or_harmless(learned, tmp_path):
    whole = learned.to_bytes()
    path = tile_set.file_of(tmp_path, "home")
    path.parent.mkdir()
    rng = np.random.default_rng(1)
    refused = 0
    for _ in range(300):
        spoilt = bytearray(whole)
        for at in rng.integers(0, len(whole), 3):
            spoilt[at] = rng.integers(256)
        path.write_bytes(spoilt)
        with contextlib.suppress(TileSetError):
            tile_set.load(tmp_path, "home")
            refused -= 1
        refused += 1
    assert refused > 100


@pytest.mark.parametrize("number", range(6))
def test_a_damaged_set_is_said(learned, tmp_path, number):
    path = tile_set.file_of(tmp_path, "home")
    path.parent.mkdir()
    path.write_bytes(list(damaged(learned))[number])
    with pytest.raises(TileSetError) as caught:
        tile_set.load(tmp_path, "home")
    assert str(caught.value) == f"{path} is damaged; expected what `jantaku tiles enrol` wrote"


def test_a_set_that_unpacks_to_too_much_is_refused_before_it_is(learned, tmp_path, monkeypatch):
    path = tile_set.file_of(tmp_path, "home")
    path.parent.mkdir()
    with path.open("wb") as file:
        np.savez_compressed(file, format=np.zeros(tile_set.MOST_BYTES + 1, np.uint8))
    assert path.stat().st_size < tile_set.MOST_BYTES / 100
    monkeypatch.setattr(tile_set.np, "load", None)
    with pytest.raises(TileSetError, match=r"unpacked it has \d+ bytes, not <= 33554432"):
        tile_set.load(tmp_path, "home")


def test_a_folder_is_no_set(tmp_path):
    tile_set.file_of(tmp_path, "home").mkdir(parents=True)
    assert tile_set.names(tmp_path) == []


def test_a_set_whose_arrays_do_not_fit_is_said(learned, tmp_path):
    path = tile_set.file_of(tmp_path, "home")
    path.parent.mkdir()
    arrays = {"format": np.array(1), "patches": learned.patches[:-1], "classes": learned.classes}
    made = learned.prototypes
    arrays |= {"known": made.classes, "centre": made.centre, "whitening": made.whitening}
    with path.open("wb") as file:
        np.savez(file, **arrays, means=made.means, classifier=np.array(DIGEST))
    with pytest.raises(TileSetError, match="do not belong together"):
        tile_set.load(tmp_path, "home")
