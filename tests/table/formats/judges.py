"""Another engine as the judge of what we write: jansou parses, replays and pays every record."""

from dataclasses import replace

from jansou.io.mjai import parse_mjai
from jansou.io.replay import replay_paifu
from jansou.io.tenhou_json import parse_tenhou_json
from jansou.validation.check import check_paifu


def judge_mjai(text, settings):
    """How many wins it paid, and what it holds against the record."""
    return _judge(replace(parse_mjai(text), rules=settings))


def judge_tenhou6(text, settings):
    """The same for tenhou.net/6, of which it knows no rules but Tenhou's own."""
    return _judge(replace(parse_tenhou_json(text), rules=settings))


def _judge(game):
    steps = sum(1 for _ in replay_paifu(game))  # raises for a move that is not legal
    assert steps
    checks = check_paifu(game)
    return len(checks), [check.detail for check in checks if not check.passed]
