"""What people are asked: only what stays doubtful and matters to the record."""
