"""What a training or an export cannot use is named in one line, with what was expected."""

import io
import json
import shutil
import sys

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models import (  # noqa: E402
    blend,
    confidence,
    evaluate,
    export,
    flat,
    mine,
    prepare,
    real_crops,
    samples,
    train_classifier,
    train_detector,
)
from models.nets import Classifier, Detector  # noqa: E402
from vision.model_store import find_model  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Data of three shards, crops of photos, and a run of both networks."""
    folder = tmp_path_factory.mktemp("made")
    pixels = np.zeros((2, 96, 96, 3), np.uint8)
    for number in range(3):
        shard = folder / "data" / f"{number:05d}"
        shard.mkdir(parents=True)
        np.savez(shard / "patches.npz", patches=pixels, classes=np.arange(2))
        cv2.imwrite(str(shard / "0.jpg"), np.zeros((640, 640, 3), np.uint8))
        (shard / "truth.json").write_text("[[]]")
    np.savez(folder / "real.npz", patches=pixels, classes=np.arange(2), held=np.array([True, True]))
    (folder / "run").mkdir()
    for network in (Detector(), Classifier()):
        saved = {"model": network.state_dict(), "average": network.state_dict(), "step": 1}
        saved |= {"optimizer": {}, "minutes": 1.0}
        torch.save(saved, folder / "run" / f"{type(network).__name__.lower()}.pt")
    return folder


@pytest.fixture
def own(made, tmp_path):
    """A copy of them, to be spoilt."""
    return shutil.copytree(made, tmp_path / "own")


def refusal(monkeypatch, capsys, module, *words):
    """The last line that a command says, which it ends with."""
    monkeypatch.setattr(sys, "argv", ["models", *(str(word) for word in words)])
    try:
        status = module.main()
    except SystemExit as stop:  # argparse, which tells its options first
        status = stop.code
    assert status == 2
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert told.startswith("usage: ") or told.count("\n") == 1
    return told.splitlines()[-1]


def classifier(own):
    return (train_classifier, "--data", own / "data", "--out", own / "out", "--device", "cpu")


def detector(own):
    return (train_detector, "--data", own / "data", "--out", own / "out", "--device", "cpu")


def exporting(own, *more):
    common = ("--run", own / "run", "--data", own / "data", "--real", own / "real.npz")
    return (export, *common, "--out", own / "out", *more)


def mean(own):
    run = own / "run"
    return (blend, "classifier", "--old", run, "--new", run, "--out", own / "out")


@pytest.mark.parametrize(
    ("command", "gone", "expected"),
    [
        (classifier, "data", "argument --data: '{}': expected a folder that models.prepare made"),
        (detector, "data", "argument --data: '{}': expected a folder that models.prepare made"),
        (exporting, "data", "argument --data: '{}': expected a folder that models.prepare made"),
        (exporting, "real.npz", "argument --real: '{}': expected what models.real_crops made"),
        (exporting, "run", "argument --run: '{}': expected a folder with checkpoints"),
        (exporting, "run/detector.pt", "{}: is not there; expected the checkpoint of a training"),
        (mean, "run/classifier.pt", "{}: is not there; expected the checkpoint of a training"),
        (detector, "data/00002/truth.json", "{}: No such file or directory; expected what models."),
    ],
)
def test_what_is_not_there_is_named(own, monkeypatch, capsys, command, gone, expected):
    place = own / gone
    shutil.rmtree(place) if place.is_dir() else place.unlink()
    told = refusal(monkeypatch, capsys, *command(own))
    assert expected.format(place) in told
    assert not list((own / "out").glob("*"))


@pytest.mark.parametrize("command", [classifier, detector, exporting])
def test_a_folder_without_shards_is_no_data(own, monkeypatch, capsys, command):
    for shard in (own / "data").iterdir():
        shutil.rmtree(shard)
    told = refusal(monkeypatch, capsys, *command(own))
    assert told == f"{own / 'data'}: has no shards; expected what models.prepare made"


@pytest.mark.parametrize("command", [classifier, detector])
def test_shards_that_are_all_held_back_are_not_trained_on(own, monkeypatch, capsys, command):
    shutil.rmtree(own / "data" / "00001")
    assert "expected more than 2 shards" in refusal(monkeypatch, capsys, *command(own))


def packed(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


PIXELS = np.zeros((2, 96, 96, 3), np.uint8)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"no npz",
        packed(patches=PIXELS, classes=np.arange(2))[:-4000],
        packed(patches=PIXELS, classes=np.arange(2)).replace(bytes(200), b"\1" * 200),
        packed(patches=PIXELS),
        packed(patches=PIXELS, classes=np.arange(3)),
        packed(patches=PIXELS, classes=np.array(3)),
        packed(patches=PIXELS, classes=np.array([0, 40])),
        packed(patches=PIXELS[:, 1:], classes=np.arange(2)),
        packed(patches=PIXELS.astype(float), classes=np.arange(2)),
    ],
)
def test_patches_that_are_damaged_or_none_are_named(own, monkeypatch, capsys, damaged):
    file = own / "data" / "00002" / "patches.npz"
    file.write_bytes(damaged)
    told = refusal(monkeypatch, capsys, *classifier(own))
    assert told.startswith(f"{file}: ")
    assert "; expected " in told


def test_crops_without_a_mark_of_what_is_held_back_are_named(own, monkeypatch, capsys):
    (own / "real.npz").write_bytes(packed(patches=PIXELS, classes=np.arange(2)))
    told = refusal(monkeypatch, capsys, *classifier(own), "--real", own / "real.npz")
    assert told.startswith(f"{own / 'real.npz'}: ")


@pytest.mark.parametrize("damaged", [b"", b"no checkpoint", None])
def test_a_checkpoint_that_is_damaged_is_named(own, monkeypatch, capsys, damaged):
    file = own / "run" / "classifier.pt"
    file.write_bytes(file.read_bytes()[:-5000] if damaged is None else damaged)
    expected = f"{file}: is damaged or no checkpoint; expected one"
    assert refusal(monkeypatch, capsys, *mean(own)) == expected
    warm = (*classifier(own), "--warm", file)
    assert refusal(monkeypatch, capsys, *warm) == expected
    shutil.copytree(own / "run", own / "out", dirs_exist_ok=True)
    assert "out/classifier.pt: is damaged" in refusal(monkeypatch, capsys, *classifier(own))


def test_a_checkpoint_of_the_other_network_is_named(own, monkeypatch, capsys):
    file = own / "run" / "classifier.pt"
    shutil.copy(own / "run" / "detector.pt", file)
    expected = f"{file}: holds the weights of another network; expected a classifier's"
    assert refusal(monkeypatch, capsys, *mean(own)) == expected
    only = exporting(own, "--only", "classifier")
    assert refusal(monkeypatch, capsys, *only) == expected
    assert refusal(monkeypatch, capsys, *classifier(own), "--warm", file) == expected
    shutil.copytree(own / "run", own / "out", dirs_exist_ok=True)
    told = refusal(monkeypatch, capsys, *classifier(own))
    assert told.startswith(f"{own / 'out' / 'classifier.pt'}: holds the weights of another")


@pytest.mark.parametrize("option", ["--warm", "--follow"])
def test_a_shipped_file_of_the_other_network_is_named(own, monkeypatch, capsys, option):
    file = find_model("detector").path
    told = refusal(monkeypatch, capsys, *classifier(own), option, file)
    assert told == f"{file}: expected an ONNX file of a classifier as it is shipped"
    (own / "none.onnx").write_bytes(b"no model")
    told = refusal(monkeypatch, capsys, *classifier(own), option, own / "none.onnx")
    assert told.startswith(f"{own / 'none.onnx'}: expected ")


def test_a_mean_cannot_be_gone_on_with_as_if_it_were_its_newer_half(own, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["models", *map(str, mean(own)[1:])])
    assert blend.main() == 0
    told = refusal(monkeypatch, capsys, *classifier(own))
    assert told.startswith(f"{own / 'out' / 'classifier.pt'}: has no model optimizer; expected ")


@pytest.mark.parametrize("workers", [0, 1])
def test_a_picture_that_is_damaged_is_named(own, monkeypatch, capsys, workers):
    (own / "data" / "00002" / "0.jpg").write_bytes(b"no picture")
    told = refusal(monkeypatch, capsys, *detector(own), "--workers", workers)
    assert (
        told == f"{own / 'data' / '00002' / '0.jpg'}: expected a picture that models.prepare made"
    )


def test_mining_names_patches_that_are_damaged(own, monkeypatch, capsys):
    file = own / "data" / "00001" / "patches.npz"
    file.write_bytes(b"no npz")
    told = refusal(monkeypatch, capsys, mine, "--data", own / "data")
    assert told.startswith(f"{file}: ")


def test_models_and_sets_that_are_not_there_are_named(tmp_path, monkeypatch, capsys):
    told = refusal(monkeypatch, capsys, evaluate, "--models", tmp_path / "gone")
    assert told.startswith("manifest.toml is missing: ")
    assert "gone" in told
    told = refusal(monkeypatch, capsys, flat, "--out", tmp_path, "--sets", 0)
    assert "expected one set at least" in told
    (tmp_path / "hk_rows").mkdir()
    told = refusal(
        monkeypatch, capsys, real_crops, "--photos", tmp_path / "hk_rows", "--out", tmp_path / "x"
    )
    assert told == f"{tmp_path / 'hk_rows' / 'labels.jsonl'}: No such file or directory"


def test_confidence_is_not_fitted_without_photos_unless_asked_to(monkeypatch, capsys):
    monkeypatch.setenv("JANTAKU_SHARED", "/no/such/place")
    monkeypatch.setattr(
        confidence,
        "evaluated",
        lambda _reader, name, every, limit, **_: list(samples.samples(name, every, limit))[:0],
    )
    told = refusal(monkeypatch, capsys, confidence, "--scenes", 1)
    assert told == "no photos in /no/such/place/data/photos; set JANTAKU_SHARED"
    monkeypatch.setattr(confidence, "said", lambda _kept: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # it went on to fit what it read
        refusal(monkeypatch, capsys, confidence, "--scenes", 1, "--photos", 0)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--device", "abacus"), ("--minutes", "0"), ("--rate", "nan"), ("--seed", "-1")],
)
def test_an_option_of_a_training_that_cannot_be_is_named(own, monkeypatch, capsys, option, value):
    told = refusal(monkeypatch, capsys, *classifier(own), option, value)
    assert f"argument {option}: '{value}': expected " in told


PREPARE = ("--scenes", "3", "--workers", "1", "--tables", "0.0")


@pytest.fixture
def prepared(tmp_path, monkeypatch):
    """A folder that was prepared with the first seed, by a maker that is quicker than ours."""

    def make_shard(task):
        (task[0] / f"{task[2]:05d}").mkdir(exist_ok=True)
        return task[2]

    class Pool:
        def __init__(self, _workers):
            self.imap_unordered = map

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(prepare, "SHARD", 3)
    monkeypatch.setattr(prepare, "make_shard", make_shard)
    monkeypatch.setattr(prepare.multiprocessing, "Pool", Pool)
    monkeypatch.setattr(sys, "argv", ["prepare", "--out", str(tmp_path), *PREPARE])
    assert prepare.main() == 0
    return tmp_path


def test_shards_are_gone_on_with_as_they_were_begun(prepared, monkeypatch, capsys):
    again = ["prepare", "--out", str(prepared), *PREPARE, "--scenes", "6"]
    monkeypatch.setattr(sys, "argv", again)
    assert prepare.main() == 0
    assert len(prepare.shards_of(prepared)) == 2
    for other in (("--seed", "2"), ("--black", "0.4"), ("--tables", "0.5")):
        told = refusal(monkeypatch, capsys, prepare, "--out", prepared, *PREPARE, *other)
        assert told.startswith(f'{prepared}: was made with {{"seed": 1, ')
        assert "; expected that or another folder, not " in told


def test_shards_of_which_nobody_knows_how_they_were_made_are_left_alone(
    prepared, monkeypatch, capsys
):
    note = prepared / "made_with.json"
    true = json.loads(note.read_text())
    note.unlink()
    told = refusal(monkeypatch, capsys, prepare, "--out", prepared, *PREPARE)
    assert told.startswith(f"{prepared}: no made_with.json says how it was made; expected ")
    note.write_text("no JSON")
    told = refusal(monkeypatch, capsys, prepare, "--out", prepared, *PREPARE)
    assert told.startswith(f"{note}: ")
    note.write_text(json.dumps(true))
    monkeypatch.setattr(sys, "argv", ["prepare", "--out", str(prepared), *PREPARE])
    assert prepare.main() == 0
