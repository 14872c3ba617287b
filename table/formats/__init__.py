"""Records of games in and out: text and bytes to events and back. Only `files` touches the disk."""
