"""To go on from a released file: its weights, put back into a network."""

import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models.nets import Classifier, Detector, Residual, conv  # noqa: E402
from models.warm import finer, module_name, place, warm_start  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


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


def test_a_checkpoint_begins_a_training_with_the_same_answers_and_its_norms_normalise(tmp_path):
    torch.manual_seed(3)
    trained, file = Classifier(), tmp_path / "classifier.pt"
    example = torch.randint(0, 256, (8, 3, 64, 64)).float()
    for _ in range(3):
        trained(example)
    trained.eval()
    torch.save({"average": trained.state_dict()}, file)
    again = Classifier()
    warm_start(again, file, example)
    assert again.training
    with torch.no_grad():
        shown, before, opened = again(example), trained(example), again.eval()(example)
    for learning, one, other in zip(shown, before, opened, strict=True):
        assert torch.allclose(one, other, atol=2e-3)
        assert torch.allclose(learning, other, atol=0.1)  # by a batch's own statistics, too


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
