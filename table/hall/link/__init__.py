"""The table's side: what waits for the hall, and how it gets there."""
