"""The bridge to an automatic table over a serial line; it knows no tiles and no rules."""
