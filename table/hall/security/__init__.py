"""Who may speak to the hall: its certificate authority, the broker that asks for certificates."""
