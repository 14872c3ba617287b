"""Whole legal games without a table: a seeded wall, and players who know a little."""
