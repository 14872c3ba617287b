"""The web: an HTTP and WebSocket API over one table, and the dashboard's built pages."""
