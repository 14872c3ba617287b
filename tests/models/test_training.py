"""The toy preset: prepare, train, go on from a file, export and read, all of it small."""

import argparse
import hashlib
import sys
import tomllib

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models import blend, export, loop, mine, prepare, train_classifier, train_detector  # noqa: E402
from models.crops import AROUND, PATCH  # noqa: E402
from models.disturb import (  # noqa: E402
    BURNT_SHARE,
    HEAVY_SHARE,
    LIT_SHARE,
    TELLING,
    burnt,
    contrast,
    lit,
    processed,
    reweighed,
)
from models.lean import cells_in_pairs, lean  # noqa: E402
from models.nets import Classifier, Detector, Residual, conv  # noqa: E402
from models.shift import DEEP, shiftable  # noqa: E402
from models.ship import BlockedFirst, ShippedClassifier, ShippedDetector  # noqa: E402
from models.train_classifier import (  # noqa: E402
    ASKED_EVERY,
    CHIRAL,
    MIRRORED_SHARE,
    UNSAID,
    Feed,
    evened,
    shared_doubts,
)
from models.views import CORNERS, bend, views  # noqa: E402
from models.warm import finer, module_name, place, unblocked, warm_start  # noqa: E402
from vision.labels import BACK, CLASS_OF, LABELS, NONE  # noqa: E402
from vision.nets.crops import MARGIN, SIDE  # noqa: E402
from vision.nets.network import fitting  # noqa: E402
from vision.reader import Reader  # noqa: E402

SCENES = 3
SHARDS = 3

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


def command(monkeypatch, module, *words):
    """Run a module's command line."""
    monkeypatch.setattr(sys, "argv", [module.__name__, *(str(word) for word in words)])
    module.main()


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A few shards of a few scenes."""
    monkeypatch.setattr(prepare, "SHARD", SCENES)
    for number in range(SHARDS):
        shares = prepare.Shares(tables=0.3, faceless=0.3, black=0.5, alike=0.5, littered=0.3)
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


@pytest.mark.parametrize(
    ("node", "module"),
    [
        ("/model/down8/down8.1/first/first.0/Conv", "down8.1.first.0"),
        ("/model/stem/stem.0/stem.0.0/Conv", "stem.0.0"),
        ("/stem.1/stem.1.0/Conv", "stem.1.0"),
        ("/body.3/first/first.0/Conv", "body.3.first.0"),
        ("/kind/Gemm", "kind"),
        ("/corners/Conv", "quads.0.0"),
        ("/quads.1/Conv", "quads.1"),
    ],
)
def test_a_node_of_the_file_is_found_in_the_network(node, module):
    assert module_name(node) == module
    assert module in dict(Detector().named_modules()) | dict(Classifier().named_modules())


def shown_and_shipped(network, file):
    """A network that has seen some pictures, written to a file; it, and those pictures."""
    example = torch.randint(0, 256, (8, 3, 64, 64), dtype=torch.uint8)
    for _ in range(3):
        network(example.float())
    network.eval()
    shipped = torch.nn.Module().eval()
    shipped.model, shipped.forward = network, lambda images: network(images.float())
    torch.onnx.export(shipped, (example,), str(file), opset_version=17, dynamo=False)
    return network, example


@pytest.mark.parametrize("network", [Detector, Classifier])
def test_a_file_in_floating_point_begins_a_training_with_the_same_answers(tmp_path, network):
    torch.manual_seed(3)
    file = tmp_path / "net.onnx"
    trained, example = shown_and_shipped(network(), file)
    again = network()
    warm_start(again, file, example)
    assert again.training
    again.eval()
    with torch.no_grad():
        for mine_, theirs in zip(again(example.float()), trained(example.float()), strict=True):
            assert torch.allclose(mine_, theirs, atol=2e-3)


def narrower():
    """A classifier of fewer channels than there are now."""
    made = Classifier()
    made.body = torch.nn.Sequential(
        conv(3, 24, stride=2), conv(24, 32),
        conv(32, 48, stride=2), Residual(48), Residual(48),
        conv(48, 80, stride=2), Residual(80), Residual(80),
        conv(80, 96, stride=2), Residual(96),
    )  # fmt: skip
    made.neck[0] = conv(96, 64, 1)
    return made


def test_a_wider_network_begins_with_the_same_answers_and_all_its_channels_can_learn(tmp_path):
    torch.manual_seed(3)
    file = tmp_path / "net.onnx"
    trained, example = shown_and_shipped(narrower(), file)
    wider = Classifier()
    warm_start(wider, file, example)
    told = Classifier()
    place(told, file)
    for network in (wider.eval(), told.eval()):
        with torch.no_grad():
            for one, other in zip(network(example.float()), trained(example.float()), strict=True):
                assert torch.allclose(one, other, atol=2e-3)
    sum(part.square().sum() for part in wider.train()(example.float())).backward()
    listens = wider.body[3].first[0].weight
    assert not listens[:48, 48:].any()
    assert (listens.grad[:48, 48:].abs().amax(dim=(0, 2, 3)) > 0).all()


def test_a_lean_detector_says_the_same(tmp_path):
    torch.manual_seed(3)
    detector = Detector().eval()
    detector.heat[1].bias.data[:] = 0.0
    pictures = np.random.default_rng(4).integers(0, 256, (3, 1, 128, 192, 3), np.uint8)
    file = tmp_path / "detector.onnx"
    outputs = ["cells", "heat", "corners"]
    example = torch.from_numpy(pictures[0])
    export.written(ShippedDetector(detector).eval(), example, file, outputs, {1: "h", 2: "w"})
    export.quantise(file, "image", list(pictures[1:]), export.FLOATING)
    before = export.run(file, pictures[0])
    lean(file)
    after = export.run(file, pictures[0])
    assert len(before[0]) > 5
    assert np.array_equal(before[0], after[0])
    assert np.abs(before[1] - after[1]).max() < 1e-5
    assert np.array_equal(before[2], after[2])
    again = Detector()
    place(again, file)
    assert torch.allclose(again.heat[1].weight, detector.heat[1].weight)
    with pytest.raises(SystemExit, match="expected one as it was quantised"):
        lean(file)


def test_a_classifier_that_makes_two_cells_at_once_says_the_same_to_the_bit(tmp_path):
    torch.manual_seed(3)
    classifier = Classifier().eval()
    crops = np.random.default_rng(4).integers(0, 256, (3, 4, 64, 64, 3), np.uint8)
    file = tmp_path / "classifier.onnx"
    outputs = ["kind", "turn", "mirror", "features", "edges"]
    example = torch.from_numpy(crops[0])
    shipped = ShippedClassifier(classifier, 1.0).eval()
    export.written(shipped, example, file, outputs, {0: "n", 1: "s", 2: "s"})
    export.quantise(file, "crops", list(crops[1:]), export.FLOATING)
    before = [export.run(file, part) for part in (crops[0], crops[0][:, :48, :48])]
    as_quantised = Classifier()
    place(as_quantised, file)
    cells_in_pairs(file)
    after = [export.run(file, part) for part in (crops[0], crops[0][:, :48, :48])]
    assert all(
        np.array_equal(one, other)
        for pair in zip(before, after, strict=True)
        for one, other in zip(*pair, strict=True)
    )
    again = Classifier()
    place(again, file)
    assert torch.equal(again.body[0][0].weight, as_quantised.body[0][0].weight)
    assert torch.equal(again.body[0][1].bias, as_quantised.body[0][1].bias)
    with pytest.raises(SystemExit, match="expected one as it was quantised"):
        cells_in_pairs(file)


def test_weights_that_can_be_shifted_say_the_same_to_the_bit(tmp_path, monkeypatch):
    torch.manual_seed(3)
    classifier = Classifier().eval()
    crops = np.random.default_rng(4).integers(0, 256, (3, 4, 64, 64, 3), np.uint8)
    file = tmp_path / "classifier.onnx"
    outputs = ["kind", "turn", "mirror", "features", "edges"]
    shipped = ShippedClassifier(classifier, 1.0).eval()
    free = {0: "n", 1: "s", 2: "s"}
    export.written(shipped, torch.from_numpy(crops[0]), file, outputs, free)
    export.quantise(file, "crops", list(crops[1:]), export.FLOATING)
    before, as_quantised = export.run(file, crops[0]), Classifier()
    place(as_quantised, file)
    shiftable(file, DEEP["classifier"])
    monkeypatch.setattr("vision.nets.network.has_tiles", lambda: True)
    shifted = tmp_path / "shifted.onnx"
    shifted.write_bytes(fitting(file.read_bytes()))
    assert shifted.read_bytes() != file.read_bytes()
    for some in (file, shifted):
        assert all(map(np.array_equal, before, export.run(some, crops[0])))
        again = Classifier()
        place(again, some)
        for one, other in zip(again.parameters(), as_quantised.parameters(), strict=True):
            assert torch.equal(one, other)
    with pytest.raises(SystemExit, match="expected one that has none"):
        shiftable(file, DEEP["classifier"])


def test_a_batch_asks_only_what_can_be_answered(data):
    feed = Feed([data], None, torch.Generator().manual_seed(4))
    seen, sides = 0, set()
    for _ in range(6):
        pixels, (classes, turns, mirrored, offsets, taught) = feed.batch()
        assert taught.isnan().all()  # nobody teaches
        sides.add(pixels.shape[2])
        assert offsets[classes == NONE].isnan().all()
        assert 0 <= pixels.min() <= pixels.max() <= 255
        assert (turns[classes >= BACK] == UNSAID).all()
        flipped = mirrored == 1
        assert (classes[flipped] == UNSAID).all()
        assert (turns[flipped] == UNSAID).all()
        known = (classes >= 0) & (mirrored != UNSAID)
        assert set(classes[known].tolist()) <= set(CHIRAL)
        seen += int((classes == UNSAID).sum())
    assert sides == {SIDE, train_classifier.SMALL_SIDE}
    assert 0 < seen < 6 * train_classifier.BATCH * 3 * MIRRORED_SHARE


def test_a_teacher_says_what_it_sees_in_the_same_crops(data):
    torch.manual_seed(6)
    teacher = Classifier().eval()
    feed = Feed([data], None, torch.Generator().manual_seed(4), teacher=teacher)
    pixels, (*_, taught) = feed.batch()
    asked = ~taught.isnan().any(dim=1)
    assert asked.nonzero()[:, 0].tolist() == list(range(0, len(pixels), ASKED_EVERY))
    with torch.no_grad():
        expected = teacher(pixels)[0]
    assert torch.allclose(taught[asked], expected[asked], atol=0.1)


def test_doubts_are_shared_with_a_teacher_that_is_right():
    classes = torch.tensor([0, 1, 2, 2])
    taught = torch.nn.functional.one_hot(torch.tensor([0, 1, 0, 2]), 40) * 5.0
    taught[3] = torch.nan  # not asked; and of the third it is wrong
    kind = torch.zeros(4, 40, requires_grad=True)
    told = shared_doubts(kind, taught, classes)
    told.backward()
    assert told > 0
    assert (kind.grad.abs().sum(dim=1) > 0).tolist() == [True, True, False, False]
    assert shared_doubts(taught[:2], taught[:2], classes[:2]) == pytest.approx(0, abs=1e-6)
    assert shared_doubts(kind, torch.full((4, 40), torch.nan), classes) == 0


def test_what_is_plentiful_comes_less_often_than_there_is_of_it():
    classes = torch.tensor([0] * 900 + [7] * 100)
    often = evened(classes)
    assert (often.diff() > 0).all()
    share = float((often[-1] - often[899]) / often[-1])
    assert 0.1 < share < 0.5


@pytest.mark.parametrize("network", [Detector, Classifier])
def test_a_first_layer_in_blocks_is_the_same_layer(network):
    torch.manual_seed(4)
    made = network()
    layer = made.stem[0] if network is Detector else made.body[0]
    layer.eval()
    picture = torch.randint(0, 256, (2, 64, 128, 3), dtype=torch.uint8)
    blocked = BlockedFirst(layer)
    with torch.no_grad():
        expected = layer(picture.permute(0, 3, 1, 2).float() / 127.5 - 1)
        assert torch.allclose(blocked(picture), expected, atol=1e-4)
    assert torch.allclose(unblocked(blocked.conv.weight), layer[0].weight, atol=1e-4)


def test_a_finer_first_layer_begins_with_the_same_answers():
    torch.manual_seed(5)
    coarse = torch.nn.Conv2d(3, 16, 3, 2, 1)
    fine = torch.nn.Conv2d(3, 32, 6, 4, 2)
    weight, bias = finer(coarse.weight.data, coarse.bias.data, fine.weight.shape)
    fine.weight.data, fine.bias.data = weight, bias
    picture = torch.rand(1, 3, 64, 64)
    with torch.no_grad():
        halved = coarse(torch.nn.functional.avg_pool2d(picture, 2))
        assert torch.allclose(fine(picture)[:, :16], halved, atol=1e-5)


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


def test_some_crops_lie_in_shade_or_shine():
    crops = torch.full((40, 3, SIDE, SIDE), 120.0)
    gain = (lit(crops.clone(), torch.Generator().manual_seed(1)) - crops).mean(dim=(1, 2, 3))
    assert (gain < 0).sum() == (gain > 0).sum() == int(40 * LIT_SHARE) // 2


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
            out=tmp_path, warm=None, minutes=1e-12, rate=1e-3, seed=1, threads=1
        )
        return loop.Run(Classifier(), args, "toy", 0.0, lambda: torch.zeros(1))

    crops = torch.zeros(2, 3, 64, 64)
    first = made()
    first.train(iter([(crops, None)] * 3), losses)
    again = made()
    assert again.step == first.step == 1
    for name, value in first.model.state_dict().items():
        assert torch.equal(value, again.model.state_dict()[name])


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
        states = [blend.folded(model) for model in models]
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


@pytest.mark.parametrize("name", ["detector", "classifier"])
def test_a_network_that_is_not_exported_stays_as_it_was_released(tmp_path, name):
    known = export.released(name, tmp_path / "net.onnx")
    told = export.table(name, known)
    assert tomllib.loads(told)[name] == known
    assert hashlib.sha256((tmp_path / "net.onnx").read_bytes()).hexdigest() == known["sha256"]


def test_labels_of_faces_that_a_mirror_changes():
    assert {LABELS[index] for index in CHIRAL} >= {"1m", "0m", "9m", "3p", "7p", "4z", "6z"}
    assert CLASS_OF["8p"] not in CHIRAL
