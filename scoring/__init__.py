"""Riichi scoring: what a win is worth and why. Pure; standard library only.

Start at `scoring.engine.score`; the vocabulary is in tiles, seats, melds, hand, win, ruleset
and score.
"""
