"""The composition root: settings in, a running table out. Only here do the parts meet."""
