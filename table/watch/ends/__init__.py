"""How a hand may have ended, and what the next one says of that."""
