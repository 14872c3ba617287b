"""Tables on which one suit is played: a detector that cuts between two sticks learns it there.

A row of sticks, or of circles, has the same strokes on both sides of every edge, and what looks
like one face may be the halves of two. A whole set deals such neighbours seldom.
"""

from typing import Final

import numpy as np

from models.crops import BARE, Quad
from vision.labels import KINDS
from vision.synthetic.render import Faces
from vision.synthetic.scene import Scene
from vision.synthetic.table_moment import Deck, random_view
from vision.synthetic.table_scene import scene_of, some_arms, some_studio

SUITS: Final = ("s", "p", "m")
ODDS: Final = (0.65, 0.2, 0.15)
"""How often each suit is played; sticks are cut wrongly most."""

BLANK: Final = 0.25
"""How often white dragons are dealt with the suit, as often as all its kinds together."""

SIZE: Final = (640, 640)
SHOWN: Final = 0.6
"""How often a hand is to lie open; else it does as often as it comes."""
TRIES: Final = 12


def flush_scene(rng: np.random.Generator, faces: Faces, *, alike: bool) -> tuple[Scene, Quad]:
    """A table in play with a single suit, and no places that are no face. ``alike`` as ever."""
    studio = some_studio(rng, faces, SIZE, alike=alike)
    view = random_view(rng, one_suit(rng))
    if rng.random() < SHOWN:
        for _ in range(TRIES):
            if any(seat.hand.pose == "up" for seat in view.seats):
                break
            view = random_view(rng, one_suit(rng))
    picture = studio.shoot(view, some_arms(rng, studio.plan), glare=bool(rng.random() < 0.2))
    return scene_of(picture), BARE


def one_suit(rng: np.random.Generator) -> Deck:
    """Tiles of one suit, as many as a whole set has; now and then half of them blank."""
    suit = SUITS[int(rng.choice(len(SUITS), p=ODDS))]
    deck = Deck(rng, tuple(kind for kind in KINDS if kind[1] == suit))
    if rng.random() < BLANK:
        deck.left["5z"] += deck.count()
    return deck
