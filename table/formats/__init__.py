"""Records of games in and out: text and bytes to events and back. Only `load` reads files."""
