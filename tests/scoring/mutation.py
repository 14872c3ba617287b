"""Random text and random structures, most of them near to something that can be read."""

from random import Random

SIGNS = "0123456789mpszMPSZrESWNPFCHBD:+@, ;-_|#?東南發中一萬筒🀀🀇🀡\x00\n\t²\uff15é\ud800"
WORDS = (
    "123m", "406p", "5mr", "r5m", "11z", "east", "haku", "chun", "ids:", "tenhou:", "0,4,8", "pon:",
    "chi:", "ankan:1111m", "kakan:", "@N", "+5m", "777z", "E", "P", "red", "white", "  ", "back",
)  # fmt: skip
PLAIN = (
    None, True, False, 0, 1, -1, 3, 14, 10**30, 0.5, -0.0, float("nan"), float("inf"), "", "5m",
    "E", "tsumo", "ron", "123m", "pon:777z@N", "wrr2015", [], {}, [[]], [["5m", 0.5]], ["5m", "E"],
    [0, 4, 8], {"type": "pon", "tiles": "777z"}, {"tile": "5m"}, "x" * 3000, [0] * 500,
)  # fmt: skip
DEEP: list = []
for _ in range(200):
    DEEP = [DEEP]


def text(random: Random) -> str:
    """A few words and signs in a row."""
    parts = []
    for _ in range(random.randrange(1, 9)):
        if random.random() < 0.5:
            parts.append(random.choice(WORDS))
        else:
            parts.append("".join(random.choice(SIGNS) for _ in range(random.randrange(1, 6))))
    return "".join(parts)


def value(random: Random, depth: int = 0):
    """A plain value, or a small structure of them."""
    pick = random.random()
    if pick < 0.55 or depth > 2:
        return random.choice(PLAIN)
    if pick < 0.75:
        return text(random)
    if pick < 0.87:
        return [value(random, depth + 1) for _ in range(random.randrange(4))]
    if pick < 0.99:
        keys = ("type", "tiles", "called", "from", "pai", "consumed", "tile", "value", "clause")
        return {random.choice(keys): value(random, depth + 1) for _ in range(random.randrange(4))}
    return DEEP


def mutated(random: Random, thing, times: int = 1):
    """A copy with some parts replaced, left out, doubled or added."""
    for _ in range(times):
        thing = _changed(random, thing)
    return thing


def _changed(random: Random, thing):
    if isinstance(thing, dict) and thing and random.random() < 0.9:
        key = random.choice(list(thing))
        kind = random.random()
        if kind < 0.1:
            return {name: one for name, one in thing.items() if name != key}
        if kind < 0.2:
            return {**thing, text(random): value(random)}
        return {**thing, key: _changed(random, thing[key])}
    if isinstance(thing, list) and thing and random.random() < 0.9:
        place = random.randrange(len(thing))
        kind = random.random()
        if kind < 0.15:
            return thing[:place] + thing[place + 1 :]
        if kind < 0.3:
            return [*thing, thing[place]]
        return [*thing[:place], _changed(random, thing[place]), *thing[place + 1 :]]
    if isinstance(thing, str) and thing and random.random() < 0.7:
        place = random.randrange(len(thing))
        return thing[:place] + random.choice(SIGNS) + thing[place + random.randrange(2) :]
    return value(random)
