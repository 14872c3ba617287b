"""Trying a hall out: many virtual tables, real broker and database, and kills."""
