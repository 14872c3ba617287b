"""The toy preset: prepare, train, go on from a file, export and read, all of it small."""

import argparse
import sys

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models import blend, export, loop, mine, prepare, train_classifier, train_detector, warm  # noqa: E402
from models.commands import UnusableError  # noqa: E402
from models.crops import AROUND, PATCH  # noqa: E402
from models.disturb import (  # noqa: E402
    BLOCK,
    BURNT_SHARE,
    FADED_SHARE,
    FILMED_SHARE,
    HEAVY_SHARE,
    TELLING,
    burnt,
    contrast,
    faded,
    filmed,
    packed,
    processed,
    reweighed,
)
from models.nets import Classifier, Detector  # noqa: E402
from models.train_classifier import (  # noqa: E402
    CHIRAL,
    MIRRORED_SHARE,
    UNSAID,
    Feed,
    evened,
)
from models.views import CORNERS, bend, views  # noqa: E402
from models.warm import place  # noqa: E402
from vision.labels import BACK, CLASS_OF, LABELS, NONE  # noqa: E402
from vision.nets.crops import MARGIN, SIDE  # noqa: E402
from vision.reader import Reader  # noqa: E402

SCENES = 3
SHARDS = 3

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


def command(monkeypatch, module, *words):
    """Run a module's command line."""
    monkeypatch.setattr(sys, "argv", [module.__name__, *(str(word) for word in words)])
    assert module.main() == 0


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A few shards of a few scenes."""
    monkeypatch.setattr(prepare, "SHARD", SCENES)
    for number in range(SHARDS):
        shares = prepare.Shares(
            tables=0.3, faceless=0.3, black=0.5, alike=0.5, littered=0.3, flush=0.3
        )
        prepare.make_shard((tmp_path / "data", 5, number, shares))
    return tmp_path / "data"


@pytest.fixture
def real(tmp_path):
    """A file of patches as if cut from real photos."""
    random = np.random.default_rng(2)
    patches = random.integers(0, 255, (40, 96, 96, 3)).astype(np.uint8)
    held = np.arange(40) % 5 == 0
    np.savez(tmp_path / "real.npz", patches=patches, classes=np.arange(40) % 34, held=held)
    return tmp_path / "real.npz"


def test_a_toned_window_keeps_what_is_brighter_or_turns_all_of_it_about():
    ramp = np.repeat(np.arange(0, 256, 5, dtype=np.uint8)[None, :, None], 3, axis=2)
    turned = faint = 0
    for seed in range(60):
        seen = train_detector.toned(np.random.default_rng(seed), ramp)[0, :, 0].astype(int)
        steps = np.diff(seen)
        assert (steps >= 0).all() or (steps <= 0).all()
        turned += seen[0] > seen[-1]
        faint += np.ptp(seen) < 200
    assert 0 < turned < 20
    assert 4 < faint < 30


@pytest.mark.long
@pytest.mark.timeout(600)
def test_from_scenes_to_a_reader_and_on_from_its_files(tmp_path, data, real, monkeypatch):
    for name, number in (("SAME_FACES", 0.0), ("SAME_NAMES", 0.0), ("PICTURES", 6), ("TABLES", 1)):
        monkeypatch.setattr(export, name, number)
    run, out = tmp_path / "run", tmp_path / "out"
    common = ("--data", data, "--out", run, "--minutes", 0.0001, "--threads", 1)
    command(monkeypatch, train_detector, *common)
    command(monkeypatch, train_classifier, *common, "--real", real)
    command(monkeypatch, export, "--run", run, "--data", data, "--real", real, "--out", out)
    picture = np.random.default_rng(1).integers(0, 255, (200, 320, 3)).astype(np.uint8)
    assert Reader.open(out).read(picture).width == 320
    command(monkeypatch, mine, "--data", data, "--models", out)
    shards = prepare.shards_of(data)
    assert all((shard / kept).exists() for shard in shards for kept in ("mined.npz", "hard.npz"))
    before = torch.load(run / "detector.pt", weights_only=True)
    command(monkeypatch, train_detector, *common)
    after = torch.load(run / "detector.pt", weights_only=True)
    assert after["step"] > before["step"]
    for network in (Detector(), Classifier()):
        name = type(network).__name__.lower()
        place(network, out / f"{name}.onnx")
        weights = torch.load(run / f"{name}.pt", weights_only=True)["average"]
        kept = network.state_dict()
        final = "quads.1.weight" if name == "detector" else "kind.weight"
        assert torch.allclose(kept[final], weights[final], atol=0.02)


def test_flat_faces_that_are_not_there_are_not_passed_over(data, tmp_path):
    with pytest.raises(UnusableError, match=r"flat\.npz"):
        Feed([data], None, torch.Generator(), [tmp_path / "nowhere"])


def test_a_batch_asks_only_what_can_be_answered(data):
    feed = Feed([data], None, torch.Generator().manual_seed(4))
    seen, sides = 0, set()
    for _ in range(12):
        pixels, (classes, turns, mirrored, offsets, led) = feed.batch()
        assert led == ()  # nobody is followed
        sides.add(pixels.shape[2])
        assert offsets[classes == NONE].isnan().all()
        assert 0 <= pixels.min() <= pixels.max() <= 255.01  # smoothed with rounding
        assert (turns[classes >= BACK] == UNSAID).all()
        flipped = mirrored == 1
        assert (classes[flipped] == UNSAID).all()
        assert (turns[flipped] == UNSAID).all()
        known = (classes >= 0) & (mirrored != UNSAID)
        assert set(classes[known].tolist()) <= set(CHIRAL)
        seen += int((classes == UNSAID).sum())
    assert sides == {SIDE, *train_classifier.SMALLER}
    assert 0 < seen < 12 * train_classifier.BATCH * 3 * MIRRORED_SHARE


@pytest.mark.parametrize(("calm", "spoilt"), [(1.0, 0), (0.0, 6), (0.5, 3)])
def test_a_share_of_the_batches_is_shown_as_it_was_rendered(data, monkeypatch, calm, spoilt):
    feed = Feed([data], None, torch.Generator().manual_seed(4), calm=calm)
    worse = []
    monkeypatch.setattr(feed, "spoilt", lambda pixels, _backs: worse.append(1) or pixels)
    for _ in range(6):
        feed.batch()
    assert abs(len(worse) - spoilt) <= (2 if 0 < calm < 1 else 0)


def test_a_film_keeps_what_is_plain_and_drops_what_is_faint():
    noise = torch.Generator().manual_seed(3)
    planes = torch.full((2, 1, 16, 16), 100.0)
    planes[1] += 3.0 * torch.randn(1, 16, 16, generator=noise)
    step = torch.tensor([20.0, 20.0]).reshape(2, 1, 1, 1)
    told = packed(planes, step)
    assert torch.allclose(told[0], planes[0], atol=1e-3)
    cells = told[1].unfold(1, BLOCK, BLOCK).unfold(2, BLOCK, BLOCK)
    assert float(cells.std(dim=(3, 4)).max()) < 0.5 * float(planes[1].std())
    assert torch.allclose(packed(planes, step * 1e-4), planes, atol=0.01)


def test_a_share_of_the_crops_is_packed_as_films_are():
    crops = 255 * torch.rand(64, 3, SIDE, SIDE, generator=torch.Generator().manual_seed(1))
    seen = filmed(crops.clone(), torch.Generator().manual_seed(2))
    changed = (seen != crops).flatten(1).any(dim=1)
    assert int(changed.sum()) == int(64 * FILMED_SHARE)
    assert 0 <= float(seen.min()) <= float(seen.max()) <= 255


def test_what_is_plentiful_comes_less_often_than_there_is_of_it():
    classes = torch.tensor([0] * 900 + [7] * 100)
    often = evened(classes)
    assert (often.diff() > 0).all()
    share = float((often[-1] - often[899]) / often[-1])
    assert 0.1 < share < 0.5


def test_hakus_come_oftener_and_backs_less_often_than_other_faces():
    labels = ("1m", "5z", "back")
    classes = torch.tensor([CLASS_OF[label] for label in labels]).repeat(100)
    plain, haku, back = evened(classes).diff(prepend=torch.zeros(1))[:3].tolist()
    assert haku > plain > back > 0


@pytest.mark.parametrize("turn", range(4))
def test_a_view_tells_where_the_corners_of_its_face_lie(turn):
    patch = torch.zeros(1, 3, PATCH, PATCH)
    low = round(AROUND / (1 + 2 * AROUND) * PATCH)
    patch[:, :, low : PATCH - low, low : PATCH - low] = 255
    noise = torch.Generator().manual_seed(turn)
    view = views(patch, torch.tensor([turn]), noise, wild=0.0)
    corners = (view.offsets.reshape(4, 2) + CORNERS) / (1 + 2 * MARGIN) * SIDE + SIDE / 2
    inside = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(inside, [corners.round().int().numpy()], 1)
    seen = view.crops[0, 0].numpy() > 127
    assert (seen != inside.astype(bool)).mean() < 0.06


def test_bolder_print_is_darker_and_lighter_print_lighter():
    crops = torch.full((20, 3, SIDE, SIDE), 200.0)
    crops[..., 30:34] = 20.0
    seen = reweighed(crops.clone(), torch.Generator().manual_seed(1))
    gain = (seen - crops).mean(dim=(1, 2, 3))
    assert (gain != 0).sum() == int(20 * HEAVY_SHARE)
    assert gain.min() < 0 < gain.max()


def test_what_is_exposed_too_long_is_lighter_and_can_still_be_told():
    crops = torch.full((40, 3, SIDE, SIDE), 180.0)
    crops[:, :, 20:44, 30:34] = 40.0
    crops[20:, :, 20:44, 30:34] = 150.0  # faint print is burnt away, unless it is let be
    spared = torch.arange(40) % 4 == 0
    seen = burnt(crops.clone(), spared, torch.Generator().manual_seed(1))
    changed = (seen != crops).flatten(1).any(dim=1)
    assert 0 < changed.sum() <= int(40 * BURNT_SHARE)
    assert not changed[spared].any()
    assert (seen[changed] >= crops[changed]).all()
    assert (contrast(seen) >= TELLING * contrast(crops)).all()
    bare = torch.full((20, 3, SIDE, SIDE), 180.0)
    for told, changes in ((torch.zeros(20), True), (torch.ones(20), False)):
        seen = burnt(bare.clone(), told.bool(), torch.Generator().manual_seed(1))
        assert bool((seen > bare).any()) == changes  # a haku stays one, a back may not


def test_light_faces_are_nearly_burnt_white_and_what_nobody_could_name_is_not():
    crops = torch.full((100, 3, SIDE, SIDE), 200.0)
    crops[:80, :, 20:44, 30:34] = 30.0
    crops[40:60] = 60.0  # a dark face is not
    crops[60:80, :, 20:44, 30:34] = 199.0  # hardly any print: none would be left
    spared, blank = torch.zeros(100).bool(), torch.arange(100) >= 80
    spared[:20] = True
    changed = torch.zeros(100).bool()
    for seed in range(20):
        seen = faded(crops.clone(), spared, blank, torch.Generator().manual_seed(seed))
        fresh = (seen != crops).flatten(1).any(dim=1)
        assert fresh.sum() <= int(100 * FADED_SHARE)
        assert torch.equal(seen[fresh], seen[fresh].round())
        assert seen[fresh].mean(dim=(1, 2, 3)).min() > 230
        changed |= fresh
    assert changed[20:40].sum() > 10
    assert changed[80:].sum() > 10
    assert not changed[:20].any()
    assert not changed[40:80].any()


def test_a_camera_sharpens_edges_and_blurs_colours_and_keeps_greys():
    crops = torch.full((40, 3, SIDE, SIDE), 100.0)
    crops[:, :, :, 32:] = 160.0
    crops[:, 0, :, 32:] = 190.0
    seen = processed(crops.clone(), torch.Generator().manual_seed(1))
    harder = seen.amax(dim=(1, 2, 3)) > 191
    softer = (seen[:, 0] - seen[:, 1]).abs()[:, 5, 31] > 1
    assert 2 < harder.sum() <= 6
    assert softer.sum() >= 6
    grey = crops.mean(dim=1, keepdim=True).expand_as(crops)
    plain = processed(grey.clone(), torch.Generator().manual_seed(1))
    assert torch.allclose(plain[softer & ~harder], grey[softer & ~harder], atol=1e-3)


def test_a_bent_crop_keeps_its_edges():
    moved = bend(50, torch.Generator().manual_seed(2)).abs().amax(dim=3)
    assert moved[:, 20:44, 20:44].max() > 0.01
    assert moved[:, :4].max() < 0.01
    assert moved[:, :, -4:].max() < 0.01
    assert 0 < (moved.amax(dim=(1, 2)) > 0).sum() < 50


def test_a_run_goes_on_where_it_was(tmp_path):
    def losses(outputs, _truth):
        return {"all": outputs[0].float().square().mean()}

    def made():
        args = argparse.Namespace(
            out=tmp_path, warm=None, minutes=1e-12, rate=1e-3, seed=1, threads=1, device="cpu"
        )
        return loop.Run(Classifier(), args, "toy", 0.0, lambda: torch.zeros(1))

    crops = torch.zeros(2, 3, 64, 64)
    first = made()
    first.train(iter([(crops, None)] * 3), losses)
    again = made()
    assert again.step == first.step == 1
    for name, value in first.model.state_dict().items():
        assert torch.equal(value, again.model.state_dict()[name])


def test_a_manifest_tells_the_seed_and_the_scenes_that_were_trained_with(tmp_path, monkeypatch):
    def told(seed, scenes):
        args = argparse.Namespace(
            out=tmp_path, warm=None, minutes=1.0, rate=1e-3, seed=seed, threads=1, device="cpu"
        )
        run = loop.Run(Classifier(), args, "classifier", 0.0, lambda: torch.zeros(1), scenes)
        run.save()
        saved = export.trained(Classifier(), tmp_path / "classifier.pt")
        exported = argparse.Namespace(seed=1, data=[])
        facts = export.facts(saved, exported, Classifier())
        return facts["seed"], facts["scenes"]

    monkeypatch.setattr(export, "training_shards", lambda _data: ["a shard that was made since"])
    assert told(7, 3300) == (7, 3300)
    assert told(8, 100) == (7, 3300)  # it went on with the weights of the first
    assert told(8, 4300) == (7, 4300)


def test_a_manifest_counts_what_the_export_is_given_where_a_checkpoint_knows_no_scenes(monkeypatch):
    monkeypatch.setattr(export, "training_shards", lambda _data: ["one", "another"])
    saved, args = {"minutes": 1.0, "step": 1}, argparse.Namespace(seed=1, data=[])
    assert export.facts(saved, args, Classifier())["scenes"] == 2 * prepare.SHARD


@pytest.mark.parametrize("training", [train_detector, train_classifier])
def test_a_training_keeps_how_many_scenes_it_was_shown(data, tmp_path, monkeypatch, training):
    monkeypatch.setattr(train_classifier, "SHARD", SCENES)
    monkeypatch.setattr(loop.Run, "train", lambda run, *_: run.save())
    out = tmp_path / "run"
    command(monkeypatch, training, "--data", data, "--out", out, "--device", "cpu")
    (file,) = out.glob("*.pt")
    saved = torch.load(file, weights_only=True)
    assert saved["scenes"] == SCENES * (SHARDS - prepare.HELD_SHARDS)


def test_a_class_that_is_shown_oftener_than_it_comes_is_lowered_alone():
    model = Classifier()
    before = model.kind.bias.detach().clone()
    export.lower(model, [export.lowered("back=0.7")])
    taken = before - model.kind.bias.detach()
    assert taken[BACK].item() == pytest.approx(0.7)
    assert taken.count_nonzero() == 1
    with pytest.raises(ValueError, match="bck"):
        export.lowered("bck=0.7")


@pytest.mark.parametrize("network", [Detector, Classifier])
def test_folded_weights_answer_as_before_and_a_mean_lies_between(network):
    torch.manual_seed(6)
    models = [network() for _ in range(2)]
    example = torch.randint(0, 256, (4, 3, 64, 64)).float()
    for model in models:
        model(example)
        model.eval()
    with torch.no_grad():
        before = [[part.clone() for part in model(example)] for model in models]
        states = [warm.folded(model) for model in models]
        for answers, model in zip(before, models, strict=True):
            for one, other in zip(answers, model(example), strict=True):
                assert torch.allclose(one, other, atol=2e-3)
        between = blend.mean(*states, 0.25)
    name = "heat.1.bias" if network is Detector else "kind.bias"
    old, new = (state[name] for state in states)
    assert torch.allclose(between[name], 0.75 * old + 0.25 * new)
    for at, share in enumerate((0.0, 1.0)):
        network().load_state_dict(blend.mean(*states, share))
        assert torch.equal(blend.mean(*states, share)[name], states[at][name])


def test_labels_of_faces_that_a_mirror_changes():
    assert {LABELS[index] for index in CHIRAL} >= {"1m", "0m", "9m", "4z", "6z"}
    assert {CLASS_OF["8p"], CLASS_OF["3p"], CLASS_OF["7p"]}.isdisjoint(CHIRAL)  # of sets either way
