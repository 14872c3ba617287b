"""A club's own tile set: its faces, and the classifier that has them at hand."""
