"""From what lies on the table to what happened: observations in, events and questions out."""
