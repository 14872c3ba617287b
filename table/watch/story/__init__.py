"""What may have been played: hypotheses that the rules draw on, and how they differ."""
