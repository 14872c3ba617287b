"""The hall's database: SQLite for a small hall, PostgreSQL for a large one."""
