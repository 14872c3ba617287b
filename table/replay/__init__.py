"""A finished record, played through the table engine and held against the rules."""
