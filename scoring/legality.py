"""What may be declared and discarded: one door to the rulings."""

from scoring.kans import Kan, daiminkan, kan_after_riichi, kans
from scoring.kuikae import forbidden_discards, kuikae, leaves_discard
from scoring.riichi import RiichiRuling, riichi
from scoring.ruling import Reason, Ruling

__all__ = [
    "Kan",
    "Reason",
    "RiichiRuling",
    "Ruling",
    "daiminkan",
    "forbidden_discards",
    "kan_after_riichi",
    "kans",
    "kuikae",
    "leaves_discard",
    "riichi",
]
