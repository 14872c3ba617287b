"""What the faces of one picture say about each other: size, rows, likeness, and what is none."""
