"""The steps between the schemas of the releases, in order."""
