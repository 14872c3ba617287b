"""A network in a file, opened as suits the processor."""

import numpy as np
import pytest

from vision.model_store import find_model
from vision.nets import network
from vision.nets.network import OnnxNetwork, fitting


@pytest.mark.parametrize("side", [64, 48])
def test_the_released_classifier_says_the_same_with_tiles_and_without(monkeypatch, side):
    path = find_model("classifier").path
    crops = np.random.default_rng(5).integers(0, 256, (5, side, side, 3), np.uint8)
    said = []
    for tiles in (False, True):
        monkeypatch.setattr(network, "has_tiles", lambda tiles=tiles: tiles)
        said.append(OnnxNetwork(path, {"crops"}, {"kind", "turn", "features"}, 1)(crops=crops))
    for name in said[0]:
        assert np.array_equal(said[0][name], said[1][name])


def test_one_byte_of_the_released_classifier_shifts_its_weights(monkeypatch):
    stored = find_model("classifier").path.read_bytes()
    monkeypatch.setattr(network, "has_tiles", lambda: True)
    shifted = fitting(stored)
    assert len(shifted) == len(stored)
    pairs = zip(stored, shifted, strict=True)
    assert [(one, other) for one, other in pairs if one != other] == [(0, 255)]
    monkeypatch.setattr(network, "has_tiles", lambda: False)
    assert fitting(stored) == stored


def test_a_processor_has_tiles_if_it_says_so(monkeypatch, tmp_path):
    said = tmp_path / "cpuinfo"
    monkeypatch.setattr(network, "_PROCESSOR", said)
    for words, tiles in ((None, False), ("flags : fpu avx512_vnni", False), ("amx_int8", True)):
        if words:
            said.write_text(words)
        network.has_tiles.cache_clear()
        assert network.has_tiles() == tiles
    network.has_tiles.cache_clear()
