"""What lies on the table: places, ponds, sets, indicators, shown hands, kept on one sheet."""
