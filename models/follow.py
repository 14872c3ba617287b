"""A network that follows another one: it is to answer as that does, and to see what that sees.

After Hinton et al. 2015 ("Distilling the knowledge in a neural network") and Romero et al. 2014
("FitNets"). A narrower network is told more by that than by labels alone; one of the same width
keeps what it knew while it learns more.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

SEEN, NAMED, TURNED, MIRRORED, EDGES, HEAT = 1.0, 1.0, 0.3, 0.1, 3.0, 0.3
"""What the parts of the distance between two networks weigh."""
FACE = 0.5
"""Heat of more than this is about a face; so many count what is wrong elsewhere."""
SOFT = 2.0
"""Names are compared as if they were so much less sure: doubts tell more than what is certain."""


class Leader:
    """A network that is asked and does not learn."""

    def __init__(self, network: nn.Module, device: torch.device) -> None:
        self.network = network.eval().to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]

    @torch.no_grad()
    def __call__(self, pictures: Tensor) -> tuple[Tensor, ...]:
        """Its answers to pictures (n, 3, h, w)."""
        shown = pictures.float().contiguous(memory_format=torch.channels_last)
        with torch.autocast(shown.device.type, torch.bfloat16):
            return tuple(part.float() for part in self.network(shown))


def apart(mine: Tensor, its: Tensor) -> Tensor:
    """How far two networks' features are apart, as a part of their squares."""
    return (mine - its).square().mean() / its.square().mean().clamp(min=1e-6)


def classifiers_apart(mine: tuple[Tensor, ...], its: tuple[Tensor, ...]) -> Tensor:
    """How far two classifiers' answers to the same crops are apart."""
    kind, turn, mirror, edges, features = mine
    soft, its_soft = (functional.log_softmax(x / SOFT, dim=1) for x in (kind, its[0]))
    ways, its_ways = (functional.log_softmax(x, dim=1) for x in (turn, its[1]))
    named = functional.kl_div(soft, its_soft, log_target=True, reduction="batchmean")
    turned = functional.kl_div(ways, its_ways, log_target=True, reduction="batchmean")
    mirrored = surprise(mirror, its[2]).mean()
    moved = functional.smooth_l1_loss(edges, its[3], beta=0.03)
    return (
        SOFT**2 * NAMED * named + TURNED * turned + MIRRORED * mirrored
        + EDGES * moved + SEEN * apart(features, its[4])
    )  # fmt: skip


def detectors_apart(mine: tuple[Tensor, ...], its: tuple[Tensor, ...]) -> Tensor:
    """How far two detectors' answers to the same pictures are apart; their corners by features."""
    faces = (its[0].sigmoid() > FACE).sum().clamp(min=1)
    return HEAT * surprise(mine[0], its[0]).sum() / faces + SEEN * apart(mine[2], its[2])


def surprise(mine: Tensor, its: Tensor) -> Tensor:
    """How much more logits of yes are surprised by what others say than those are by themselves."""
    chance = its.sigmoid()
    told = functional.binary_cross_entropy_with_logits(mine, chance, reduction="none")
    return told - functional.binary_cross_entropy_with_logits(its, chance, reduction="none")
