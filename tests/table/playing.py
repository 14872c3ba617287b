"""A hand written in few letters, for tests that read like the table.

A B C D are the seats 0-3. `A+5m` draws (`A+?` unseen), `A-5m` discards: `A-5m!` the tile just
drawn, `A-5m.` one of the hand. `B chi 5m 46m`, `C pon 5m`, `C kan 5m` call the last discard;
`A ankan 1m`, `A kakan 5m`; `dora 3s`; `A reach`, `A laid`; `A says ron`; `A back` puts the draw
back; `A dead`; `A owns 5m` counts it as his discard; `A shows 123m`; `A ron 5m`, `A tsumo`;
`draw four_winds`, `A draw nine_kinds`. Semicolons stand between them.
"""

from scoring.seats import Seat, Wind
from scoring.tiles import Tile, parse_tiles
from table.core.events import (
    Ankan,
    Chi,
    Dahai,
    Daiminkan,
    Dora,
    Hora,
    Kakan,
    Pon,
    Reach,
    ReachAccepted,
    Ryukyoku,
    StartGame,
    StartKyoku,
    Tsumo,
)
from table.core.incidents import Call, CountsAsDiscard, DeadHand, PutBack, Reveal
from table.core.state import apply, fold

NAMES = ("Aki", "Ben", "Chie", "Dai")
UNSEEN = (None,) * 13
CALLS = {"chi": (Chi, 2), "pon": (Pon, 2), "kan": (Daiminkan, 3)}


def start(*hands, marker="1z", oya=0, scores=(30000,) * 4, aka_flag=False):
    """The first two events of a game; hands in MPSZ, "" for unseen ones."""
    tehais = tuple(parse_tiles(hand) if hand else UNSEEN for hand in (*hands, *[""] * 4)[:4])
    tile = None if marker is None else Tile.parse(marker)
    deal = StartKyoku(Wind.EAST, oya + 1, 0, 0, Seat(oya), scores, tile, tehais)
    return StartGame(NAMES, "wrr2015", aka_flag=aka_flag), deal


def dealt(*hands, **circumstances):
    """The table after the deal."""
    return fold(start(*hands, **circumstances))


def played(state, text):
    """The table after the moves."""
    for move in moves(text):
        state = apply(state, event(move, state))
    return state


def moves(text):
    """The moves of a text."""
    return [move.strip() for move in text.split(";") if move.strip()]


def event(move, state):
    """The event that a move names; whose discard is called is the last one's."""
    if move.startswith("dora "):
        return Dora(_seen(move.split()[1]))
    if move.startswith("draw "):
        return Ryukyoku((0, 0, 0, 0), reason=move.split()[1])
    actor = Seat("ABCD".index(move[0]))
    rest = move[1:].strip()
    if rest[0] == "+":
        return Tsumo(actor, _seen(rest[1:]))
    if rest[0] == "-":
        drawn = {"!": True, ".": False}.get(rest[-1])
        return Dahai(actor, _seen(rest[1:].rstrip("!.")), drawn)
    word, *more = rest.split()
    return _declared(word, actor, more, state)


def _declared(word, actor, more, state):
    offer = state.play.offered[-1] if state.play and state.play.offered else None
    tile = Tile.parse(more[0]) if more and word not in {"draw", "says", "shows", "dead"} else None
    if word in CALLS:
        kind, count = CALLS[word]
        own = parse_tiles(more[1]) if len(more) > 1 else (tile,) * count
        return kind(actor, offer.seat, tile, own)
    makers = {
        "ankan": lambda: Ankan(actor, (tile,) * 4),
        "kakan": lambda: Kakan(actor, tile, (tile,) * 3),
        "draw": lambda: Ryukyoku((0, 0, 0, 0), reason=more[0], actor=actor),
        "reach": lambda: Reach(actor),
        "laid": lambda: ReachAccepted(actor),
        "says": lambda: Call(actor, more[0], int(more[1]) if len(more) > 1 else None),
        "back": lambda: PutBack(actor),
        "owns": lambda: CountsAsDiscard(actor, tile),
        "dead": lambda: DeadHand(actor, "empty_call", riichi_void="void" in more),
        "shows": lambda: Reveal(actor, parse_tiles(more[0])),
        "ron": lambda: _ron(actor, tile, state),
        "tsumo": lambda: Hora(actor, actor, (0, 0, 0, 0), pai=tile),
    }
    return makers[word]()


def _ron(actor, tile, state):
    """The last tile offered that looks so; else the last one."""
    offered = state.play.offered
    like = (one for one in reversed(offered) if tile is None or one.tile in {None, tile})
    offer = next(like, offered[-1])
    return Hora(actor, offer.seat, (0, 0, 0, 0), pai=tile or offer.tile)


def _seen(text):
    return None if text == "?" else Tile.parse(text)
