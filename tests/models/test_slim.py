"""Fewer channels within the pairs of a network, and a training that follows the wider one."""

import sys

import pytest

torch = pytest.importorskip("torch", reason="NO TORCH: pip install --group train")
pytest.importorskip("onnx", reason="NO ONNX: pip install --group train")

from models import prepare, slim, train_classifier, train_detector  # noqa: E402
from models.follow import Leader, classifiers_apart, detectors_apart  # noqa: E402
from models.nets import Classifier, Detector, Residual, parameters  # noqa: E402
from models.widths import leading, network_of  # noqa: E402

NETWORKS = {"detector": Detector, "classifier": Classifier}
HALF = 0.5

pytestmark = pytest.mark.filterwarnings("ignore")  # torch and onnx warn of their own old ways


def half_mute(made):
    """A network of full width, half of whose channels within each pair nobody hears."""
    network = made()
    for pair in network.modules():
        if isinstance(pair, Residual):
            heard = pair.second[0].weight.data
            heard[:, torch.randperm(heard.shape[1])[: heard.shape[1] // 2]] = 0.0
    for _ in range(3):
        network(torch.randint(0, 256, (8, 3, 64, 64)).float())
    return network.eval()


@pytest.mark.parametrize("made", [Detector, Classifier])
def test_what_nobody_hears_is_left_out_and_the_answers_stay(made, monkeypatch):
    monkeypatch.setattr(slim, "STIFF", 1e-9)
    torch.manual_seed(3)
    wide, narrow = half_mute(made), made(HALF)
    example = torch.randint(0, 256, (8, 3, 64, 64)).float()
    with torch.no_grad():
        before = wide(example)
    slim.slim(wide, narrow, example)
    assert parameters(narrow) < 0.75 * parameters(wide)
    with torch.no_grad():
        for one, other in zip(narrow(example), before, strict=True):
            assert torch.allclose(one, other, atol=2e-2)


def test_what_is_heard_and_left_out_is_made_up_for_as_far_as_can_be():
    torch.manual_seed(3)
    wide, narrow, plain = Classifier().eval(), Classifier(HALF), Classifier(HALF)
    example = torch.randint(0, 256, (16, 3, 64, 64)).float()
    slim.slim(wide, narrow, example)
    for pair in (one for one in plain.modules() if isinstance(one, Residual)):
        pair.second[0].weight.data.zero_()  # nothing made up for: the shortcut alone
    weights = {name: w for name, w in narrow.state_dict().items() if ".second.0." not in name}
    plain.load_state_dict(weights, strict=False)
    with torch.no_grad():
        wanted = wide.body(example / 127.5 - 1)
        lost, all_lost = (
            (network.eval().body(example / 127.5 - 1) - wanted).square().mean()
            for network in (narrow, plain)
        )
    assert lost < 0.5 * all_lost


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("within", [1.0, HALF])
def test_a_network_is_as_wide_as_its_file(tmp_path, name, within):
    trained = NETWORKS[name](within)
    torch.save({"average": trained.state_dict()}, tmp_path / "net.pt")
    again = network_of(name, tmp_path / "net.pt")
    assert parameters(again) == parameters(trained)


def test_who_follows_nobody_is_led_by_none():
    assert leading("classifier", None, torch.device("cpu")) is None


@pytest.mark.parametrize(
    ("made", "apart"), [(Detector, detectors_apart), (Classifier, classifiers_apart)]
)
def test_a_network_that_follows_comes_to_see_as_the_other_one(made, apart):
    torch.manual_seed(5)
    leader, follower = Leader(made(), torch.device("cpu")), made(HALF)
    pictures = torch.randint(0, 256, (8, 3, 64, 64)).float()
    led = leader(pictures)
    assert apart(led, led).item() == pytest.approx(0, abs=1e-5)
    optimizer = torch.optim.Adam(follower.parameters(), 3e-3)
    distances = []
    for _ in range(30):
        distance = apart(follower(pictures), led)
        optimizer.zero_grad()
        distance.backward()
        optimizer.step()
        distances.append(distance.item())
    assert distances[-1] < 0.5 * distances[0]


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A few shards of a few scenes."""
    monkeypatch.setattr(prepare, "SHARD", 3)
    for number in range(3):
        shares = prepare.Shares(tables=0.3, faceless=0.0, black=0.1, alike=0.1)
        prepare.make_shard((tmp_path / "data", 5, number, shares))
    return tmp_path / "data"


@pytest.mark.parametrize(
    ("module", "name"), [(train_detector, "detector"), (train_classifier, "classifier")]
)
def test_a_slim_network_is_begun_with_and_follows(
    tmp_path, monkeypatch, capsys, data, module, name
):
    def command(script, *words):
        monkeypatch.setattr(sys, "argv", [script.__name__, *map(str, words)])
        assert script.main() == 0

    wide = tmp_path / "wide.pt"
    torch.save({"average": NETWORKS[name]().state_dict()}, wide)
    monkeypatch.setattr(train_detector, "SIZE", 128)
    command(slim, name, "--from", wide, "--data", data, "--out", tmp_path / "slim")
    kept = tmp_path / "slim" / f"{name}.pt"
    monkeypatch.setattr("models.loop.TELL_EVERY", 1)
    monkeypatch.setattr(train_detector, "BATCH", 2)
    command(
        module, "--data", data, "--out", tmp_path / "run", "--minutes", 0.01, "--batch", 8,
        "--warm", kept, "--follow", wide,
    )  # fmt: skip
    assert " apart " in capsys.readouterr().out
    assert parameters(network_of(name, tmp_path / "run" / f"{name}.pt")) == parameters(
        NETWORKS[name](HALF)
    )
