"""What hand cameras add: each seat's hand, tile by tile."""
