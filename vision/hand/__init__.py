"""One player's tiles: in a photo of a hand, or under a camera before the row."""
