"""The two networks: the faces' detector and the tiles' classifier, and what goes in and out."""
