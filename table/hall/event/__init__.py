"""The event: its players, rounds, clock, rulings, results and standings."""
