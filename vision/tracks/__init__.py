"""A table followed through the frames: what moved, what lies where, which tile it is."""
