"""Storage of tables, people and results: SQLite files in one folder, or memory for tests; it implements `ports`."""
