"""Sees tiles: pictures in, named faces with their places and confidence out."""
