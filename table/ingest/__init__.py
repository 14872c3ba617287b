"""What observers say, against what the record knows: proposals with a likelihood, and questions."""
