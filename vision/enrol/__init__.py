"""A club shows its tile set once: its faces found, named and kept."""
