"""The hall's pages and API."""
