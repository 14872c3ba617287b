"""Ways for a table to speak: our own protocol, a keypad, counts in a file; room for other makes."""
