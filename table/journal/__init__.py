"""The journal: an append-only, hash-chained record on disk; the state is a fold over it."""
