"""Invented tile sets and rendered tables: what the tile reader is trained on."""
