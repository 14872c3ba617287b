"""Begin with fewer channels where a network has most of its work: within pairs of convolutions.

    python -m models.slim {detector,classifier} --from FILE --data DATA… --out RUN

Of the channels between two convolutions those stay that the second one hears most of; its weights
are fitted anew (least squares) so that what follows is told what the wider network tells it (after
He et al. 2017, "Channel pruning for accelerating very deep neural networks"). The rest is left to a
training that follows the wider network (``--follow`` of the trainings).
"""

import argparse
import hashlib
import sys
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from models.commands import SHARE, in_a_line
from models.loop import WEIGHTS
from models.nets import Residual
from models.prepare import PREPARED, training_shards
from models.train_classifier import Feed
from models.train_detector import Windows, photos
from models.warm import folded, neutral
from models.widths import NETWORKS, network_of

PLACES = 24_000
"""At so many places of their maps the weights of a pair are fitted."""
STIFF = 1e-3
"""How much the fit is held back, as a part of what the channels' own squares come to."""


@torch.no_grad()
def slim(wide: nn.Module, narrow: nn.Module, example: Tensor) -> None:
    """Put a network's weights into one with fewer channels within its pairs.

    ``example`` are pictures (n, 3, h, w) that training will show.
    """
    folded(wide)
    wide.eval()
    narrow.eval()
    pairs = dict(narrow.named_modules())
    kept = {
        name: value for name, value in wide.state_dict().items() if not within_pair(pairs, name)
    }
    narrow.load_state_dict(kept, strict=False)
    for name, pair in pairs.items():
        if isinstance(pair, Residual):
            fit(wide, narrow, name, example)


def within_pair(pairs: dict[str, nn.Module], name: str) -> bool:
    """Whether a weight belongs to a pair of convolutions."""
    parts = name.split(".")
    return any(isinstance(pairs.get(".".join(parts[:end])), Residual) for end in range(len(parts)))


def fit(wide: nn.Module, narrow: nn.Module, name: str, example: Tensor) -> None:
    """Put the best of a pair into the narrower one; all pairs before it are in their places."""
    old, new = wide.get_submodule(name), narrow.get_submodule(name)
    assert isinstance(old, Residual)
    assert isinstance(new, Residual)
    between = new.first[0].out_channels
    told = tapped(wide, old, example)
    heard = old.second[0].weight.square().sum(dim=(0, 2, 3))
    loud = old.first(told).square().mean(dim=(0, 2, 3)) * heard
    best = loud.argsort(descending=True)[:between].sort().values
    new.first[0].weight.copy_(old.first[0].weight[best])
    neutral(new.first[1], old.first[1].bias[best])
    neutral(new.second[1], old.second[1].bias)
    mine = tapped(narrow, new, example)
    wanted = told + old.second(old.first(told)) - mine - new.second[1].bias[:, None, None]
    seen = functional.unfold(new.first(mine), 3, padding=1).transpose(1, 2).flatten(0, 1)
    answers = wanted.flatten(2).transpose(1, 2).flatten(0, 1)
    some = torch.randperm(len(seen))[:PLACES]
    seen, answers = seen[some].double(), answers[some].double()
    squares = seen.T @ seen
    squares += STIFF * squares.diagonal().mean() * torch.eye(len(squares), dtype=torch.float64)
    weights = torch.linalg.solve(squares, seen.T @ answers).T
    new.second[0].weight.copy_(weights.reshape(new.second[0].weight.shape))


def tapped(network: nn.Module, module: nn.Module, example: Tensor) -> Tensor:
    """What comes into a module when the network sees the example."""
    caught: list[Tensor] = []
    hook = module.register_forward_pre_hook(lambda _, inputs: caught.append(inputs[0]))
    network(example)
    hook.remove()
    return caught[0]


def some_pictures(name: str, data: list[Path]) -> Tensor:
    """Pictures of a training as the network is shown them."""
    if name == "detector":
        shown = [photo for shard in training_shards(data)[:8] for photo in photos(shard)]
        windows = Windows(shown, 1, 0.6)
        return torch.stack([windows[number][0] for number in range(16)]).float()
    feed = Feed(data, None, torch.Generator().manual_seed(1), calm=0.6)
    return feed.example().float()


@in_a_line
def main() -> None:
    """Write a checkpoint to begin with (``--warm``)."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("name", choices=sorted(NETWORKS))
    parser.add_argument("--from", type=WEIGHTS, required=True, dest="file", metavar="FILE")
    parser.add_argument("--data", type=PREPARED, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--within", type=SHARE, default=0.5, help="of the channels within pairs")
    args = parser.parse_args()
    torch.manual_seed(1)
    narrow = NETWORKS[args.name](args.within)
    slim(network_of(args.name, args.file), narrow, some_pictures(args.name, args.data))
    args.out.mkdir(parents=True, exist_ok=True)
    begun_with = hashlib.sha256(args.file.read_bytes()).hexdigest()
    state = {"average": narrow.state_dict(), "minutes": 0.0, "step": 0, "begun_with": begun_with}
    torch.save(state, args.out / f"{args.name}.pt")


if __name__ == "__main__":
    sys.exit(main())
