"""The hall: many tables send their journals to one place that shows, ranks and keeps them."""
