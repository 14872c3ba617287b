"""The pure heart of the table: events, state, settlement. Values in, values out."""
